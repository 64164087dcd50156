# SPDX-License-Identifier: Apache-2.0
"""The suites: titles, the names of their parameters and metrics, and their tables. Literal data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class TableSpec:
    """A table of a suite: its caption, and which parameters and metrics are columns, in this order."""

    caption: str
    columns: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Suite:
    """A benchmark. `labels` names parameters, metrics and facts for readers."""

    name: str
    title: str
    summary: str
    weight: int
    labels: Mapping[str, str]
    tables: Mapping[str, TableSpec]


#: Names that mean the same in every suite.
COMMON_LABELS = {
    "version": "Version",
    "commit": "Commit",
    "machine": "Machine type",
    "machines": "Machines",
    "memory": "Memory",
    "cpus": "CPUs",
    "nodes": "Nodes",
    "figure": "Figure",
    "quantity": "Quantity",
    "constant": "Constant",
    "published": "As published",
    "setting": "Setting",
    "count": "Count",
}

#: What our own harness reads of a server, at the moments it reads it.
_SERVER_LABELS = {
    "resident-memory": "Resident set",
    "resident-anonymous": "Resident, anonymous",
    "resident-file": "Resident, file-backed",
    "heap-allocated": "Heap allocated",
    "heap-spans": "Heap spans in use",
    "stacks": "Goroutine stacks",
}
_MOMENTS = {
    "idle-": "Idle: ",
    "loaded-": "Loaded: ",
    "collected-": "After collection: ",
    "restarted-": "Restarted: ",
}


def _uncapitalised(text: str) -> str:
    return text[0].lower() + text[1:]


#: Names of facts and metrics of our own runs, the same in every suite.
MEASURED_LABELS = {
    **_SERVER_LABELS,
    **{
        f"{prefix}{name}": f"{moment}{_uncapitalised(text)}"
        for prefix, moment in _MOMENTS.items()
        for name, text in _SERVER_LABELS.items()
    },
    "resident-peak": "Peak resident set",
    "collected-profile": "After collection: heap by its profile",
    "watched-keys": "Keys watched",
    "database": "Database file, as etcd counts it",
    "index-memory-collected": "Index, after collection",
    "heap-lowest": "Lowest heap",
    "heap-highest": "Highest heap",
    "resident-lowest": "Lowest resident set",
    "resident-highest": "Highest resident set",
    "stacks-highest": "Most stacks",
    "mapped-highest": "Most file-backed",
    "entries-applied": "Entries applied",
    "load-connections": "Connections of the load",
    "load-clients": "Clients of the load",
    "cpu-model": "CPU model",
    "os": "Operating system",
    "swap": "Swap",
    "open-files-limit": "Limit of open files",
    "transparent-huge-pages": "Transparent huge pages",
}

_STATEMENTS = TableSpec(
    caption="Figures that stand in sentences of the document", columns=("quantity", "figure")
)

SUITES: dict[str, Suite] = {
    suite.name: suite
    for suite in (
        Suite(
            name="watch-memory",
            title="Memory of watchers",
            summary="How much memory an etcd server needs for its clients, their watch streams, and what they watch.",
            weight=10,
            labels={
                "clients": "Clients",
                "streams-per-client": "Streams per client",
                "watchings-per-stream": "Watchings per stream",
                "total-watchings": "Watchings in all",
                "resident-memory": "Resident set",
            },
            tables={
                "total": TableSpec(
                    caption="Resident memory of the server by clients, streams and watchings",
                    columns=(
                        "clients",
                        "streams-per-client",
                        "watchings-per-stream",
                        "total-watchings",
                        "watched-keys",
                        "resident-memory",
                        "resident-peak",
                        "idle-resident-memory",
                        "heap-allocated",
                        "collected-heap-allocated",
                        "stacks",
                    ),
                ),
                "constants": TableSpec(
                    caption="Constants of the formula as published", columns=("constant", "published")
                ),
                "statements": _STATEMENTS,
            },
        ),
        Suite(
            name="storage-memory",
            title="Memory of stored keys",
            summary="How much memory etcd needs for the keys it stores: the index alone, and the whole process.",
            weight=20,
            labels={
                "keys": "Keys",
                "versions": "Versions of a key",
                "key-size": "Key size",
                "value-size": "Value size",
                "index-memory": "Index",
                "resident-memory": "Resident set",
                "documentation-version": "Version of the documentation",
            },
            tables={
                "index": TableSpec(
                    caption="Memory of the index alone",
                    columns=("keys", "versions", "key-size", "index-memory", "index-memory-collected"),
                ),
                "process": TableSpec(
                    caption="Resident memory of the whole process",
                    columns=(
                        "keys",
                        "versions",
                        "key-size",
                        "value-size",
                        "resident-memory",
                        "resident-anonymous",
                        "resident-file",
                        "collected-heap-allocated",
                        "restarted-resident-memory",
                        "restarted-resident-anonymous",
                        "database",
                    ),
                ),
                "constants": TableSpec(
                    caption="Constants of the formula as published", columns=("constant", "published")
                ),
                "statements": _STATEMENTS,
            },
        ),
        Suite(
            name="catchup-heap",
            title="Heap kept for members to catch up",
            summary="How the snapshot count and the catch-up entries set the size of etcd's heap, and how to tune them.",
            weight=30,
            labels={
                "put-size": "Size of a put",
                "snapshot-count": "Snapshot count",
                "catchup-entries": "Catch-up entries",
                "heap": "Heap",
            },
            tables={
                "heap": TableSpec(
                    caption="Heap in use while puts go on, lowest to highest",
                    columns=(
                        "put-size",
                        "snapshot-count",
                        "catchup-entries",
                        "heap",
                        "heap-lowest",
                        "heap-highest",
                        "resident-highest",
                        "mapped-highest",
                        "collected-profile",
                        "entries-applied",
                    ),
                ),
                "statements": TableSpec(
                    caption="Figures that stand in sentences of the document",
                    columns=("quantity", "version", "setting", "figure"),
                ),
            },
        ),
        Suite(
            name="cluster",
            title="A five-node cluster, near and far",
            summary="Put, range and watch on a spread-out etcd cluster, and what delay and narrow links do to them.",
            weight=40,
            labels={
                "operation": "Operation",
                "key-size": "Key size",
                "value-size": "Value size",
                "keys-read": "Keys read",
                "clients": "Clients",
                "endpoints": "Endpoints",
                "endpoint-latency": "Latency of the endpoint",
                "key-sets": "Key sets",
                "watchers-per-key-set": "Watchers per key set",
                "watchers-per-key": "Watchers per key",
                "connections": "Connections",
                "watchers": "Watchers",
                "key-changes": "Key changes",
                "latency-as-headed": "Latency, as headed",
                "toxic-latency": "Latency added by the proxy",
                "toxic-bandwidth": "Bandwidth of the proxy",
                "slowest": "Slowest",
                "fastest": "Fastest",
                "average": "Average",
                "stddev": "Standard deviation",
                "requests-per-second": "Throughput",
                "block": "Result",
                "path": "Path",
                "bandwidth": "Bandwidth",
                "bandwidth-between-nodes": "Bandwidth between nodes",
                "latency-between-nodes": "Latency between nodes",
                **{
                    f"latency-to-node-{n}": f"Latency to node {word}"
                    for n, word in enumerate(("one", "two", "three", "four", "five"), start=1)
                },
            },
            tables={
                "results": TableSpec(
                    caption="Every result of the document",
                    columns=("operation", "slowest", "fastest", "average", "stddev", "requests-per-second"),
                ),
                "bandwidth": TableSpec(
                    caption="Bandwidth noted beside results", columns=("block", "path", "bandwidth")
                ),
                "setup": TableSpec(caption="What was put before the reads", columns=("quantity", "count")),
            },
        ),
        Suite(
            name="mesh-scale",
            title="Pods one mesh controller carries",
            summary="Memory, processor time and convergence of a service-mesh controller as pods are added.",
            weight=50,
            labels={
                "memory-limit": "Memory limit",
                "pods": "Pods",
                "initial-memory": "Memory with an empty mesh",
                "memory-per-pod": "Memory per pod",
                "ads-completion-time": "Completion of an update",
                "ads-completion-bucket-low": "Completion of an update, lowest bucket",
                "ads-completion-bucket-high": "Completion of an update, highest bucket",
                "convergence-time": "Convergence of the whole mesh",
                "injector-webhook-time": "Injector webhook",
                "certificate-issuance-time": "Issuance of a certificate",
                "conservative-pod-limit": "Conservative number of pods",
                "reachable-pods": "Pods that can be reached",
                "pods-when-killed": "Pods when the controller is killed",
                "pods-at-full-cpu": "Pods at which the CPU is full",
                "pods-when-convergence-fails": "Pods when convergence fails",
                "memory-limit-that-bounds-pods": "Memory limit that bounds the pods",
                "memory-limit-not-tested-with-more-cpus": "Memory limit not tested with more CPUs",
                "cpu-peak": "CPUs used at the peak",
                "as-of": "Date of the document",
                "commit-date": "Date of the change",
                "log-level": "Log level",
                "http-debug-server": "HTTP debug server",
                "certificate-key": "Certificate key",
                "certificate-key-again": "Certificate key",
                "kubernetes": "Kubernetes",
                "cpus-of-a-node": "CPUs of a node",
                "memory-of-a-node": "Memory of a node",
                "timeout": "Timeout",
            },
            tables={
                "results": TableSpec(
                    caption="Every figure of the document",
                    columns=("memory-limit", "cpus", "pods", "quantity", "*"),
                ),
                "form-factors": TableSpec(caption="Form factors", columns=("memory-limit", "cpus")),
                "topology": TableSpec(caption="What each iteration deploys", columns=("quantity", "count")),
            },
        ),
    )
}


def label(suite: str, key: str) -> str:
    """The label of a parameter, metric or fact; an unknown key becomes words."""
    known = SUITES.get(suite)
    words = (known.labels.get(key) if known else None) or COMMON_LABELS.get(key) or MEASURED_LABELS.get(key)
    return words or key.replace("-", " ").capitalize()
