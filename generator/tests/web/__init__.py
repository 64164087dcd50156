# SPDX-License-Identifier: Apache-2.0
"""Tests of the whole site: built by the real Hugo, opened in a real browser."""
