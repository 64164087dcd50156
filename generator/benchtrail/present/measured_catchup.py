# SPDX-License-Identifier: Apache-2.0
"""The "Measured again" section of the catch-up guide: its table, its chart, and what its sentences name."""

from __future__ import annotations

from benchtrail.charts.types import Axis, Chart, Mark
from benchtrail.derive.catchup import CatchupModel
from benchtrail.derive.catchup_rows import VERSIONS
from benchtrail.derive.measured_catchup import CatchupAgain
from benchtrail.present.catchup_charts import formula_mark, range_mark
from benchtrail.present.cells import EMPTY, cell, column_cell, doubt_notes
from benchtrail.present.measured import memory_cell, not_run_table
from benchtrail.present.page import ChartOf
from benchtrail.present.views import Cell, Column, Row, Table

_HEAP = "Go heap in use"


def tables(again: CatchupAgain, model: CatchupModel) -> tuple[Table, ...]:
    """The section's tables; none without runs."""
    found = []
    if again.pairs:
        found.append(rows_table(again, model))
    if again.not_run:
        found.append(not_run_table("catchup-heap", "again-not-run", again.not_run))
    return tuple(found)


def charts(again: CatchupAgain, model: CatchupModel) -> tuple[ChartOf, ...]:
    """The section's chart, if there is a row."""
    return (ChartOf(chart=rows_chart(again, model), table="again"),) if again.pairs else ()


def rows_table(again: CatchupAgain, model: CatchupModel) -> Table:
    """Every row of every version: lowest and highest heap beside the published range and the formula's end."""
    return Table(
        id="again",
        caption="Go heap in use as published, and measured again",
        columns=(
            Column(key="put-size", label="Size of a put"),
            Column(key="snapshot-count", label="Snapshot count"),
            Column(key="catchup-entries", label="Catch-up entries"),
            Column(key="version", label="Version", numeric=False),
            Column(key="lowest", label="Lowest", memory=_HEAP),
            Column(key="highest", label="Highest", memory=_HEAP),
            Column(key="published", label="Published", memory=_HEAP),
            Column(key="ratio", label="Highest over published"),
            Column(key="upper", label="Formula, upper end"),
            Column(key="over", label="Highest over upper end"),
            Column(key="reach", label="Way to the upper end"),
            Column(key="resident", label="Highest resident", memory="resident set"),
        ),
        rows=tuple(
            Row(
                id=f"again-{pair.again.key}-{pair.row.point}",
                cells=(
                    *(column_cell(item) for item in (pair.row.put, pair.row.snapshots, pair.row.entries)),
                    Cell(text=pair.again.version, href=pair.again.run.address),
                    memory_cell(pair.lowest),
                    memory_cell(pair.highest),
                    cell(pair.published) if pair.published else EMPTY,
                    cell(pair.ratio) if pair.ratio else EMPTY,
                    cell(model.numbers[f"high-{pair.row.point}"]),
                    cell(pair.over),
                    cell(pair.reach),
                    memory_cell(pair.resident),
                ),
            )
            for pair in again.pairs
        ),
        notes=doubt_notes(
            item.fact
            for pair in again.pairs
            for item in (pair.published, pair.highest, pair.resident)
            if item is not None
        ),
        csv="table-again.csv",
    )


def rows_chart(again: CatchupAgain, model: CatchupModel) -> Chart:
    """The published ranges, the formula's, and those of every version measured again."""
    marks: list[Mark] = []
    for row in model.rows:
        pairs = [pair for pair in again.pairs if pair.row is row]
        if not pairs:
            continue
        place = f"{row.put.text}, {_count(row.snapshots.text)} + {_count(row.entries.text)}"
        marks += [
            Mark(
                x=place,
                y_low=pair.lowest.number(),
                y_high=pair.highest.number(),
                series=pair.again.version,
                label=place,
                text=f"{memory_cell(pair.lowest).text} – {memory_cell(pair.highest).text}",
                href=pair.highest.href,
                kind="range",
            )
            for pair in pairs
        ]
        compared = {pair.published.href for pair in pairs if pair.published is not None}
        for key, quantity in row.measured.items():
            if quantity.href in compared:
                marks.append(range_mark(place, quantity, f"{VERSIONS[key]}, as published"))
        marks.append(formula_mark(model, row.point, place))
    return Chart(
        id="catchup-again",
        title="Heap from lowest to highest, as published and measured again",
        alt=(
            "For every configuration that was measured again, the range of heap on each version, the published ranges, and the range "
            "of the formula, on a logarithmic axis."
        ),
        caption="Each row: the size of a put, then the snapshot count and the catch-up entries.",
        kind="ranges",
        x=Axis(title="", scale="ordinal"),
        y=Axis(title="Go heap in use", scale="log", unit="B"),
        marks=tuple(marks),
        better="lower",
    )


def _count(text: str) -> str:
    return text.partition("\u00a0")[0]


def context(again: CatchupAgain) -> dict[str, object]:
    """What the template names: the model of the new runs, and which sentences hold."""
    return {
        "again": again,
        "again_reached": [again.example[item.key] for item in again.reached],
        "again_stayed": [again.example[item.key] for item in again.stayed],
        "again_same": [
            pair for pair in again.pairs if pair.ratio is not None and pair.again.version in VERSIONS.values()
        ],
        "again_floor": again.floor_holds,
    }
