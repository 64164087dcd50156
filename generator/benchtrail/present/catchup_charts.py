# SPDX-License-Identifier: Apache-2.0
"""The charts of the catch-up heap."""

from __future__ import annotations

from benchtrail.charts.types import Axis, Chart, Line, Mark
from benchtrail.derive.catchup import CatchupModel
from benchtrail.derive.catchup_rows import VERSIONS
from benchtrail.quantity import Sourced


def heap_chart(model: CatchupModel) -> Chart:
    """The measured range of each version beside the formula's, for every configuration."""
    marks = []
    for row in model.rows:
        place = f"{row.put.text}, {_count(row.snapshots.text)} + {_count(row.entries.text)}"
        for key, quantity in row.measured.items():
            marks.append(range_mark(place, quantity, VERSIONS[key]))
        marks.append(formula_mark(model, row.point, place))
    return Chart(
        id="catchup-heap",
        title="Heap from lowest to highest, and the range of the formula",
        alt=(
            "For every configuration the range of heap measured on either version and the range of the formula, on a logarithmic axis. The "
            "measured ranges follow the formula over four orders of magnitude; for small puts both of their ends lie above the formula's."
        ),
        caption=(
            "Each row: the size of a put, then the snapshot count and the catch-up entries. What was not measured is left out."
        ),
        kind="ranges",
        x=Axis(title="", scale="ordinal"),
        y=Axis(title="Go heap in use", scale="log", unit="B"),
        marks=tuple(marks),
        better="lower",
    )


def range_mark(place: str, measured: Sourced, series: str) -> Mark:
    """The range of heap that was measured at one configuration."""
    low, high = measured.ends()
    return Mark(
        x=place,
        y_low=low,
        y_high=high,
        series=series,
        label=place,
        text=measured.text,
        href=measured.href,
        kind="range",
    )


def formula_mark(model: CatchupModel, point: str, place: str) -> Mark:
    """The range that the formula gives at one configuration; it leads to its upper end."""
    low, high = model.numbers[f"low-{point}"], model.numbers[f"high-{point}"]
    return Mark(
        x=place,
        y_low=low.value,
        y_high=high.value,
        series="formula",
        label=place,
        text=f"{low.text} – {high.text}",
        href=high.href,
        kind="derived",
    )


def _count(text: str) -> str:
    return text.partition("\u00a0")[0]


def ratio_chart(model: CatchupModel) -> Chart:
    """The highest heap as a multiple of the formula's upper end, by the size of a put."""
    marks = []
    for row in model.rows:
        label = f"{row.put.text}, {_count(row.snapshots.text)} + {_count(row.entries.text)}"
        for key, version in VERSIONS.items():
            if key in row.measured:
                number = model.numbers[f"high-ratio-{key}-{row.point}"]
                marks.append(
                    Mark(
                        x=row.put.number(),
                        y=number.value,
                        series=version,
                        label=label,
                        text=number.text,
                        href=number.href,
                        kind="derived",
                    )
                )
    sizes = [row.put.number() for row in model.rows]
    return Chart(
        id="catchup-ratio",
        title="Highest heap against the formula's upper end",
        alt=(
            "The highest measured heap divided by the upper end of the formula, against the size of a put. It is up to twice the formula for "
            "the smallest puts and comes close to it for large ones."
        ),
        kind="points",
        x=Axis(title="Size of a put", scale="log", unit="B"),
        y=Axis(title="Highest heap, times the upper end"),
        marks=tuple(marks),
        lines=(Line(series="upper end of the formula", points=((min(sizes), 1.0), (max(sizes), 1.0))),),
    )
