# SPDX-License-Identifier: Apache-2.0
"""Readings of a server: process status, memory map totals, runtime metrics, heap profiles, as they come.

A snapshot is a text of verbatim lines, only their selection is ours; so every number in it can be
pointed at and read again.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path

from benchtrail.harness.procs import Failed, Process, get

#: Lines kept of /proc/<pid>/status, by their first characters.
_STATUS = ("Name", "State", "Threads", "FDSize", "Vm", "Rss", "Hugetlb")
#: Lines kept of /metrics, by their first characters.
METRICS = (
    "go_info",
    "go_goroutines",
    "go_threads",
    "go_memstats_",
    "process_resident_memory_bytes",
    "process_virtual_memory_bytes",
    "process_open_fds",
    "process_max_fds",
    "etcd_server_version",
    "etcd_server_go_version",
    "etcd_server_proposals_applied_total",
    "etcd_mvcc_db_total_size",
    "etcd_mvcc_put_total",
    "etcd_debugging_mvcc_keys_total",
    "etcd_debugging_mvcc_put_total",
    "etcd_debugging_mvcc_watcher_total",
    "etcd_debugging_mvcc_watch_stream_total",
    "etcd_debugging_mvcc_slow_watcher_total",
    "etcd_debugging_snap_save_total_duration_seconds_count",
    "etcd_snap_db_save_total_duration_seconds_count",
)


def status_lines(pid: int) -> list[str]:
    """The memory lines of a process' status, verbatim."""
    return _keep(_read(pid, "status"), _STATUS)


def metrics_lines(url: str) -> list[str]:
    """The lines of a server's metrics that we keep, verbatim."""
    return _keep(get(f"{url}/metrics").decode("utf-8", "replace"), METRICS)


def snapshot(process: Process, url: str, moment: str) -> str:
    """A text with all readings of one moment, the cheapest to disturb first."""
    parts = (
        ("process status (lines of /proc/PID/status)", status_lines(process.pid)),
        ("memory map totals (/proc/PID/smaps_rollup)", _read(process.pid, "smaps_rollup").splitlines()),
        ("runtime and server metrics (lines of /metrics)", metrics_lines(url)),
    )
    lines = [f"# moment: {moment}"]
    for title, body in parts:
        lines.append(f"# {title}")
        lines.extend(body)
    return "\n".join(lines) + "\n"


def field(lines: Iterable[str], name: str) -> str:
    """What stands after a name in status or metrics lines, unchanged; empty if it is not there."""
    for line in lines:
        if line.startswith(name) and line[len(name) : len(name) + 1] in (":", " "):
            return line[len(name) + 1 :].strip()
    return ""


def resident_kib(pid: int) -> int:
    """The resident set of a process now."""
    return int(field(status_lines(pid), "VmRSS").split()[0])


def settle(process: Process, *, at_least_s: float = 1.0, at_most_s: float = 10.0) -> float:
    """Wait until the resident set moves by less than 1 % in a second. The seconds waited."""
    began = time.monotonic()
    time.sleep(at_least_s)
    before = resident_kib(process.pid)
    while time.monotonic() - began < at_most_s:
        time.sleep(1.0)
        after = resident_kib(process.pid)
        if abs(after - before) < 0.01 * before:
            break
        before = after
    return time.monotonic() - began


def heap_profile(url: str, *, collect: bool = False) -> bytes:
    """A heap profile as the server sends it; with `collect` it collects garbage first."""
    return get(f"{url}/debug/pprof/heap" + ("?gc=1" if collect else ""), 120.0)


def _keep(text: str, prefixes: tuple[str, ...]) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(prefixes)]


def _read(pid: int, name: str) -> str:
    try:
        return Path(f"/proc/{pid}/{name}").read_text("ascii", "replace")
    except OSError:
        raise Failed("the server ended while it was being read") from None
