# SPDX-License-Identifier: Apache-2.0
"""Measuring: builds the pinned software, drives it, and saves what it saw before anybody judges it."""
