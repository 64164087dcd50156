# SPDX-License-Identifier: Apache-2.0
"""A chart as a Vega specification, compiled at build so that the reader's browser needs no Vega-Lite."""

from __future__ import annotations

from benchtrail.charts import style
from benchtrail.charts.parts import Json
from benchtrail.charts.rows import series_of
from benchtrail.charts.spec import specification
from benchtrail.charts.style import Size
from benchtrail.charts.types import Chart


def compile_vega(chart: Chart, size: Size) -> Json:
    """The interactive drawing; the same JSON each time."""
    import vl_convert  # noqa: PLC0415 - 0.1 s, and only builds with charts need it

    made = vl_convert.vegalite_to_vega(specification(chart, size, interactive=True))
    if not any("fill" in legend for legend in made.get("legends", [])):
        return made
    made["legends"] = [_clickable(legend) if "fill" in legend else legend for legend in made["legends"]]
    return _outlined(made, chart) if chart.kind in ("bars", "stacked", "ranges") else made


def _clickable(legend: Json) -> Json:
    """Names of the legend answer to a click. Vega-Lite forgets it where a legend shows shapes and colours."""
    picked = {"test": _PICKED, "value": 1}
    faded = {"opacity": [picked, {"value": 0.35}], "cursor": {"value": "pointer"}}
    for part, update in (
        ("labels", faded),
        ("symbols", faded),
        ("entries", {"fill": {"value": "transparent"}}),
    ):
        legend = _encoded(legend, part, {"name": f"c4_legend_{part}", "interactive": True}, update)
    return legend


#: Whether a name of the legend is picked, or none is: as Vega-Lite writes it.
_PICKED = '!length(data("pick_store")) || (pick["c4"] && indexof(pick["c4"], datum.value) >= 0)'


def _outlined(vega: Json, chart: Chart) -> Json:
    """Outlines for the names of bars in the legend, as the bars have them: Vega-Lite cannot say so without
    also outlining the curves.
    """
    names = series_of(chart).of_marks
    colours = [style.colour(place) for place in range(len(names))]
    scale = {"name": "outline", "type": "ordinal", "domain": list(names), "range": colours}
    outline = {"stroke": {"scale": "outline", "field": "value"}}
    legends = [
        _encoded(legend, "symbols", {}, outline) if "fill" in legend else legend for legend in vega["legends"]
    ]
    return vega | {"scales": [*vega["scales"], scale], "legends": legends}


def _encoded(legend: Json, part: str, properties: Json, update: Json) -> Json:
    """The legend with more said about one of its parts."""
    encode = legend.get("encode", {})
    block = encode.get(part, {})
    block = block | properties | {"update": block.get("update", {}) | update}
    return legend | {"encode": encode | {part: block}}
