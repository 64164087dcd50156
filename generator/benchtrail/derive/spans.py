# SPDX-License-Identifier: Apache-2.0
"""Derived numbers beyond a single fitted constant: spans from a low to a high end, rates, settings."""

from __future__ import annotations

from collections.abc import Sequence

from benchtrail.model import Bound, Doubt
from benchtrail.quantity import Book, Derived, Input, Quantity, Sourced
from benchtrail.units import UNITS, shown, significant, to_base


def span_text(low: float, high: float, unit: str, *, digits: int = 3) -> str:
    """Two ends in a unit as `267–274 pods`; one number where both round to the same."""
    first, second = significant(low, digits), significant(high, digits)
    suffix = "×" if unit == "×" else UNITS[unit].shown
    text = first if first == second else f"{first}–{second}"
    return shown(text, suffix)


def span(
    book: Book,
    id_: str,
    title: str,
    ends: tuple[float, float],
    unit: str,
    inputs: Sequence[Input],
    formula: str,
    method: str,
    *,
    digits: int = 3,
    at: str = "",
) -> Derived:  # noqa: E501,PLR0913 - the columns of a number's page
    """Enter a number of which two ends are known (in `unit`, or `×` for a ratio); its value is the middle."""
    low, high = sorted(ends)
    return book.add(
        Derived(
            id=id_,
            title=title,
            value=(low + high) / 2,
            unit="1" if unit == "×" else unit,
            text=span_text(low, high, unit, digits=digits),
            method=method,
            formula=formula,
            inputs=tuple(inputs),
            low=low,
            high=high,
            doubts=doubts(inputs),
            at=at,
        )
    )


def single(
    book: Book,
    id_: str,
    title: str,
    value: float,
    unit: str,
    inputs: Sequence[Input],
    formula: str,
    method: str,
    *,
    digits: int = 3,
    at: str = "",
) -> Derived:  # noqa: E501,PLR0913 - as above
    """Enter one number, given in `unit` (`×` for a ratio); the doubts of its inputs ride along."""
    return book.add(
        Derived(
            id=id_,
            title=title,
            value=value,
            unit="1" if unit == "×" else unit,
            text=span_text(value, value, unit, digits=digits),
            method=method,
            formula=formula,
            inputs=tuple(inputs),
            doubts=doubts(inputs),
            at=at,
        )
    )


def doubts(inputs: Sequence[Input]) -> tuple[Doubt, ...]:
    """The warnings of all inputs, each once, in their order."""
    return tuple(dict.fromkeys(doubt for item in inputs for doubt in item.quantity.doubts))


def named(symbol: str, quantity: Quantity, label: str = "") -> Input:
    """An input with its own label, unless another is given."""
    return Input(symbol=symbol, label=label or quantity.label, quantity=quantity)


def limit_of(quantity: Sourced) -> float:
    """The limit of a bound, in base units. Raises `TypeError` for any other kind of value."""
    if not isinstance(quantity.fact, Bound):
        raise TypeError(f"{quantity.href} is {quantity.kind}, not a bound")
    return to_base(quantity.fact.limit, quantity.fact.unit)
