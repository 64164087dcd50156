# SPDX-License-Identifier: Apache-2.0
"""Literals: what each grammar reads, what it refuses, and laws that hold for every number."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from benchtrail import literals
from benchtrail.extract import EXTRACTORS
from benchtrail.literals import Reader, Unreadable
from benchtrail.model import Reason, Side
from benchtrail.units import UNITS

READ: list[tuple[Reader, str, str, tuple[object, ...], str]] = [
    (literals.quantity, "217MB", "MBy", ("exact", 217.0), "217 MB"),
    (literals.quantity, "1,001 MB", "MBy", ("exact", 1001.0), "1,001 MB"),
    (literals.quantity, "10.6 GB", "MBy", ("exact", 10600.0), "10.6 GB"),
    (literals.quantity, "0.3 MB", "By", ("exact", 300000.0), "0.3 MB"),
    (literals.quantity, "5524 MiB", "MiBy", ("exact", 5524.0), "5,524 MiB"),
    (literals.quantity, "350", "By", ("exact", 350.0), "350 B"),
    (literals.quantity, "6 MB ~ 28 MB", "MBy", ("range", 6.0, 28.0), "6–28 MB"),
    (literals.quantity, "40~46MB", "MBy", ("range", 40.0, 46.0), "40–46 MB"),
    (literals.quantity, "600 MB ~ 1.2 GB", "MBy", ("range", 600.0, 1200.0), "600 MB – 1.2 GB"),
    (literals.quantity, "180-200 pods", "{pod}", ("range", 180.0, 200.0), "180–200 pods"),
    (literals.quantity, "~180-200 pods", "{pod}", ("range", 180.0, 200.0), "about 180–200 pods"),
    (literals.quantity, "~260", "1", ("approximate", 260.0), "about 260"),
    (literals.quantity, "about 5s", "s", ("approximate", 5.0), "about 5 s"),
    (literals.quantity, "+150s", "s", ("bound", Side.ABOVE, 150.0), "> 150 s"),
    (literals.quantity, ">150s", "s", ("bound", Side.ABOVE, 150.0), "> 150 s"),
    (literals.quantity, "<1s", "s", ("bound", Side.BELOW, 1.0), "< 1 s"),
    (literals.quantity, "*OOM*", "MBy", ("none", Reason.OUT_OF_MEMORY), "out of memory"),
    (literals.quantity, "", "MBy", ("none", Reason.NOT_MEASURED), "not measured"),
    (literals.quantity, "12 ms", "s", ("exact", 0.012), "12 ms"),
    (literals.quantity, "30%", "%", ("exact", 30.0), "30 %"),
    (literals.count, "1k", "{client}", ("exact", 1000.0), "1,000 clients"),
    (literals.count, "2.5M", "1", ("exact", 2500000.0), "2,500,000"),
    (literals.count, "100K", "{key}", ("exact", 100000.0), "100,000 keys"),
    (literals.count, "10,000", "1", ("exact", 10000.0), "10,000"),
    (literals.stated, "under 200 MB", "MBy", ("bound", Side.BELOW, 200.0), "< 200 MB"),
    (literals.stated, "at least 1000%", "%", ("bound", Side.ABOVE, 1000.0), "> 1,000 %"),
    (literals.stated, "as low as `1`", "1", ("exact", 1.0), "1"),
    (literals.stated, "O(10k)", "1", ("approximate", 10000.0), "order of 10,000"),
    (literals.stated, "< O(1kb)", "kBy", ("bound", Side.BELOW, 1.0), "< 1 kB"),
    (literals.bandwidth, "19.2M", "MBy/s", ("exact", 19.2), "19.2 MB/s"),
    (literals.bandwidth, "30M/s", "MBy/s", ("exact", 30.0), "30 MB/s"),
    (literals.printed, "0.0000 secs.", "s", ("bound", Side.BELOW, 0.00005), "< 0.00005 s"),
    (literals.printed, "0 s", "s", ("bound", Side.BELOW, 0.5), "< 0.5 s"),
    (literals.printed, "0.0351 secs.", "s", ("exact", 0.0351), "0.0351 s"),
    (literals.printed, "1.5000", "ms", ("exact", 1.5), "1.5000 ms"),
    (literals.number, "-1234.5e3", "1", ("exact", -1234500.0), "−1,234,500"),
    (literals.number, "1785336", "KiBy", ("exact", 1785336.0), "1,785,336 KiB"),
    (literals.kibibytes, "1777664 kB", "KiBy", ("exact", 1777664.0), "1,777,664 KiB"),
    (literals.kibibytes, "2048 kB", "MiBy", ("exact", 2.0), "2,048 KiB"),
]  # fmt: skip

REFUSED: list[tuple[Reader, str, str, str]] = [
    (literals.quantity, "many", "MBy", "a number with a unit, a range, a bound, about a number, or an outcome"),
    (literals.quantity, "217 furlongs", "MBy", "a known unit instead of 'furlongs'"),
    (literals.quantity, "217 s", "MBy", "a unit of byte, not 's'"),
    (literals.quantity, "1k", "1", "a known unit instead of 'k'"),
    (literals.quantity, ">6-28 MB", "MBy", "a range without a sign before it"),
    (literals.quantity, "217MB ", "MBy", "a number with a unit, a range, a bound, about a number, or an outcome"),
    (literals.quantity, "217MB\n", "MBy", "a number with a unit, a range, a bound, about a number, or an outcome"),
    (literals.quantity, "-5 MB", "MBy", "a number with a unit, a range, a bound, about a number, or an outcome"),
    (literals.quantity, "1,00", "1", "a number with a unit, a range, a bound, about a number, or an outcome"),
    (literals.quantity, "28 MB ~ 6 MB", "MBy", "a range whose lower end comes first"),
    (literals.quantity, "\uff12\uff11\uff17MB", "MBy", "a number with a unit, a range, a bound, about a number, or an outcome"),
    (literals.count, "٢١٧", "1", "a number with a unit, a range, a bound, about a number, or an outcome"),
    (literals.number, "٢١٧", "1", "a number"),
    (literals.number, "1e400", "1", "a finite number"),
    (literals.quantity, "9" * 400, "1", "a finite number"),
    (literals.count, "9" * 400 + "k", "1", "a finite number"),
    (literals.number, "NaN", "1", "a number"),
    (literals.number, "0x10", "1", "a number"),
    (literals.number, "217\n", "1", "a number"),
    (literals.kibibytes, "1777664 KB", "KiBy", "a size in kB, as /proc prints it"),
    (literals.kibibytes, "٢ kB", "KiBy", "a size in kB, as /proc prints it"),
    (literals.printed, "abc", "s", "a number with fixed decimals"),
    (literals.printed, "\uff12.5 s", "s", "a number with fixed decimals"),
    (literals.stated, "O(under 5)", "1", "a number with a unit, a range, a bound, about a number, or an outcome"),
]  # fmt: skip


@pytest.mark.parametrize(("reader", "literal", "unit", "content", "shown"), READ)
def test_what_a_literal_says(
    reader: Reader, literal: str, unit: str, content: tuple[object, ...], shown: str
) -> None:
    reading = reader(literal, unit)
    assert reading.content == content
    assert reading.shown.replace("\u00a0", " ") == shown


@pytest.mark.parametrize(("reader", "literal", "unit", "expected"), REFUSED)
def test_what_is_no_literal(reader: Reader, literal: str, unit: str, expected: str) -> None:
    with pytest.raises(Unreadable) as caught:
        reader(literal, unit)
    assert str(caught.value) == expected


_READERS = [extractor.read for extractor in EXTRACTORS.values() if extractor.read is not None]
_LITERALS = st.text("0123456789.,~-–+<>()%OkKMmGBsbi \n*`e\u0662\uff12", max_size=14) | st.text(max_size=10)


@given(st.sampled_from(_READERS), _LITERALS, st.sampled_from(sorted(UNITS)))
def test_any_text_is_read_or_refused(reader: Reader, literal: str, unit: str) -> None:
    try:
        reading = reader(literal, unit)
    except Unreadable:
        return
    assert reading.shown.isprintable() or "\u00a0" in reading.shown
    kind, *rest = reading.content
    assert kind in ("exact", "range", "bound", "approximate", "none")
    if kind == "range":
        assert rest[0] <= rest[1]  # type: ignore[operator]
    # What is shown holds no digit that the literal does not (half a printed place excepted).
    if kind not in ("none", "bound"):
        digits = re.sub(r"[^1-9]", "", literal)
        assert re.sub(r"[^1-9]", "", reading.shown) == digits


_NUMBERS = st.decimals(0, 10**9, places=3, allow_nan=False)
_BYTES = {"MB": "MBy", "GB": "GBy", "kB": "kBy", "KiB": "KiBy", "MiB": "MiBy"}


@given(_NUMBERS, st.sampled_from(sorted(_BYTES)))
def test_a_quantity_in_its_own_unit_is_exact(number: Decimal, spelled: str) -> None:
    assert literals.quantity(f"{number} {spelled}", _BYTES[spelled]).content == ("exact", float(number))


@given(_NUMBERS)
def test_decimal_prefixes_convert_without_a_rounding_error(number: Decimal) -> None:
    assert literals.quantity(f"{number}GB", "MBy").content == ("exact", float(number * 1000))


@given(st.integers(0, 10**12))
def test_grouping_keeps_every_digit(number: int) -> None:
    reading = literals.quantity(str(number), "1")
    assert reading.shown.replace(",", "") == str(number)
    assert literals.quantity(reading.shown, "1").content == reading.content


@given(_NUMBERS, _NUMBERS, st.sampled_from(["~", " ~ ", "-", "–", " to "]))
def test_a_range_keeps_its_ends(low: Decimal, high: Decimal, sign: str) -> None:
    assume(low <= high)
    content = literals.quantity(f"{low}{sign}{high}MB", "MBy").content
    assert content == ("range", float(low), float(high))


@given(st.decimals(0, 1000, places=4, allow_nan=False))
def test_a_printed_zero_is_a_bound_and_nothing_else_is(number: Decimal) -> None:
    content = literals.printed(f"{number:f} secs.", "s").content
    assert (content[0] == "bound") == (number == 0)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_comes_back_as_python_and_json_print_it(number: float) -> None:
    assert literals.number(repr(number), "1").content == ("exact", number)


@given(st.integers(1, 999), st.sampled_from(["", "k", "K", "M"]))
def test_a_count_multiplies(number: int, suffix: str) -> None:
    factor = {"": 1, "k": 1000, "K": 1000, "M": 1_000_000}[suffix]
    assert literals.count(f"{number}{suffix}", "1").content == ("exact", float(number * factor))
