# SPDX-License-Identifier: Apache-2.0
"""Driver of `watch-memory`: idle, all watchings open, and after a forced collection."""

from __future__ import annotations

import json
import time

from benchtrail.harness import procs, sample, server
from benchtrail.harness.evidence import RowRecord, command
from benchtrail.harness.preflight import need
from benchtrail.harness.procs import Failed, Process
from benchtrail.harness.server import Bench, Deadline, Server
from benchtrail.harness.suites import WatchRow


def measure(row: WatchRow, bench: Bench, record: RowRecord) -> None:
    """Measure one row into `record`. Raises `Failed` with the outcome if it cannot be."""
    deadline = Deadline(need(row, bench.etcd).seconds)
    with server.running(bench) as etcd:
        record.commands.append(command("server", "the server", etcd.process))
        try:
            sample.settle(etcd.process)
            _snapshot(row, bench, etcd, record, "idle")
            load = _open(row, bench, etcd, record, deadline)
            try:
                _held(row, bench, etcd, record)
            finally:
                load.kill()
            etcd.check()
        finally:
            record.files["server-log"] = bench.raw.log(f"{row.id}-server.log", etcd.process)


def _open(row: WatchRow, bench: Bench, etcd: Server, record: RowRecord, deadline: Deadline) -> Process:
    """Start the load and wait until it says that the server confirmed every watching."""
    argv = [
        "bin/watchload",
        f"-endpoint={etcd.endpoint}",
        f"-connections={row.connections}",
        f"-streams={row.streams}",
        f"-watchings={row.watchings}",
        f"-keys={row.keys}",
    ]
    # The collector of the load may work harder: memory is what this machine is short of.
    load = procs.start("load", argv, folder=bench.scratch.folder, environment={"GOGC": "30"}, hold_input=True)
    record.commands.append(command("client", "opens and holds the watchings", load))
    try:
        line = _wait_open(load, etcd, deadline)
    except BaseException:
        load.kill()
        raise
    record.files["load"] = bench.raw.text(f"{row.id}-load.json", line)
    opened = json.loads(line)["opened"]
    wanted = row.connections * row.streams * row.watchings
    if opened["watchings"] != wanted:
        load.kill()
        raise Failed(f"{opened['watchings']} watchings stand, {wanted} were asked for")
    record.notes["opening-seconds"] = round(json.loads(line)["seconds"], 1)
    return load


def _wait_open(load: Process, etcd: Server, deadline: Deadline) -> str:
    while not (line := procs.tail(load.output)).endswith("}\n"):
        etcd.check()
        deadline.check("opening the watchings")
        if not load.running():
            raise Failed(f"watchload {load.exit_text()}:\n{load.last_lines()}")
        time.sleep(0.2)
    return line


def _held(row: WatchRow, bench: Bench, etcd: Server, record: RowRecord) -> None:
    sample.settle(etcd.process, at_least_s=2.0)
    etcd.check()
    _snapshot(row, bench, etcd, record, "open")
    profile = sample.heap_profile(etcd.url, collect=True)
    record.files["profile-collected"] = bench.raw.bytes(f"{row.id}-collected.pb.gz", profile)
    _snapshot(row, bench, etcd, record, "collected")
    lines = sample.metrics_lines(etcd.url)
    counted = float(sample.field(lines, "etcd_debugging_mvcc_watcher_total"))
    wanted = row.connections * row.streams * row.watchings
    if counted != wanted:
        raise Failed(f"the server counts {counted:.0f} watchings, {wanted} were opened")


def _snapshot(row: WatchRow, bench: Bench, etcd: Server, record: RowRecord, moment: str) -> None:
    text = sample.snapshot(etcd.process, etcd.url, moment)
    record.files[moment] = bench.raw.text(f"{row.id}-{moment}.txt", text)
