# SPDX-License-Identifier: Apache-2.0
"""Extractors: from an artifact's bytes and a place to the literal that stands there, and its reading.

Each extractor has a name and a version; a change of what it reads is a new version, so that old runs
keep the one they were read with. The registry is literal: what is not listed cannot be used.
"""

from __future__ import annotations

import bisect
import functools
import itertools
from array import array
from collections.abc import Callable
from dataclasses import dataclass

from benchtrail import jsonspan, literals, pprof
from benchtrail.model import CellPlace, FieldPlace, Place, PointerPlace, ProfilePlace, SpanPlace


class Missing(LookupError):
    """There is nothing at the place; the message says what was looked for."""


@dataclass(frozen=True, slots=True)
class Located:
    """The characters at a place and the bytes they occupy, `start` inclusive, `end` exclusive."""

    literal: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Extractor:
    """`locate` finds the literal; `read` says what it means. `place` is the kind of place it takes."""

    name: str
    place: type[Place]  # type: ignore[valid-type]
    locate: Callable[[bytes, Place], Located]
    read: literals.Reader | None
    describes: str


@functools.lru_cache(maxsize=8)
def _line_starts(data: bytes) -> array[int]:
    """Where each line begins. Remembered, since the values of an artifact are read one after another."""
    lengths = (len(line) + 1 for line in data.split(b"\n")[:-1])
    return array("Q", itertools.accumulate(lengths, initial=0))


def line_span(data: bytes, line: int) -> tuple[int, int]:
    """First byte and byte after the last of a line, counted from 1, without its line end."""
    starts = _line_starts(data)
    if line > len(starts) or starts[line - 1] == len(data):
        raise Missing(f"line {line}")
    start = starts[line - 1]
    end = starts[line] - 1 if line < len(starts) else len(data)
    return start, end - 1 if data.endswith(b"\r", start, end) else end


def line_number(data: bytes, position: int) -> int:
    """The line, counted from 1, in which a byte stands."""
    return bisect.bisect_right(_line_starts(data), position)


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Missing("UTF-8 text") from None


def _csv_cells(line: bytes) -> list[tuple[int, int, str]]:
    """The cells of one CSV line (RFC 4180): start, end (quotes excluded) and text."""
    cells: list[tuple[int, int, str]] = []
    position = 0
    while True:
        if line[position : position + 1] == b'"':
            end = position + 1
            while True:
                end = line.find(b'"', end)
                if end < 0:
                    raise Missing("a closed quotation mark")
                if line[end + 1 : end + 2] != b'"':
                    break
                end += 2
            cells.append((position + 1, end, _text(line[position + 1 : end]).replace('""', '"')))
            position = end + 1
            if line[position : position + 1] not in (b"", b","):
                raise Missing("a comma after a closing quotation mark")
        else:
            end = line.find(b",", position)
            end = len(line) if end < 0 else end
            cells.append((position, end, _text(line[position:end])))
            position = end
        if position >= len(line):
            return cells
        position += 1


@functools.lru_cache(maxsize=8)
def _csv_header(data: bytes) -> tuple[str, ...]:
    return tuple(name for _, _, name in _csv_cells(data[: line_span(data, 1)[1]]))


def csv_cell(data: bytes, place: CellPlace) -> Located:
    """The cell of a CSV file without line breaks inside cells, by line and column name."""
    header = _csv_header(data)
    if header.count(place.column) != 1:
        raise Missing(f"a column {place.column!r}")
    start, cells = _csv_row(data, place.line)
    if len(cells) != len(header):
        raise Missing(f"{len(header)} cells on line {place.line}")
    cell_start, cell_end, text = cells[header.index(place.column)]
    return Located(text, start + cell_start, start + cell_end)


@functools.lru_cache(maxsize=8)
def _csv_row(data: bytes, line: int) -> tuple[int, list[tuple[int, int, str]]]:
    """The first byte of a line, and its cells."""
    start, end = line_span(data, line)
    return start, _csv_cells(data[start:end])


def byte_span(data: bytes, place: SpanPlace) -> Located:
    """The bytes of a span, as UTF-8."""
    if not place.start <= place.end <= len(data):
        raise Missing(f"bytes {place.start} to {place.end}")
    return Located(_text(data[place.start : place.end]), place.start, place.end)


def text_field(data: bytes, place: FieldPlace) -> Located:
    """The rest of the line after `name`, a colon or blank, in a line-oriented text."""
    name = place.name.encode()
    seen = 0
    for line, start in enumerate(_line_starts(data), start=1):
        after = start + len(name)
        if data.startswith(name, start) and data[after : after + 1] in (b":", b" ", b"\t", b"="):
            seen += 1
            if seen == place.nth:
                value = data[after + 1 : line_span(data, line)[1]]
                literal = value.strip()
                first = after + 1 + len(value) - len(value.lstrip())
                return Located(_text(literal), first, first + len(literal))
    raise Missing(f"a field {place.name!r}, occurrence {place.nth}")


def json_value(data: bytes, place: PointerPlace) -> Located:
    """The value at a JSON pointer: a string without its quotation marks, anything else as it is spelled."""
    try:
        start, end = jsonspan.value_span(data, place.pointer)
    except jsonspan.NoSuchValue as fault:
        raise Missing(str(fault)) from None
    if data[start:end].startswith(b'"'):
        start, end = start + 1, end - 1
        if b"\\" in data[start:end]:
            raise Missing("a JSON string without escapes")
    return Located(_text(data[start:end]), start, end)


def profile_total(data: bytes, place: ProfilePlace) -> Located:
    """The sum of a sample type over a pprof profile. A sum has no bytes of its own: the span is empty."""
    try:
        return Located(str(pprof.total(data, place.sample_type)), 0, 0)
    except pprof.BadProfile as fault:
        raise Missing(str(fault)) from None


EXTRACTORS: dict[str, Extractor] = {
    extractor.name: extractor
    for extractor in (
        Extractor(
            "csv-quantity@1",
            CellPlace,
            csv_cell,
            literals.quantity,
            "a quantity with its unit in a cell of a CSV file",
        ),
        Extractor(
            "csv-count@1",
            CellPlace,
            csv_cell,
            literals.count,
            "a count, where k and M multiply, in a cell of a CSV file",
        ),
        Extractor(
            "csv-printed@1",
            CellPlace,
            csv_cell,
            literals.printed,
            "a number with fixed decimals in a cell of a CSV file",
        ),
        Extractor(
            "csv-stated@1",
            CellPlace,
            csv_cell,
            literals.stated,
            "a figure inside a sentence, in a cell of a CSV file",
        ),
        Extractor(
            "csv-bandwidth@1",
            CellPlace,
            csv_cell,
            literals.bandwidth,
            "a bandwidth without a spelled-out unit, in a cell of a CSV file",
        ),
        Extractor(
            "csv-number@1", CellPlace, csv_cell, literals.number, "a bare number in a cell of a CSV file"
        ),
        Extractor("csv-text@1", CellPlace, csv_cell, None, "a text in a cell of a CSV file"),
        Extractor(
            "span-quantity@1",
            SpanPlace,
            byte_span,
            literals.quantity,
            "a quantity with its unit at a span of bytes",
        ),
        Extractor(
            "span-printed@1",
            SpanPlace,
            byte_span,
            literals.printed,
            "a number with fixed decimals at a span of bytes",
        ),
        Extractor("span-number@1", SpanPlace, byte_span, literals.number, "a bare number at a span of bytes"),
        Extractor("span-text@1", SpanPlace, byte_span, None, "a text at a span of bytes"),
        Extractor(
            "field-number@1", FieldPlace, text_field, literals.number, "the number of a named field of a text"
        ),
        Extractor(
            "field-kibibytes@1",
            FieldPlace,
            text_field,
            literals.kibibytes,
            "a size in kB of 1,024 bytes, as /proc prints it",
        ),
        Extractor("json-number@1", PointerPlace, json_value, literals.number, "a number of a JSON document"),
        Extractor("json-text@1", PointerPlace, json_value, None, "a string of a JSON document"),
        Extractor(
            "json-outcome@1",
            PointerPlace,
            json_value,
            literals.outcome,
            "an outcome without a number, named in a JSON document",
        ),
        Extractor(
            "pprof-total@1",
            ProfilePlace,
            profile_total,
            literals.number,
            "the sum of one sample type over all samples of a pprof profile",
        ),
        Extractor("field-text@1", FieldPlace, text_field, None, "the text of a named field of a text"),
    )
}


def place_text(place: Place) -> str:
    """A place in words."""
    match place:
        case CellPlace():
            return f"line {place.line}, column “{place.column}”"
        case SpanPlace():
            return f"bytes {place.start} to {place.end}"
        case PointerPlace():
            return f"JSON pointer {place.pointer}"
        case FieldPlace():
            return f"field “{place.name}”" + (f", occurrence {place.nth}" if place.nth > 1 else "")
        case ProfilePlace():
            return f"sum of {place.sample_type} over all samples"
    raise AssertionError(place)
