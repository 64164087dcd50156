# SPDX-License-Identifier: Apache-2.0
"""The guide page and the model page of the catch-up heap."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

from benchtrail.derive.catchup import CatchupModel
from benchtrail.derive.catchup_rows import VERSIONS, Configuration
from benchtrail.derive.measured_catchup import CatchupAgain
from benchtrail.model import Command
from benchtrail.present import measured_catchup
from benchtrail.present.catchup_charts import heap_chart, ratio_chart
from benchtrail.present.cells import cell, column_cell, doubt_notes, points_table
from benchtrail.present.page import ChartOf, Page
from benchtrail.present.views import Cell, Column, CommandLine, Commands, Row, Table
from benchtrail.present.words import ROLES
from benchtrail.quantity import Points, Sourced
from benchtrail.suites import SUITES

SUITE = SUITES["catchup-heap"]
_HEAP = "Go heap in use"


def pages(model: CatchupModel, again: CatchupAgain) -> list[Page]:
    """The two pages; `again` is what our own runs say."""
    guide = Page(
        path="docs/catchup-heap",
        title=SUITE.title,
        description=SUITE.summary,
        kind="suite",
        template="docs/catchup-heap.md.j2",
        context=_context(model) | measured_catchup.context(again),
        tables=(
            heap_table(model),
            ratio_table(model),
            defaults_table(model),
            savings_table(model),
            points_table(model.runs["v3-5"], "statements"),
            *measured_catchup.tables(again, model),
        ),
        charts=(
            ChartOf(chart=heap_chart(model), table="heap"),
            *measured_catchup.charts(again, model),
        ),
        commands=tuple(_commands(model)),
        runs=(*model.runs.values(), *(item.run for item in again.versions)),
        weight=SUITE.weight,
    )
    page = Page(
        path="models/catchup-heap",
        title="Model: heap of the catch-up entries",
        description="From the catch-up entries alone to all entries since the last snapshot: both ends of the formula beside what was measured.",
        kind="model",
        template="models/catchup-heap.md.j2",
        context=_context(model),
        tables=(ratio_table(model), beyond_table(model), defaults_table(model)),
        charts=(ChartOf(chart=ratio_chart(model), table="ratios"),),
        runs=tuple(model.runs.values()),
        weight=SUITE.weight,
    )
    return [guide, page]


_PARAMETERS = (
    Column(key="put-size", label="Size of a put"),
    Column(key="snapshot-count", label="Snapshot count"),
    Column(key="catchup-entries", label="Catch-up entries"),
)


def _parameters(row: Configuration) -> tuple[Cell, ...]:
    return tuple(column_cell(quantity) for quantity in (row.put, row.snapshots, row.entries))


def heap_table(model: CatchupModel) -> Table:
    """The document's table, with both ends of the formula beside it."""
    n = model.numbers
    return Table(
        id="heap",
        caption="Heap while puts go on, lowest to highest, and what the formula gives",
        columns=(
            *_PARAMETERS,
            *(Column(key=key, label=version, memory=_HEAP) for key, version in VERSIONS.items()),
            Column(key="low", label="Formula, lower end"),
            Column(key="high", label="Formula, upper end"),
        ),
        rows=tuple(
            Row(
                id=row.point,
                cells=(
                    *_parameters(row),
                    *(cell(row.cells[key]) for key in VERSIONS),
                    cell(n[f"low-{row.point}"]),
                    cell(n[f"high-{row.point}"]),
                ),
            )
            for row in model.rows
        ),
        notes=doubt_notes(quantity.fact for row in model.rows for quantity in row.cells.values()),
        csv="table-heap.csv",
    )


def ratio_table(model: CatchupModel) -> Table:
    """Measured ends against the formula's."""
    return Table(
        id="ratios",
        caption="Measured against the formula: lowest heap to lower end, highest heap to upper end",
        columns=(
            *_PARAMETERS,
            *(
                Column(key=f"{name}-{key}", label=f"{version}, {words}")
                for key, version in VERSIONS.items()
                for name, words in (("low", "lowest"), ("high", "highest"))
            ),
        ),
        rows=tuple(
            Row(
                id=f"ratio-{row.point}",
                cells=(
                    *_parameters(row),
                    *(
                        cell(model.numbers[f"{name}-ratio-{key}-{row.point}"])
                        if key in row.measured
                        else cell(row.cells[key])
                        for key in VERSIONS
                        for name in ("low", "high")
                    ),
                ),
            )
            for row in model.rows
        ),
        csv="table-ratios.csv",
    )


def beyond_table(model: CatchupModel) -> Table:
    """How far the highest heap lies from the upper end, and the lower end as a share of the upper."""
    n = model.numbers
    return Table(
        id="beyond",
        caption="The formula's ends, and how far beyond its upper end the highest heap was",
        columns=(
            *_PARAMETERS,
            Column(key="low", label="Lower end"),
            Column(key="high", label="Upper end"),
            Column(key="share", label="Lower, of upper"),
            *(Column(key=key, label=f"{version}, beyond") for key, version in VERSIONS.items()),
        ),
        rows=tuple(
            Row(
                id=f"beyond-{row.point}",
                cells=(
                    *_parameters(row),
                    *(cell(n[f"{key}-{row.point}"]) for key in ("low", "high", "share")),
                    *(
                        cell(n[f"beyond-{key}-{row.point}"]) if key in row.measured else cell(row.cells[key])
                        for key in VERSIONS
                    ),
                ),
            )
            for row in model.rows
        ),
        csv="table-beyond.csv",
    )


def defaults_table(model: CatchupModel) -> Table:
    """Both ends of the formula with each version's defaults, by the size of a put."""
    return Table(
        id="defaults",
        caption="What the formula gives with the default settings",
        columns=(
            Column(key="version", label="Defaults of", numeric=False),
            *_PARAMETERS[1:],
            _PARAMETERS[0],
            Column(key="low", label="Lower end"),
            Column(key="high", label="Upper end"),
        ),
        rows=tuple(
            Row(
                id=f"default-{index}",
                cells=(
                    cell(_version(model, item.key)),
                    column_cell(model.statements[f"default-snapshot-count-{item.key}"]),
                    column_cell(model.statements[f"default-catchup-{item.key}"]),
                    column_cell(item.put),
                    cell(item.low),
                    cell(item.high),
                ),
            )
            for index, item in enumerate(model.defaults)
        ),
        csv="table-defaults.csv",
    )


def _version(model: CatchupModel, key: str) -> Sourced:
    return Points(model.runs["v3-5"]).get(f"default-snapshot-count-{key}", "version")


def savings_table(model: CatchupModel) -> Table:
    """What a lower snapshot count saves, by the formula and as measured, and what it costs."""
    n = model.numbers
    rows = []
    for more, fewer in model.savings:
        at = more.point
        rows.append(
            Row(
                id=f"saving-{at}",
                cells=(
                    column_cell(more.put),
                    column_cell(more.snapshots),
                    column_cell(fewer.snapshots),
                    cell(n[f"saving-formula-{at}"]),
                    *(
                        cell(n[f"saving-{key}-{at}"]) if f"saving-{key}-{at}" in n else cell(more.cells[key])
                        for key in VERSIONS
                    ),
                    cell(n[f"bytes-between-{more.point}"]),
                    cell(n[f"bytes-between-{fewer.point}"]),
                ),
            )
        )
    return Table(
        id="savings",
        caption="By what factor a lower snapshot count shrinks the highest heap",
        columns=(
            _PARAMETERS[0],
            Column(key="more", label="Higher count"),
            Column(key="fewer", label="Lower count"),
            Column(key="formula", label="Formula"),
            *(Column(key=key, label=version) for key, version in VERSIONS.items()),
            Column(key="more-bytes", label="Puts between snapshots, higher count"),
            Column(key="fewer-bytes", label="Lower count"),
        ),
        rows=tuple(rows),
        csv="table-savings.csv",
    )


def _commands(model: CatchupModel) -> list[Commands]:
    """The command lines of each configuration, and first those that every configuration shares.

    What both versions share stands once, with both named.
    """
    groups = {row.point: _lines(model, row.point) for row in model.rows}
    common = [line for line in groups[model.rows[0].point] if all(line in own for own in groups.values())]
    return [
        Commands(id="common", title="Every configuration", items=_items(dict.fromkeys(common, ()))),
        *(
            Commands(
                id=point,
                title=point,
                items=_items({line: versions for line, versions in own.items() if line not in common}),
            )
            for point, own in groups.items()
        ),
    ]


def _lines(model: CatchupModel, point: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """The command lines of a configuration with the versions that were run with them."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for key, run in model.runs.items():
        for command in run.run.commands:
            if point in command.points:
                line = (ROLES[command.role], _as_typed(command))
                found[line] = (*found.get(line, ()), VERSIONS[key])
    return found


def _items(lines: Mapping[tuple[str, str], tuple[str, ...]]) -> tuple[CommandLine, ...]:
    return tuple(
        CommandLine(
            role=role,
            text=text,
            label=f"with {' and '.join(versions)}" if versions else "with either version",
        )
        for (role, text), versions in lines.items()
    )


def _as_typed(command: Command) -> str:
    """The line as the document has it, where it has one."""
    return command.evidence.literal if command.evidence else shlex.join(command.argv)


def _context(model: CatchupModel) -> dict[str, object]:
    def beyond(cells: tuple[tuple[str, Configuration], ...]) -> list[dict[str, object]]:
        return [
            {
                "alpha": key == "v3-6",
                "row": row,
                "measured": row.measured[key],
                "high": model.numbers[f"high-{row.point}"],
                "ratio": model.numbers[f"high-ratio-{key}-{row.point}"],
            }
            for key, row in cells
        ]

    return {
        "m": model,
        "n": model.numbers,
        "row": {row.point: row for row in model.rows},
        "rows": model.rows,
        "statements": model.statements,
        "version": {key: _version(model, key) for key in VERSIONS},
        "above": beyond(model.above),
        "within": beyond(model.within),
        "floor_holds": all(
            model.numbers[f"low-ratio-{key}-{row.point}"].value >= 1
            for row in model.rows
            for key in row.measured
        ),
        "bounds_hold": all(model.numbers[f"bound-highest-{key}"].value < 100 for key in VERSIONS),
    }
