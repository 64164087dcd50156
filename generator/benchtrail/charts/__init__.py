# SPDX-License-Identifier: Apache-2.0
"""Charts: from marks that know their evidence to drawings in which each mark is a link to it.

`render` is the whole interface beside the types; it is pure and takes a quarter of a second.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from benchtrail.charts.style import NARROW, WIDE
from benchtrail.charts.text import plain
from benchtrail.charts.types import Axis, Chart, Line, Mark
from benchtrail.errors import Problems

__all__ = ["Axis", "Chart", "ChartFiles", "Line", "Mark", "render"]


@dataclass(frozen=True, kw_only=True, slots=True)
class ChartFiles:
    """The files of one chart. `vega` holds both sizes, for the browser; `reading` are sentences
    that explain the signs that occur in the drawing."""

    svg: str
    svg_narrow: str
    spec: str
    vega: str
    reading: tuple[str, ...]


def render(chart: Chart) -> ChartFiles:
    """Draw a chart. Raises `Problems` with everything that is wrong with it."""
    from benchtrail.charts import signs, spec, svg, tokens, validate, vega  # noqa: PLC0415 - builds without charts do not pay

    if problems := validate.chart_problems(chart):
        raise Problems(problems)
    published = spec.specification(chart, WIDE)
    if problems := validate.specification_problems(published, chart.id):
        raise Problems(problems)
    drawn, links = tokens.tokenise(chart)
    compiled = {size.name: vega.compile_vega(drawn, size) for size in (WIDE, NARROW)}
    drawings = {
        name: svg.draw(compiled[name], links, label=plain(chart.title), name=name) for name in compiled
    }
    return ChartFiles(
        svg=drawings["wide"],
        svg_narrow=drawings["narrow"],
        spec=_json(published, indent=1),
        vega=_json({name: tokens.with_addresses(compiled[name], links) for name in compiled}),
        reading=signs.reading(chart),
    )


def _json(value: object, indent: int | None = None) -> str:
    separators = None if indent else (",", ":")
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators) + "\n"
