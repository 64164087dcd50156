# SPDX-License-Identifier: Apache-2.0
"""Charts: from marks that know their evidence to drawings in which each mark is a link to it.

`render` is the whole interface beside the types; it is pure and takes about a tenth of a second.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from benchtrail.charts.style import NARROW, WIDE
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
    from benchtrail.charts import signs, spec, svg, validate, vega  # noqa: PLC0415 - only builds with charts pay for them

    if problems := validate.chart_problems(chart):
        raise Problems(problems)
    specifications = {size.name: spec.specification(chart, size) for size in (WIDE, NARROW)}
    specifications["interactive"] = spec.specification(chart, WIDE, interactive=True)
    problems = [
        problem
        for name, specification in specifications.items()
        for problem in validate.specification_problems(specification, f"{chart.id} ({name})")
    ]
    if problems:
        raise Problems(problems)
    return ChartFiles(
        svg=svg.draw(chart, WIDE),
        svg_narrow=svg.draw(chart, NARROW),
        spec=_json(specifications["wide"], indent=1),
        vega=_json({size.name: vega.compile_vega(chart, size) for size in (WIDE, NARROW)}),
        reading=signs.reading(chart),
    )


def _json(value: object, indent: int | None = None) -> str:
    separators = None if indent else (",", ":")
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, separators=separators) + "\n"
