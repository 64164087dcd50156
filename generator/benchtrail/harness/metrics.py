# SPDX-License-Identifier: Apache-2.0
"""Which value stands where in the raw files, as data: name, file, place, unit, and kind of memory."""

from __future__ import annotations

from dataclasses import dataclass

from benchtrail.model import Memory


@dataclass(frozen=True, slots=True)
class Metric:
    """A value of a row. `how` says which kind of place `field` names in the row's `file`."""

    name: str
    file: str
    how: str
    field: str
    memory: Memory | None
    unit: str = "By"
    main: bool = False


_HEAP_ALLOC = "go_memstats_heap_alloc_bytes"
_HEAP_INUSE = "go_memstats_heap_inuse_bytes"
_STACK = "go_memstats_stack_inuse_bytes"


def _moment(prefix: str, file: str, *, main: bool = False, after_gc: bool = False) -> tuple[Metric, ...]:
    """What every snapshot of a server holds."""
    heap = Memory.HEAP_AFTER_GC if after_gc else Memory.HEAP_ALLOCATED
    return (
        Metric(f"{prefix}resident-memory", file, "status", "VmRSS", Memory.RESIDENT, "KiBy", main),
        Metric(f"{prefix}resident-anonymous", file, "status", "RssAnon", Memory.RESIDENT_ANONYMOUS, "KiBy"),
        Metric(f"{prefix}resident-file", file, "status", "RssFile", Memory.RESIDENT_FILE, "KiBy"),
        Metric(f"{prefix}heap-allocated", file, "metric", _HEAP_ALLOC, heap),
        Metric(f"{prefix}heap-spans", file, "metric", _HEAP_INUSE, Memory.HEAP_IN_USE),
        Metric(f"{prefix}stacks", file, "metric", _STACK, Memory.STACK),
    )


def _server(loaded: str) -> tuple[Metric, ...]:
    return (
        *_moment("", loaded, main=True),
        Metric("resident-peak", loaded, "status", "VmHWM", Memory.RESIDENT_PEAK, "KiBy"),
        *_moment("idle-", "idle"),
        *_moment("collected-", "collected", after_gc=True),
        Metric("collected-profile", "profile-collected", "profile", "inuse_space", Memory.HEAP_AFTER_GC),
    )


METRICS: dict[str, tuple[Metric, ...]] = {
    "total": _server("open"),
    "process": (
        *_server("loaded"),
        *_moment("restarted-", "restarted"),
        Metric("database", "loaded", "metric", "etcd_mvcc_db_total_size_in_bytes", Memory.MMAP),
    ),
    "index": (
        Metric("index-memory", "probe", "json", "/difference/built_bytes", Memory.HEAP_ALLOCATED, main=True),
        Metric(
            "index-memory-collected", "probe", "json", "/difference/collected_bytes", Memory.HEAP_AFTER_GC
        ),
    ),
    "heap": (
        Metric("heap-lowest", "profile-lowest", "profile", "inuse_space", Memory.HEAP_IN_USE, main=True),
        Metric("heap-highest", "profile-highest", "profile", "inuse_space", Memory.HEAP_IN_USE, main=True),
        Metric("resident-lowest", "series", "lowest", "VmRSS_kB", Memory.RESIDENT, "KiBy"),
        Metric("resident-highest", "series", "highest", "VmRSS_kB", Memory.RESIDENT, "KiBy"),
        Metric("stacks-highest", "series", "highest", _STACK, Memory.STACK),
        Metric("mapped-highest", "series", "highest", "RssFile_kB", Memory.RESIDENT_FILE, "KiBy"),
        Metric("entries-applied", "loaded", "metric", "etcd_server_proposals_applied_total", None, "{entry}"),
        *_moment("idle-", "idle"),
        *_moment("loaded-", "loaded"),
        *_moment("collected-", "collected", after_gc=True),
        Metric("collected-profile", "profile-collected", "profile", "inuse_space", Memory.HEAP_AFTER_GC),
    ),
}

#: Units of parameters.
PARAMETERS: dict[str, str] = {
    "clients": "{client}",
    "streams-per-client": "{stream}",
    "watchings-per-stream": "{watching}",
    "total-watchings": "{watching}",
    "keys": "{key}",
    "versions": "{version}",
    "key-size": "By",
    "value-size": "By",
    "put-size": "By",
    "snapshot-count": "{entry}",
    "catchup-entries": "{entry}",
    "load-connections": "{connection}",
    "load-clients": "{client}",
}

#: Numbers among the facts of a machine: name in the run, unit, kind of memory.
FACTS: dict[str, tuple[str, str, Memory | None]] = {
    "cpus": ("cpus", "1", None),
    "memory-kib": ("memory", "KiBy", Memory.INSTALLED),
    "swap-kib": ("swap", "KiBy", Memory.INSTALLED),
    "open-files-limit": ("open-files-limit", "1", None),
}

TITLES: dict[str, str] = {
    "watch-memory": "memory of watchers, measured again",
    "storage-memory": "memory of stored keys, measured again",
    "catchup-heap": "heap kept for members that catch up, measured again",
}

_DESCRIPTIONS = {
    "idle": "memory of the idle server",
    "open": "memory with all watchings open",
    "loaded": "memory with the load",
    "collected": "memory after a forced collection",
    "restarted": "memory after a restart on the same data",
    "series": "a line a second: heap, stacks, resident set, applied entries",
    "probe": "report of the index probe",
    "load": "report of the load",
    "load-log": "end of the load tool's progress",
    "server-log": "log of the server",
    "restarted-log": "log of the restarted server",
    "profile-lowest": "heap profile at the lowest heap after the log was full",
    "profile-highest": "heap profile at the highest heap after the log was full",
    "profile-collected": "heap profile after a forced collection",
    "environment": "the machine by role",
    "etcd-version": "what etcd --version prints",
    "etcd-help": "what etcd --help prints",
    "benchmark-help": "what benchmark --help prints",
}


def describe(what: str) -> str:
    """One line on a raw file."""
    if what.startswith("build-"):
        return f"how {what.removeprefix('build-')} was built, as go version -m prints it"
    if what.startswith("load-") and what != "load-log":
        return f"output of the load tool, pass {what.removeprefix('load-')}"
    return _DESCRIPTIONS.get(what, what)
