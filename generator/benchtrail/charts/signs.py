# SPDX-License-Identifier: Apache-2.0
"""What the signs of a drawing mean, in words that stand below it."""

from __future__ import annotations

from benchtrail.charts.rows import figure
from benchtrail.charts.types import Chart


def reading(chart: Chart) -> tuple[str, ...]:
    """One sentence for each sign that occurs and is not plain by itself."""
    figures = {figure(mark) for mark in chart.marks}
    whiskers = any(m.y is not None and m.y_low is not None and m.y_high is not None for m in chart.marks)
    sentences = (
        ("span" in figures, "A bar with rounded ends runs from the lowest to the highest value given."),
        (
            "open" in figures and chart.kind not in ("bars", "stacked"),
            "An open mark is an approximate value.",
        ),
        (bool(figures & {"over", "under"}), "An arrow starts at a bound and points to where the value lies."),
        ("none" in figures, "A cross is an attempt that gave no value; the words beside it say why."),
        (whiskers, "A thin line through a mark is its interval."),
        (bool(chart.lines), "A dashed or dotted curve is computed, not measured."),
    )
    return tuple(text for occurs, text in sentences if occurs)
