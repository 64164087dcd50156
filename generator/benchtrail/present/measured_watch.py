# SPDX-License-Identifier: Apache-2.0
"""The "Measured again" section of the watch guide: its tables, its chart, and what its sentences name."""

from __future__ import annotations

from benchtrail.charts.types import Axis, Chart, Mark
from benchtrail.derive.measured_watch import DISTINCT, Pair, WatchAgain
from benchtrail.derive.watch import WatchModel, row_label
from benchtrail.present.cells import EMPTY, cell, column_cell, doubt_notes, text_cell
from benchtrail.present.measured import Refitted, constants_table, memory_cell, not_run_table
from benchtrail.present.page import ChartOf
from benchtrail.present.views import Cell, Column, Row, Table

_KEYS = {"distinct": "distinct", "one": "one"}
_NAMES = {"base": "Base", "c1": "c1, a connection", "c2": "c2, a stream", "c3": "c3, a watching"}


def tables(again: WatchAgain, model: WatchModel) -> tuple[Table, ...]:
    """The section's tables; none without runs."""
    found = []
    if again.versions:
        found.append(rows_table(again))
    if again.fits:
        fits = [
            Refitted(again=item.again, constants=item.constants, ratios=item.ratios, outside=item.outside)
            for item in again.fits
        ]
        found.append(
            constants_table(
                "Constants fitted to the new rows with distinct keys, and as published",
                _NAMES,
                model.published,
                fits,
            )
        )
    if again.not_run:
        found.append(
            not_run_table("watch-memory", "again-not-run", again.not_run, predicted=bool(again.fits))
        )
    return tuple(found)


def charts(again: WatchAgain, model: WatchModel) -> tuple[ChartOf, ...]:
    """The section's chart, if there is a run."""
    return (ChartOf(chart=rows_chart(again, model), table="again"),) if again.versions else ()


def rows_table(again: WatchAgain) -> Table:
    """Published, and for each version measured again and how many times the published it is."""
    return Table(
        id="again",
        caption="Resident memory as published, and measured again with its ratio to the published",
        columns=(
            Column(key="clients", label="Clients"),
            Column(key="streams", label="Streams per client"),
            Column(key="watchings", label="Watchings per stream"),
            Column(key="keys", label="Keys watched", numeric=False),
            Column(key="published", label="Published", memory="resident set"),
            *(
                column
                for item in again.versions
                for column in (
                    Column(key=item.key, label=item.version, memory="resident set"),
                    Column(key=f"{item.key}-ratio", label="Ratio"),
                )
            ),
        ),
        rows=tuple(
            Row(
                id=f"again-{pair.published.point}-{pair.keys}",
                cells=(
                    *(column_cell(parameter) for parameter in pair.published.parameters[:3]),
                    text_cell(_KEYS.get(pair.keys, pair.keys)),
                    cell(pair.published.measured),
                    *(found for item in again.versions for found in _cells(pair, item.key)),
                ),
            )
            for pair in again.pairs
        ),
        notes=doubt_notes(
            fact.fact for pair in again.pairs for fact in (pair.published.measured, *pair.measured.values())
        ),
        csv="table-again.csv",
    )


def _cells(pair: Pair, key: str) -> tuple[Cell, Cell]:
    ratio = pair.ratios.get(key)
    return memory_cell(pair.measured.get(key)), cell(ratio) if ratio else EMPTY


def rows_chart(again: WatchAgain, model: WatchModel) -> Chart:
    """Published and re-measured memory by streams, for rows on distinct keys."""
    marks = [
        Mark(
            x=row.totals[1],
            y=row.measured.number(),
            series="as published",
            label=row_label(row),
            text=row.measured.text,
            href=row.measured.href,
        )
        for row in model.rows
    ]
    for pair in again.pairs:
        for item in again.versions:
            quantity = pair.measured.get(item.key)
            if pair.keys == DISTINCT and quantity is not None and quantity.kind == "exact":
                marks.append(
                    Mark(
                        x=pair.published.totals[1],
                        y=quantity.number(),
                        series=item.version,
                        label=row_label(pair.published),
                        text=memory_cell(quantity).text,
                        href=quantity.href,
                    )
                )
    return Chart(
        id="watch-again",
        title="Resident memory by watch streams, as published and measured again",
        alt=(
            "Resident memory of the server against the number of watch streams, both on logarithmic axes: the published rows, and the "
            "same rows measured again on each version. Several marks above each other on one place have more watchings on each stream."
        ),
        caption="Rows on distinct keys only.",
        kind="points",
        x=Axis(title="Watch streams in all", scale="log"),
        y=Axis(title="Resident memory", scale="log", unit="B"),
        marks=tuple(marks),
        better="lower",
    )


def context(again: WatchAgain) -> dict[str, object]:
    """What the template names: the model of the new runs, and which sentences hold."""
    fits = again.fits
    return {
        "again": again,
        "again_not_run": again.not_run,
        "stream_above": bool(fits) and all(item.outside.get("c2") == "above" for item in fits),
        "keys_cost": bool(again.keys) and all(ratio.value > 1 for _, _, ratio in again.keys),
        "idle_inside": bool(fits) and all(item.idle_inside for item in fits),
        "still_holds": bool(fits) and not any(item.outside.keys() & {"c1", "c2"} for item in fits),
        "rows_higher": bool(again.pairs)
        and any(pair.ratios for pair in again.pairs)
        and all(ratio.value > 1 for pair in again.pairs for ratio in pair.ratios.values()),
        "c_names": (
            {"key": "c1", "word": "a connection"},
            {"key": "c2", "word": "a watch stream"},
            {"key": "c3", "word": "a watching"},
        ),
    }
