# SPDX-License-Identifier: Apache-2.0
"""Making derived numbers: the few shapes they come in, each with its formula, text and inputs."""

from __future__ import annotations

from collections.abc import Sequence

from benchtrail.derive.fit import Fit
from benchtrail.quantity import Book, Derived, Input, Quantity
from benchtrail.units import UNITS, scaled_bytes, shown, significant

#: No constant is shown with more significant digits than this.
MOST_DIGITS = 6


def bytes_text(value: float, *, binary: bool = False, digits: int = 3) -> str:
    """Bytes as `13.1 MB`, or with binary prefixes as `12.5 MiB`."""
    return scaled_bytes(value, binary=binary, digits=digits)


def percent_text(share: float, digits: int = 2) -> str:
    """A share of one as percent: 0.0757 as `7.6 %`."""
    return shown(significant(share * 100, digits), "%")


def times_text(ratio: float, digits: int = 3) -> str:
    """A ratio as `2.55 ×`."""
    return f"{significant(ratio, digits)}\u00a0×"


def number_text(value: float, unit: str, digits: int) -> str:
    """A number in a unit; bytes in the readable multiple."""
    if unit == "By":
        return bytes_text(value, digits=digits)
    return shown(significant(value, digits), unit)


def ratio(
    book: Book,
    id_: str,
    title: str,
    over: Quantity,
    under: Quantity,
    a: float,
    b: float,
    *,
    digits: int = 3,
    at: str = "",
) -> Derived:  # noqa: E501,PLR0913 - the columns of a number's page
    """Enter a / b, where `a` and `b` are numbers of the two quantities in the same unit."""
    return book.add(
        Derived(
            id=id_,
            title=title,
            value=a / b,
            unit="1",
            text=times_text(a / b, digits),
            formula=r"\frac{a}{b}",
            method="The first number divided by the second.",
            inputs=(
                Input(symbol="a", label=over.label, quantity=over),
                Input(symbol="b", label=under.label, quantity=under),
            ),
            at=at,
        )
    )


def constant(
    book: Book,
    prefix: str,
    fit: Fit,
    index: int,
    title: str,
    inputs: Sequence[Input],
    formula: str,
    *,
    unit: str = "By",
    binary: bool = False,
    at: str = "",
) -> Derived:  # noqa: E501,PLR0913 - as above
    """Enter a fitted constant (base units of `unit`) with its 95 % interval."""
    factor = UNITS[unit].factor
    value, (low, high) = fit.constants[index], fit.intervals[index]

    def text(number: float) -> str:
        if UNITS[unit].dimension == "byte":
            return bytes_text(number, binary=binary, digits=digits)
        return number_text(number / factor, unit, digits)

    # As many digits as tell the ends of the interval apart, at least three.
    digits = 3
    while text(low) == text(high) and digits < MOST_DIGITS:
        digits += 1
    return book.add(
        Derived(
            id=f"{prefix}-{fit.names[index]}",
            title=title,
            value=value / factor,
            unit=unit,
            text=text(value),
            formula=formula,
            method="Relative least squares over the rows below; the interval is Student's t at ninety-five per cent.",
            inputs=tuple(inputs),
            interval=f"{text(low)} to {text(high)}",
            low=low / factor,
            high=high / factor,
            at=at,
        )
    )


def quality(book: Book, prefix: str, fit: Fit, what: str, inputs: Sequence[Input]) -> tuple[Derived, Derived]:
    """Enter R² and the largest relative error of a fit."""
    r2 = book.add(
        Derived(
            id=f"{prefix}-r2",
            title=f"Share of variance explained, {what}",
            value=fit.r2,
            unit="1",
            text=significant(fit.r2, 4),
            formula=r"R^2 = 1 - \frac{\sum (y_i - \hat y_i)^2}{\sum (y_i - \bar y)^2}",
            method="One minus the residual sum of squares over the total sum of squares, in the units of the table.",
            inputs=tuple(inputs),
        )
    )
    worst = book.add(
        Derived(
            id=f"{prefix}-worst",
            title=f"Largest relative error, {what}",
            value=fit.worst * 100,
            unit="%",
            text=percent_text(fit.worst),
            formula=r"\max_i \left| \frac{\hat y_i}{y_i} - 1 \right|",
            method="The largest distance of a fitted value from its row, relative to the row.",
            inputs=tuple(inputs),
        )
    )
    return r2, worst


def prediction(
    book: Book,
    id_: str,
    title: str,
    value: float,
    inputs: Sequence[Input],
    formula: str,
    *,
    interval: tuple[float, float] | None = None,
    at: str = "",
) -> Derived:  # noqa: E501,PLR0913 - as above
    """Enter a number of bytes that a model predicts, with a prediction interval if there is one."""
    return book.add(
        Derived(
            id=id_,
            title=title,
            value=value,
            unit="By",
            text=bytes_text(value),
            formula=formula,
            method="The model's formula with these constants and parameters.",
            inputs=tuple(inputs),
            interval=f"{bytes_text(interval[0])} to {bytes_text(interval[1])}" if interval else "",
            low=interval[0] if interval else None,
            high=interval[1] if interval else None,
            at=at,
        )
    )


def relative_error(
    book: Book,
    id_: str,
    title: str,
    predicted: Derived,
    measured: Quantity,
    predicted_value: float,
    measured_value: float,
) -> Derived:  # noqa: E501,PLR0913 - as above
    """Enter predicted / measured - 1 as a signed percentage."""
    error = predicted_value / measured_value - 1
    text = percent_text(error)
    return book.add(
        Derived(
            id=id_,
            title=title,
            value=error * 100,
            unit="%",
            text=text if error < 0 else f"+{text}",
            formula=r"\frac{\hat y}{y} - 1",
            method="How far the prediction lies from the row, relative to the row.",
            inputs=(
                Input(symbol=r"\hat y", label=predicted.title, quantity=predicted),
                Input(symbol="y", label=measured.label, quantity=measured),
            ),
            at=predicted.at,
        )
    )
