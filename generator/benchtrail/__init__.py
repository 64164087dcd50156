# SPDX-License-Identifier: Apache-2.0
"""Benchtrail: benchmark results whose every number leads back to bytes."""

__version__ = "0.1.0"
