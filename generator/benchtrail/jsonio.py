# SPDX-License-Identifier: Apache-2.0
"""Strict JSON: what the standard parsers let pass is refused here.

UTF-8 without a byte order mark, at most `MAX_BYTES`, at most `MAX_DEPTH` deep, no duplicate keys,
finite numbers, integers within ±2^53, no lone surrogates. Python's own parser accepts NaN, duplicate
keys, and overflows to infinity; so its hooks do the refusing, and the first fault is located.
"""

from __future__ import annotations

import json
import math
import re

from benchtrail.errors import Problem, Problems, show

MAX_BYTES = 8 * 2**20
MAX_DEPTH = 32
MAX_INTEGER = 2**53

# Possessive, and an unclosed string runs to the end: no input makes this scan a byte twice.
_STRUCTURE = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)


class _Refused(ValueError):
    def __init__(self, expected: str, found: str) -> None:
        super().__init__(expected)
        self.expected = expected
        self.found = found


def parse(data: bytes, file: str) -> object:
    """Parse strictly. Raises `Problems` with one located problem, the first fault met."""
    _check_size_and_encoding(data, file)
    _check_depth(data, file)
    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_float=_float,
            parse_int=_int,
        )
        if b"\\u" in data:  # bytes that are UTF-8 hold no surrogates: only an escape can spell one
            _check_text(value)
    except _Refused as fault:
        raise Problems([_problem(file, "", fault.expected, fault.found)]) from None
    except json.JSONDecodeError as fault:
        place = f"line {fault.lineno} column {fault.colno}"
        raise Problems([_problem(file, place, "JSON", fault.msg[:1].lower() + fault.msg[1:])]) from None
    return value


def _problem(file: str, place: str, expected: str, found: str) -> Problem:
    return Problem(
        file=file,
        place=place,
        expected=expected,
        found=found,
        remedy="Write it as strict JSON (RFC 8259, UTF-8)",
    )


def _check_size_and_encoding(data: bytes, file: str) -> None:
    if len(data) > MAX_BYTES:
        raise Problems([_problem(file, "", f"at most {MAX_BYTES} bytes", f"{len(data)} bytes")])
    if data.startswith(b"\xef\xbb\xbf"):
        raise Problems([_problem(file, "byte 0", "UTF-8 without a byte order mark", "a byte order mark")])
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Problems([_problem(file, f"byte {fault.start}", "UTF-8", "bytes that are not UTF-8")]) from None


def _check_depth(data: bytes, file: str) -> None:
    """Depth is counted before parsing: a recursive parser must never meet a deep document."""
    depth = 0
    for match in _STRUCTURE.finditer(data):
        token = match.group()
        if token in (b"[", b"{"):
            depth += 1
            if depth > MAX_DEPTH:
                raise Problems(
                    [
                        _problem(
                            file, f"byte {match.start()}", f"at most {MAX_DEPTH} levels", "a deeper nesting"
                        )
                    ]
                )
        elif token in (b"]", b"}"):
            depth -= 1


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in pairs:
        if key in result:
            raise _Refused("each key once in an object", f"the key {show(key)} twice")
        result[key] = value
    return result


def _check_text(value: object) -> None:
    """Refuse a lone surrogate in any key or text. The depth was checked, so recursion is safe."""
    if isinstance(value, str):
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise _Refused("whole Unicode characters", f"a lone surrogate in {show(value)}")
    elif isinstance(value, list):
        for item in value:
            _check_text(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_text(key)
            _check_text(item)


def _constant(name: str) -> object:
    raise _Refused("finite numbers", name)


def _float(literal: str) -> float:
    value = float(literal)
    if not math.isfinite(value):
        raise _Refused("finite numbers", show(literal))
    return value


def _int(literal: str) -> int:
    if (
        len(literal) > 20 or abs(int(literal)) > MAX_INTEGER
    ):  # length first: int() of a long literal is quadratic
        raise _Refused("whole numbers within ±2^53", show(literal))
    return int(literal)
