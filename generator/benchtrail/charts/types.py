# SPDX-License-Identifier: Apache-2.0
"""What a chart is, before anybody decides how to draw it.

Strings called untrusted may hold anything somebody submitted: they are drawn as text and read out as
text, never evaluated and never markup. That they *are* strings is checked here, because Vega evaluates
an object such as `{"signal": …}` wherever it accepts a title.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Literal

Scale = Literal["linear", "log", "ordinal", "time"]
Kind = Literal["points", "bars", "ranges", "series", "stacked"]
Better = Literal["lower", "higher"]
ValueKind = Literal["exact", "range", "bound", "approximate", "none", "derived"]

SCALES: tuple[Scale, ...] = ("linear", "log", "ordinal", "time")
KINDS: tuple[Kind, ...] = ("points", "bars", "ranges", "series", "stacked")
VALUE_KINDS: tuple[ValueKind, ...] = ("exact", "range", "bound", "approximate", "none", "derived")

#: An address on this site, and only on this site: no scheme, no host, no query.
ADDRESS = re.compile(r"/(?:[A-Za-z0-9._~-]+/)*(?:[A-Za-z0-9._~-]+)?(?:#[A-Za-z0-9._~-]+)?\Z")
#: Chart ids stand in file names and in ids of the page.
CHART_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?\Z")


@dataclass(frozen=True, kw_only=True, slots=True)
class Axis:
    """One axis. `title` is untrusted; `unit` chooses how ticks are written (`B`, `s`, or drawn behind the title)."""

    title: str
    scale: Scale = "linear"
    unit: str = ""

    def __post_init__(self) -> None:
        _strings("axis", title=self.title, unit=self.unit)
        _one_of("axis.scale", self.scale, SCALES)


@dataclass(frozen=True, kw_only=True, slots=True)
class Mark:
    """One value of one run, or one derived number.

    `x` is a number, a category (untrusted) or an ISO date, as the x axis says. `y` is the value;
    `y_low` with `y_high` a range; `y_low` alone means "over", `y_high` alone "below"; nothing at all
    means that there is no value, and `text` says why. `series`, `label` (the point, in words) and
    `text` (the value as it is printed) are untrusted. `href` is the address of the evidence.
    """

    x: float | str
    y: float | None = None
    y_low: float | None = None
    y_high: float | None = None
    series: str = ""
    label: str = ""
    text: str
    href: str
    kind: ValueKind = "exact"

    def __post_init__(self) -> None:
        _strings("mark", series=self.series, label=self.label, text=self.text)
        _place("mark.x", self.x)
        for name in ("y", "y_low", "y_high"):
            value = getattr(self, name)
            if value is not None:
                _number(f"mark.{name}", value)
        _one_of("mark.kind", self.kind, VALUE_KINDS)
        _address("mark.href", self.href)


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """A fitted or predicted curve: `series` is untrusted, `href` the page of the number it was made with.

    A line of reference that nothing was computed for, such as "as measured", has no `href`.
    """

    series: str
    points: tuple[tuple[float, float], ...]
    href: str = ""

    def __post_init__(self) -> None:
        _strings("line", series=self.series)
        for x, y in self.points:
            _number("line.points x", x)
            _number("line.points y", y)
        if self.href != "":
            _address("line.href", self.href)


@dataclass(frozen=True, kw_only=True, slots=True)
class Chart:
    """A drawing with the words that stand beside it. `id` is ours; the other strings are untrusted."""

    id: str
    title: str
    alt: str
    caption: str = ""
    kind: Kind
    x: Axis
    y: Axis
    marks: tuple[Mark, ...]
    lines: tuple[Line, ...] = field(default=())
    better: Better | None = None

    def __post_init__(self) -> None:
        _strings("chart", id=self.id, title=self.title, alt=self.alt, caption=self.caption)
        if not CHART_ID.match(self.id):
            raise ValueError(f"chart.id: expected lower-case letters, digits and hyphens, found {self.id!a}")
        _one_of("chart.kind", self.kind, KINDS)
        if self.better is not None:
            _one_of("chart.better", self.better, ("lower", "higher"))


def _strings(what: str, **fields: object) -> None:
    for name, value in fields.items():
        if type(value) is not str:
            raise TypeError(f"{what}.{name}: expected a string, found {type(value).__name__}")


def _number(what: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{what}: expected a number, found {type(value).__name__}")
    if not math.isfinite(value):
        raise ValueError(f"{what}: expected a finite number, found {value!r}")


def _place(what: str, value: object) -> None:
    if type(value) is not str:
        _number(what, value)


def _one_of(what: str, value: object, allowed: tuple[str, ...]) -> None:
    if type(value) is not str or value not in allowed:
        raise ValueError(f"{what}: expected one of {', '.join(allowed)}, found {value!a}")


def _address(what: str, value: object) -> None:
    if type(value) is not str:
        raise TypeError(f"{what}: expected a string, found {type(value).__name__}")
    if not ADDRESS.match(value) or ".." in value:
        raise ValueError(f"{what}: expected an address on this site beginning with /, found {value!a}")
