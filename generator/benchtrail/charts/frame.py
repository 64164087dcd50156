# SPDX-License-Identifier: Apache-2.0
"""Where things stand: orientation, domains, ticks and sizes of one drawing."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any

from benchtrail.charts import scales, style
from benchtrail.charts.rows import Series, category, figure, mark_value, series_of
from benchtrail.charts.style import Size
from benchtrail.charts.text import plain
from benchtrail.charts.types import Axis, Chart

#: Tick labels of axes whose unit has prefixes. These are the only expressions in a specification;
#: they are ours and hold no data.
LABELS = {
    "B": (
        "datum.value == 0 ? '0' : abs(datum.value) >= 1e12 ? format(datum.value / 1e12, ',.12~g') + ' TB'"
        " : abs(datum.value) >= 1e9 ? format(datum.value / 1e9, ',.12~g') + ' GB'"
        " : abs(datum.value) >= 1e6 ? format(datum.value / 1e6, ',.12~g') + ' MB'"
        " : abs(datum.value) >= 1e3 ? format(datum.value / 1e3, ',.12~g') + ' kB'"
        " : format(datum.value, ',.12~g') + ' B'"
    ),
    "s": (
        "datum.value == 0 ? '0' : abs(datum.value) >= 1 ? format(datum.value, ',.12~g') + ' s'"
        " : abs(datum.value) >= 1e-3 ? format(datum.value * 1e3, ',.12~g') + ' ms'"
        " : format(datum.value * 1e6, ',.12~g') + ' µs'"
    ),
}
_BETTER = {"lower": "lower is better", "higher": "higher is better"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """The decisions that every layer of one drawing shares."""

    size: Size
    height: int
    series: Series
    #: Categories run down the page and values to the right, so that long names stay readable on a phone.
    flip: bool
    #: Series stand side by side within a category.
    dodge: bool
    categories: tuple[str, ...]
    place_domain: tuple[float, float] | None
    place_ticks: tuple[float, ...]
    value_domain: tuple[float, float]
    value_ticks: tuple[float, ...]
    #: Values are printed beside the marks.
    labelled: bool

    @property
    def no_value(self) -> float:
        """Where a mark without a value stands: at the start of its row, or at the top of the drawing."""
        return self.value_domain[0] if self.flip else self.value_domain[1]


def frame_of(chart: Chart, size: Size) -> Frame:
    """Decide orientation, domains and height. The chart has passed `validate.chart_problems`."""
    series = series_of(chart)
    flip = chart.x.scale == "ordinal" and chart.kind != "series"
    categories = (
        tuple(dict.fromkeys(category(m, size.label_chars) for m in chart.marks))
        if chart.x.scale == "ordinal"
        else ()
    )
    pairs = [(category(m, size.label_chars), plain(m.series)) for m in chart.marks]
    dodge = (
        flip and chart.kind != "stacked" and len(series.of_marks) > 1 and len(set(pairs)) > len(categories)
    )
    labelled = flip and chart.kind != "stacked" and _fits(chart, size)
    value_domain, value_ticks = _value_axis(chart, size, flip=flip, labelled=labelled)
    place_domain, place_ticks = _place_axis(chart, size)
    return Frame(
        size=size,
        height=_height(chart, size, categories, len(series.of_marks) if dodge else 1)
        if flip
        else size.height,
        series=series,
        flip=flip,
        dodge=dodge,
        categories=categories,
        place_domain=place_domain,
        place_ticks=place_ticks,
        value_domain=value_domain,
        value_ticks=value_ticks,
        labelled=labelled,
    )


def axis_title(axis: Axis, size: Size, better: str | None = None) -> list[str] | None:
    """The axis title as lines of plain strings, never anything that Vega would evaluate; None for no title."""
    title = plain(axis.title)
    if axis.unit and axis.unit not in LABELS and f"({plain(axis.unit)})" not in title:
        title = f"{title} ({plain(axis.unit)})"
    if better:
        title = f"{title} · {_BETTER[better]}" if title else _BETTER[better]
    return textwrap.wrap(title, int(size.width / (size.font_px * 0.56)) - 6) or None


def categories_title(chart: Chart, size: Size) -> list[str] | None:
    """The title above a column of categories, as narrow as they are."""
    return textwrap.wrap(plain(chart.x.title), size.label_chars)[:3] or None


def tick_text(axis: Axis, ticks: tuple[float, ...]) -> dict[str, Any]:
    """How the numbers along an axis are written."""
    if axis.unit in LABELS:
        return {"labelExpr": LABELS[axis.unit]}
    return {"format": "~s" if max(map(abs, ticks), default=0) >= 1e5 else ",.12~g"}


def _value_axis(
    chart: Chart, size: Size, *, flip: bool, labelled: bool
) -> tuple[tuple[float, float], tuple[float, ...]]:
    values = [v for m in chart.marks for v in (m.y, m.y_low, m.y_high) if v is not None]
    values += [y for line in chart.lines for _, y in line.points]
    if chart.kind == "stacked":
        values = list(_stack_heights(chart).values())
    values = values or [1.0]
    low, high = min(values), max(values)
    figures = {figure(m) for m in chart.marks}
    if chart.y.scale == "log":
        low, high = scales.log_domain(
            low / (1.4 if "under" in figures else 1), high * (1.4 if "over" in figures else 1)
        )
        return (low, high), scales.log_ticks(low, high, size.ticks if flip else 10)
    if labelled:
        high = _room(chart, size, high)
    elif "over" in figures or "none" in figures:
        high *= 1.1
    ticks = scales.linear_ticks(min(0.0, low), high, size.ticks - 1 if flip else 6)
    if labelled:
        ticks = tuple(t for t in ticks if t <= high)
        return (ticks[0], high), ticks
    return (ticks[0], ticks[-1]), ticks


def _place_axis(chart: Chart, size: Size) -> tuple[tuple[float, float] | None, tuple[float, ...]]:
    if chart.x.scale not in ("linear", "log"):
        return None, ()
    places = [m.x for m in chart.marks if not isinstance(m.x, str)]
    places += [x for line in chart.lines for x, _ in line.points]
    low, high = (min(places), max(places)) if places else (1.0, 10.0)
    if chart.x.scale == "log":
        low, high = scales.log_domain(low, high)
        return (low, high), scales.log_ticks(low, high, size.ticks)
    if 0 < low < 0.5 * high:
        low = 0
    ticks = scales.linear_ticks(low, high, size.ticks)
    return (ticks[0], ticks[-1]), ticks


def _stack_heights(chart: Chart) -> dict[str | float, float]:
    heights: dict[str | float, float] = {}
    for mark in chart.marks:
        heights[mark.x] = heights.get(mark.x, 0.0) + (mark_value(mark) or 0.0)
    return heights


def _plot_width_px(chart: Chart, size: Size) -> float:
    lines = [line for m in chart.marks for line in category(m, size.label_chars).split("\n")]
    longest = max((style.text_width_px(line, size) for line in lines), default=0)
    return size.width - min(longest, size.label_limit_px) - 24


def _label_px(text: str, size: Size) -> float:
    return style.text_width_px(plain(text), size) + 26


def _fits(chart: Chart, size: Size) -> bool:
    """Whether values can be printed beside the marks without squeezing the drawing."""
    longest = max((_label_px(m.text, size) for m in chart.marks), default=0)
    return chart.y.scale == "linear" and longest < 0.6 * _plot_width_px(chart, size)


def _room(chart: Chart, size: Size, high: float) -> float:
    """The end of a value axis that leaves room for every printed value behind its mark."""
    width = _plot_width_px(chart, size)
    for mark in chart.marks:
        end = max((v for v in (mark.y, mark.y_low, mark.y_high) if v is not None), default=0.0)
        high = max(high, end * width / (width - _label_px(mark.text, size)))
    return high


def _height(chart: Chart, size: Size, categories: tuple[str, ...], side_by_side: int) -> int:
    text_px = max((len(name.split("\n")) for name in categories), default=1) * size.font_px * 1.25 + 10
    row_px = max(side_by_side * 24 + 14, text_px)
    above_px = (30 if side_by_side > 1 or chart.kind == "stacked" else 0) + (
        22 if plain(chart.x.title) else 0
    )
    return round(len(categories) * row_px + above_px + (56 if plain(chart.y.title) or chart.better else 34))
