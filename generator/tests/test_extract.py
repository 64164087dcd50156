# SPDX-License-Identifier: Apache-2.0
"""Extractors: the literal and the bytes it occupies, and what is missing."""

from __future__ import annotations

import csv
import io

import pytest
from conftest import OUTPUT, RAW, STATUS, TABLE, make_run
from hypothesis import given
from hypothesis import strategies as st

from benchtrail.extract import (
    EXTRACTORS,
    Located,
    Missing,
    byte_span,
    csv_cell,
    line_span,
    place_text,
    text_field,
)
from benchtrail.model import CellPlace, FieldPlace, PointerPlace, ProfilePlace, SpanPlace
from benchtrail.rules import facts

# No line breaks inside cells: that is what csv_cell promises to read.
_CELL = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\u2028\u2029\x85"), max_size=8
)
_NAMES = st.lists(_CELL, min_size=2, max_size=5, unique=True)


@given(
    st.data(), _NAMES, st.sampled_from(["\n", "\r\n"]), st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
)
def test_the_span_of_a_cell_is_the_cell(
    data: st.DataObject, names: list[str], end: str, quoting: int
) -> None:
    row = st.lists(_CELL, min_size=len(names), max_size=len(names))
    rows = data.draw(st.lists(row, min_size=1, max_size=4))
    out = io.StringIO()
    csv.writer(out, lineterminator=end, quoting=quoting).writerows([names, *rows])
    table = out.getvalue().encode()
    for line, cells in enumerate(rows, start=2):
        for name, cell in zip(names, cells, strict=True):
            located = csv_cell(table, CellPlace(line=line, column=name))
            assert located.literal == cell
            assert table[located.start : located.end].decode().replace('""', '"') == cell


@pytest.mark.parametrize(
    ("line", "column", "literal"),
    [
        (2, "clients", "1k"),
        (2, "memory, resident", "217MB"),
        (2, "note", 'a "b", c'),
        (3, "note", ""),
        (4, "time", ""),
    ],
)
def test_cells(line: int, column: str, literal: str) -> None:
    assert csv_cell(TABLE, CellPlace(line=line, column=column)).literal == literal


@pytest.mark.parametrize(
    ("table", "line", "column", "missing"),
    [
        (TABLE, 9, "clients", "line 9"),
        (TABLE, 5, "clients", "line 5"),
        (TABLE, 2, "Clients", "a column 'Clients'"),
        (b"a,a\n1,2\n", 2, "a", "a column 'a'"),
        (b"a,b\n1\n", 2, "a", "2 cells on line 2"),
        (b"a,b\n1,2,3\n", 2, "a", "2 cells on line 2"),
        (b'a,b\n"1,2\n', 2, "a", "a closed quotation mark"),
        (b'a,b\n"1"x,2\n', 2, "a", "a comma after a closing quotation mark"),
        (b"", 2, "a", "line 1"),
        (b"\n1\n", 2, "a", "a column 'a'"),
        (b"a,b\n\xff,2\n", 2, "a", "UTF-8 text"),
        (b"a,\xff\n1,2\n", 2, "a", "UTF-8 text"),
    ],
)
def test_what_is_not_there(table: bytes, line: int, column: str, missing: str) -> None:
    with pytest.raises(Missing) as caught:
        csv_cell(table, CellPlace(line=line, column=column))
    assert str(caught.value) == missing


@given(st.binary(max_size=80), st.integers(2, 5), st.text(max_size=3))
def test_any_bytes_give_a_cell_or_nothing(table: bytes, line: int, column: str) -> None:
    try:
        located = csv_cell(table, CellPlace(line=line, column=column))
    except Missing:
        return
    assert 0 <= located.start <= located.end <= len(table)


@given(st.binary(max_size=40), st.integers(0, 60), st.integers(0, 60))
def test_a_span_is_its_bytes(data: bytes, start: int, end: int) -> None:
    try:
        located = byte_span(data, SpanPlace(start=start, end=end))
    except Missing:
        return
    assert located == Located(data[start:end].decode(), start, end)


@given(st.binary(max_size=60), st.text(max_size=3), st.integers(1, 3))
def test_any_bytes_give_a_field_or_nothing(data: bytes, name: str, nth: int) -> None:
    try:
        located = text_field(data, FieldPlace(name=name, nth=nth))
    except Missing:
        return
    assert data[located.start : located.end].decode() == located.literal


@pytest.mark.parametrize(
    ("data", "name", "nth", "literal"),
    [
        (STATUS, "VmRSS", 1, "1777664 kB"),
        (STATUS, "Threads", 1, "12"),
        (OUTPUT, "  Total", 1, "0.5000 secs."),
        (b'etcd_bytes{x="a"} 5\netcd_bytes 7\n', 'etcd_bytes{x="a"}', 1, "5"),
        (b"a 1\nab 2\na 3\n", "a", 2, "3"),
        (b"a=1", "a", 1, "1"),
    ],
)
def test_fields(data: bytes, name: str, nth: int, literal: str) -> None:
    located = text_field(data, FieldPlace(name=name, nth=nth))
    assert located.literal == literal
    assert data[located.start : located.end].decode() == literal


def test_a_field_that_is_missing() -> None:
    with pytest.raises(Missing, match="a field 'VmSwap', occurrence 1"):
        text_field(STATUS, FieldPlace(name="VmSwap"))
    with pytest.raises(Missing, match="a field 'VmRSS', occurrence 2"):
        text_field(STATUS, FieldPlace(name="VmRSS", nth=2))


@pytest.mark.parametrize(("line", "span"), [(1, (0, 1)), (2, (3, 3)), (3, (4, 6))])
def test_lines(line: int, span: tuple[int, int]) -> None:
    assert line_span(b"a\r\n\nbc", line) == span


def test_every_literal_of_the_made_run_stands_at_its_place() -> None:
    for _, fact in facts(make_run()):
        evidence = fact.evidence
        assert evidence is not None
        located = EXTRACTORS[evidence.extractor].locate(RAW[evidence.artifact], evidence.place)
        assert located.literal == evidence.literal


def test_extractors_are_named_by_what_they_read_and_a_version() -> None:
    for name, extractor in EXTRACTORS.items():
        assert extractor.name == name
        assert name.rpartition("@")[2].isdigit()
        assert (extractor.read is None) == name.split("@")[0].endswith("-text")
        assert extractor.describes
        assert not extractor.describes.endswith(".")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (CellPlace(line=5, column="memory usage"), "line 5, column “memory usage”"),
        (SpanPlace(start=3, end=9), "bytes 3 to 9"),
        (PointerPlace(pointer="/a/0"), "JSON pointer /a/0"),
        (FieldPlace(name="VmRSS"), "field “VmRSS”"),
        (FieldPlace(name="VmRSS", nth=2), "field “VmRSS”, occurrence 2"),
        (ProfilePlace(sample_type="inuse_space"), "sum of inuse_space over all samples"),
    ],
)
def test_places_in_words(place: CellPlace, words: str) -> None:
    assert place_text(place) == words
