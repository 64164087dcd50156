# SPDX-License-Identifier: Apache-2.0
"""Storage memory measured again: the index before and after a collection, and the whole process."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchtrail.derive.fit import relative
from benchtrail.derive.make import constant, quality
from benchtrail.derive.measured import Again, NotRun, has, measured_again, numbers_of, reason_of, times
from benchtrail.derive.storage import CONSTANTS, FORMULA, TITLES, StorageModel
from benchtrail.derive.storage_rows import Row
from benchtrail.load import LoadedRun
from benchtrail.quantity import Book, Derived, Input, Points, Sourced

_PARAMETERS = {
    "index": ("keys", "versions", "key-size"),
    "process": ("keys", "versions", "key-size", "value-size"),
}
_METRICS = {"index": "index-memory", "process": "resident-memory"}
_TIMES = "The memory measured again divided by the published one, whose MB is read as decimal."


@dataclass(frozen=True, kw_only=True, slots=True)
class StoragePair:
    """A published row and one version's: `values` are its measured values by name, `ratios` over the published.

    For the index the ratios are `index-memory` and `index-memory-collected`, for the process `resident-memory`.
    """

    parameters: tuple[Sourced, ...]
    published: Sourced
    again: Again
    values: Mapping[str, Sourced]
    ratios: Mapping[str, Derived]


@dataclass(frozen=True, kw_only=True, slots=True)
class StorageFit:
    """The index model fitted to one version's index after a collection; `outside` as for watch memory."""

    again: Again
    constants: Mapping[str, Derived]
    worst: Derived
    ratios: Mapping[str, Derived]
    outside: Mapping[str, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class StorageAgain:
    """Everything the page says of the new runs. Without runs all parts are empty."""

    index: tuple[StoragePair, ...]
    process: tuple[StoragePair, ...]
    fits: tuple[StorageFit, ...]
    versions: tuple[Again, ...]
    not_run: Mapping[str, tuple[NotRun, ...]]


def derive(
    runs: Iterable[LoadedRun], published: StorageModel, book: Book, prefix: str = "storage-memory-again"
) -> StorageAgain:
    """Pair, fit and compare every version's newest run; enter all numbers into `book`."""
    versions = measured_again(runs, "storage-memory")
    return StorageAgain(
        index=_pairs(versions, published, "index", book, prefix),
        process=_pairs(versions, published, "process", book, prefix),
        fits=tuple(
            fit for again in versions if (fit := _fit(again, published, book, f"{prefix}-{again.key}"))
        ),
        versions=versions,
        not_run={
            table: tuple(item for again in versions for item in _not_run(again, table)) for table in _METRICS
        },
    )


def _pairs(
    versions: Sequence[Again], published: StorageModel, table: str, book: Book, prefix: str
) -> tuple[StoragePair, ...]:
    source = Points(published.run)
    pairs = []
    for point in source.table(table):
        size = numbers_of(source, point, _PARAMETERS[table])
        for again in versions:
            own = next(
                (
                    item
                    for item in again.points.table(table)
                    if numbers_of(again.points, item, _PARAMETERS[table]) == size
                ),
                None,
            )
            if own is not None and again.points.get(own, _METRICS[table]).kind == "exact":
                figure = source.get(point, _METRICS[table])
                pairs.append(
                    _pair(again, own, table, source, point, figure, book, f"{prefix}-{again.key}-{point}")
                )
    return tuple(pairs)


def _pair(
    again: Again, own: str, table: str, source: Points, point: str, figure: Sourced, book: Book, prefix: str
) -> StoragePair:
    names = [
        *(
            ("index-memory", "index-memory-collected")
            if table == "index"
            else ("resident-memory", "resident-anonymous", "resident-file", "collected-heap-allocated")
        )
    ]
    values = {name: again.points.get(own, name) for name in names if has(again.points, own, name)}
    compared = names if table == "index" else names[:1]
    ratios = {
        name: times(
            book,
            f"{prefix}-{name}",
            f"{values[name].label.capitalize()}, measured again over published",
            values[name],
            figure,
            (values[name].number(), figure.number()),
            _TIMES,
            at=f"{own} {again.version}",
        )
        for name in compared
        if name in values and figure.kind == "exact"
    }
    parameters = tuple(source.get(point, name) for name in _PARAMETERS[table])
    return StoragePair(parameters=parameters, published=figure, again=again, values=values, ratios=ratios)


def _fit(again: Again, published: StorageModel, book: Book, prefix: str) -> StorageFit | None:
    """c1 and c2 of one version, or None where its rows do not determine them."""
    points = again.points
    rows = [
        Row(
            point=point,
            parameters={name: points.get(point, name) for name in _PARAMETERS["index"]},
            measured=points.get(point, "index-memory-collected"),
        )
        for point in points.table("index")
        if has(points, point, "index-memory-collected")
    ]
    if len(rows) <= len(CONSTANTS):
        return None
    try:
        fit = relative(
            CONSTANTS,
            [(row.keys, row.keys * row.versions) for row in rows],
            [row.measured.number() for row in rows],
            [row.known for row in rows],
        )
    except ValueError:
        return None
    inputs = tuple(
        Input(symbol=f"y_{{{i}}}", label=row.measured.label, quantity=row.measured)
        for i, row in enumerate(rows, start=1)
    )
    constants = {
        name: constant(
            book, prefix, fit, i, f"{TITLES[name]}, measured again", inputs, FORMULA, at=again.version
        )
        for i, name in enumerate(CONSTANTS)
    }
    outside = {}
    for i, name in enumerate(CONSTANTS):
        value, (low, high) = published.published[name].number(), fit.intervals[i]
        if not low <= value <= high:
            outside[name] = "above" if fit.constants[i] > value else "below"
    _, worst = quality(book, prefix, fit, "index memory measured again", inputs)
    return StorageFit(
        again=again,
        constants=constants,
        worst=worst,
        ratios={
            name: times(
                book,
                f"{prefix}-over-{name}",
                f"{TITLES[name]}, measured again over published",
                constants[name],
                published.published[name],
                (constants[name].value, published.published[name].number()),
                "The constant fitted to the new rows divided by the published one.",
                at=again.version,
            )
            for name in CONSTANTS
        },
        outside=outside,
    )


def _not_run(again: Again, table: str) -> Iterable[NotRun]:
    points = again.points
    for point in points.table(table):
        outcome = points.get(point, _METRICS[table])
        if outcome.kind == "none":
            yield NotRun(
                again=again,
                point=point,
                parameters=tuple(points.get(point, name) for name in _PARAMETERS[table]),
                outcome=outcome,
                reason=reason_of(again.run, point),
            )
