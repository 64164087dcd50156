# SPDX-License-Identifier: Apache-2.0
"""The guide page and the model page of storage memory."""

from __future__ import annotations

from benchtrail.derive.measured_storage import StorageAgain
from benchtrail.derive.storage import CONSTANTS, StorageModel
from benchtrail.derive.storage_rows import Row as IndexRow
from benchtrail.present import measured_storage
from benchtrail.present.cells import EMPTY, cell, column_cell, doubt_notes, points_table, text_cell
from benchtrail.present.page import ChartOf, Page
from benchtrail.present.storage_charts import index_chart, per_key_chart, process_chart
from benchtrail.present.views import Cell, Column, Row, Table
from benchtrail.quantity import Sourced
from benchtrail.suites import SUITES

SUITE = SUITES["storage-memory"]
_NAMES = {"c1": "c1, a key", "c2": "c2, a version"}


def pages(model: StorageModel, again: StorageAgain) -> list[Page]:
    """The two pages; `again` is what our own runs say."""
    guide = Page(
        path="docs/storage-memory",
        title=SUITE.title,
        description=SUITE.summary,
        kind="suite",
        template="docs/storage-memory.md.j2",
        context=_context(model) | measured_storage.context(again),
        tables=(
            index_table(model),
            pairs_table(model),
            constants_table(model),
            points_table(model.run, "process"),
            value_table(model),
            points_table(model.run, "statements"),
            *measured_storage.tables(again, model),
        ),
        charts=(
            ChartOf(chart=index_chart(model), table="index"),
            ChartOf(chart=process_chart(model), table="process"),
        ),
        runs=(model.run, *(item.run for item in again.versions)),
        weight=SUITE.weight,
    )
    page = Page(
        path="models/storage-memory",
        title="Model: memory of the key index",
        description="What a key and a version cost beside their bytes: solved pair by pair, fitted to all rows, and row by row.",
        kind="model",
        template="models/storage-memory.md.j2",
        context=_context(model),
        tables=(constants_table(model), pairs_table(model), residual_table(model), without_table(model)),
        charts=(ChartOf(chart=per_key_chart(model), table="residuals"),),
        runs=(model.run,),
        weight=SUITE.weight,
    )
    return [guide, page]


def index_table(model: StorageModel) -> Table:
    """The index table, with what the fitted model gives for each row."""
    n = model.numbers
    rows = tuple(
        Row(
            id=row.point,
            cells=(
                *_parameters(row),
                cell(row.measured),
                cell(n[f"fitted-{row.point}"]),
                cell(n[f"residual-{row.point}"]),
            ),
        )
        for row in model.rows
    )
    return Table(
        id="index",
        caption="Memory of the index alone, and what the fitted model gives for it",
        columns=(
            *_PARAMETERS,
            Column(key="measured", label="Measured", memory="Go heap allocated"),
            Column(key="fitted", label="Fitted"),
            Column(key="error", label="Error"),
        ),
        rows=rows,
        notes=doubt_notes(row.measured.fact for row in model.rows),
        csv="table-index.csv",
    )


def pairs_table(model: StorageModel) -> Table:
    """c1 and c2 of each pair of rows, their averages, and what is published."""
    n = model.numbers

    def solved(key: str) -> tuple[Cell, ...]:
        return tuple(cell(n[f"{reading}{key}-{name}"]) for reading in ("", "binary-") for name in CONSTANTS)

    rows = [
        Row(id=f"pair-{pair.id}", cells=(*(column_cell(q) for q in pair.shared), *solved(f"pair-{pair.id}")))
        for pair in model.pairs
    ]
    published = tuple(cell(model.published[name]) for name in CONSTANTS)
    rows.append(Row(id="pairs-average", cells=(text_cell("Average"), EMPTY, *solved("average"))))
    rows.append(Row(id="pairs-published", cells=(text_cell("As published"), EMPTY, *published, *published)))
    return Table(
        id="pairs",
        caption="The constants that each pair of rows gives, with one version and with five",
        columns=(
            Column(key="keys", label="Keys"),
            Column(key="key-size", label="Key size"),
            Column(key="c1", label="c1"),
            Column(key="c2", label="c2"),
            Column(key="binary-c1", label="c1, MB as a power of two"),
            Column(key="binary-c2", label="c2, MB as a power of two"),
        ),
        rows=tuple(rows),
        csv="table-pairs.csv",
    )


def constants_table(model: StorageModel) -> Table:
    """The constants as published, as averages of the pairs, and fitted, in both readings of MB."""
    n = model.numbers
    rows = []
    for name in CONSTANTS:
        cells = [text_cell(_NAMES[name]), cell(model.published[name])]
        for reading in ("", "binary-"):
            fitted = n[reading + name]
            cells += [
                cell(n[f"{reading}average-{name}"]),
                cell(fitted),
                text_cell(fitted.interval, fitted.href),
            ]
        rows.append(Row(id=f"constant-{name}", cells=tuple(cells)))
    return Table(
        id="constants",
        caption="Constants as published, as averages over the pairs, and fitted to all rows",
        columns=(
            Column(key="constant", label="Constant", numeric=False),
            Column(key="published", label="Published"),
            Column(key="average", label="Average of the pairs"),
            Column(key="fitted", label="Fitted"),
            Column(key="interval", label="95 % interval"),
            Column(key="binary-average", label="Average, MB as a power of two"),
            Column(key="binary", label="Fitted, MB as a power of two"),
            Column(key="binary-interval", label="95 % interval"),
        ),
        rows=tuple(rows),
        csv="table-constants.csv",
    )


def value_table(model: StorageModel) -> Table:
    """Rows of the whole process that differ in the value size only, and how they stand to the index."""
    n = model.numbers
    rows = tuple(
        Row(
            id=f"value-{twin.id}",
            cells=(
                column_cell(twin.index.parameters["keys"]),
                column_cell(twin.index.parameters["versions"]),
                cell(twin.small),
                cell(twin.large),
                *(
                    cell(n[f"{key}-{twin.id}"])
                    for key in (
                        "value-ratio",
                        "value-growth",
                        "value-bytes",
                        "over-index-small",
                        "over-index-large",
                    )
                ),
            ),
        )
        for twin in model.values
    )
    return Table(
        id="values",
        caption="Small values against large ones, everything else alike",
        columns=(
            Column(key="keys", label="Keys"),
            Column(key="versions", label="Versions of a key"),
            Column(key="small", label="Small values", memory="resident set"),
            Column(key="large", label="Large values", memory="resident set"),
            Column(key="ratio", label="Large against small"),
            Column(key="growth", label="Added memory"),
            Column(key="bytes", label="Added bytes of values"),
            Column(key="over-index-small", label="Small, against the index"),
            Column(key="over-index-large", label="Large, against the index"),
        ),
        rows=rows,
        csv="table-values.csv",
    )


def residual_table(model: StorageModel) -> Table:
    """Every row beside what the fitted and the published constants give for it, and its memory per key."""
    n = model.numbers
    rows = tuple(
        Row(
            id=f"residual-{row.point}",
            cells=(
                *_parameters(row),
                cell(row.measured),
                *(
                    cell(n[f"{key}-{row.point}"])
                    for key in ("per-key", "fitted", "residual", "published", "published-error")
                ),
            ),
        )
        for row in model.rows
    )
    return Table(
        id="residuals",
        caption="Measured, fitted, and by the published constants",
        columns=(
            *_PARAMETERS,
            Column(key="measured", label="Measured", memory="Go heap allocated"),
            Column(key="per-key", label="Measured, per key"),
            Column(key="fitted", label="Fitted"),
            Column(key="error", label="Error"),
            Column(key="published", label="By published constants"),
            Column(key="published-error", label="Error"),
        ),
        rows=rows,
        csv="table-residuals.csv",
    )


def without_table(model: StorageModel) -> Table:
    """The fit again without each row, and what the other rows predict for the one left out."""
    rows = []
    for row in model.rows:
        c1, c2, predicted = (model.numbers[f"without-{row.point}{end}"] for end in ("-c1", "-c2", ""))
        rows.append(
            Row(
                id=f"without-{row.point}",
                cells=(
                    *_parameters(row),
                    cell(row.measured),
                    cell(predicted),
                    text_cell(predicted.interval, predicted.href),
                    cell(c1),
                    cell(c2),
                    text_cell(c2.interval, c2.href),
                ),
            )
        )
    return Table(
        id="without",
        caption="Each row left out in turn: what the others predict for it, and the constants without it",
        columns=(
            *_PARAMETERS,
            Column(key="measured", label="Measured", memory="Go heap allocated"),
            Column(key="predicted", label="Predicted by the others"),
            Column(key="predicted-interval", label="95 % interval"),
            Column(key="c1", label="c1 without it"),
            Column(key="c2", label="c2 without it"),
            Column(key="c2-interval", label="95 % interval"),
        ),
        rows=tuple(rows),
        csv="table-without.csv",
    )


_PARAMETERS = (
    Column(key="keys", label="Keys"),
    Column(key="versions", label="Versions of a key"),
    Column(key="key-size", label="Key size"),
)


def _parameters(row: IndexRow) -> tuple[Cell, ...]:
    return tuple(column_cell(row.parameters[column.key]) for column in _PARAMETERS)


def _context(model: StorageModel) -> dict[str, object]:
    server = model.run.run.environment[0]
    facts = {
        name: Sourced(
            run=model.run, card=f"{server.role.value}-0-{name}", fact=server.facts[name], label=name
        )
        for name in ("memory", "documentation-version")
    }
    statements = {
        point.id: Sourced(
            run=model.run,
            card=f"{point.id}-figure",
            fact=point.values["figure"],
            label="as stated",
            at=point.id,
        )
        for point in model.run.run.points
        if point.table == "statements"
    }
    return {
        "m": model,
        "n": model.numbers,
        "published": model.published,
        "statements": statements,
        "facts": facts,
        "odd": [row.point for row in model.odd],
        "row": {row.point: row for row in model.rows},
    }
