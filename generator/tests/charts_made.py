# SPDX-License-Identifier: Apache-2.0
"""Made charts for tests: one of each kind, with every sign that occurs. Their figures mean nothing."""

from __future__ import annotations

from benchtrail.charts import Axis, Chart, Line, Mark

POINTS = Chart(
    id="made-points",
    title="Points",
    alt="Made points.",
    kind="points",
    x=Axis(title="Streams", scale="log"),
    y=Axis(title="Resident set", scale="log", unit="B"),
    better="lower",
    marks=(
        *(
            Mark(
                x=10.0**i,
                y=4.0 * 10.0 ** (i + 3),
                series=f"{i % 3} clients",
                label=f"point {i}",
                text=f"{4 * 10**i} kB",
                href=f"/runs/made/#p{i}",
            )
            for i in range(1, 6)
        ),
        Mark(
            x=1e6,
            series="1 clients",
            label="point 6",
            text="out of memory",
            href="/runs/made/#p6",
            kind="none",
        ),
    ),
    lines=(Line(series="fitted", points=((10, 4e4), (1e3, 4e6), (1e6, 4e9)), href="/numbers/made-fit/"),),
)

RANGES = Chart(
    id="made-ranges",
    title="Ranges",
    alt="Made ranges.",
    caption="A caption.",
    kind="ranges",
    x=Axis(title="Setting", scale="ordinal"),
    y=Axis(title="Time", unit="s"),
    better="lower",
    marks=(
        Mark(x="few", y_low=20, y_high=40, series="a", label="few", text="20–40 s", href="/runs/r/#1", kind="range"),
        Mark(x="few", y_low=25, y_high=45, series="b", label="few", text="25–45 s", href="/runs/r/#2", kind="range"),
        Mark(x="many", y_low=90, series="a", label="many", text="over 90 s", href="/runs/r/#3", kind="bound"),
        Mark(x="many", y_high=0.1, series="b", label="many", text="below 0.1 s", href="/runs/r/#4", kind="bound"),
        Mark(x="most", y=120, series="a", label="most", text="~120 s", href="/runs/r/#5", kind="approximate"),
        Mark(x="most", series="b", label="most", text="timed out", href="/runs/r/#6", kind="none"),
    ),
)  # fmt: skip

RANGES_ALONG = Chart(
    id="made-along",
    title="Ranges along an axis",
    alt="Made ranges.",
    kind="ranges",
    x=Axis(title="Put size", scale="log", unit="B"),
    y=Axis(title="Heap", scale="log", unit="B"),
    marks=tuple(
        Mark(x=x, y_low=5e3 * x, y_high=2e4 * x, series=s, label=f"{x}", text="range", href=f"/runs/h/#{s}{i}", kind="range")
        for s in ("v1", "v2")
        for i, x in enumerate((1e3, 1e4, 1e5))
    ),
    lines=(
        Line(series="lower", points=((1e3, 5e6), (1e5, 5e8)), href="/numbers/lower/"),
        Line(series="upper", points=((1e3, 2e7), (1e5, 2e9)), href="/numbers/upper/"),
    ),
)  # fmt: skip

BARS = Chart(
    id="made-bars",
    title="Bars",
    alt="Made bars.",
    kind="bars",
    x=Axis(title="", scale="ordinal"),
    y=Axis(title="Requests per second", unit="1/s"),
    better="higher",
    marks=tuple(
        Mark(x=x, y=1000.0 * n + len(s), series=s, label=x, text=f"{1000 * n}", href=f"/runs/b/#{s}{n}")
        for s in ("near", "far")
        for n, x in enumerate(("put, keys of the usual length and long values", "range", "watch"), 1)
    ),
)

INTERVALS = Chart(
    id="made-intervals",
    title="Intervals",
    alt="Made intervals.",
    kind="points",
    x=Axis(title="Constant", scale="ordinal"),
    y=Axis(title="Bytes", unit="B"),
    marks=tuple(
        Mark(x=f"c{i}", y=100.0 * i, y_low=80.0 * i, y_high=130.0 * i, series="fit", label=f"c{i}", text=f"{100 * i} B", href=f"/numbers/c{i}/", kind="derived")
        for i in (1, 2, 3)
    ),
)  # fmt: skip

SERIES = Chart(
    id="made-series",
    title="Series",
    alt="Made series.",
    kind="series",
    x=Axis(title="Pods"),
    y=Axis(title="Memory", unit="B"),
    marks=tuple(
        Mark(x=x, y=(40 + k * x) * 1e6, series=s, label=f"{x} pods", text=f"{40 + k * x} MB", href=f"/runs/s/#{s}{x}")
        for s, k in (("heap", 1), ("resident", 2))
        for x in range(0, 401, 100)
    ),
)  # fmt: skip

STACKED = Chart(
    id="made-stacked",
    title="Stacked",
    alt="Made parts.",
    kind="stacked",
    x=Axis(title="Version", scale="ordinal"),
    y=Axis(title="Memory", unit="B"),
    marks=tuple(
        Mark(x=v, y=n * 1e8, series=s, label=v, text=f"{n}00 MB", href=f"/runs/k/#{s}-{v}")
        for v in ("v1", "v2")
        for n, s in enumerate(("heap", "stack", "other", "mapped"), 1)
    ),
)

TIME = Chart(
    id="made-time",
    title="Time",
    alt="Made days.",
    kind="series",
    x=Axis(title="Day", scale="time"),
    y=Axis(title="Memory", unit="B"),
    marks=tuple(
        Mark(x=f"2026-0{n}-01", y=n * 1e9, series="nightly", label=f"month {n}", text=f"{n} GB", href=f"/runs/t{n}/#a")
        for n in range(1, 8)
    ),
)  # fmt: skip

BY_KIND = {
    "points": POINTS,
    "ranges": RANGES,
    "ranges along an axis": RANGES_ALONG,
    "bars": BARS,
    "intervals": INTERVALS,
    "series": SERIES,
    "stacked": STACKED,
    "time": TIME,
}
