# SPDX-License-Identifier: Apache-2.0
"""Strict JSON: exact messages, and the JSON test suite where it is at hand."""

from __future__ import annotations

import json
import math
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchtrail import jsonio
from benchtrail.errors import Problems, show

SUITE = Path(__file__).resolve().parents[2].parent / "shared" / "corpora" / "json-test-suite"
NAUGHTY = SUITE.parent / "blns.json"
REMEDY = "Write it as strict JSON (RFC 8259, UTF-8)."

# Documents that are JSON and that we refuse all the same, each with our policy.
REFUSED_THOUGH_VALID = {
    "y_object_duplicated_key.json": "each key once in an object",
    "y_object_duplicated_key_and_value.json": "each key once in an object",
}


def _message(data: bytes) -> str:
    with pytest.raises(Problems) as caught:
        jsonio.parse(data, "run.json")
    assert len(caught.value.problems) == 1
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"a": NaN}', "run.json: expected finite numbers, found NaN."),
        (b"[Infinity]", "run.json: expected finite numbers, found Infinity."),
        (b"[-Infinity]", "run.json: expected finite numbers, found -Infinity."),
        (b"[1e400]", "run.json: expected finite numbers, found '1e400'."),
        (b"[-1e400]", "run.json: expected finite numbers, found '-1e400'."),
        (b"[9007199254740993]", "run.json: expected whole numbers within ±2^53, found '9007199254740993'."),
        (
            b"[" + b"9" * 100_000 + b"]",
            f"run.json: expected whole numbers within ±2^53, found '{'9' * 78}….",
        ),
        (b'{"a": 1, "a": 1}', "run.json: expected each key once in an object, found the key 'a' twice."),
        (
            b'{"a": 1, "\\u0061": 1}',
            "run.json: expected each key once in an object, found the key 'a' twice.",
        ),
        (b"\xef\xbb\xbf{}", "run.json: byte 0: expected UTF-8 without a byte order mark, found a byte order mark."),
        ('{"a": 1}'.encode("utf-16"), "run.json: byte 0: expected UTF-8, found bytes that are not UTF-8."),
        (b'["\xc3\x28"]', "run.json: byte 2: expected UTF-8, found bytes that are not UTF-8."),
        (b'["\xed\xa0\x80"]', "run.json: byte 2: expected UTF-8, found bytes that are not UTF-8."),
        (b'["\\ud800"]', "run.json: expected whole Unicode characters, found a lone surrogate in '\\ud800'."),
        (b'"\\udc00x"', "run.json: expected whole Unicode characters, found a lone surrogate in '\\udc00x'."),
        (
            b'{"\\ud800": 1}',
            "run.json: expected whole Unicode characters, found a lone surrogate in '\\ud800'.",
        ),
        (b'[["\\ud800"]]', "run.json: expected whole Unicode characters, found a lone surrogate in '\\ud800'."),
        (b"[" * 33 + b"]" * 33, "run.json: byte 32: expected at most 32 levels, found a deeper nesting."),
        (b'{"a":' * 100_000, "run.json: byte 160: expected at most 32 levels, found a deeper nesting."),
        (b" " * (8 * 2**20 + 1), "run.json: expected at most 8388608 bytes, found 8388609 bytes."),
        (b"", "run.json: line 1 column 1: expected JSON, found expecting value."),
        (b"{'a': 1}", "run.json: line 1 column 2: expected JSON, found expecting property name enclosed in double quotes."),
        (b'{"a": 1}\n{}', "run.json: line 2 column 1: expected JSON, found extra data."),
    ],
)  # fmt: skip
def test_messages(data: bytes, message: str) -> None:
    assert _message(data) == f"{message} {REMEDY}"


def test_what_is_just_allowed() -> None:
    assert jsonio.parse(b"[" * 32 + b"]" * 32, "f") is not None
    assert jsonio.parse(b"[9007199254740992, -9007199254740992]", "f") == [2**53, -(2**53)]
    assert jsonio.parse(b'{"a": {"a": 1}, "b": "[[[[\\"[["}', "f") == {"a": {"a": 1}, "b": '[[[["[['}
    assert jsonio.parse(b'["\\ud83d\\ude00"]', "f") == ["\U0001f600"]


@pytest.mark.parametrize("data", [b'"' + b"\\" * 2_000_000, b'"' + b'\\"' * 1_000_000, b'"a",' * 500_000])
def test_no_input_makes_the_depth_scan_slow(data: bytes) -> None:
    start = process_time()
    with pytest.raises(Problems):
        jsonio.parse(data, "f")
    assert process_time() - start < 5


def _suite(prefix: str) -> list[Path]:
    return sorted((SUITE / "test_parsing").glob(f"{prefix}_*.json"))


@pytest.mark.skipif(not SUITE.is_dir(), reason="the JSON test suite is not beside the project")
def test_what_is_no_json_is_rejected() -> None:
    files = _suite("n")
    assert len(files) == 188
    for file in files:
        with pytest.raises(Problems):
            jsonio.parse(file.read_bytes(), file.name)


@pytest.mark.skipif(not SUITE.is_dir(), reason="the JSON test suite is not beside the project")
def test_what_is_json_is_accepted_or_refused_by_a_stated_policy() -> None:
    files = _suite("y")
    assert len(files) == 95
    refused: dict[str, str] = {}
    for file in files:
        try:
            value = jsonio.parse(file.read_bytes(), file.name)
        except Problems as problems:
            refused[file.name] = problems.problems[0].expected
        else:
            assert value == json.loads(file.read_bytes())
    assert refused == REFUSED_THOUGH_VALID


@pytest.mark.skipif(not SUITE.is_dir(), reason="the JSON test suite is not beside the project")
def test_what_parsers_may_decide_never_gives_another_exception_or_a_lossy_value() -> None:
    files = _suite("i") + sorted((SUITE / "test_transform").glob("*.json"))
    assert len(files) == 35 + 22
    for file in files:
        try:
            value = jsonio.parse(file.read_bytes(), file.name)
        except Problems:
            continue
        assert _harmless(value), file.name


def _harmless(value: object) -> bool:
    if isinstance(value, dict):
        return all(_harmless(key) and _harmless(item) for key, item in value.items())
    if isinstance(value, list):
        return all(_harmless(item) for item in value)
    if isinstance(value, str):
        return value.encode("utf-8").decode("utf-8") == value
    if isinstance(value, int):
        return abs(value) <= 2**53
    return not isinstance(value, float) or math.isfinite(value)


@pytest.mark.skipif(not NAUGHTY.is_file(), reason="the list of naughty strings is not beside the project")
def test_naughty_strings_come_back_unchanged() -> None:
    for text in json.loads(NAUGHTY.read_bytes()):
        for ascii_only in (True, False):
            assert jsonio.parse(json.dumps([text], ensure_ascii=ascii_only).encode(), "f") == [text]


@given(st.binary(max_size=200))
def test_any_bytes_give_a_value_or_problems(data: bytes) -> None:
    try:
        value = jsonio.parse(data, "f")
    except Problems:
        return
    assert _harmless(value)


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(_JSON, st.booleans())
def test_every_harmless_value_comes_back(value: object, ascii_only: bool) -> None:  # noqa: FBT001
    assert jsonio.parse(json.dumps(value, ensure_ascii=ascii_only).encode(), "f") == value


def test_values_in_messages_are_one_short_line() -> None:
    assert show("a\nb\u202ec\x00") == "'a\\nb\\u202ec\\x00'"
    assert show("x" * 200) == "'" + "x" * 78 + "…"
    assert show([1, "é"]) == "[1, 'é']"
