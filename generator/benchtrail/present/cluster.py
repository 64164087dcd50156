# SPDX-License-Identifier: Apache-2.0
"""The guide page of the five-node cluster, and the page on latency, clients and throughput."""

from __future__ import annotations

from benchtrail.derive.cluster import ClusterModel
from benchtrail.derive.cluster_links import THROUGHPUT
from benchtrail.model import Bound
from benchtrail.present.cells import EMPTY, cell, doubt_notes, points_table, text_cell
from benchtrail.present.cluster_charts import latency_chart, proxy_chart, throughput_chart
from benchtrail.present.page import ChartOf, Page
from benchtrail.present.views import Cell, Column, CommandLine, Commands, Row, Table
from benchtrail.quantity import Derived, Sourced
from benchtrail.suites import SUITES, label

SUITE = SUITES["cluster"]
#: Throughput and average first: on a small screen the others are a scroll away.
METRICS = (THROUGHPUT, "average", "fastest", "slowest", "stddev")

#: The tables of results: id, caption, parameters shown as columns, points.
TABLES = (
    ("write", "Puts", ("key-size", "value-size"), ("write-k100-v100", "write-k100-v1900")),
    ("read-all", "Reading all keys", ("clients", "endpoints"), ("read-all-c10", "read-all-c5", "read-all-c5-e1")),
    ("read-large", "Reading the larger range of keys", ("keys-read", "clients", "endpoints", "endpoint-latency"), ("read-100-e5", "read-100-e1-10ms")),
    ("read-small", "Reading the smaller range of keys", ("keys-read", "clients", "endpoints", "endpoint-latency"), ("read-10-e5", "read-10-e1-10ms", "read-10-e1-0-2ms")),
    ("watch-create", "Creating watchers", ("operation", "key-sets", "watchers-per-key-set", "watchers-per-key", "connections", "watchers"), ("watch-create-1000x10", "watch-create-100k")),
    ("watch-change", "Telling watchers of changes: no measurement of the delay", ("key-size", "key-sets", "watchers-per-key-set", "key-changes"), ("watch-change-1000x10-k100", "watch-change-1000x10-k1000", "watch-change-10x1000-k1000")),
    ("proxy-latency", "Through a proxy that adds a delay", ("keys-read", "clients", "latency-as-headed", "toxic-latency"), ("tox-lat-100ms-read-10", "tox-lat-250ms-read-10")),
    ("proxy-bandwidth", "Through a proxy that limits bandwidth", ("operation", "keys-read", "clients", "key-size", "value-size", "toxic-bandwidth"), ("tox-bw-write-k100-v1900", "tox-bw-read-100", "tox-bw-read-10")),
    ("proxy-both", "Through a proxy that does both", ("keys-read", "clients", "latency-as-headed", "toxic-bandwidth"), ("tox-bw-lat-read-100", "tox-bw-lat-read-10")),
)  # fmt: skip

#: Groups of command lines: id, title, and for each command its id with what it is for.
COMMANDS = (
    ("write", "Puts", (("put", "put"),)),
    (
        "read-setup",
        "What was put before the reads",
        (
            ("delete-all", "set-up, deleting everything"),
            ("fill-100k", "set-up, filling the cluster"),
            ("fill-1000", "set-up, adding keys with plain names"),
        ),
    ),
    ("read-all", "Reading all keys", (("range-all", "reading all keys"),)),
    ("read-large", "Reading the larger range", (("range-100", "reading the larger range"),)),
    ("watch", "Watchers", (("watch", "watching"),)),
    (
        "proxy",
        "The proxy",
        (("proxy-server", "set-up, starting the proxy"), ("proxy-create", "set-up, making the link")),
    ),
    (
        "proxy-latency",
        "Adding a delay",
        (("latency-90", "the shorter delay"), ("latency-240", "the longer delay")),
    ),
    (
        "proxy-bandwidth",
        "Limiting bandwidth",
        (("bandwidth-down", "limiting downloads"), ("bandwidth-up", "limiting uploads")),
    ),
)


def pages(model: ClusterModel) -> list[Page]:
    """The two pages."""
    guide = Page(
        path="docs/cluster",
        title=SUITE.title,
        description=SUITE.summary,
        kind="suite",
        template="docs/cluster.md.j2",
        context=_context(model),
        tables=(
            *(_results_table(model, *spec) for spec in TABLES),
            _bandwidth_table(model),
            points_table(model.run, "setup"),
        ),
        charts=(
            ChartOf(chart=throughput_chart(model), table="read-small"),
            ChartOf(chart=latency_chart(model), table="read-small"),
            ChartOf(chart=proxy_chart(model), table="proxy-bandwidth"),
        ),
        commands=tuple(_commands(model, *spec) for spec in COMMANDS),
        runs=(model.run,),
        weight=SUITE.weight,
    )
    page = Page(
        path="models/cluster",
        title="Latency, clients and throughput",
        description="Little's law over every result that states a throughput: how many requests were under way, and where that is more than the clients.",
        kind="model",
        template="models/cluster.md.j2",
        context=_context(model),
        tables=(_busy_table(model), _ratios_table(model)),
        runs=(model.run,),
        weight=SUITE.weight,
    )
    return [guide, page]


def _context(model: ClusterModel) -> dict[str, object]:
    points = model.points
    return {
        "m": model,
        "n": model.numbers,
        "busy": {item.point: item for item in model.busy},
        "impossible": {item.point for item in model.busy if item.impossible},
        "keys": model.keys,
        "average": {item.point: item.average for item in model.busy},
        "throughput": {item.point: item.throughput for item in model.busy},
        "near": points.get("read-10-e1-0-2ms", "endpoint-latency"),
        "far": points.get("read-10-e1-10ms", "endpoint-latency"),
        "below": points.get("watch-change-1000x10-k100", "average"),
        "slow_watch": points.get("watch-change-10x1000-k1000", "slowest"),
        "note": {
            name: points.get(name, "bandwidth")
            for name in points.table("bandwidth")
        },
        "narrow": points.get("tox-bw-write-k100-v1900", "toxic-bandwidth"),
        "connection": points.get("proxy-connections", "count"),
        "over": model.numbers["narrow-share"].value > 100,
        "short_of_decimal": model.numbers["payload-write-k100-v1900"].value * 1e6
        > points.get("write-k100-v1900-client", "bandwidth").number(),
    }  # fmt: skip


# --- tables ----------------------------------------------------------------------------------------


def _results_table(
    model: ClusterModel, id_: str, caption: str, parameters: tuple[str, ...], points: tuple[str, ...]
) -> Table:
    metrics = [name for name in METRICS if any(_find(model, point, name) for point in points)]
    found = [_find(model, point, name) for point in points for name in (*parameters, *metrics)]
    return Table(
        id=id_,
        caption=caption,
        columns=tuple(
            Column(key=name, label=label("cluster", name), numeric=name != "operation")
            for name in (*parameters, *metrics)
        ),
        rows=tuple(
            Row(
                id=f"{id_}-{point}",
                cells=(
                    *(_parameter_cell(name, _find(model, point, name)) for name in parameters),
                    *(_metric_cell(_find(model, point, name)) for name in metrics),
                ),
            )
            for point in points
        ),
        notes=doubt_notes(quantity.fact for quantity in found if quantity is not None),
        csv=f"table-{id_}.csv",
    )


def _find(model: ClusterModel, point: str, name: str) -> Sourced | None:
    try:
        return model.points.get(point, name)
    except KeyError:
        return None


def _parameter_cell(name: str, quantity: Sourced | None) -> Cell:
    """A parameter; one that every such test has, but the document leaves out, is said to be missing."""
    if quantity is None:
        return text_cell("not stated") if name in ("clients", "endpoints") else EMPTY
    return cell(quantity)


def _metric_cell(quantity: Sourced | None) -> Cell:
    if quantity is None:
        return EMPTY
    title = "printed as zero: below half of the last decimal" if isinstance(quantity.fact, Bound) else ""
    return cell(quantity, title)


#: The bandwidth notes in words: the test, and what must have passed there at the least.
_NOTES = {
    "write-k100-v100-client": ("Put, small values", "payload-write-k100-v100"),
    "write-k100-v100-peer": ("Put, small values", "peers-write-k100-v100"),
    "write-k100-v1900-client": ("Put, large values", "payload-write-k100-v1900"),
    "write-k100-v1900-peer": ("Put, large values", "peers-write-k100-v1900"),
    "read-100-e5-machine": ("Reading the larger range", "payload-100"),
}


def _bandwidth_table(model: ClusterModel) -> Table:
    rows = []
    for point, (test, payload) in _NOTES.items():
        path, bandwidth = model.points.get(point, "path"), model.points.get(point, "bandwidth")
        rows.append(
            Row(
                id=f"bandwidth-{point}",
                cells=(
                    text_cell(test),
                    text_cell(path.text, path.href),
                    cell(bandwidth),
                    Cell(
                        text=bandwidth.literal,
                        href=bandwidth.href,
                        kind=bandwidth.kind,
                        literal=bandwidth.literal,
                    ),
                    cell(model.numbers[payload]),
                ),
            )
        )
    return Table(
        id="bandwidth",
        caption="Bandwidth noted beside results, and the keys and values that must have passed",
        columns=(
            Column(key="test", label="Test", numeric=False),
            Column(key="path", label="Path, as noted", numeric=False),
            Column(key="bandwidth", label="Noted, read as bytes"),
            Column(key="literal", label="As it stands"),
            Column(key="payload", label="Keys and values alone"),
        ),
        rows=tuple(rows),
        notes=doubt_notes(model.points.get(point, "bandwidth").fact for point in _NOTES),
        csv="table-bandwidth.csv",
    )


#: What each block is, in words without figures.
WORDS = {
    "write-k100-v100": "Put, small values",
    "write-k100-v1900": "Put, large values",
    "read-all-c10": "Read all keys, more clients",
    "read-all-c5": "Read all keys, fewer clients",
    "read-all-c5-e1": "Read all keys, fewer clients, one endpoint",
    "read-100-e5": "Read the larger range, all endpoints",
    "read-100-e1-10ms": "Read the larger range, far endpoint",
    "read-10-e5": "Read the smaller range, all endpoints",
    "read-10-e1-10ms": "Read the smaller range, far endpoint",
    "read-10-e1-0-2ms": "Read the smaller range, near endpoint",
    "tox-lat-100ms-read-10": "Smaller range, shorter delay",
    "tox-lat-250ms-read-10": "Smaller range, longer delay",
    "tox-bw-write-k100-v1900": "Put, narrow link",
    "tox-bw-read-100": "Larger range, narrow link",
    "tox-bw-read-10": "Smaller range, narrow link",
    "tox-bw-lat-read-100": "Larger range, narrow and delayed link",
    "tox-bw-lat-read-10": "Smaller range, narrow and delayed link",
}


def _optional(quantity: Sourced | Derived | None) -> Cell:
    return text_cell("not stated") if quantity is None else cell(quantity)


def _busy_table(model: ClusterModel) -> Table:
    return Table(
        id="busy",
        caption="Requests under way by Little's law, against the clients",
        columns=(
            Column(key="test", label="Test", numeric=False),
            Column(key="busy", label="Requests under way"),
            Column(key="clients", label="Clients"),
            Column(key="share", label="Share of the clients"),
            Column(key="throughput", label="Throughput"),
            Column(key="average", label="Average latency"),
            Column(key="possible", label="Possible", numeric=False),
        ),
        rows=tuple(
            Row(
                id=f"busy-{item.point}",
                cells=(
                    text_cell(WORDS[item.point]),
                    cell(item.busy),
                    _optional(item.clients),
                    EMPTY if item.share is None else cell(item.share),
                    cell(item.throughput),
                    cell(item.average),
                    text_cell("" if item.clients is None else "no" if item.impossible else "yes"),
                ),
            )
            for item in model.busy
        ),
        csv="table-busy.csv",
    )


#: Ratios of settings for the model page: words and the number.
_SETTINGS = (
    ("Small values instead of large ones, puts", "value-size"),
    ("All endpoints instead of a far one, smaller range", "read-10-endpoints"),
    ("All endpoints instead of a near one, smaller range", "read-10-endpoints-near"),
    ("All endpoints instead of a far one, larger range", "read-100-endpoints"),
    ("All endpoints instead of one, all keys", "all-endpoints"),
    ("Near endpoint instead of a far one, smaller range", "near-far"),
    ("Smaller range instead of the larger", "sizes"),
    ("Smaller range instead of the larger, narrow link", "sizes-narrow"),
    ("No proxy instead of the shorter delay, smaller range", "tox-100"),
    ("No proxy instead of the longer delay, smaller range", "tox-250"),
    ("No proxy instead of a narrow link, puts", "tox-bw-write"),
    ("No proxy instead of a narrow link, larger range", "tox-bw-read-100"),
    ("No proxy instead of a narrow link, smaller range", "tox-bw-read-10"),
    ("Narrow link instead of one that is also delayed, larger range", "tox-both-read-100"),
    ("Narrow link instead of one that is also delayed, smaller range", "tox-both-read-10"),
)


def _ratios_table(model: ClusterModel) -> Table:
    """Throughput of one setting over another, each a number of its own."""
    return Table(
        id="ratios",
        caption="Throughput of one setting over that of another",
        columns=(
            Column(key="change", label="Change", numeric=False),
            Column(key="over", label="With it"),
            Column(key="under", label="Without it"),
            Column(key="ratio", label="Ratio"),
        ),
        rows=tuple(
            Row(
                id=f"ratio-{name}",
                cells=(
                    text_cell(words),
                    *(cell(item.quantity) for item in model.numbers[name].inputs),
                    cell(model.numbers[name]),
                ),
            )
            for words, name in _SETTINGS
        ),
        csv="table-ratios.csv",
    )


# --- commands --------------------------------------------------------------------------------------


def _commands(model: ClusterModel, id_: str, title: str, ids: tuple[tuple[str, str], ...]) -> Commands:
    """Command lines exactly as they stand in the document, which calls some of them examples."""
    known = {command.id: command for command in model.run.run.commands}
    items = []
    for name, purpose in ids:
        command = known[name]
        if command.evidence is None:
            raise ValueError(f"{model.run.id}: the command {name!r} has no evidence")
        parts = (purpose, "an example in the source" if command.example else "", command.label)
        items.append(
            CommandLine(
                role=command.role.value,
                label=" · ".join(part for part in parts if part),
                text=command.evidence.literal,
            )
        )
    return Commands(id=id_, title=title, items=tuple(items))
