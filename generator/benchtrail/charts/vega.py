# SPDX-License-Identifier: Apache-2.0
"""A chart as a Vega specification, compiled at build so that the reader's browser needs no Vega-Lite."""

from __future__ import annotations

from benchtrail.charts.spec import Json, specification
from benchtrail.charts.style import Size
from benchtrail.charts.types import Chart


def compile_vega(chart: Chart, size: Size) -> Json:
    """The interactive drawing; the same JSON each time."""
    import vl_convert  # noqa: PLC0415 - 0.1 s, and only builds with charts need it

    return vl_convert.vegalite_to_vega(specification(chart, size, interactive=True))
