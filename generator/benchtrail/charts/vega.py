# SPDX-License-Identifier: Apache-2.0
"""A chart as a Vega specification, compiled at build so that the reader's browser needs no Vega-Lite."""

from __future__ import annotations

from benchtrail.charts import style
from benchtrail.charts.rows import series_of
from benchtrail.charts.spec import Json, specification
from benchtrail.charts.style import Size
from benchtrail.charts.types import Chart


def compile_vega(chart: Chart, size: Size) -> Json:
    """The interactive drawing; the same JSON each time."""
    import vl_convert  # noqa: PLC0415 - 0.1 s, and only builds with charts need it

    return _outlined(vl_convert.vegalite_to_vega(specification(chart, size, interactive=True)), chart)


def _outlined(vega: Json, chart: Chart) -> Json:
    """Outlines for the names of bars in the legend, as the bars have them: Vega-Lite cannot say so without
    also outlining the curves.
    """
    names = series_of(chart).of_marks
    legends = vega.get("legends", [])
    if chart.kind not in ("bars", "stacked", "ranges") or not any("fill" in legend for legend in legends):
        return vega
    colours = [style.colour(place) for place in range(len(names))]
    scale = {"name": "outline", "type": "ordinal", "domain": list(names), "range": colours}
    return vega | {"scales": [*vega["scales"], scale], "legends": [_outline(legend) for legend in legends]}


def _outline(legend: Json) -> Json:
    if "fill" not in legend:
        return legend
    encode = legend.get("encode", {})
    symbols = encode.get("symbols", {})
    update = symbols.get("update", {}) | {"stroke": {"scale": "outline", "field": "value"}}
    return legend | {"encode": encode | {"symbols": symbols | {"update": update}}}
