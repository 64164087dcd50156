# SPDX-License-Identifier: Apache-2.0
"""Measured again: which runs of ours stand beside a published table, and how a row of theirs compares.

Nothing here names a run: of each etcd version the newest run of a suite is taken, and rows are paired
by the values of their parameters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchtrail.derive.make import number_text
from benchtrail.derive.spans import doubts, single
from benchtrail.load import LoadedRun
from benchtrail.model import Trust
from benchtrail.quantity import Book, Derived, Input, Points, Sourced

_VERSION = re.compile(r"v(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:-(alpha|beta|rc)\.(\d{1,2}))?")
_STAGES = {"alpha": 0, "beta": 1, "rc": 2, None: 3}


@dataclass(frozen=True, kw_only=True, slots=True)
class Again:
    """A run that stands beside a published table. `key` is its version as it stands in ids."""

    key: str
    version: str
    run: LoadedRun

    @property
    def points(self) -> Points:
        """Its points as quantities."""
        return Points(self.run)


@dataclass(frozen=True, kw_only=True, slots=True)
class NotRun:
    """A row that ended without a figure: its parameters, its outcome, and the reason in the harness's words."""

    again: Again
    point: str
    parameters: tuple[Sourced, ...]
    outcome: Sourced
    reason: str
    predicted: Derived | None = None


def measured_again(runs: Iterable[LoadedRun], suite: str) -> tuple[Again, ...]:
    """Of each released or pre-released etcd version the newest run of a suite that nobody transcribed.

    Newest versions first. Of runs of one day, the one with more measured values is taken, then the last by id.
    """
    best: dict[str, LoadedRun] = {}
    for run in sorted(runs, key=lambda run: (run.run.date, _values(run), run.id)):
        subject = run.run.subject
        if (
            run.run.suite == suite
            and run.run.trust is not Trust.TRANSCRIBED
            and subject.software == "etcd"
            and _VERSION.fullmatch(subject.version)
        ):
            best[subject.version] = run
    found = (Again(key=version.replace(".", "-"), version=version, run=run) for version, run in best.items())
    return tuple(sorted(found, key=lambda item: version_order(item.version), reverse=True))


def version_order(version: str) -> tuple[int, ...]:
    """A key by which versions sort: a release comes after its alphas."""
    match = _VERSION.fullmatch(version)
    if match is None:
        raise ValueError(f"{version!r} is no version")
    return (*map(int, match.groups()[:3]), _STAGES[match[4]], int(match[5] or 0))


def minor(version: str) -> str:
    """The minor release a version belongs to, as `v3.6`."""
    return ".".join(version.split(".")[:2])


def _values(run: LoadedRun) -> int:
    return sum(
        value.__struct_config__.tag != "none" for point in run.run.points for value in point.values.values()
    )


def has(points: Points, point: str, name: str) -> bool:
    """Whether a point has a parameter or value of this name."""
    return any(
        name in candidate.parameters or name in candidate.values
        for candidate in points.run.run.points
        if candidate.id == point
    )


def numbers_of(points: Points, point: str, names: Sequence[str]) -> tuple[float, ...] | None:
    """The parameters of a point as numbers, or None if it lacks one."""
    if not all(has(points, point, name) for name in names):
        return None
    found = [points.get(point, name) for name in names]
    return tuple(round(quantity.number(), 6) for quantity in found)


def times(  # noqa: PLR0913 - the columns of a number's page
    book: Book,
    id_: str,
    title: str,
    over: Sourced | Derived,
    under: Sourced | Derived,
    ends: tuple[float, float],
    method: str,
    *,
    at: str,
) -> Derived:
    """Enter how many times the second quantity the first is; `ends` are both in one unit."""
    return single(
        book,
        id_,
        title,
        ends[0] / ends[1],
        "×",
        (
            Input(symbol="a", label=over.label, quantity=over),
            Input(symbol="b", label=under.label, quantity=under),
        ),
        r"\frac{a}{b}",
        method,
        at=at,
    )


def share(
    book: Book, id_: str, title: str, part: Sourced, whole: Sourced, method: str, *, at: str
) -> Derived:
    """Enter a part of a whole in percent."""
    inputs = (
        Input(symbol="a", label=part.label, quantity=part),
        Input(symbol="b", label=whole.label, quantity=whole),
    )
    value = 100 * part.number() / whole.number()
    return book.add(
        Derived(
            id=id_,
            title=title,
            value=value,
            unit="%",
            text=number_text(value, "%", 2),
            formula=r"\frac{a}{b}",
            method=method,
            inputs=inputs,
            doubts=doubts(inputs),
            at=at,
        )
    )


def reason_of(run: LoadedRun, point: str) -> str:
    """Why a row ended without a figure, as a note of its run says."""
    for note in run.run.notes:
        if note.startswith(f"{point}: "):
            return note.removeprefix(f"{point}: ").partition(": ")[2]
    return ""
