# SPDX-License-Identifier: Apache-2.0
"""The charts of the five-node cluster."""

from __future__ import annotations

from benchtrail.charts.types import Axis, Chart, Mark
from benchtrail.derive.cluster import AVERAGE, ClusterModel
from benchtrail.derive.cluster_links import THROUGHPUT

#: Where a request went, in the words of the axis, for reads without the proxy.
_READS = (
    ("all endpoints", "smaller range", "read-10-e5"),
    ("near endpoint", "smaller range", "read-10-e1-0-2ms"),
    ("far endpoint", "smaller range", "read-10-e1-10ms"),
    ("all endpoints", "larger range", "read-100-e5"),
    ("far endpoint", "larger range", "read-100-e1-10ms"),
)
_THROUGHPUT = (
    ("put, small values", "write-k100-v100"),
    ("put, large values", "write-k100-v1900"),
    ("larger range, all endpoints", "read-100-e5"),
    ("larger range, far endpoint", "read-100-e1-10ms"),
    ("smaller range, all endpoints", "read-10-e5"),
    ("smaller range, near endpoint", "read-10-e1-0-2ms"),
    ("smaller range, far endpoint", "read-10-e1-10ms"),
)
_PROXY = (
    ("no proxy, far endpoint", "smaller range", "read-10-e1-10ms"),
    ("no proxy, far endpoint", "larger range", "read-100-e1-10ms"),
    ("shorter delay", "smaller range", "tox-lat-100ms-read-10"),
    ("longer delay", "smaller range", "tox-lat-250ms-read-10"),
    ("narrow link", "smaller range", "tox-bw-read-10"),
    ("narrow link", "larger range", "tox-bw-read-100"),
    ("narrow and delayed", "smaller range", "tox-bw-lat-read-10"),
    ("narrow and delayed", "larger range", "tox-bw-lat-read-100"),
)


def throughput_chart(model: ClusterModel) -> Chart:
    """Throughput by setting, without the proxy; reads of everything are too few to be seen beside the others."""
    marks = []
    for place, point in _THROUGHPUT:
        quantity = model.points.get(point, THROUGHPUT)
        marks.append(Mark(x=place, y=quantity.number(), label=place, text=quantity.text, href=quantity.href))
    return Chart(
        id="cluster-throughput",
        title="Throughput by setting",
        alt=(
            "Requests per second of puts and reads. The smaller range from all endpoints is fastest, the larger range from one far "
            "endpoint slowest, at about a tenth of it."
        ),
        caption="Reads of all keys, a few in a second, are left out: they would not be visible.",
        kind="bars",
        x=Axis(title="", scale="ordinal"),
        y=Axis(title="Requests per second"),
        marks=tuple(marks),
        better="higher",
    )


def latency_chart(model: ClusterModel) -> Chart:
    """Average latency of reads with fastest and slowest, by where they went."""
    return Chart(
        id="cluster-latency",
        title="Latency of reads by distance of the endpoint",
        alt=(
            "Average latency of reads with bars from the fastest to the slowest, on a logarithmic axis. Reads of the larger range from "
            "one far endpoint take longest; spreading over all endpoints is fastest for both ranges."
        ),
        caption="Marks are averages; bars reach from the fastest to the slowest request.",
        kind="points",
        x=Axis(title="", scale="ordinal"),
        y=Axis(title="Latency", scale="log", unit="s"),
        marks=_latency_marks(model, _READS),
        better="lower",
    )


def proxy_chart(model: ClusterModel) -> Chart:
    """The same under the proxy's delays and limits."""
    return Chart(
        id="cluster-proxy",
        title="Latency of reads through slower links",
        alt=(
            "Average latency of reads through the proxy with bars from the fastest to the slowest, on a logarithmic axis, beside the "
            "same reads from a far endpoint without it. A narrow link hurts the larger range far more than a delay hurts the smaller."
        ),
        caption="Marks are averages; bars reach from the fastest to the slowest request.",
        kind="points",
        x=Axis(title="", scale="ordinal"),
        y=Axis(title="Latency", scale="log", unit="s"),
        marks=_latency_marks(model, _PROXY),
        better="lower",
    )


def _latency_marks(model: ClusterModel, places: tuple[tuple[str, str, str], ...]) -> tuple[Mark, ...]:
    marks = []
    for place, series, point in places:
        average = model.points.get(point, AVERAGE)
        marks.append(
            Mark(
                x=place,
                y=average.number(),
                y_low=model.points.get(point, "fastest").number(),
                y_high=model.points.get(point, "slowest").number(),
                series=series,
                label=f"{place}, {series}: average",
                text=average.text,
                href=average.href,
            )
        )
    return tuple(marks)
