# SPDX-License-Identifier: Apache-2.0
"""The layers that show values and curves."""

from __future__ import annotations

from typing import Any

from benchtrail.charts import style
from benchtrail.charts.axes import position
from benchtrail.charts.frame import Frame
from benchtrail.charts.parts import Json, dash, filled, layer_of, linked, raw
from benchtrail.charts.rows import Row, line_rows, mark_rows
from benchtrail.charts.texts import texts
from benchtrail.charts.types import Chart


def curves(chart: Chart, frame: Frame) -> list[Json]:
    """One layer for each curve, under all marks."""
    layers = []
    for index, line in enumerate(chart.lines):
        mark = {"type": "line", "strokeWidth": 2, "strokeDash": list(dash(index))}
        encoding = position(chart, frame) | {"stroke": raw("c8")} | (linked() if line.href else {})
        layers.append(layer_of(f"curve{index}", line_rows(line, frame.series), mark, encoding))
    return layers


def figures(chart: Chart, frame: Frame) -> list[Json]:
    """The layers of the marks, from those that lie lowest; layers without rows are left out."""
    rows = mark_rows(chart, frame.series, frame.no_value, frame.size.label_chars)
    at, link = position(chart, frame), linked()
    layers: list[Json] = []
    if chart.kind == "series":
        joined = [row for name in ("dot", "open") for row in rows[name]]
        order = {"detail": {"field": "c4", "type": "nominal"}, "stroke": raw("c8")}
        layers.append(layer_of("path", joined, {"type": "line", "strokeWidth": 2}, at | order))
    if rows["span"]:
        layers += _spans(chart, frame, rows["span"])
    whiskers = _whiskers(chart, frame, rows["dot"] + rows["open"])
    if chart.kind in ("bars", "stacked"):
        layers += _bars(chart, frame, rows["dot"] + rows["open"]) + whiskers
    else:
        layers += whiskers
        shaped = at | link | {"shape": raw("c9")}
        dot = {"type": "point", "filled": True, "size": 95, "opacity": 1}
        layers.append(layer_of("dot", rows["dot"], dot, shaped | {"fill": raw("c8")}))
        ring = {
            "type": "point",
            "filled": False,
            "size": 90,
            "strokeWidth": 2,
            "fill": "transparent",
            "opacity": 1,
        }
        layers.append(layer_of("open", rows["open"], ring, shaped | {"stroke": raw("c8")}))
    over, under = (style.ARROW_RIGHT, style.ARROW_LEFT) if frame.flip else (style.ARROW_UP, style.ARROW_DOWN)
    for name, path in (("over", over), ("under", under), ("none", style.NO_VALUE)):
        mark = {"type": "point", "filled": False, "size": 110, "strokeWidth": 2, "opacity": 1, "shape": path}
        mark |= {"fill": "transparent", "strokeCap": "round"}
        layers.append(layer_of(name, rows[name], mark, at | link | {"stroke": raw("c8")}))
    layers += texts(chart, frame, rows)
    return [layer for layer in layers if layer["data"]["values"]]


def _spans(chart: Chart, frame: Frame, rows: list[Row]) -> list[Json]:
    """Ranges as bars from end to end."""
    second = "x2" if frame.flip else "y2"
    encoding = position(chart, frame, field="c2") | linked() | {second: {"field": "c3"}} | filled()
    bar: Json = {"type": "bar", "cornerRadius": 3, "opacity": 1, "strokeWidth": 1.5}
    if frame.flip:
        return [layer_of("span", rows, bar | {"height": 13}, encoding)]
    # Ranges of several series at one place stand side by side: a continuous axis has no offset of its own.
    layers = []
    for index, (shift_px, own) in enumerate(sorted(_shifts(rows).items())):
        layers.append(layer_of(f"span{index}", own, bar | {"width": 11, "xOffset": shift_px}, encoding))
    return layers


def _shifts(rows: list[Row]) -> dict[float, list[Row]]:
    """The rows by how far they stand from their place; one that is alone there stands on it."""
    places: dict[Any, list[Row]] = {}
    for row in rows:
        places.setdefault(row["c0"], []).append(row)
    shifts: dict[float, list[Row]] = {}
    for together in places.values():
        for index, row in enumerate(together):
            shifts.setdefault((index - (len(together) - 1) / 2) * 15, []).append(row)
    return shifts


def _whiskers(chart: Chart, frame: Frame, rows: list[Row]) -> list[Json]:
    """The interval around a value, under its mark, which carries the link."""
    second = "x2" if frame.flip else "y2"
    around = [row for row in rows if "c2" in row]
    encoding = position(chart, frame, field="c2") | {second: {"field": "c3"}, "stroke": raw("c8")}
    rule = {"type": "rule", "strokeWidth": 2}
    if chart.kind == "bars":
        encoding |= {"stroke": {"value": style.TEXT}}
    return [layer_of("whisker", around, rule, encoding)]


def _bars(chart: Chart, frame: Frame, rows: list[Row]) -> list[Json]:
    encoding = position(chart, frame) | linked() | filled()
    bar: Json = {"type": "bar", "opacity": 1, "strokeWidth": 1.5}
    if chart.kind == "stacked":
        encoding |= {"order": {"field": "c10", "type": "quantitative"}}
        encoding["x" if frame.flip else "y"]["stack"] = "zero"
    else:
        bar |= {"cornerRadiusEnd": 3}
    return [layer_of("bar", rows, bar, encoding)]
