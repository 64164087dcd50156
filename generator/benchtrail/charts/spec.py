# SPDX-License-Identifier: Apache-2.0
"""A chart as a Vega-Lite specification.

What was submitted occurs in it as values of inline data (and, for names of series and categories, of
scale domains), as titles that are lists of plain strings, and nowhere else. Field names are neutral, nothing is
fetched, and the only expressions are the constants of `frame.LABELS`.
"""

from __future__ import annotations

from typing import Any

from benchtrail.charts import style
from benchtrail.charts.frame import Frame, axis_title, categories_title, frame_of, tick_text
from benchtrail.charts.rows import Row, line_rows, mark_rows
from benchtrail.charts.style import WIDE, Size
from benchtrail.charts.text import plain
from benchtrail.charts.types import Chart

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"

#: A Vega-Lite specification or a part of one: JSON whose shape the schema decides (`validate.py`).
Json = dict[str, Any]


def specification(chart: Chart, size: Size = WIDE, *, interactive: bool = False) -> Json:
    """The drawing of a chart at one size. Interactive adds a legend that picks a series out."""
    frame = frame_of(chart, size)
    layers = _lines(chart, frame) + _marks(chart, frame) + _keys(chart, frame)
    if interactive:
        layers = [_told(layer) for layer in layers]
    if interactive and _has_key(chart, frame):
        layers = [_picked(layer) for layer in layers]
    return {
        "$schema": SCHEMA,
        "description": plain(chart.alt) or plain(chart.title),
        "usermeta": {"embedOptions": {"renderer": "svg"}},
        "width": size.width,
        "height": frame.height,
        "autosize": {"type": "fit", "contains": "padding"},
        "padding": {"left": 2, "right": 10, "top": 4, "bottom": 2},
        "background": "transparent",
        "layer": layers,
        "config": _config(chart, frame),
    }


def _config(chart: Chart, frame: Frame) -> Json:
    font_px = frame.size.font_px
    if frame.flip:
        title_lines = max(0, len(categories_title(chart, frame.size) or ()) - 1)
    else:
        title_lines = len(axis_title(chart.y, frame.size, chart.better) or ())
    return {
        "font": style.FONT,
        "lineBreak": "\n",
        "view": {"stroke": None},
        "axis": {
            "domainColor": style.LINE,
            "gridColor": style.GRID,
            "ticks": False,
            "labelColor": style.TEXT,
            "labelFontSize": font_px,
            "labelPadding": 7,
            "titleColor": style.TEXT,
            "titleFontSize": font_px,
            "titleFontWeight": "normal",
            "titlePadding": 9,
        },
        "legend": {
            "labelColor": style.TEXT,
            "labelFontSize": font_px,
            "labelLimit": frame.size.width - 60,
            "symbolBaseFillColor": "transparent",
            "symbolBaseStrokeColor": style.LINE,
            "symbolOpacity": 1,
            "symbolSize": 90,
            "symbolStrokeWidth": 0,
            "columnPadding": 18,
            # The title of the upright axis lies between the drawing and the legend.
            "offset": 12 + round(1.4 * font_px) * title_lines,
            "title": None,
            "orient": "top",
        },
    }


# --- axes ------------------------------------------------------------------------------------------


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


def _position(chart: Chart, frame: Frame, *, field: str = "c1") -> Json:
    place, value = ("y", "x") if frame.flip else ("x", "y")
    encoding = {place: _place(chart, frame), value: _value(chart, frame, field)}
    if frame.dodge:
        domain = list(frame.series.of_marks)
        encoding["yOffset"] = {"field": "c4", "type": "nominal", "sort": None, "scale": {"domain": domain}}
    return encoding


# --- marks -----------------------------------------------------------------------------------------


def _raw(field: str) -> Json:
    """A value that is used as it is: ours (a colour, a shape), so it needs no scale."""
    return {"field": field, "type": "nominal", "scale": None}


def _filled() -> Json:
    return {"fill": _raw("c12"), "stroke": _raw("c8")}


def _linked() -> Json:
    return {"href": {"field": "c6", "type": "nominal"}, "description": {"field": "c5", "type": "nominal"}}


def _layer(name: str, rows: list[Row], mark: Json, encoding: Json) -> Json:
    return {"name": name, "data": {"values": rows}, "mark": mark, "encoding": encoding}


def _lines(chart: Chart, frame: Frame) -> list[Json]:
    layers = []
    for index, line in enumerate(chart.lines):
        mark = {"type": "line", "strokeWidth": 2, "strokeDash": list(_dash(index))}
        encoding = _position(chart, frame) | {"stroke": _raw("c8")} | (_linked() if line.href else {})
        layers.append(_layer(f"curve{index}", line_rows(line, frame.series), mark, encoding))
    return layers


def _dash(index: int) -> tuple[int, ...]:
    return style.DASHES[index % len(style.DASHES)]


def _marks(chart: Chart, frame: Frame) -> list[Json]:
    rows = mark_rows(chart, frame.series, frame.no_value, frame.size.label_chars)
    position, linked = _position(chart, frame), _linked()
    layers: list[Json] = []
    if chart.kind == "series":
        joined = [row for name in ("dot", "open") for row in rows[name]]
        order = {"detail": {"field": "c4", "type": "nominal"}, "stroke": _raw("c8")}
        layers.append(_layer("path", joined, {"type": "line", "strokeWidth": 2}, position | order))
    if rows["span"]:
        layers += _spans(chart, frame, rows["span"])
    whiskers = _whiskers(chart, frame, rows["dot"] + rows["open"])
    if chart.kind in ("bars", "stacked"):
        layers += _bars(chart, frame, rows["dot"] + rows["open"]) + whiskers
    else:
        layers += whiskers
        shaped = position | linked | {"shape": _raw("c9")}
        dot = {"type": "point", "filled": True, "size": 95, "opacity": 1}
        layers.append(_layer("dot", rows["dot"], dot, shaped | {"fill": _raw("c8")}))
        ring = {
            "type": "point",
            "filled": False,
            "size": 90,
            "strokeWidth": 2,
            "fill": "transparent",
            "opacity": 1,
        }
        layers.append(_layer("open", rows["open"], ring, shaped | {"stroke": _raw("c8")}))
    over, under = (style.ARROW_RIGHT, style.ARROW_LEFT) if frame.flip else (style.ARROW_UP, style.ARROW_DOWN)
    for name, path in (("over", over), ("under", under), ("none", style.NO_VALUE)):
        mark = {"type": "point", "filled": False, "size": 110, "strokeWidth": 2, "opacity": 1, "shape": path}
        mark |= {"fill": "transparent", "strokeCap": "round"}
        layers.append(_layer(name, rows[name], mark, position | linked | {"stroke": _raw("c8")}))
    layers += _texts(chart, frame, rows)
    return [layer for layer in layers if layer["data"]["values"]]


def _spans(chart: Chart, frame: Frame, rows: list[Row]) -> list[Json]:
    """Ranges as bars from end to end."""
    second = "x2" if frame.flip else "y2"
    encoding = _position(chart, frame, field="c2") | _linked() | {second: {"field": "c3"}} | _filled()
    bar: Json = {"type": "bar", "cornerRadius": 3, "opacity": 1, "strokeWidth": 1.5}
    if frame.flip:
        return [_layer("span", rows, bar | {"height": 13}, encoding)]
    # Ranges of several series at one place stand side by side: a continuous axis has no offset of its own.
    layers = []
    for index, (shift_px, own) in enumerate(sorted(_shifts(rows).items())):
        layers.append(_layer(f"span{index}", own, bar | {"width": 11, "xOffset": shift_px}, encoding))
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
    encoding = _position(chart, frame, field="c2") | {second: {"field": "c3"}, "stroke": _raw("c8")}
    rule = {"type": "rule", "strokeWidth": 2}
    if chart.kind == "bars":
        encoding |= {"stroke": {"value": style.TEXT}}
    return [_layer("whisker", around, rule, encoding)]


def _bars(chart: Chart, frame: Frame, rows: list[Row]) -> list[Json]:
    encoding = _position(chart, frame) | _linked() | _filled()
    bar: Json = {"type": "bar", "opacity": 1, "strokeWidth": 1.5}
    if chart.kind == "stacked":
        encoding |= {"order": {"field": "c10", "type": "quantitative"}}
        encoding["x" if frame.flip else "y"]["stack"] = "zero"
    else:
        bar |= {"cornerRadiusEnd": 3}
    return [_layer("bar", rows, bar, encoding)]


def _texts(chart: Chart, frame: Frame, rows: dict[Any, list[Row]]) -> list[Json]:
    """The printed values behind the marks of a chart with categories, and the reason where there is none."""
    font: Json = {"type": "text", "fontSize": frame.size.font_px, "fill": style.TEXT, "baseline": "middle"}
    linked = _linked() | {"text": {"field": "c7", "type": "nominal"}}
    layers = []
    if frame.labelled:
        ends = (
            ("dot", "c1", 8),
            ("open", "c1", 8),
            ("over", "c1", 20),
            ("under", "c1", 8),
            ("span", "c3", 7),
        )
        outermost = _outermost(rows)
        for name, field, dx in ends:
            texts = [row for row in rows[name] if outermost[row["c0"], row["c4"]] is row]
            # Behind the interval of a value, where it has one.
            for suffix, end in (("", field), ("interval", "c3")):
                part = [row for row in texts if ("c3" in row and field != "c3") == bool(suffix)]
                encoding = _position(chart, frame, field=end) | linked
                layers.append(
                    _layer(f"text{name}{suffix}", part, font | {"align": "left", "dx": dx}, encoding)
                )
    for name, part, align, dx in _reasons(frame, rows["none"]):
        layers.append(_layer(name, part, font | {"align": align, "dx": dx}, _position(chart, frame) | linked))
    return layers


def _outermost(rows: dict[Any, list[Row]]) -> dict[tuple[Any, Any], Row]:
    """Of several marks in one row the one that reaches farthest: texts of the others would be struck through."""
    found: dict[tuple[Any, Any], Row] = {}
    for row in (row for part in rows.values() for row in part):
        key = (row["c0"], row["c4"])
        if key not in found or _reach(row) > _reach(found[key]):
            found[key] = row
    return found


def _reach(row: Row) -> float:
    end = row.get("c3", row["c1"])
    return float(end) if isinstance(end, (int, float)) else 0.0


def _reasons(frame: Frame, rows: list[Row]) -> list[tuple[str, list[Row], str, int]]:
    """Reasons stand on the side of their mark where there is room."""
    if frame.flip or frame.place_domain is None:
        return [("textnone", rows, "left", 13)]
    numbers = [row["c0"] for row in rows if isinstance(row["c0"], (int, float))]
    middle = (max(numbers, default=0) + min(numbers, default=0)) / 2
    middle = min(middle, sum(frame.place_domain) / 2)
    left = [row for row in rows if isinstance(row["c0"], (int, float)) and row["c0"] < middle]
    right = [row for row in rows if row not in left]
    return [("textnoneleft", left, "left", 13), ("textnoneright", right, "right", -13)]


# --- legends ---------------------------------------------------------------------------------------


def _keys(chart: Chart, frame: Frame) -> list[Json]:
    """Layers without data whose only purpose is a legend: nothing that is drawn has to carry one."""
    layers = []
    if _has_key(chart, frame):
        layers.append(_layer("key", [], {"type": "point", "stroke": "transparent"}, _mark_key(chart, frame)))
    if chart.lines:
        layers.append(_layer("keylines", [], {"type": "line"}, _line_key(chart, frame)))
    return layers


def _told(layer: Json) -> Json:
    """A mark that leads somewhere says so when it is pointed at."""
    if "href" not in layer["encoding"]:
        return layer
    return layer | {"encoding": layer["encoding"] | {"tooltip": {"field": "c5", "type": "nominal"}}}


def _picked(layer: Json) -> Json:
    """A click on a name in the legend leaves its series and fades the others."""
    if layer["name"] == "key":
        pick = {"name": "pick", "select": {"type": "point", "encodings": ["fill"]}, "bind": "legend"}
        return layer | {"params": [pick]}
    if not layer["data"]["values"]:
        return layer
    faded = {"condition": {"param": "pick", "value": 1}, "value": 0.12}
    return layer | {"encoding": layer["encoding"] | {"opacity": faded}}


def _has_key(chart: Chart, frame: Frame) -> bool:
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
    dashes = {"domain": list(names), "range": [list(_dash(i)) for i in range(len(names))]}
    legend = _legend(names, frame) | {"symbolType": "stroke", "symbolSize": 340, "symbolStrokeWidth": 2}
    if _has_key(chart, frame):
        legend |= {"orient": "bottom", "offset": 6}
    shared: Json = {"field": "c4", "type": "nominal", "legend": legend}
    return {"stroke": shared | {"scale": strokes}, "strokeDash": shared | {"scale": dashes}}


def _legend(names: tuple[str, ...], frame: Frame) -> Json:
    widest = max(style.text_width_px(name, frame.size) for name in names) + 44
    return {
        "direction": "horizontal",
        "columns": max(1, min(len(names), int((frame.size.width - 20) // widest))),
    }
