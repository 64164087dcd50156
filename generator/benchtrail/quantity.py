# SPDX-License-Identifier: Apache-2.0
"""Quantities: the only things a template can print as numbers. Each carries where it comes from.

A `Sourced` quantity is a value of a run, whose address is its evidence card. A `Derived` one is a
function of quantities, whose address is its own page with its formula and all its inputs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from benchtrail.literals import REASON_TEXT
from benchtrail.load import LoadedRun
from benchtrail.model import Absent, Approximate, Bound, Doubt, Exact, Fact, Range, Text, Value
from benchtrail.units import shown, significant, to_base
from benchtrail.verify import read


@dataclass(frozen=True, kw_only=True, slots=True)
class Sourced:
    """A fact of a run: `card` is the id of its evidence card, `label` what it is, `at` its point."""

    run: LoadedRun
    card: str
    fact: Fact
    label: str = ""
    at: str = ""

    @property
    def href(self) -> str:
        """The address of the evidence card."""
        return f"{self.run.address}#{self.card}"

    @property
    def text(self) -> str:
        """As readers see it: the literal's digits, with the unit's usual spelling."""
        return fact_text(self.fact)

    @property
    def kind(self) -> str:
        """The kind of value, as the styles know it."""
        return self.fact.__struct_config__.tag  # type: ignore[return-value]

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """The warnings that ride beside the value."""
        return () if isinstance(self.fact, Text) else self.fact.doubts

    @property
    def literal(self) -> str:
        """The characters in the artifact, if there are any."""
        return self.fact.evidence.literal if self.fact.evidence else ""

    def number(self, *, binary_mb: bool = False) -> float:
        """The number in base units (bytes, seconds, one). Only for exact and approximate values."""
        if not isinstance(self.fact, Exact | Approximate):
            raise TypeError(f"{self.href} is {self.kind}, not one number")
        return to_base(self.fact.value, self.fact.unit, binary_mb=binary_mb)

    def ends(self, *, binary_mb: bool = False) -> tuple[float, float]:
        """Low and high in base units; both the same for one number."""
        if isinstance(self.fact, Range):
            low, high = self.fact.low, self.fact.high
            return to_base(low, self.fact.unit, binary_mb=binary_mb), to_base(
                high, self.fact.unit, binary_mb=binary_mb
            )
        number = self.number(binary_mb=binary_mb)
        return number, number


@dataclass(frozen=True, kw_only=True, slots=True)
class Input:
    """One input of a derived number: its symbol in the formula (TeX), a label, and the quantity."""

    symbol: str
    label: str
    quantity: Quantity


@dataclass(frozen=True, kw_only=True, slots=True)
class Derived:
    """A number computed from others. `value` is in `unit`; `text` is how it is shown; `interval` is the
    95 % interval of a fitted number as text, or empty; `formula` is TeX; `method` one plain sentence.
    `title` holds no figure; where the number belongs to one point, `at` is that point's id."""

    id: str
    title: str
    value: float
    unit: str
    text: str
    method: str
    inputs: tuple[Input, ...]
    formula: str = ""
    interval: str = ""
    low: float | None = None
    high: float | None = None
    doubts: tuple[Doubt, ...] = ()
    at: str = ""

    kind = "derived"
    literal = ""

    @property
    def href(self) -> str:
        """The address of the number's page."""
        return f"/numbers/{self.id}/"

    @property
    def label(self) -> str:
        """What it is."""
        return self.title


Quantity: TypeAlias = Sourced | Derived


def fact_text(fact: Fact) -> str:
    """A fact as readers see it."""
    if isinstance(fact, Text):
        return fact.text
    if isinstance(fact, Absent):
        return REASON_TEXT[fact.reason]
    return read(fact.evidence, fact.unit).shown


def plain(value: Value) -> str:
    """A value from its numbers alone, without its literal: for charts and data files."""
    match value:
        case Exact() | Approximate():
            return shown(significant(value.value, 6), value.unit)
        case Range():
            return f"{significant(value.low, 6)}–{shown(significant(value.high, 6), value.unit)}"
        case Bound():
            return f"{'>' if value.side.value == 'above' else '<'}\u00a0{shown(significant(value.limit, 6), value.unit)}"
    return REASON_TEXT[value.reason]


class Book:
    """All quantities of a build, by id; asking for one that is not there is an error."""

    def __init__(self) -> None:
        self._derived: dict[str, Derived] = {}

    def add(self, number: Derived) -> Derived:
        """Enter a derived number; an id is entered once."""
        if number.id in self._derived:
            raise ValueError(f"the derived number {number.id!r} is entered twice")
        if re.search(r"(?<![A-Za-z])\d", number.title + number.method):
            raise ValueError(
                f"the title or method of {number.id!r} holds a figure; give the point in `at`, a figure as an input"
            )
        self._derived[number.id] = number
        return number

    def derived(self, id_: str) -> Derived:
        """The derived number of this id. Raises `KeyError` naming it."""
        return self._derived[id_]

    def all(self) -> list[Derived]:
        """Every derived number, in the order of their ids."""
        return [self._derived[key] for key in sorted(self._derived)]


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a run as quantities: `points["c1k-s1-w1"]["resident-memory"]`."""

    run: LoadedRun

    def get(self, point: str, name: str) -> Sourced:
        """A parameter or value of a point. Raises `KeyError` naming run, point and name."""
        for candidate in self.run.run.points:
            if candidate.id == point:
                facts: dict[str, Fact] = {**candidate.parameters, **candidate.values}
                if name not in facts:
                    break
                return Sourced(
                    run=self.run,
                    card=f"{point}-{name}",
                    fact=facts[name],
                    label=name.replace("-", " "),
                    at=point,
                )
        raise KeyError(f"{self.run.id}: no {name!r} at point {point!r}")

    def table(self, table: str) -> list[str]:
        """The ids of the points of one table, in the order of the run."""
        return [point.id for point in self.run.run.points if point.table == table]
