# SPDX-License-Identifier: Apache-2.0
"""The numbers behind the tuning answers: defaults, a lower snapshot count, fewer catch-up entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from benchtrail.derive.catchup_rows import (
    VERSIONS,
    Configuration,
    end,
    enter,
    entries_input,
    put_input,
    snapshots_input,
)
from benchtrail.derive.make import ratio
from benchtrail.model import Bound
from benchtrail.quantity import Book, Derived, Input, Sourced
from benchtrail.units import to_base


@dataclass(frozen=True, kw_only=True, slots=True)
class Defaults:
    """What a version's defaults hold at one size of put; `row` is the table's row of these settings, if any."""

    key: str
    put: Sourced
    low: Derived
    high: Derived
    row: Configuration | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Low:
    """The row with the lowest settings, and the one like it with the usual settings."""

    usual: Configuration
    lowest: Configuration


def savings_of(
    book: Book, numbers: dict[str, Derived], prefix: str, rows: Sequence[Configuration]
) -> tuple[tuple[Configuration, Configuration], ...]:
    """Rows that differ in the snapshot count only: what the lower count saves, and how often it snapshots."""
    groups: dict[tuple[float, float], list[Configuration]] = {}
    for row in rows:
        groups.setdefault((row.put.number(), row.entries.number()), []).append(row)
    found = []
    for group in groups.values():
        ordered = sorted(group, key=lambda row: -row.snapshots.number())
        for more, fewer in pairwise(ordered):
            found.append((more, fewer))
            _saving(book, numbers, prefix, more, fewer)
    for row in rows:
        _between(book, numbers, prefix, row)
    return tuple(found)


def _saving(
    book: Book, numbers: dict[str, Derived], prefix: str, more: Configuration, fewer: Configuration
) -> None:
    """How many times the heap is with the higher settings, by the formula and as measured."""
    at = f"{more.point} against {fewer.point}"
    upper, lower = numbers[f"high-{more.point}"], numbers[f"high-{fewer.point}"]
    numbers[f"saving-formula-{more.point}"] = ratio(
        book,
        f"{prefix}-saving-formula-{more.point}",
        "The formula's upper end with the higher setting against the lower",
        upper,
        lower,
        upper.value,
        lower.value,
        at=at,
    )
    for key in VERSIONS:
        if key in more.measured and key in fewer.measured:
            a, b = more.measured[key], fewer.measured[key]
            numbers[f"saving-{key}-{more.point}"] = ratio(
                book,
                f"{prefix}-saving-{key}-{more.point}",
                "The highest heap with the higher setting against the lower",
                a,
                b,
                a.ends()[1],
                b.ends()[1],
                at=f"{at} {VERSIONS[key]}",
            )
    numbers[f"oftener-{more.point}"] = ratio(
        book,
        f"{prefix}-oftener-{more.point}",
        "How much more often the lower snapshot count makes a snapshot",
        more.snapshots,
        fewer.snapshots,
        more.snapshots.number(),
        fewer.snapshots.number(),
        at=at,
    )


def _between(book: Book, numbers: dict[str, Derived], prefix: str, row: Configuration) -> None:
    """Puts, and bytes of puts, from one snapshot to the next."""
    count = row.snapshots.number()
    numbers[f"puts-between-{row.point}"] = enter(
        book,
        f"{prefix}-puts-between-{row.point}",
        "Puts from one snapshot to the next",
        count,
        (snapshots_input(row.snapshots),),
        "S",
        "A snapshot is due when as many entries as the snapshot count were applied since the last; each put is one.",
        unit="{request}",
        at=row.point,
        text=f"{count:,.0f}\u00a0puts",
    )
    numbers[f"bytes-between-{row.point}"] = enter(
        book,
        f"{prefix}-bytes-between-{row.point}",
        "Bytes of puts from one snapshot to the next",
        count * row.put.number(),
        (put_input(row.put), snapshots_input(row.snapshots)),
        r"S \cdot s",
        "The snapshot count, times the size of a put.",
        at=row.point,
    )


def defaults_of(
    book: Book,
    numbers: dict[str, Derived],
    prefix: str,
    rows: Sequence[Configuration],
    statements: Mapping[str, Sourced],
) -> tuple[Defaults, ...]:
    """Both ends of the formula with each version's defaults, for every size of put in the table."""
    found = []
    sizes = {row.put.number(): row for row in rows[::-1]}
    for key in VERSIONS:
        entries, snapshots = (statements[f"default-{name}-{key}"] for name in ("catchup", "snapshot-count"))
        for size, sample in sorted(sizes.items()):
            put = put_input(sample.put)
            point = sample.point.partition("-")[0]
            name, at = f"{key}-{point}", f"{point} {key.replace('-', '.')}"
            low = enter(
                book,
                f"{prefix}-default-low-{name}",
                "Lower end of the formula with the default settings",
                entries.number() * size,
                (put, entries_input(entries)),
                r"E \cdot s",
                "The default number of catch-up entries, each as large as a put.",
                at=at,
            )
            high = enter(
                book,
                f"{prefix}-default-high-{name}",
                "Upper end of the formula with the default settings",
                (entries.number() + snapshots.number()) * size,
                (put, entries_input(entries), snapshots_input(snapshots)),
                r"(E + S) \cdot s",
                "The default numbers of catch-up entries and of entries until a snapshot, each as large as a put.",
                at=at,
            )
            numbers |= {f"default-low-{name}": low, f"default-high-{name}": high}
            same = [
                row
                for row in rows
                if (row.put.number(), row.entries.number(), row.snapshots.number())
                == (size, entries.number(), snapshots.number())
            ]
            found.append(Defaults(key=key, put=sample.put, low=low, high=high, row=same[0] if same else None))
        _bound(book, numbers, prefix, key, statements[f"q1-heap-{key}"], found)
    return tuple(found)


def _bound(  # noqa: PLR0913,PLR0917 - the book, and what is compared
    book: Book,
    numbers: dict[str, Derived],
    prefix: str,
    key: str,
    bound: Sourced,
    defaults: Sequence[Defaults],
) -> None:
    """The published bound for small puts, against the formula and against the table's highest figure."""
    if not isinstance(bound.fact, Bound):
        raise TypeError(f"{bound.href} is {bound.kind}, not a bound")
    limit = to_base(bound.fact.limit, bound.fact.unit)
    small = min((item for item in defaults if item.key == key), key=lambda item: item.put.number())
    highest = numbers[f"highest-{key}-{small.row.point}"] if small.row else None
    for name, title, number in (
        ("formula", "Upper end of the formula as a share of the published bound", small.high),
        ("highest", "Highest measured heap as a share of the published bound", highest),
    ):
        if number is not None:
            numbers[f"bound-{name}-{key}"] = enter(
                book,
                f"{prefix}-bound-{name}-{key}",
                title,
                100 * number.value / limit,
                (
                    Input(symbol="a", label=number.title, quantity=number),
                    Input(symbol="b", label="the published bound", quantity=bound),
                ),
                r"\frac{a}{b}",
                "The first number divided by the bound; below a hundred per cent it holds.",
                unit="%",
                at=small.low.at,
            )


def low_settings(
    book: Book,
    numbers: dict[str, Derived],
    prefix: str,
    rows: Sequence[Configuration],
    statements: Mapping[str, Sourced],
) -> Low:
    """The row with the fewest catch-up entries beside its usual twin, and what a single entry would hold."""
    lowest = min(rows, key=lambda row: row.entries.number())
    usual = next(row for row in rows if row is not lowest and row.put.number() == lowest.put.number())
    _saving(book, numbers, prefix, usual, lowest)
    for row in (usual, lowest):
        measured = row.measured["v3-5"]
        at = f"{row.point} {VERSIONS['v3-5']}"
        numbers[f"lowest-v3-5-{row.point}"] = end(book, f"{prefix}-lowest-v3-5-{row.point}", measured, 0, at)
    a, b = (numbers[f"lowest-v3-5-{row.point}"] for row in (usual, lowest))
    numbers["floor-saving"] = ratio(
        book,
        f"{prefix}-floor-saving",
        "The lowest heap with the usual settings against the lowest ones",
        a,
        b,
        a.value,
        b.value,
        at=f"{usual.point} against {lowest.point}",
    )
    _single(book, numbers, prefix, usual, statements["q3-catchup-single"])
    return Low(usual=usual, lowest=lowest)


def _single(
    book: Book, numbers: dict[str, Derived], prefix: str, row: Configuration, single: Sourced
) -> None:
    """Both ends of the formula with the catch-up entries of the last answer, everything else as in `row`."""
    put, count = row.put.number(), single.number()
    inputs = (put_input(row.put), entries_input(single), snapshots_input(row.snapshots))
    for name, value, formula in (
        ("low", count * put, r"E \cdot s"),
        ("high", (count + row.snapshots.number()) * put, r"(E + S) \cdot s"),
    ):
        numbers[f"single-{name}"] = enter(
            book,
            f"{prefix}-single-{name}",
            f"{'Lower' if name == 'low' else 'Upper'} end of the formula with a single catch-up entry",
            value,
            inputs if name == "high" else inputs[:2],
            formula,
            "The formula with the fewest catch-up entries that the document calls fine for one member.",
            at=row.point,
        )
