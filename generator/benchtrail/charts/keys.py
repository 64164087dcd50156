# SPDX-License-Identifier: Apache-2.0
"""Legends."""

from __future__ import annotations

from benchtrail.charts import style
from benchtrail.charts.frame import Frame
from benchtrail.charts.parts import Json, dash, layer_of
from benchtrail.charts.types import Chart


def keys(chart: Chart, frame: Frame) -> list[Json]:
    """Layers without data whose only purpose is a legend: nothing that is drawn has to carry one."""
    layers = []
    if has_key(chart, frame):
        layers.append(
            layer_of("key", [], {"type": "point", "stroke": "transparent"}, _mark_key(chart, frame))
        )
    if chart.lines:
        layers.append(layer_of("keylines", [], {"type": "line"}, _line_key(chart, frame)))
    return layers


def has_key(chart: Chart, frame: Frame) -> bool:
    names = frame.series.of_marks
    return len(names) > 1 or (bool(chart.lines) and any(names))


def _mark_key(chart: Chart, frame: Frame) -> Json:
    names = frame.series.of_marks
    places = [frame.series.place(name) for name in names]
    legend = _legend(names, frame)
    colours = {"domain": list(names), "range": [style.colour(i) for i in places]}
    encoding: Json = {"fill": {"field": "c4", "type": "nominal", "scale": colours, "legend": legend}}
    if chart.kind in ("bars", "stacked", "ranges"):
        # Outlined in a neutral colour: a scale of outlines would be one with that of the curves.
        legend |= {"symbolType": "square", "symbolStrokeWidth": 1.5, "symbolSize": 110}
        colours["range"] = [style.fill(i) for i in places]
    else:
        shapes = {"domain": list(names), "range": [style.shape(i) for i in places]}
        encoding["shape"] = {"field": "c4", "type": "nominal", "scale": shapes, "legend": legend}
    return encoding


def _line_key(chart: Chart, frame: Frame) -> Json:
    names = frame.series.of_lines
    strokes = {"domain": list(names), "range": [frame.series.line_colour(name) for name in names]}
    dashes = {"domain": list(names), "range": [list(dash(i)) for i in range(len(names))]}
    legend = _legend(names, frame) | {"symbolType": "stroke", "symbolSize": 340, "symbolStrokeWidth": 2}
    if has_key(chart, frame):
        legend |= {"orient": "bottom", "offset": 6}
    shared: Json = {"field": "c4", "type": "nominal", "legend": legend}
    return {"stroke": shared | {"scale": strokes}, "strokeDash": shared | {"scale": dashes}}


def _legend(names: tuple[str, ...], frame: Frame) -> Json:
    widest = max(style.text_width_px(name, frame.size) for name in names) + 44
    return {
        "direction": "horizontal",
        "columns": max(1, min(len(names), int((frame.size.width - 20) // widest))),
    }
