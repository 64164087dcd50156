# SPDX-License-Identifier: Apache-2.0
"""Presenting: from runs and derived numbers to what each page shows. Pure; no files, no HTML."""
