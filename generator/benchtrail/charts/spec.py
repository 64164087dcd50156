# SPDX-License-Identifier: Apache-2.0
"""A chart as a Vega-Lite specification.

What was submitted occurs in it as values of inline data (and, for names of series and categories, of
scale domains), as titles that are lists of plain strings, and nowhere else. Field names are neutral, nothing is
fetched, and the only expressions are the constants of `frame.LABELS`.
"""

from __future__ import annotations

from benchtrail.charts import style
from benchtrail.charts.frame import Frame, axis_title, categories_title, frame_of
from benchtrail.charts.keys import has_key, keys
from benchtrail.charts.marks import curves, figures
from benchtrail.charts.parts import Json
from benchtrail.charts.style import WIDE, Size
from benchtrail.charts.text import plain
from benchtrail.charts.types import Chart

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"


def specification(chart: Chart, size: Size = WIDE, *, interactive: bool = False) -> Json:
    """The drawing of a chart at one size. Interactive adds a legend that picks a series out."""
    frame = frame_of(chart, size)
    layers = curves(chart, frame) + figures(chart, frame) + keys(chart, frame)
    if interactive:
        layers = [told(layer) for layer in layers]
    if interactive and has_key(chart, frame):
        layers = [picked(layer) for layer in layers]
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


def told(layer: Json) -> Json:
    """A mark that leads somewhere says so when it is pointed at."""
    if "href" not in layer["encoding"]:
        return layer
    return layer | {"encoding": layer["encoding"] | {"tooltip": {"field": "c5", "type": "nominal"}}}


def picked(layer: Json) -> Json:
    """A click on a name in the legend leaves its series and fades the others."""
    if layer["name"] == "key":
        pick = {"name": "pick", "select": {"type": "point", "encodings": ["fill"]}, "bind": "legend"}
        return layer | {"params": [pick]}
    if not layer["data"]["values"]:
        return layer
    faded = {"condition": {"param": "pick", "value": 1}, "value": 0.12}
    return layer | {"encoding": layer["encoding"] | {"opacity": faded}}
