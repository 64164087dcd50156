# SPDX-License-Identifier: Apache-2.0
"""Catch-up heap: from entries·put to (entries + snapshots)·put, beside what was measured.

The document holds two versions in one table; each is a run of its own. The formula has no constant to
fit: what can be checked is how far the measured ends lie from its ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchtrail.derive.catchup_advice import Defaults, Low, defaults_of, low_settings, savings_of
from benchtrail.derive.catchup_rows import VERSIONS, Configuration, configurations, end, enter
from benchtrail.derive.make import ratio
from benchtrail.load import LoadedRun
from benchtrail.quantity import Book, Derived, Input, Points, Quantity, Sourced

FORMULAS = {"low": r"E \cdot s", "high": r"(E + S) \cdot s"}
_FORMULA_TITLES = {"low": "Lower end of the formula", "high": "Upper end of the formula"}
_MEASURED_TITLES = {"low": "lowest heap", "high": "highest heap"}


@dataclass(frozen=True, kw_only=True, slots=True)
class CatchupModel:
    """Everything the catch-up pages show, by name.

    `above` and `within` are the measured cells whose highest heap lies above the formula's upper end, and
    those where it does not, as pairs of version key and configuration. `savings` are configurations that
    differ in the snapshot count only, the higher count first.
    """

    runs: Mapping[str, LoadedRun]
    rows: tuple[Configuration, ...]
    numbers: Mapping[str, Derived]
    statements: Mapping[str, Sourced]
    above: tuple[tuple[str, Configuration], ...]
    within: tuple[tuple[str, Configuration], ...]
    savings: tuple[tuple[Configuration, Configuration], ...]
    defaults: tuple[Defaults, ...]
    low: Low


def derive(runs: Mapping[str, LoadedRun], book: Book, prefix: str = "catchup-heap") -> CatchupModel:
    """Enter the numbers of both versions, by their keys of `VERSIONS`, into `book`."""
    points = {key: Points(runs[key]) for key in VERSIONS}
    rows = configurations(points)
    statements = {point: points["v3-5"].get(point, "figure") for point in points["v3-5"].table("statements")}
    numbers: dict[str, Derived] = {}
    _formula(book, numbers, prefix, rows)
    above, within = _ratios(book, numbers, prefix, rows)
    _counts(book, numbers, prefix, above, within)
    savings = savings_of(book, numbers, prefix, rows)
    defaults = defaults_of(book, numbers, prefix, rows, statements)
    low = low_settings(book, numbers, prefix, rows, statements)
    return CatchupModel(
        runs=runs,
        rows=rows,
        numbers=numbers,
        statements=statements,
        above=above,
        within=within,
        savings=savings,
        defaults=defaults,
        low=low,
    )


def _formula(book: Book, numbers: dict[str, Derived], prefix: str, rows: Sequence[Configuration]) -> None:
    """Both ends of the formula for each configuration, and the lower as a share of the upper."""
    for row in rows:
        for name, value in (("low", row.low), ("high", row.high)):
            numbers[f"{name}-{row.point}"] = enter(
                book,
                f"{prefix}-{name}-{row.point}",
                _FORMULA_TITLES[name],
                value,
                row.inputs if name == "high" else row.inputs[:2],
                FORMULAS[name],
                "The entries that are kept, each as large as a put, and nothing else.",
                at=row.point,
            )
        numbers[f"share-{row.point}"] = enter(
            book,
            f"{prefix}-share-{row.point}",
            "Lower end of the formula as a share of its upper end",
            100 * row.low / row.high,
            row.inputs[1:],
            r"\frac{E}{E + S}",
            "The catch-up entries divided by all entries that may be kept.",
            unit="%",
            at=row.point,
        )


def _ratios(
    book: Book, numbers: dict[str, Derived], prefix: str, rows: Sequence[Configuration]
) -> tuple[tuple[tuple[str, Configuration], ...], tuple[tuple[str, Configuration], ...]]:
    """Measured ends against the formula's; which cells' highest heap lies above the upper end, and which not."""
    above, within = [], []
    for row in rows:
        for key, measured in row.measured.items():
            at = f"{row.point} {VERSIONS[key]}"
            for index, name in enumerate(("low", "high")):
                predicted = numbers[f"{name}-{row.point}"]
                numbers[f"{name}-ratio-{key}-{row.point}"] = ratio(
                    book,
                    f"{prefix}-{name}-ratio-{key}-{row.point}",
                    f"The {_MEASURED_TITLES[name]} against the formula",
                    measured,
                    predicted,
                    measured.ends()[index],
                    predicted.value,
                    at=at,
                )
            _beyond(book, numbers, prefix, key, row)
            (above if measured.ends()[1] > row.high else within).append((key, row))
    return tuple(above), tuple(within)


def _beyond(book: Book, numbers: dict[str, Derived], prefix: str, key: str, row: Configuration) -> None:
    """What the highest heap is as a number of its own, and by how much it exceeds the formula."""
    measured, predicted = row.measured[key], numbers[f"high-{row.point}"]
    at = f"{row.point} {VERSIONS[key]}"
    inputs = (Input(symbol="h", label="measured, lowest to highest", quantity=measured),)
    numbers[f"highest-{key}-{row.point}"] = end(book, f"{prefix}-highest-{key}-{row.point}", measured, 1, at)
    numbers[f"beyond-{key}-{row.point}"] = enter(
        book,
        f"{prefix}-beyond-{key}-{row.point}",
        "Highest heap beyond the formula's upper end",
        measured.ends()[1] - predicted.value,
        (*inputs, Input(symbol="u", label=predicted.title, quantity=predicted)),
        r"\max h - u",
        "The highest measured heap less the upper end of the formula; negative where it stays below.",
        at=at,
    )


def _counts(
    book: Book,
    numbers: dict[str, Derived],
    prefix: str,
    above: Sequence[tuple[str, Configuration]],
    within: Sequence[tuple[str, Configuration]],
) -> None:
    """How many cells lie above the upper end, and out of how many."""

    def ratios(cells: Sequence[tuple[str, Configuration]]) -> list[Quantity]:
        return [numbers[f"high-ratio-{key}-{row.point}"] for key, row in cells]

    for name, title, found in (
        ("count-above", "Cells whose highest heap lies above the formula's upper end", ratios(above)),
        ("count-cells", "Cells of the table that were measured", ratios([*above, *within])),
    ):
        numbers[name] = enter(
            book,
            f"{prefix}-{name}",
            title,
            len(found),
            [Input(symbol="", label=number.label, quantity=number) for number in found],
            "",
            "Counted over the ratios below.",
            unit="1",
            text=f"{len(found):,}",
        )
