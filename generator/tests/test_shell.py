# SPDX-License-Identifier: Apache-2.0
"""Command lines to argument lists."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchtrail.shell import argv


@pytest.mark.parametrize(
    ("literal", "expected"),
    [
        ("rm -rf tmp.etcd;", ["rm", "-rf", "tmp.etcd"]),
        ("etcd --x=\"a b\" --y 'c$d'", ["etcd", "--x=a b", "--y", "c$d"]),
        ("a > b &", ["bash", "-c", "a > b &"]),
        ("range $'\\001' x", ["bash", "-c", "range $'\\001' x"]),
        ("for x in {1..3} ; do y ;done", ["bash", "-c", "for x in {1..3} ; do y ;done"]),
        ('echo "$x"', ["bash", "-c", 'echo "$x"']),
        ("x )", ["bash", "-c", "x )"]),
        ("a; b", ["bash", "-c", "a; b"]),
        ("it's", ["bash", "-c", "it's"]),
    ],
)
def test_argument_lists(literal: str, expected: list[str]) -> None:
    assert argv(literal) == expected


@given(st.lists(st.text(st.characters(min_codepoint=32, max_codepoint=126)), min_size=1))
def test_what_was_quoted_comes_back(words: list[str]) -> None:
    """Either the words themselves, or a shell that is handed the line."""
    line = shlex.join(words)
    assert argv(line) in (words, ["bash", "-c", line])
