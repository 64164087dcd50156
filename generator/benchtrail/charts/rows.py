# SPDX-License-Identifier: Apache-2.0
"""A chart's marks and lines as rows with neutral field names, and how each one is drawn.

Fields: c0 x, c1 the drawn value, c2 low, c3 high, c4 series, c5 description, c6 address, c7 the value as
text, c8 colour, c9 shape, c10 the series' place,
c11 the point in words, c12 the inside of its bar. Untrusted strings occur in row values only.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Literal, TypeAlias

from benchtrail.charts import style
from benchtrail.charts.text import plain
from benchtrail.charts.types import Chart, Line, Mark

Figure = Literal["dot", "open", "span", "over", "under", "none"]
Cell: TypeAlias = str | float | int | None
Row: TypeAlias = dict[str, Cell]

FIGURES: tuple[Figure, ...] = ("span", "dot", "open", "over", "under", "none")


@dataclass(frozen=True, kw_only=True, slots=True)
class Series:
    """The series of a chart in order of first appearance, those of marks before those of lines only."""

    of_marks: tuple[str, ...]
    of_lines: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """Every series once."""
        return self.of_marks + tuple(name for name in self.of_lines if name not in self.of_marks)

    def place(self, name: str) -> int:
        """The place that decides colour and shape."""
        return self.all.index(name)

    def line_colour(self, name: str) -> str:
        """A curve through marks of the same name has their colour; any other is neutral."""
        return style.colour(self.place(name)) if name in self.of_marks else style.LINE


def series_of(chart: Chart) -> Series:
    """The series of a chart, their names made plain."""
    return Series(
        of_marks=tuple(dict.fromkeys(plain(mark.series) for mark in chart.marks)),
        of_lines=tuple(dict.fromkeys(plain(line.series) for line in chart.lines)),
    )


def figure(mark: Mark) -> Figure:
    """How a mark is drawn, by which of its values are there."""
    if mark.kind == "none":
        return "none"
    if mark.y is not None and mark.kind != "bound":
        return "open" if mark.kind == "approximate" else "dot"
    if mark.y_low is not None and mark.y_high is not None:
        return "span"
    if mark.y_low is not None:
        return "over"
    if mark.y_high is not None:
        return "under"
    return "none" if mark.y is None else "dot"


def mark_value(mark: Mark) -> float | None:
    """Where a mark stands on the value axis: its value, its bound, or the middle of its range."""
    if mark.y is not None:
        return mark.y
    if mark.y_low is not None and mark.y_high is not None:
        return (mark.y_low + mark.y_high) / 2
    return mark.y_low if mark.y_low is not None else mark.y_high


def describe(mark: Mark) -> str:
    """What a screen reader says at a mark: series, point, value, and where the link leads."""
    parts = (plain(part) for part in (mark.series, mark.label, mark.text))
    return f"{', '.join(part for part in parts if part)}: see its evidence"


def describe_line(line: Line) -> str:
    """What a screen reader says at a curve."""
    return f"{plain(line.series)}: see how this curve was computed"


def category(mark: Mark, width: int) -> str:
    """The category of a mark in lines of at most `width` characters, at most three of them."""
    lines = textwrap.wrap(plain(str(mark.x)), width) or [""]
    if len(lines) > 3:
        lines = [*lines[:2], textwrap.shorten(" ".join(lines[2:]), width, placeholder="…")]
    return "\n".join(lines)


def mark_rows(chart: Chart, series: Series, no_value: float, width: int) -> dict[Figure, list[Row]]:
    """The rows of all marks by figure; a mark without a value stands at `no_value`."""
    rows: dict[Figure, list[Row]] = {name: [] for name in FIGURES}
    for mark in chart.marks:
        name, value, place = figure(mark), mark_value(mark), series.place(plain(mark.series))
        row: Row = {
            "c0": category(mark, width) if isinstance(mark.x, str) else mark.x,
            "c1": no_value if name == "none" or value is None else value,
            "c4": plain(mark.series),
            "c5": describe(mark),
            "c6": mark.href,
            "c7": plain(mark.text),
            "c8": style.colour(place),
            "c9": style.shape(place),
            "c10": place,
            "c11": plain(mark.label),
            "c12": style.fill(place),
        }
        if mark.y_low is not None and mark.y_high is not None:
            row |= {"c2": mark.y_low, "c3": mark.y_high}
        rows[name].append(row)
    return rows


def line_rows(line: Line, series: Series) -> list[Row]:
    """The points of one curve."""
    name = plain(line.series)
    shared: Row = {"c4": name, "c5": describe_line(line), "c6": line.href, "c8": series.line_colour(name)}
    return [{"c0": x, "c1": y, **shared} for x, y in line.points]
