# SPDX-License-Identifier: Apache-2.0
"""Derived numbers: pure functions from runs to numbers that carry their inputs."""
