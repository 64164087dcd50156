# SPDX-License-Identifier: Apache-2.0
"""Watch memory measured again: row beside row, and the same model fitted to each version."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from benchtrail.derive.fit import Fit, relative
from benchtrail.derive.make import constant, prediction, quality
from benchtrail.derive.measured import Again, NotRun, has, measured_again, numbers_of, reason_of, share, times
from benchtrail.derive.watch import CONSTANTS, FORMULA, WatchModel
from benchtrail.derive.watch import Row as PublishedRow
from benchtrail.load import LoadedRun
from benchtrail.quantity import Book, Derived, Input, Sourced

_PARAMETERS = ("clients", "streams-per-client", "watchings-per-stream")
#: What the watchings of a row are on, as a run names it.
DISTINCT, ONE = "distinct", "one"
_TITLES = {
    "base": "Base, measured again: memory of the process with no client",
    "c1": "Memory of one connection (c1), measured again",
    "c2": "Memory of one watch stream (c2), measured again",
    "c3": "Memory of one watching (c3), measured again",
}
_SYMBOLS = {"base": r"\text{base}", "c1": "c_1", "c2": "c_2", "c3": "c_3"}
_TIMES = "The memory measured again divided by the published one, whose MB is read as decimal."


@dataclass(frozen=True, kw_only=True, slots=True)
class Pair:
    """A published row and what each version's run has for it, all on distinct keys or all on one key.

    `measured` and `ratios` are by the key of the version; a version whose run lacks the row is not in them.
    """

    published: PublishedRow
    keys: str
    measured: Mapping[str, Sourced]
    ratios: Mapping[str, Derived]


@dataclass(frozen=True, kw_only=True, slots=True)
class Fitted:
    """The model fitted to the rows of one version that have distinct keys.

    `outside` says of each published constant that lies outside the interval whether the new one lies
    above or below it; `unpublished` holds what the constants expect where the document has no figure;
    `ratios` are new constants over published ones. `idle` is an idle server's resident
    set, and `idle_inside` whether it lies in the interval of the base.
    """

    again: Again
    fit: Fit
    constants: Mapping[str, Derived]
    worst: Derived
    ratios: Mapping[str, Derived]
    outside: Mapping[str, str]
    idle: Sourced
    idle_inside: bool
    unpublished: tuple[tuple[PublishedRow, Derived], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class WatchAgain:
    """Everything the pages say of the new runs. Without runs all parts are empty."""

    versions: tuple[Again, ...]
    pairs: tuple[Pair, ...]
    fits: tuple[Fitted, ...]
    not_run: tuple[NotRun, ...]
    stacks: tuple[tuple[Pair, Again, Derived], ...]
    keys: tuple[tuple[Pair, Again, Derived], ...]


def derive(
    runs: Iterable[LoadedRun], published: WatchModel, book: Book, prefix: str = "watch-memory-again"
) -> WatchAgain:
    """Pair, fit and compare every version's newest run; enter all numbers into `book`."""
    versions = measured_again(runs, "watch-memory")
    pairs = _pairs(versions, published, book, prefix)
    fits = tuple(
        fitted for again in versions if (fitted := _fitted(again, published, book, f"{prefix}-{again.key}"))
    )
    return WatchAgain(
        versions=versions,
        pairs=pairs,
        fits=fits,
        not_run=_not_run(versions, {item.again.key: item for item in fits}, book, prefix),
        stacks=tuple(_stacks(versions, pairs, book, prefix)),
        keys=tuple(_keys(versions, pairs, book, prefix)),
    )


def _rows(again: Again) -> dict[tuple[tuple[float, ...], str], str]:
    """The points of a run by their parameters and what their watchings are on."""
    points = again.points
    found = {}
    for point in points.table("total"):
        size = numbers_of(points, point, _PARAMETERS)
        if size is not None and has(points, point, "resident-memory"):
            keys = points.get(point, "watched-keys").text if has(points, point, "watched-keys") else DISTINCT
            found[size, keys] = point
    return found


def _pairs(versions: Sequence[Again], published: WatchModel, book: Book, prefix: str) -> tuple[Pair, ...]:
    by_version = {again.key: (again, _rows(again)) for again in versions}
    ordered = sorted((*published.rows, *published.absent), key=published_order(published))
    pairs = []
    for row in ordered:
        size = tuple(round(quantity.number(), 6) for quantity in row.parameters[:3])
        for keys in (DISTINCT, ONE):
            measured = {
                key: again.points.get(rows[size, keys], "resident-memory")
                for key, (again, rows) in by_version.items()
                if (size, keys) in rows
            }
            if not measured and keys == ONE:
                continue
            ratios = {
                key: _ratio(
                    book, f"{prefix}-{key}-{row.point}-{keys}", row, quantity, by_version[key][0].version
                )
                for key, quantity in measured.items()
                if quantity.kind == "exact" and row.measured.kind == "exact"
            }
            pairs.append(Pair(published=row, keys=keys, measured=measured, ratios=ratios))
    return tuple(pairs) if versions else ()


def published_order(published: WatchModel):  # noqa: ANN201 - a key function for `sorted`
    """The order of the rows in the document."""
    places = {point.id: index for index, point in enumerate(published.run.run.points)}
    return lambda row: places[row.point]


def _ratio(book: Book, id_: str, row: PublishedRow, quantity: Sourced, version: str) -> Derived:
    return times(
        book,
        id_,
        "Resident memory, measured again over published",
        quantity,
        row.measured,
        (quantity.number(), row.measured.number()),
        _TIMES,
        at=f"{quantity.at} {version}",
    )


# --- the model -------------------------------------------------------------------------------------


def _fitted(again: Again, published: WatchModel, book: Book, prefix: str) -> Fitted | None:
    """The model of one version, or None where its rows do not determine it."""
    points = again.points
    rows = [
        (size, point)
        for (size, keys), point in _rows(again).items()
        if keys == DISTINCT and points.get(point, "resident-memory").kind == "exact"
    ]
    if len(rows) <= len(CONSTANTS):
        return None
    measured = [points.get(point, "resident-memory") for _, point in rows]
    try:
        fit = relative(CONSTANTS, [(1.0, *_totals(size)) for size, _ in rows], [m.number() for m in measured])
    except ValueError:
        return None
    inputs = tuple(
        Input(symbol=f"y_{{{i}}}", label=quantity.label, quantity=quantity)
        for i, quantity in enumerate(measured, start=1)
    )
    constants = {
        name: constant(book, prefix, fit, index, _TITLES[name], inputs, FORMULA, at=again.version)
        for index, name in enumerate(CONSTANTS)
    }
    _, worst = quality(book, prefix, fit, "watch memory measured again", inputs)
    idle = points.get(rows[0][1], "idle-resident-memory")
    low, high = fit.intervals[0]
    return Fitted(
        again=again,
        fit=fit,
        constants=constants,
        worst=worst,
        ratios={
            name: times(
                book,
                f"{prefix}-over-{name}",
                f"{_TITLES[name]}, over the published one",
                constants[name],
                quantity,
                (constants[name].value, quantity.number()),
                "The constant fitted to the new rows divided by the published one.",
                at=again.version,
            )
            for name, quantity in published.published.items()
        },
        outside=_outside(fit, published),
        idle=idle,
        idle_inside=low <= idle.number() <= high,
        unpublished=tuple(
            (
                row,
                _prediction(
                    fit, constants, row.totals, row.parameters, f"{prefix}-expected-{row.point}", again, book
                ),
            )
            for row in published.absent
        ),
    )


def _totals(size: tuple[float, ...]) -> tuple[float, float, float]:
    clients, streams, watchings = size
    return clients, clients * streams, clients * streams * watchings


def _outside(fit: Fit, published: WatchModel) -> dict[str, str]:
    found = {}
    for index, name in enumerate(CONSTANTS):
        if name in published.published:
            value = published.published[name].number()
            low, high = fit.intervals[index]
            if not low <= value <= high:
                found[name] = "above" if fit.constants[index] > value else "below"
    return found


# --- what else the rows tell -----------------------------------------------------------------------


def _not_run(
    versions: Sequence[Again], fits: Mapping[str, Fitted], book: Book, prefix: str
) -> tuple[NotRun, ...]:
    found = []
    for again in versions:
        for (size, keys), point in _rows(again).items():
            outcome = again.points.get(point, "resident-memory")
            if outcome.kind != "none":
                continue
            row = NotRun(
                again=again,
                point=point,
                parameters=tuple(again.points.get(point, name) for name in (*_PARAMETERS, "watched-keys")),
                outcome=outcome,
                reason=reason_of(again.run, point),
            )
            if keys == DISTINCT and again.key in fits:
                row = replace(row, predicted=_predicted(row, size, fits[again.key], book, prefix))
            found.append(row)
    return tuple(found)


def _predicted(row: NotRun, size: tuple[float, ...], fitted: Fitted, book: Book, prefix: str) -> Derived:
    id_ = f"{prefix}-{fitted.again.key}-predicted-{row.point}"
    return _prediction(
        fitted.fit, fitted.constants, _totals(size), row.parameters[:3], id_, fitted.again, book
    )


def _prediction(
    fit: Fit,
    constants: Mapping[str, Derived],
    totals: tuple[float, float, float],
    parameters: Sequence[Sourced],
    id_: str,
    again: Again,
    book: Book,
) -> Derived:
    """What the constants of a version expect at a row, with its prediction interval."""
    value, low, high = fit.predict((1.0, *totals))
    return prediction(
        book,
        id_,
        "Predicted memory, by the constants measured again",
        value,
        (
            *(
                Input(symbol=_SYMBOLS[name], label=_TITLES[name], quantity=constants[name])
                for name in CONSTANTS
            ),
            *(Input(symbol="", label=item.label, quantity=item) for item in parameters),
        ),
        FORMULA,
        interval=(low, high),
        at=f"{parameters[0].at} {again.version}",
    )


def _stacks(versions: Sequence[Again], pairs: Sequence[Pair], book: Book, prefix: str):  # noqa: ANN202
    """Of each version's row with most streams of one watching, the share that goroutine stacks take."""
    for again in versions:
        rows = [
            pair
            for pair in pairs
            if pair.keys == DISTINCT
            and again.key in pair.measured
            and pair.measured[again.key].kind == "exact"
            and pair.published.totals[1] > pair.published.totals[0]
            and pair.published.totals[2] == pair.published.totals[1]
        ]
        if rows:
            pair = max(rows, key=lambda pair: pair.published.totals[1])
            whole = pair.measured[again.key]
            yield (
                pair,
                again,
                share(
                    book,
                    f"{prefix}-{again.key}-stacks",
                    "Share of the resident set that goroutine stacks take",
                    again.points.get(whole.at, "stacks"),
                    whole,
                    "Memory of goroutine stacks divided by the resident set, both read at the same moment.",
                    at=f"{whole.at} {again.version}",
                ),
            )


def _keys(versions: Sequence[Again], pairs: Sequence[Pair], book: Book, prefix: str):  # noqa: ANN202
    """Rows that were measured with distinct keys and with one key: how the first compares to the second."""
    shared = {pair.published.point: pair for pair in pairs if pair.keys == ONE}
    for pair in pairs:
        other = shared.get(pair.published.point)
        if pair.keys != DISTINCT or other is None:
            continue
        for again in versions:
            one, many = other.measured.get(again.key), pair.measured.get(again.key)
            if one is not None and many is not None and one.kind == many.kind == "exact":
                yield (
                    pair,
                    again,
                    times(
                        book,
                        f"{prefix}-{again.key}-keys-{pair.published.point}",
                        "Resident memory with distinct keys over that with one key",
                        many,
                        one,
                        (many.number(), one.number()),
                        "Two rows of one run that differ only in what the watchings are on.",
                        at=f"{pair.published.point} {again.version}",
                    ),
                )
