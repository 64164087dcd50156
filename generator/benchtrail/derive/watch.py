# SPDX-License-Identifier: Apache-2.0
"""Watch memory: base + c1·connections + c2·streams + c3·watchings, fitted to a run's table.

The document prints averages where totals belong, so its formula cannot be right dimensionally; here
the three factors are totals, and the base is what the process holds with no client at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from benchtrail.derive.fit import Fit, relative
from benchtrail.derive.make import constant, prediction, quality, relative_error
from benchtrail.load import LoadedRun
from benchtrail.quantity import Book, Derived, Input, Points, Sourced

FORMULA = r"m = \text{base} + c_1 C + c_2 S + c_3 W"
CONSTANTS = ("base", "c1", "c2", "c3")
_TITLES = {
    "base": "Base: memory of the process with no client",
    "c1": "Memory of one connection (c1)",
    "c2": "Memory of one watch stream (c2)",
    "c3": "Memory of one watching (c3)",
}
_SYMBOLS = {"base": r"\text{base}", "c1": "c_1", "c2": "c_2", "c3": "c_3"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One row of the table: totals of connections, streams and watchings, and the measured memory."""

    point: str
    totals: tuple[float, float, float]
    measured: Sourced
    parameters: tuple[Sourced, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class WatchModel:
    """Everything the watch pages show, by name."""

    run: LoadedRun
    rows: tuple[Row, ...]
    absent: tuple[Row, ...]
    fit: Fit
    numbers: Mapping[str, Derived]
    published: Mapping[str, Sourced]
    outside: tuple[str, ...]  # published constants that lie outside both fitted intervals
    residuals: tuple[tuple[Row, Derived, Derived], ...]


def derive(run: LoadedRun, book: Book, prefix: str = "watch-memory") -> WatchModel:
    """Fit the model to `run` and enter its numbers into `book`."""
    points = Points(run)
    rows, absent = _rows(points)
    numbers: dict[str, Derived] = {}
    fit = _fit(book, numbers, prefix, rows, binary=False)
    binary = _fit(book, numbers, f"{prefix}-binary", rows, binary=True)
    _without_base(book, numbers, prefix, rows)
    published = {name: points.get(name, "published") for name in ("c1", "c2", "c3")}
    _published_errors(book, numbers, prefix, rows, published)
    _predictions(book, numbers, prefix, fit, absent)
    outside = tuple(
        name
        for index, name in enumerate(CONSTANTS[1:], start=1)
        if all(
            not low <= published[name].number() <= high
            for low, high in (fit.intervals[index], binary.intervals[index])
        )
    )
    return WatchModel(
        run=run,
        rows=rows,
        absent=absent,
        fit=fit,
        numbers=numbers,
        published=published,
        outside=outside,
        residuals=_residuals(book, numbers, prefix, fit, rows),
    )


def _rows(points: Points) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    rows, absent = [], []
    for point in points.table("total"):
        clients, streams = points.get(point, "clients"), points.get(point, "streams-per-client")
        per_stream, total = points.get(point, "watchings-per-stream"), points.get(point, "total-watchings")
        measured = points.get(point, "resident-memory")
        connections = clients.number()
        row = Row(
            point=point,
            totals=(connections, connections * streams.number(), total.number()),
            measured=measured,
            parameters=(clients, streams, per_stream, total),
        )
        (rows if measured.kind == "exact" else absent).append(row)
    return tuple(rows), tuple(absent)


def _inputs(rows: tuple[Row, ...]) -> tuple[Input, ...]:
    return tuple(
        Input(symbol=f"y_{{{i}}}", label=row.measured.label, quantity=row.measured)
        for i, row in enumerate(rows, start=1)
    )


def row_label(row: Row) -> str:
    """A row in words, such as `1,000 clients, 10 streams per client, 1 watchings per stream`."""
    clients, streams, watchings, _ = row.parameters
    return f"{clients.text}, {streams.text} per client, {watchings.text} per stream"


def _fit(book: Book, numbers: dict[str, Derived], prefix: str, rows: tuple[Row, ...], *, binary: bool) -> Fit:
    measured = [row.measured.number(binary_mb=binary) for row in rows]
    fit = relative(CONSTANTS, [(1.0, *row.totals) for row in rows], measured)
    inputs = _inputs(rows)
    reading = ", MB read as a power of two" if binary else ""
    for index, name in enumerate(CONSTANTS):
        key = f"binary-{name}" if binary else name
        numbers[key] = constant(
            book, prefix, fit, index, _TITLES[name] + reading, inputs, FORMULA, binary=binary
        )
    if not binary:
        numbers["r2"], numbers["worst"] = quality(book, prefix, fit, "watch memory with a base", inputs)
    return fit


def _without_base(book: Book, numbers: dict[str, Derived], prefix: str, rows: tuple[Row, ...]) -> None:
    fit = relative(CONSTANTS[1:], [row.totals for row in rows], [row.measured.number() for row in rows])
    _, numbers["nobase-worst"] = quality(
        book, f"{prefix}-nobase", fit, "watch memory without a base", _inputs(rows)
    )


def _published_errors(
    book: Book,
    numbers: dict[str, Derived],
    prefix: str,
    rows: tuple[Row, ...],
    published: Mapping[str, Sourced],
) -> None:
    """How far the published constants, without a base, lie from each row."""
    for row in rows:
        value = sum(
            published[name].number() * total
            for name, total in zip(("c1", "c2", "c3"), row.totals, strict=True)
        )
        inputs = (
            *(
                Input(symbol=_SYMBOLS[name], label=f"{name} as published", quantity=published[name])
                for name in ("c1", "c2", "c3")
            ),
            *(Input(symbol="", label=parameter.label, quantity=parameter) for parameter in row.parameters),
        )
        predicted = prediction(
            book,
            f"{prefix}-published-{row.point}",
            "Memory by the published constants",
            value,
            inputs,
            r"m = c_1 C + c_2 S + c_3 W",
            at=row.point,
        )
        numbers[f"published-{row.point}"] = predicted
        numbers[f"published-error-{row.point}"] = relative_error(
            book,
            f"{prefix}-published-error-{row.point}",
            "Error of the published constants",
            predicted,
            row.measured,
            value,
            row.measured.number(),
        )
    worst = max(
        (numbers[f"published-error-{row.point}"] for row in rows), key=lambda number: abs(number.value)
    )
    numbers["published-worst"] = worst


def _model_inputs(numbers: Mapping[str, Derived], row: Row) -> tuple[Input, ...]:
    return (
        *(Input(symbol=_SYMBOLS[name], label=_TITLES[name], quantity=numbers[name]) for name in CONSTANTS),
        *(Input(symbol="", label=parameter.label, quantity=parameter) for parameter in row.parameters),
    )


def _predictions(
    book: Book, numbers: dict[str, Derived], prefix: str, fit: Fit, absent: tuple[Row, ...]
) -> None:
    """What the model expects where the document has no number."""
    for row in absent:
        value, low, high = fit.predict((1.0, *row.totals))
        numbers[f"predicted-{row.point}"] = prediction(
            book,
            f"{prefix}-predicted-{row.point}",
            "Predicted memory",
            value,
            _model_inputs(numbers, row),
            FORMULA,
            interval=(low, high),
            at=row.point,
        )


def _residuals(
    book: Book, numbers: dict[str, Derived], prefix: str, fit: Fit, rows: tuple[Row, ...]
) -> tuple[tuple[Row, Derived, Derived], ...]:
    found = []
    for row, value in zip(rows, fit.predicted, strict=True):
        predicted = prediction(
            book,
            f"{prefix}-fitted-{row.point}",
            "Memory by the fitted model",
            value,
            _model_inputs(numbers, row),
            FORMULA,
            at=row.point,
        )
        error = relative_error(
            book,
            f"{prefix}-residual-{row.point}",
            "Residual of the fitted model",
            predicted,
            row.measured,
            value,
            row.measured.number(),
        )
        found.append((row, predicted, error))
    return tuple(found)
