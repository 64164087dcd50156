# SPDX-License-Identifier: Apache-2.0
"""Where marks stand, and how the axes beside them are drawn."""

from __future__ import annotations

from benchtrail.charts.frame import Frame, axis_title, categories_title, tick_text
from benchtrail.charts.parts import Json
from benchtrail.charts.types import Chart


def _place(chart: Chart, frame: Frame) -> Json:
    """The encoding of the x of the chart, whichever way it lies."""
    axis: Json = {"title": axis_title(chart.x, frame.size), "grid": False}
    if chart.x.scale == "ordinal":
        axis |= {"labelLimit": frame.size.label_limit_px, "labelAngle": 0, "domain": frame.flip is True}
        if frame.flip:
            axis |= {
                "titleAngle": 0,
                "titleAlign": "right",
                "titleAnchor": "start",
                "titleBaseline": "bottom",
            }
            axis |= {"titleX": -7, "titleY": -4, "title": categories_title(chart, frame.size)}
        scale = {"domain": list(frame.categories), "paddingInner": 0.22, "paddingOuter": 0.16}
        return {"field": "c0", "type": "ordinal", "sort": None, "scale": scale, "axis": axis}
    if chart.x.scale == "time":
        axis |= {
            "tickCount": frame.size.ticks - 2,
            "format": "%Y-%m-%d",
            "labelOverlap": "greedy",
            "labelSeparation": 12,
        }
        return {"field": "c0", "type": "temporal", "scale": {"type": "utc"}, "axis": axis}
    axis |= {"values": list(frame.place_ticks), **tick_text(chart.x, frame.place_ticks)}
    scale = {"type": chart.x.scale, "domain": list(frame.place_domain or ()), "nice": False, "zero": False}
    if chart.x.scale == "log":
        del scale["zero"]
    return {"field": "c0", "type": "quantitative", "scale": scale, "axis": axis}


def _value(chart: Chart, frame: Frame, field: str = "c1") -> Json:
    """The encoding of the y of the chart, whichever way it lies."""
    axis: Json = {
        "title": axis_title(chart.y, frame.size, chart.better),
        "domain": False,
        "values": list(frame.value_ticks),
        **tick_text(chart.y, frame.value_ticks),
    }
    if not frame.flip:
        # Read from left to right, above the axis, instead of with the head on the shoulder.
        axis |= {"titleAngle": 0, "titleAlign": "left", "titleAnchor": "end", "titleBaseline": "bottom"}
        axis |= {"titleX": -2, "titleY": -10}
    scale: Json = {"type": chart.y.scale, "domain": list(frame.value_domain), "nice": False}
    return {"field": field, "type": "quantitative", "scale": scale, "axis": axis}


def position(chart: Chart, frame: Frame, *, field: str = "c1") -> Json:
    """Where the rows of a layer stand, `field` along the value axis."""
    place, value = ("y", "x") if frame.flip else ("x", "y")
    encoding = {place: _place(chart, frame), value: _value(chart, frame, field)}
    if frame.dodge:
        domain = list(frame.series.of_marks)
        encoding["yOffset"] = {"field": "c4", "type": "nominal", "sort": None, "scale": {"domain": domain}}
    return encoding
