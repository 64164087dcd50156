# SPDX-License-Identifier: Apache-2.0
"""The five documents, as plans: what each column of their CSV files is. Literal data, no code paths.

Figures stand in the CSV files alone; here are names, units and kinds of memory.
"""

from __future__ import annotations

from benchtrail.model import Doubt, Memory, Role, Subject
from benchtrail.transcribe import Blocks, Column, Plan, Table

_MB = (Doubt.MB_UNSTATED,)
_UNIT = (Doubt.UNIT_UNSTATED,)


def _mb(name: str, key: str, memory: Memory, unit: str = "MBy", extractor: str = "csv-quantity@1") -> Column:
    """A column of bytes whose document does not say whether MB is 10^6 or 2^20."""
    return Column(name, key, unit, extractor, memory, _MB)


def _count(name: str, key: str, unit: str = "1", text_if: str = "") -> Column:
    return Column(name, key, unit, "csv-count@1", text_if=text_if)


def _text(name: str, key: str) -> Column:
    return Column(name, key, extractor="csv-text@1")


def _stated(key: str, unit: str, memory: Memory | None = None, doubts: tuple[Doubt, ...] = ()) -> Column:
    return Column("figure", key, unit, "csv-stated@1", memory, doubts)


_VERSION = _text("value", "version")

WATCH = Plan(
    suite="watch-memory",
    label="etcd-185097f-watch-memory",
    title="etcd's memory under watchers, as its documentation states it",
    date="2015",
    subject=Subject(software="etcd", commit="185097ffaa627b909007e772c175e8fefac17af3"),
    files={
        "table.csv": "The table of resident memory by clients, streams and watchings",
        "constants.csv": "The constants of the formula as published",
        "formulas.csv": "The formula as printed",
        "statements.csv": "Figures that stand in sentences",
        "environment.csv": "The machine and the revision that was measured",
    },
    environment={
        "git-head": (Role.SERVER, _text("value", "commit")),
        "machine-type": (Role.SERVER, _text("value", "machine")),
        "memory": (Role.SERVER, _mb("value", "memory", Memory.INSTALLED, "GBy")),
        "cpus": (Role.SERVER, Column("value", "cpus", "1")),
    },
    tables=(
        Table(
            file="table.csv",
            table="total",
            parameters=(
                _count("clients", "clients", "{client}"),
                _count("streams per client", "streams-per-client", "{stream}"),
                _count("watchings per stream", "watchings-per-stream", "{watching}"),
                _count("total watching", "total-watchings", "{watching}"),
            ),
            values=(_mb("memory usage", "resident-memory", Memory.RESIDENT),),
        ),
        Table(
            file="constants.csv",
            table="constants",
            parameters=(_text("constant", "constant"),),
            values=(_mb("value", "published", Memory.RESIDENT, "By"),),
        ),
        Table(
            file="statements.csv",
            table="statements",
            parameters=(_text("quantity", "quantity"),),
            metric="quantity",
            metrics={
                "clients to support": _stated("figure", "{client}"),
                "watch streams to support": _stated("figure", "{stream}"),
                "streams per client to support": _stated("figure", "{stream}"),
                "total watchings to support": _stated("figure", "{watching}"),
                "watchings per stream to support": _stated("figure", "{watching}"),
                "memory per connection": _stated("figure", "kBy", Memory.UNSTATED, _MB),
                "memory per watch stream": _stated("figure", "kBy", Memory.UNSTATED, _MB),
                "memory per watching": _stated("figure", "kBy", Memory.UNSTATED, _MB),
                "variation of the result": _stated("figure", "%"),
                "memory per additional client connection": _stated("figure", "By", Memory.RESIDENT, _MB),
                "memory per additional stream": _stated("figure", "By", Memory.RESIDENT, _MB),
                "memory per additional watching": _stated("figure", "By", Memory.RESIDENT, _MB),
            },
            skip=("capacity-watchings", "capacity-memory"),  # orders of magnitude in words
        ),
    ),
)

STORAGE = Plan(
    suite="storage-memory",
    label="etcd-3.3-storage-memory",
    title="etcd's storage memory, as the documentation of version 3.3 states it",
    date="",
    subject=Subject(software="etcd"),
    files={
        "index.csv": "The table of the in-memory index alone",
        "process.csv": "The table of the whole process",
        "constants.csv": "The constants of the formula as published",
        "formulas.csv": "The formula as printed",
        "statements.csv": "Figures that stand in sentences",
        "environment.csv": "The machine, and the version of the documentation",
    },
    environment={
        "documentation-version": (Role.SERVER, _text("value", "documentation-version")),
        "etcd-version": (Role.SERVER, _text("value", "version")),
        "machine-type": (Role.SERVER, _text("value", "machine")),
        "memory": (Role.SERVER, _mb("value", "memory", Memory.INSTALLED, "GBy")),
        "cpus": (Role.SERVER, Column("value", "cpus", "1")),
    },
    tables=(
        Table(
            file="index.csv",
            table="index",
            parameters=(
                _count("n", "keys", "{key}"),
                _count("versions", "versions", "{version}"),
                Column("key size", "key-size", "By"),
            ),
            values=(_mb("memory usage", "index-memory", Memory.HEAP_ALLOCATED),),
        ),
        Table(
            file="process.csv",
            table="process",
            parameters=(
                _count("n", "keys", "{key}"),
                _count("versions", "versions", "{version}"),
                Column("key size", "key-size", "By"),
                Column("value size", "value-size", "By"),
            ),
            values=(_mb("memory usage", "resident-memory", Memory.RESIDENT),),
        ),
        Table(
            file="constants.csv",
            table="constants",
            parameters=(_text("constant", "constant"),),
            values=(Column("value", "published", "By", memory=Memory.HEAP_ALLOCATED),),
        ),
        Table(
            file="statements.csv",
            table="statements",
            parameters=(_text("quantity", "quantity"),),
            metric="quantity",
            metrics={
                "value said to be the average for c1": _stated("figure", "By", Memory.HEAP_ALLOCATED),
                "value said to be the average for c2": _stated("figure", "By", Memory.HEAP_ALLOCATED),
                "number of sets averaged": _stated("figure", "1"),
                "overhead of key metadata for small pairs": _stated("figure", "%"),
                "overhead of the old store": _stated("figure", "%"),
            },
            skip=("sets-needed",),  # a number in words
        ),
    ),
)


def _catchup(version: str, label: str, commit: str) -> Plan:
    return Plan(
        suite="catchup-heap",
        label=label,
        title=f"etcd {version}: heap size while members are kept able to catch up",
        date="2024",
        subject=Subject(software="etcd", version=version, commit=commit),
        files={
            f"heap-{version}.csv": f"The table of heap sizes, column {version}",
            f"configurations-{version}.csv": "The settings named above each configuration",
            f"commands-{version}.csv": "The command lines of each configuration",
            "formulas.csv": "The two formulas of the estimate as printed",
            "statements.csv": "Figures that stand in sentences",
            "versions.csv": "The versions and commits measured",
        },
        environment={},
        commands=f"commands-{version}.csv",
        command_points="row_id",
        tables=(
            Table(
                file=f"heap-{version}.csv",
                table="heap",
                parameters=(
                    Column("putsize", "put-size", "kBy", doubts=_MB),
                    _count("--snapshot-count", "snapshot-count", "{entry}"),
                    _count("--experimental-snapshot-catchup-entries", "catchup-entries", "{entry}"),
                ),
                values=(_mb("heap size", "heap", Memory.HEAP_IN_USE),),
            ),
            Table(
                file="statements.csv",
                table="statements",
                parameters=(
                    _text("quantity", "quantity"),
                    _text("version", "version"),
                    _text("setting", "setting"),
                ),
                metric="id",
                metrics={
                    "default-catchup-v3-5": _stated("figure", "{entry}"),
                    "default-catchup-v3-6": _stated("figure", "{entry}"),
                    "default-snapshot-count-v3-6": _stated("figure", "{entry}"),
                    "default-snapshot-count-v3-5": _stated("figure", "{entry}"),
                    "q1-put-size": _stated("figure", "kBy", Memory.UNSTATED, _MB),
                    "q1-heap-v3-5": _stated("figure", "MBy", Memory.HEAP_IN_USE, _MB),
                    "q1-heap-v3-6": _stated("figure", "MBy", Memory.HEAP_IN_USE, _MB),
                    "q3-catchup-single": _stated("figure", "{entry}"),
                },
                skip=("q3-members",),
            ),
        ),
    )


CATCHUP_35 = _catchup("v3.5.16", "etcd-3.5.16-catchup-heap", "f20bbadd4")
CATCHUP_36A = _catchup("v3.6.0-alpha.0", "etcd-3.6.0-alpha.0-catchup-heap", "981061a49")

_POD = "{pod}"
_TIME = ("ads-completion-time", "ads-completion-bucket-low", "ads-completion-bucket-high", "convergence-time",
         "injector-webhook-time", "certificate-issuance-time")  # fmt: skip
_PODS = (
    "conservative-pod-limit",
    "reachable-pods",
    "pods-when-killed",
    "pods-at-full-cpu",
    "pods-when-convergence-fails",
)
_LIMITS = ("memory-limit-that-bounds-pods", "memory-limit-not-tested-with-more-cpus")
_FORM = (
    Column("memory limit", "memory-limit", "MBy", doubts=_MB),
    Column("cpus", "cpus", "{cpu}", text_if=r".*/.*"),
)

MESH = Plan(
    suite="mesh-scale",
    label="osm-9b82966-mesh-scale",
    title="Open Service Mesh: how many pods one controller carries, as its documentation states it",
    date="2021-02-04",
    subject=Subject(
        software="Open Service Mesh controller", commit="9b829667f797879a0a4cd911eb08c4808e0f8083"
    ),
    files={
        "results.csv": "Every measured figure: memory, limits, completion, convergence and issuance times",
        "form-factors.csv": "The form factors tested",
        "topology.csv": "What each iteration deploys",
        "environment.csv": "The cluster, the log levels and the timeout",
    },
    environment={
        "as-of": (Role.SERVER, _text("value", "as-of")),
        "change-id": (Role.SERVER, _text("value", "commit")),
        "change-date": (Role.SERVER, _text("value", "commit-date")),
        "osm-log-level": (Role.SERVER, _text("value", "log-level")),
        "debug-server": (Role.SERVER, _text("value", "http-debug-server")),
        "rsa-1-5-2cpu": (Role.SERVER, _text("value", "certificate-key")),
        "rsa-4cpu": (Role.SERVER, _text("value", "certificate-key-again")),
        "nodes": (Role.SERVER, Column("value", "nodes", "{node}")),
        "kubernetes": (Role.SERVER, _text("value", "kubernetes")),
        "node-cpus": (Role.SERVER, Column("value", "cpus-of-a-node", "{cpu}")),
        "node-memory": (Role.SERVER, _mb("value", "memory-of-a-node", Memory.INSTALLED, "GBy")),
        "envoy-log-level": (Role.PROXY, _text("value", "log-level")),
        "test-timeout": (Role.CLIENT, Column("value", "timeout", "s")),
    },
    tables=(
        Table(
            file="results.csv",
            table="results",
            parameters=(*_FORM, Column("pods", "pods", _POD), _text("quantity", "quantity")),
            metric="quantity",
            metrics={
                "initial-memory": _mb("value", "initial-memory", Memory.UNSTATED),
                "memory-per-pod": _mb("value", "memory-per-pod", Memory.UNSTATED, "kBy"),
                **{name: Column("value", name, "s") for name in _TIME},
                **{name: Column("value", name, _POD) for name in _PODS},
                **{name: _mb("value", name, Memory.LIMIT) for name in _LIMITS},
                "cpu-peak": Column("value", "cpu-peak", "{cpu}", doubts=_UNIT),
            },
        ),
        Table(
            file="form-factors.csv",
            table="form-factors",
            parameters=(_text("cpus", "cpus"),),
            values=(_mb("memory limit", "memory-limit", Memory.LIMIT),),
        ),
        Table(
            file="topology.csv",
            table="topology",
            parameters=(_text("quantity", "quantity"),),
            values=(_count("value", "count"),),
        ),
    ),
)

_SECONDS = {name: Column("value", key, "s", "csv-printed@1") for name, key in (
    ("Slowest", "slowest"), ("Fastest", "fastest"), ("Average", "average"), ("Stddev", "stddev"))}  # fmt: skip

CLUSTER = Plan(
    suite="cluster",
    label="etcd-cluster",
    title="A five-node etcd cluster: put, range and watch, and under toxiproxy",
    date="",
    subject=Subject(software="etcd"),
    files={
        "blocks.csv": "The result blocks and their settings",
        "results.csv": "Every figure of every result block",
        "bandwidth.csv": "The bandwidth noted beside results",
        "setup.csv": "What was put before the reads, and the proxy's set-up",
        "environment.csv": "Nodes, bandwidth and latencies",
        "commands.csv": "The command lines",
        "statements.csv": "Explanations the document gives for its figures",
    },
    environment={
        "nodes": (Role.SERVER, Column("value", "nodes", "{node}")),
        "node-bandwidth": (Role.SERVER, _text("value", "bandwidth-between-nodes")),
        "node-latency": (Role.SERVER, _text("value", "latency-between-nodes")),
        "test-machines": (Role.CLIENT, _text("value", "machines")),
        **{
            f"client-latency-{n}": (Role.CLIENT, Column("value", f"latency-to-node-{n}", "ms"))
            for n in (1, 2, 3, 4, 5)
        },
    },
    commands="commands.csv",
    command_points="blocks",
    tables=(
        Blocks(
            file="blocks.csv",
            table="results",
            parameters=(
                _text("operation", "operation"),
                Column("key size", "key-size", "By"),
                Column("value size", "value-size", "By"),
                _count("keys read", "keys-read", "{key}", text_if="all"),
                _count("clients", "clients", "{client}"),
                _count("endpoints", "endpoints"),
                Column("endpoint latency", "endpoint-latency", "ms"),
                _count("key sets", "key-sets"),
                _count("watchers per key set", "watchers-per-key-set"),
                _count("watchers per key", "watchers-per-key"),
                _count("connections", "connections", "{connection}"),
                _count("watchers", "watchers"),
                _count("key changes", "key-changes"),
                Column("latency as headed", "latency-as-headed", "ms"),
                Column("toxic latency", "toxic-latency", "ms"),
                Column("toxic bandwidth", "toxic-bandwidth", "MBy", doubts=_UNIT),
            ),
            values_file="results.csv",
            block="block",
            metric="metric",
            value="value",
            metrics={
                **_SECONDS,
                "Requests/sec": Column("value", "requests-per-second", "{request}/s", "csv-printed@1"),
            },
            doubts={"watch-change": (Doubt.CLOCK_AFTER_RECEIPT,)},
        ),
        Table(
            file="bandwidth.csv",
            table="bandwidth",
            parameters=(_text("block", "block"), _text("path", "path")),
            values=(Column("value", "bandwidth", "MBy/s", "csv-bandwidth@1", doubts=_UNIT),),
        ),
        Table(
            file="setup.csv",
            table="setup",
            parameters=(_text("quantity", "quantity"),),
            values=(_count("value", "count"),),
            skip=("proxy-listen", "proxy-upstream", "proxy-endpoint"),  # addresses, in the commands too
        ),
    ),
)

PLANS: tuple[Plan, ...] = (WATCH, STORAGE, CATCHUP_35, CATCHUP_36A, MESH, CLUSTER)
