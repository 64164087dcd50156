# SPDX-License-Identifier: Apache-2.0
"""Rendering: pages to files of `build/`. Templates place; they compute nothing."""
