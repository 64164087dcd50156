# SPDX-License-Identifier: Apache-2.0
"""Units convert exactly, and rounding never shows what is not there."""

from __future__ import annotations

import math
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchtrail.units import UNITS, scaled_bytes, shown, significant, to_base

POSITIVE = st.floats(1e-9, 1e15)


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (8430, 2, "8,400"),
        (0.00456, 2, "0.0046"),
        (9.99, 2, "10"),
        (0.0999, 2, "0.10"),
        (99.96, 3, "100"),
        (1234567, 3, "1,230,000"),
        (217, 3, "217"),
        (2.5, 3, "2.50"),
        (0, 3, "0"),
        (-1234.5, 2, "−1,200"),
        (1e-7, 2, "0.00000010"),
    ],
)
def test_significant_digits(value: float, digits: int, text: str) -> None:
    assert significant(value, digits) == text


@given(POSITIVE, st.integers(1, 8))
def test_rounding_is_right_to_half_of_the_last_digit(value: float, digits: int) -> None:
    text = significant(value, digits)
    number = float(text.replace(",", ""))
    last = 10.0 ** (math.floor(math.log10(value)) - digits + 1)
    assert abs(number - value) <= last / 2 * (1 + 1e-9)
    counted = len(text.replace(",", "").replace(".", "").strip("0"))
    assert counted <= digits
    assert "e" not in text


@given(POSITIVE, st.integers(1, 8))
def test_the_sign_is_the_only_difference_of_negative_numbers(value: float, digits: int) -> None:
    assert significant(-value, digits) == "−" + significant(value, digits)


@pytest.mark.parametrize(
    ("value", "binary", "text"),
    [
        (1.74e9, False, "1.74 GB"),
        (19.2 * 1024, True, "19.2 KiB"),
        (350, False, "350 B"),
        (1001e6, False, "1.00 GB"),
        (2**30, True, "1.00 GiB"),
        (0, True, "0 B"),
        (-2e6, False, "−2.00 MB"),
    ],
)
def test_bytes_in_a_readable_unit(value: float, binary: bool, text: str) -> None:  # noqa: FBT001
    assert scaled_bytes(value, binary=binary).replace("\u00a0", " ") == text


@pytest.mark.parametrize(
    ("number", "unit", "text"),
    [("5", "1", "5"), ("33", "%", "33\u00a0%"), ("6–28", "MBy", "6–28\u00a0MB"), ("5", "odd", "5\u00a0odd")],
)
def test_units_are_joined_by_a_space_that_does_not_break(number: str, unit: str, text: str) -> None:
    assert shown(number, unit) == text


@pytest.mark.parametrize("unit", sorted(UNITS))
def test_every_factor_is_exact(unit: str) -> None:
    factor = UNITS[unit].factor
    assert to_base(1.0, unit) == factor
    exact = Decimal(repr(factor)) if factor < 1 else Decimal(int(factor))
    assert float(exact) == factor


def test_decimal_megabytes_may_be_read_as_binary() -> None:
    assert to_base(1.0, "MBy", binary_mb=True) == 2**20
    assert to_base(1.0, "MiBy", binary_mb=True) == 2**20
    assert to_base(1.0, "s", binary_mb=True) == 1.0
