# SPDX-License-Identifier: Apache-2.0
"""Untrusted text as one harmless line."""

from __future__ import annotations

import unicodedata

#: Control, format (bidi among them), surrogate, private, unassigned, line and paragraph separators.
_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_LIMIT = 240


def plain(text: str) -> str:
    """The text on one line: white space collapsed, invisible and direction-changing characters made visible, capped.

    The loader refuses such characters already; a drawing must not depend on that.
    """
    spaced = " ".join(text.split())
    clean = "".join("\N{REPLACEMENT CHARACTER}" if unicodedata.category(c) in _REFUSED else c for c in spaced)
    return clean if len(clean) <= _LIMIT else f"{clean[: _LIMIT - 1]}…"
