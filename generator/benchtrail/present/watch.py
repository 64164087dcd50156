# SPDX-License-Identifier: Apache-2.0
"""The guide page and the model page of watch memory."""

from __future__ import annotations

from benchtrail.charts.types import Axis, Chart, Line, Mark
from benchtrail.derive.measured_watch import WatchAgain
from benchtrail.derive.watch import CONSTANTS, WatchModel, row_label
from benchtrail.derive.watch import Row as DataRow
from benchtrail.present import measured_watch
from benchtrail.present.cells import EMPTY, cell, column_cell, points_table, text_cell
from benchtrail.present.page import ChartOf, Page
from benchtrail.present.views import Column, Row, Table
from benchtrail.quantity import Derived, Sourced
from benchtrail.suites import SUITES

SUITE = SUITES["watch-memory"]


def pages(model: WatchModel, again: WatchAgain) -> list[Page]:
    """The two pages; `again` is what our own runs say."""
    guide = Page(
        path="docs/watch-memory",
        title=SUITE.title,
        description=SUITE.summary,
        kind="suite",
        template="docs/watch-memory.md.j2",
        context=_context(model) | measured_watch.context(again),
        tables=(
            points_table(model.run, "total"),
            constants_table(model),
            points_table(model.run, "statements"),
            *measured_watch.tables(again, model),
        ),
        charts=(
            ChartOf(chart=_measured_chart(model), table="total"),
            *measured_watch.charts(again, model),
        ),
        runs=(model.run, *(item.run for item in again.versions)),
        weight=SUITE.weight,
    )
    page = Page(
        path="models/watch-memory",
        title="Model: memory of watchers",
        description="Base, connections, streams and watchings: the constants fitted from the table, with their intervals and errors.",
        kind="model",
        template="models/watch-memory.md.j2",
        context=_context(model) | {"again": again},
        tables=(constants_table(model), residual_table(model)),
        charts=(ChartOf(chart=_fit_chart(model), table="residuals"),),
        runs=(model.run,),
        weight=SUITE.weight,
    )
    return [guide, page]


def constants_table(model: WatchModel) -> Table:
    """The constants as published beside the fitted ones, in both readings of MB."""
    names = {"base": "Base", "c1": "c1, a connection", "c2": "c2, a stream", "c3": "c3, a watching"}
    rows = []
    for name in CONSTANTS:
        decimal, binary = model.numbers[name], model.numbers[f"binary-{name}"]
        published = model.published.get(name)
        rows.append(
            Row(
                id=f"constant-{name}",
                cells=(
                    text_cell(names[name]),
                    cell(published) if published else text_cell("not given"),
                    cell(decimal),
                    text_cell(decimal.interval, decimal.href),
                    cell(binary),
                    text_cell(binary.interval, binary.href),
                ),
            )
        )
    return Table(
        id="constants",
        caption="Constants as published, and as the table itself gives them",
        columns=(
            Column(key="constant", label="Constant", numeric=False),
            Column(key="published", label="Published"),
            Column(key="fitted", label="Fitted"),
            Column(key="interval", label="95 % interval"),
            Column(key="binary", label="Fitted, MB as a power of two"),
            Column(key="binary-interval", label="95 % interval"),
        ),
        rows=tuple(rows),
        csv="table-constants.csv",
    )


def residual_table(model: WatchModel) -> Table:
    """Every row of the source beside what the model gives for it, and what the published constants give."""
    rows = []
    for row, predicted, error in model.residuals:
        rows.append(
            Row(
                id=f"residual-{row.point}",
                cells=(
                    *(column_cell(parameter) for parameter in row.parameters[:3]),
                    cell(row.measured),
                    cell(predicted),
                    cell(error),
                    cell(model.numbers[f"published-{row.point}"]),
                    cell(model.numbers[f"published-error-{row.point}"]),
                ),
            )
        )
    for row in model.absent:
        predicted = model.numbers[f"predicted-{row.point}"]
        rows.append(
            Row(
                id=f"residual-{row.point}",
                cells=(
                    *(column_cell(p) for p in row.parameters[:3]),
                    cell(row.measured),
                    cell(predicted),
                    EMPTY,
                    EMPTY,
                    EMPTY,
                ),
            )
        )
    return Table(
        id="residuals",
        caption="Measured, fitted, and by the published constants",
        columns=(
            Column(key="clients", label="Clients"),
            Column(key="streams", label="Streams per client"),
            Column(key="watchings", label="Watchings per stream"),
            Column(key="measured", label="Measured", memory="resident set"),
            Column(key="fitted", label="Fitted"),
            Column(key="error", label="Error"),
            Column(key="published", label="By published constants"),
            Column(key="published-error", label="Error"),
        ),
        rows=tuple(rows),
        csv="table-residuals.csv",
    )


def _measured_chart(model: WatchModel) -> Chart:
    marks = tuple(
        Mark(
            x=row.totals[1],
            y=row.measured.number(),
            series=f"{row.parameters[2].text} per stream",
            label=row_label(row),
            text=row.measured.text,
            href=row.measured.href,
        )
        for row in model.rows
    )
    return Chart(
        id="watch-measured",
        title="Resident memory by watch streams",
        alt=(
            "Resident memory of the server against the number of watch streams, both on logarithmic axes. Memory grows almost in "
            "proportion to the streams; ten and a hundred times as many watchings on the same streams add far less."
        ),
        kind="points",
        x=Axis(title="Watch streams in all", scale="log"),
        y=Axis(title="Resident memory", scale="log", unit="B"),
        marks=marks,
        better="lower",
    )


def _fit_chart(model: WatchModel) -> Chart:
    fitted = tuple(_error_mark(row, error, "fitted, with a base") for row, _, error in model.residuals)
    published = tuple(
        _error_mark(row, model.numbers[f"published-error-{row.point}"], "published constants")
        for row in model.rows
    )
    return Chart(
        id="watch-fit",
        title="How far the model lies from each row",
        alt=(
            "The error at every row, in percent of the measured memory, against the measured memory. The errors of the fitted model "
            "scatter around zero; the published constants fall far short for small servers, because they have no base, and give too "
            "much where there are many watchings."
        ),
        kind="points",
        x=Axis(title="Measured resident memory", scale="log", unit="B"),
        y=Axis(title="Error of the model", unit="%"),
        marks=fitted + published,
        lines=(
            Line(
                series="no error", points=tuple((row.measured.number(), 0.0) for row in model.rows), href=""
            ),
        ),
    )


def _error_mark(row: DataRow, error: Derived, series: str) -> Mark:
    return Mark(
        x=row.measured.number(),
        y=error.value,
        series=series,
        label=row_label(row),
        text=error.text,
        href=error.href,
        kind="derived",
    )


def _context(model: WatchModel) -> dict[str, object]:
    server = model.run.run.environment[0]
    memory = Sourced(
        run=model.run,
        card=f"{server.role.value}-0-memory",
        fact=server.facts["memory"],
        label="memory of the machine",
    )
    return {"m": model, "n": model.numbers, "published": model.published, "memory": memory}
