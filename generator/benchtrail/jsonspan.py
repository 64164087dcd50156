# SPDX-License-Identifier: Apache-2.0
"""Where in the bytes of a JSON document the value at a JSON pointer (RFC 6901) stands.

Evidence points at bytes, and parsers forget where they read a value; so the document is walked, and
whatever is not on the way is skipped by the standard decoder. Offsets are bytes: the text is taken as
Latin-1, one character a byte, and only names are decoded.
"""

from __future__ import annotations

import json
import re
from json.decoder import scanstring

_SPACE = re.compile(r"[ \t\n\r]*")
_decoder = json.JSONDecoder()


class NoSuchValue(LookupError):
    """Nothing stands at the pointer; the message says which part is missing."""


def value_span(data: bytes, pointer: str) -> tuple[int, int]:
    """First byte and byte after the last of the value at `pointer`. Raises `NoSuchValue`."""
    text = data.decode("latin-1")
    parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    try:
        position = _skip(text, 0)
        for part in parts:
            position = _member(text, position, part) if text[position] == "{" else _item(text, position, part)
        return position, _decoder.raw_decode(text, position)[1]
    except (ValueError, IndexError):
        raise NoSuchValue(f"a value at {pointer!r} of a JSON document") from None


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def _member(text: str, position: int, name: str) -> int:
    position = _skip(text, position + 1)
    while text[position] == '"':
        start, position = position, scanstring(text, position + 1)[1]
        name_here = _name(text[start:position])
        position = _skip(text, position)
        if text[position] != ":":
            break
        position = _skip(text, position + 1)
        if name_here == name:
            return position
        position = _skip(text, _decoder.raw_decode(text, position)[1])
        if text[position] != ",":
            break
        position = _skip(text, position + 1)
    raise NoSuchValue(f"a member {name!r}")


def _item(text: str, position: int, index: str) -> int:
    if text[position] != "[" or re.fullmatch(r"0|[1-9][0-9]*", index) is None:
        raise NoSuchValue(f"an item {index!r}")
    position = _skip(text, position + 1)
    for _ in range(int(index)):
        position = _skip(text, _decoder.raw_decode(text, position)[1])
        if text[position] != ",":
            raise NoSuchValue(f"an item {index!r}")
        position = _skip(text, position + 1)
    if text[position] == "]":
        raise NoSuchValue(f"an item {index!r}")
    return position


def _name(literal: str) -> str:
    """A name from its literal, quotation marks included, whose bytes were taken as Latin-1."""
    name: str = json.loads(literal.encode("latin-1").decode("utf-8", "surrogatepass"))
    return name
