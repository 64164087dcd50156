# SPDX-License-Identifier: Apache-2.0
"""Catch-up heap measured again: lowest and highest heap beside the published range and the formula's ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from benchtrail.derive.catchup import CatchupModel
from benchtrail.derive.catchup_rows import VERSIONS, Configuration
from benchtrail.derive.measured import (
    Again,
    NotRun,
    has,
    measured_again,
    minor,
    numbers_of,
    reason_of,
    times,
)
from benchtrail.derive.spans import single
from benchtrail.load import LoadedRun
from benchtrail.quantity import Book, Derived, Input, Sourced

_PARAMETERS = ("put-size", "snapshot-count", "catchup-entries")
#: From this size on a put is large enough that the entries, and not what else the heap holds, decide.
LARGE = 10_000.0
#: Of the way from the formula's lower to its upper end: what stays below the first is near the lower end,
#: what comes beyond the second has reached the upper end.
NEAR_LOWER, NEAR_UPPER = 50.0, 80.0


@dataclass(frozen=True, kw_only=True, slots=True)
class CatchupPair:
    """A published configuration and one version's row for it.

    `published` is the cell of the document for this version's minor release, if there is one; `ratio` the
    highest heap over that cell's upper end; `over` the highest heap over the formula's upper end; `reach`
    how far up it came from the formula's lower (0 %) to its upper end (100 %).
    """

    row: Configuration
    again: Again
    published: Sourced | None
    lowest: Sourced
    highest: Sourced
    ratio: Derived | None
    over: Derived
    reach: Derived
    resident: Sourced

    @property
    def large(self) -> bool:
        """Whether the puts are large enough for the entries to decide."""
        return self.row.put.number() >= LARGE

    @property
    def above_floor(self) -> bool:
        """Whether the lowest heap lies at or above the formula's lower end."""
        return self.lowest.number() >= self.row.low


@dataclass(frozen=True, kw_only=True, slots=True)
class CatchupAgain:
    """Everything the pages say of the new runs. Without runs all parts are empty.

    `reached` are versions whose heap came to the formula's upper end in every row of large puts, `stayed`
    those where it stayed near the lower end in every such row. `example` is each version's row with the
    smallest large puts.
    """

    versions: tuple[Again, ...]
    pairs: tuple[CatchupPair, ...]
    not_run: tuple[NotRun, ...]
    reached: tuple[Again, ...]
    stayed: tuple[Again, ...]
    example: Mapping[str, CatchupPair]

    @property
    def floor_holds(self) -> bool:
        """Whether the lowest heap of no row fell below the formula's lower end."""
        return bool(self.pairs) and all(pair.above_floor for pair in self.pairs)


def derive(
    runs: Iterable[LoadedRun], published: CatchupModel, book: Book, prefix: str = "catchup-heap-again"
) -> CatchupAgain:
    """Pair and compare every version's newest run; enter all numbers into `book`."""
    versions = measured_again(runs, "catchup-heap")
    pairs = tuple(
        pair
        for row in published.rows
        for again in versions
        if (pair := _pair(row, again, published, book, f"{prefix}-{again.key}-{row.point}"))
    )
    large = {
        again.key: [pair for pair in pairs if pair.large and pair.again.key == again.key]
        for again in versions
    }
    return CatchupAgain(
        versions=versions,
        pairs=pairs,
        not_run=tuple(item for again in versions for item in _not_run(again)),
        reached=tuple(
            again
            for again in versions
            if large[again.key] and all(pair.reach.value >= NEAR_UPPER for pair in large[again.key])
        ),
        stayed=tuple(
            again
            for again in versions
            if large[again.key] and all(pair.reach.value < NEAR_LOWER for pair in large[again.key])
        ),
        example={
            key: min(found, key=lambda pair: (pair.row.put.number(), -pair.row.snapshots.number()))
            for key, found in large.items()
            if found
        },
    )


def _pair(
    row: Configuration, again: Again, published: CatchupModel, book: Book, prefix: str
) -> CatchupPair | None:
    point = _point(row, again)
    if point is None or again.points.get(point, "heap-highest").kind != "exact":
        return None
    lowest, highest = (again.points.get(point, f"heap-{name}") for name in ("lowest", "highest"))
    at = f"{row.point} {again.version}"
    cell = _published(row, again.version)
    upper, lower = published.numbers[f"high-{row.point}"], published.numbers[f"low-{row.point}"]
    return CatchupPair(
        row=row,
        again=again,
        published=cell,
        lowest=lowest,
        highest=highest,
        ratio=times(
            book,
            f"{prefix}-ratio",
            "Highest heap, measured again over published",
            highest,
            cell,
            (highest.number(), cell.ends()[1]),
            "The highest heap measured again divided by the upper end of the published range, whose MB is read as decimal.",
            at=at,
        )
        if cell is not None and cell.kind == "range"
        else None,
        over=times(
            book,
            f"{prefix}-over-upper",
            "Highest heap, measured again, over the formula's upper end",
            highest,
            upper,
            (highest.number(), upper.value),
            "The highest heap measured again divided by the upper end of the formula.",
            at=at,
        ),
        reach=_reach(book, f"{prefix}-reach", highest, lower, upper, at),
        resident=again.points.get(point, "resident-highest"),
    )


def _reach(book: Book, id_: str, highest: Sourced, lower: Derived, upper: Derived, at: str) -> Derived:
    return single(
        book,
        id_,
        "How far up from the formula's lower to its upper end the heap came",
        100 * (highest.number() - lower.value) / (upper.value - lower.value),
        "%",
        (
            Input(symbol="h", label=highest.label, quantity=highest),
            Input(symbol="l", label=lower.title, quantity=lower),
            Input(symbol="u", label=upper.title, quantity=upper),
        ),
        r"\frac{h - l}{u - l}",
        "Nothing where the highest heap is the lower end of the formula, all where it is the upper end, more beyond it.",
        digits=2,
        at=at,
    )


def _point(row: Configuration, again: Again) -> str | None:
    """The point of a run with the parameters of a published row."""
    size = tuple(round(quantity.number(), 6) for quantity in (row.put, row.snapshots, row.entries))
    points = again.points
    for point in points.table("heap"):
        if numbers_of(points, point, _PARAMETERS) == size and has(points, point, "heap-highest"):
            return point
    return None


def _published(row: Configuration, version: str) -> Sourced | None:
    """The document's cell for the minor release that a version belongs to."""
    for key, name in VERSIONS.items():
        if minor(name) == minor(version):
            return row.cells[key]
    return None


def _not_run(again: Again) -> Iterable[NotRun]:
    points = again.points
    for point in points.table("heap"):
        if has(points, point, "heap-highest"):
            outcome = points.get(point, "heap-highest")
            if outcome.kind == "none":
                yield NotRun(
                    again=again,
                    point=point,
                    parameters=tuple(points.get(point, name) for name in _PARAMETERS),
                    outcome=outcome,
                    reason=reason_of(again.run, point),
                )
