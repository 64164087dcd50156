# SPDX-License-Identifier: Apache-2.0
"""Driver of `catchup-heap`: puts of one size go on while the heap is read every second.

The log of the server has been full once when snapshot count + catch-up entries were applied; from
then on lowest and highest are looked for, over as many further snapshots as the profile asks for.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from benchtrail import pprof
from benchtrail.harness import procs, sample, server
from benchtrail.harness.evidence import RowRecord, command
from benchtrail.harness.preflight import need
from benchtrail.harness.procs import Failed, Process
from benchtrail.harness.server import Bench, Deadline, Server
from benchtrail.harness.suites import CatchupRow

QUOTA = "--quota-backend-bytes=17179869184"
#: As in the source: compaction for all but the smallest puts.
_COMPACTION = ("--auto-compaction-mode=periodic", "--auto-compaction-retention=5s")
_COMPACTED_ABOVE_BYTES = 1000
#: How many snapshots after the log was full; a row stops earlier only at its time limit.
_CYCLES = 2.0
_STALLED_S = 30.0
#: Kilobytes of the process' status, and metrics, that each line of a series has after the heap itself.
_STATUS = ("VmRSS", "RssAnon", "RssFile", "RssShmem")
_METRICS = (
    "go_memstats_heap_alloc_bytes",
    "go_memstats_heap_inuse_bytes",
    "go_memstats_heap_idle_bytes",
    "go_memstats_heap_released_bytes",
    "go_memstats_stack_inuse_bytes",
    "go_memstats_stack_sys_bytes",
    "go_memstats_sys_bytes",
    "go_memstats_next_gc_bytes",
    "etcd_server_proposals_applied_total",
    "etcd_mvcc_db_total_size_in_bytes",
)
HEADER = ("seconds", "inuse_space", *(f"{name}_kB" for name in _STATUS), *_METRICS)


@dataclass(kw_only=True)
class _Extremes:
    """Lowest and highest heap since the log was full, each with its profile and its line in the series."""

    lines: list[str] = field(default_factory=lambda: [",".join(HEADER)])
    full_line: int = 0
    lowest: tuple[int, int, bytes] | None = None
    highest: tuple[int, int, bytes] | None = None

    def add(self, cells: list[str], profile: bytes, *, full: bool) -> None:
        """Append a line; after the log was full, keep the profile if it is an extreme."""
        self.lines.append(",".join(cells))
        if not full:
            return
        line, inuse = len(self.lines), int(cells[1])
        self.full_line = self.full_line or line
        if self.lowest is None or inuse < self.lowest[0]:
            self.lowest = (inuse, line, profile)
        if self.highest is None or inuse > self.highest[0]:
            self.highest = (inuse, line, profile)


def measure(row: CatchupRow, bench: Bench, record: RowRecord) -> None:
    """Measure one row into `record`. Raises `Failed` with the outcome; what was seen until then is kept."""
    deadline = Deadline(need(row, bench.etcd).seconds)
    with server.running(bench, flags(row, bench)) as etcd:
        record.commands.append(command("server", "the server", etcd.process))
        sample.settle(etcd.process)
        _snapshot(row, bench, etcd, record, "idle")
        load = _load(row, bench, etcd, record)
        seen = _Extremes()
        try:
            _watch(row, bench, etcd, load, seen, deadline)
            _snapshot(row, bench, etcd, record, "loaded")
            profile = sample.heap_profile(etcd.url, collect=True)
            record.files["profile-collected"] = bench.raw.bytes(f"{row.id}-collected.pb.gz", profile)
            _snapshot(row, bench, etcd, record, "collected")
        finally:
            load.kill()
            _keep(row, bench, record, seen)
            record.files["load-log"] = bench.raw.bytes(
                f"{row.id}-load.log", procs.tail(load.errors, 1024).encode()
            )
            record.files["server-log"] = bench.raw.log(f"{row.id}-server.log", etcd.process)


def flags(row: CatchupRow, bench: Bench) -> list[str]:
    """The row's own flags, spelled as this version spells them."""
    found = [QUOTA, f"--snapshot-count={row.snapshot_count}"]
    if bench.etcd.catchup_flag:
        found.append(f"{bench.etcd.catchup_flag}={row.catchup_entries}")
    if row.put_bytes > _COMPACTED_ABOVE_BYTES:
        found.extend(_COMPACTION)
    return found


def _load(row: CatchupRow, bench: Bench, etcd: Server, record: RowRecord) -> Process:
    argv = [
        "bin/benchmark",
        f"--endpoints={etcd.endpoint}",
        f"--conns={row.connections}",
        f"--clients={row.clients}",
        "txn-mixed",
        "--total=99999999999",
        f"--val-size={row.put_bytes}",
    ]
    load = procs.start("load", argv, folder=bench.scratch.folder)
    record.commands.append(
        command("client", "puts and reads without end; it is ended when the row is done", load)
    )
    return load


def _watch(
    row: CatchupRow, bench: Bench, etcd: Server, load: Process, seen: _Extremes, deadline: Deadline
) -> None:
    """A line a second until the last snapshot is over."""
    began = time.monotonic()
    target = row.fill + _CYCLES * row.snapshot_count
    applied, moved, told = 0.0, began, began
    while applied < target:
        now = time.monotonic()
        etcd.check()
        deadline.check(f"applying {target:.0f} entries ({applied:.0f} were applied)")
        if not load.running():
            raise Failed(f"etcd's benchmark tool {load.exit_text()}:\n{load.last_lines()}")
        cells, profile, newest = _read(etcd, now - began)
        seen.add(cells, profile, full=newest > row.fill)
        if newest > applied:
            applied, moved = newest, now
        elif now - moved > _STALLED_S:
            raise Failed(
                f"no entry was applied for {_STALLED_S:.0f} s:\n{load.last_lines()}\n{etcd.process.last_lines()}",
                "timed-out",
            )
        if now - told > 10:
            bench.tell(f"{applied:.0f} of {target:.0f} entries, heap {int(cells[1]) / 1e6:.0f} MB")
            told = now
        time.sleep(max(0.0, 1.0 - (time.monotonic() - now)))


def _read(etcd: Server, seconds: float) -> tuple[list[str], bytes, float]:
    """One line of the series, the profile it was read from, and the entries applied so far."""
    try:
        profile = sample.heap_profile(etcd.url)
        metrics = sample.metrics_lines(etcd.url)
        status = sample.status_lines(etcd.process.pid)
    except OSError as fault:
        time.sleep(1.0)
        etcd.check()  # tells why, if the server ended
        raise Failed(f"the server does not answer: {fault}:\n{etcd.process.last_lines()}") from None
    inside = [sample.field(status, name).removesuffix(" kB") for name in _STATUS]
    numbers = [sample.field(metrics, name) for name in _METRICS]
    applied = float(sample.field(metrics, "etcd_server_proposals_applied_total"))
    return [f"{seconds:.2f}", str(pprof.total(profile, "inuse_space")), *inside, *numbers], profile, applied


def _keep(row: CatchupRow, bench: Bench, record: RowRecord, seen: _Extremes) -> None:
    record.files["series"] = bench.raw.text(f"{row.id}-series.csv", "\n".join(seen.lines) + "\n")
    record.notes["samples"] = len(seen.lines) - 1
    if seen.lowest is None or seen.highest is None:
        return
    record.notes["full-line"] = seen.full_line
    for name, (_, line, profile) in (("lowest", seen.lowest), ("highest", seen.highest)):
        record.notes[f"{name}-line"] = line
        record.files[f"profile-{name}"] = bench.raw.bytes(f"{row.id}-{name}.pb.gz", profile)


def _snapshot(row: CatchupRow, bench: Bench, etcd: Server, record: RowRecord, moment: str) -> None:
    text = sample.snapshot(etcd.process, etcd.url, moment)
    record.files[moment] = bench.raw.text(f"{row.id}-{moment}.txt", text)
