# SPDX-License-Identifier: Apache-2.0
"""Whether a chart can be drawn, and whether its specification is one by the Vega-Lite schema. Lists all faults."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterator
from importlib import resources
from typing import Any

from benchtrail.charts.parts import Json
from benchtrail.charts.rows import figure, mark_value
from benchtrail.charts.types import Axis, Chart
from benchtrail.errors import Problem, show

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z)?\Z")


def chart_problems(chart: Chart) -> list[Problem]:
    """What in a chart cannot be drawn truthfully."""
    return [
        Problem(file=f"chart {chart.id}", place=place, expected=expected, found=found, remedy=remedy)
        for place, expected, found, remedy in _chart_faults(chart)
    ]


def specification_problems(specification: Json, name: str) -> list[Problem]:
    """What in a specification the Vega-Lite schema does not allow.

    A layered specification is checked layer by layer: as a whole, the schema's alternatives only say
    that none of them fits.
    """
    whole = {key: value for key, value in specification.items() if key != "layer"} | {"layer": []}
    faults = list(_faults("TopLevelLayerSpec", whole, ""))
    for index, layer in enumerate(specification["layer"]):
        faults += _faults("UnitSpec", layer, f"/layer/{index}")
    remedy = "Correct charts/spec.py"
    return [
        Problem(file=f"specification {name}", place=place, expected=expected, found=found, remedy=remedy)
        for place, expected, found in faults
    ]


def _chart_faults(chart: Chart) -> Iterator[tuple[str, str, str, str]]:
    if not chart.marks:
        yield "marks", "at least one mark", "none", "Leave the chart out where there is nothing to draw"
    if chart.y.scale not in ("linear", "log"):
        yield "y.scale", "linear or log", chart.y.scale, "Put the measured value on the y axis"
    if chart.kind in ("bars", "stacked") and chart.y.scale == "log":
        yield "y.scale", "linear, because a bar is read from zero", "log", "Use points or ranges"
    if chart.kind in ("bars", "stacked") and chart.x.scale != "ordinal":
        yield "x.scale", "ordinal, because bars stand for categories", chart.x.scale, "Use points"
    if chart.lines and chart.x.scale not in ("linear", "log"):
        yield "lines", "no curves over categories or dates", f"{len(chart.lines)}", "Use a numeric x axis"
    for index, mark in enumerate(chart.marks):
        yield from _place_faults(f"marks/{index}/x", chart.x, mark.x)
        for name in ("y", "y_low", "y_high"):
            yield from _log_faults(f"marks/{index}/{name}", chart.y, getattr(mark, name))
        if mark.y_low is not None and mark.y_high is not None and mark.y_low > mark.y_high:
            yield (
                f"marks/{index}",
                "a low end that is not above the high end",
                f"{mark.y_low} to {mark.y_high}",
                "Swap them",
            )
        if figure(mark) == "none" and mark.kind != "none":
            yield (
                f"marks/{index}",
                "a value, or kind none",
                "no value",
                "Say kind none, with the reason as text",
            )
        if chart.kind == "stacked" and (mark_value(mark) or 0) < 0:
            yield f"marks/{index}/y", "a part that is not negative", show(mark.y), "Use bars"
    for index, line in enumerate(chart.lines):
        if len(line.points) < 2:
            yield f"lines/{index}", "two points or more", f"{len(line.points)}", "Leave the curve out"
        for x, y in line.points:
            yield from _log_faults(f"lines/{index} x", chart.x, x)
            yield from _log_faults(f"lines/{index} y", chart.y, y)


def _place_faults(place: str, axis: Axis, value: float | str) -> Iterator[tuple[str, str, str, str]]:
    if axis.scale == "time" and not (isinstance(value, str) and _DATE.match(value)):
        yield place, "a date as YYYY-MM-DD", show(value), "Write the date so"
    elif axis.scale in ("linear", "log") and isinstance(value, str):
        yield place, "a number", show(value), "Make the x axis ordinal"
    elif axis.scale == "ordinal" and not isinstance(value, str):
        yield place, "a category in words", show(value), "Pass the text of the category"
    elif not isinstance(value, str):
        yield from _log_faults(place, axis, value)


def _log_faults(place: str, axis: Axis, value: float | None) -> Iterator[tuple[str, str, str, str]]:
    if axis.scale == "log" and value is not None and value <= 0:
        yield place, "a value above zero on a logarithmic axis", show(value), "Use a linear axis, or a bound"


@functools.cache
def _validator(definition: str) -> Any:
    import jsonschema  # noqa: PLC0415 - with the schema, a tenth of a second

    path = resources.files("altair") / "vegalite" / "v6" / "schema" / "vega-lite-schema.json"
    definitions = json.loads(path.read_text("utf-8"))["definitions"]
    return jsonschema.Draft7Validator({"$ref": f"#/definitions/{definition}", "definitions": definitions})


def _faults(definition: str, value: Json, prefix: str) -> Iterator[tuple[str, str, str]]:
    for error in _validator(definition).iter_errors(value):
        leaf = error
        while leaf.context:
            leaf = max(leaf.context, key=lambda e: (len(e.absolute_path), e.validator != "type"))
        pointer = prefix + "".join(f"/{part}" for part in leaf.absolute_path)
        yield pointer, f"what the Vega-Lite schema allows ({leaf.message[:160]})", show(leaf.instance)
