# SPDX-License-Identifier: Apache-2.0
"""Driver of `storage-memory`: the key index alone, and the whole server before, after, and restarted."""

from __future__ import annotations

from benchtrail.harness import procs, sample, server
from benchtrail.harness.evidence import RowRecord, command
from benchtrail.harness.preflight import need
from benchtrail.harness.procs import Failed
from benchtrail.harness.server import Bench, Deadline, Server
from benchtrail.harness.suites import IndexRow, ProcessRow

#: The default of 2 GiB is too little for the larger rows.
_FLAGS = ("--quota-backend-bytes=17179869184",)
_CONNECTIONS, _CLIENTS = 20, 400


def measure(row: IndexRow | ProcessRow, bench: Bench, record: RowRecord) -> None:
    """Measure one row into `record`. Raises `Failed` with the outcome if it cannot be."""
    if isinstance(row, IndexRow):
        _measure_index(row, bench, record)
    else:
        _measure_process(row, bench, record)


def _measure_index(row: IndexRow, bench: Bench, record: RowRecord) -> None:
    deadline = Deadline(need(row, bench.etcd).seconds)
    argv = ["bin/indexprobe", f"-keys={row.keys}", f"-versions={row.versions}", f"-key-bytes={row.key_bytes}"]
    probe = procs.start("probe", argv, folder=bench.scratch.folder, join=bench.cap.procs)
    record.commands.append(
        command("server", "builds this version's key index and reads the allocator", probe)
    )
    try:
        while probe.running():
            deadline.check("building the index")
            try:
                probe.popen.wait(0.5)
            except procs.subprocess.TimeoutExpired:
                continue
    finally:
        probe.kill()
    if probe.popen.returncode != 0:
        reason = "out-of-memory" if bench.cap.kills() else "failed"
        raise Failed(f"indexprobe {probe.exit_text()}:\n{probe.last_lines()}", reason)
    record.files["probe"] = bench.raw.bytes(f"{row.id}.json", probe.output.read_bytes())


def _measure_process(row: ProcessRow, bench: Bench, record: RowRecord) -> None:
    deadline = Deadline(need(row, bench.etcd).seconds)
    with server.running(bench, _FLAGS) as etcd:
        record.commands.append(command("server", "the server", etcd.process))
        try:
            sample.settle(etcd.process)
            _snapshot(row, bench, etcd, record, "idle")
            for number in range(1, row.versions + 1):
                _put(row, bench, etcd, record, deadline, number)
            sample.settle(etcd.process, at_least_s=3.0)
            etcd.check()
            _snapshot(row, bench, etcd, record, "loaded")
            profile = sample.heap_profile(etcd.url, collect=True)
            record.files["profile-collected"] = bench.raw.bytes(f"{row.id}-collected.pb.gz", profile)
            _snapshot(row, bench, etcd, record, "collected")
            _check_counts(row, etcd)
        finally:
            record.files["server-log"] = bench.raw.log(f"{row.id}-server.log", etcd.process)
    _measure_restarted(row, bench, record)


def _put(
    row: ProcessRow, bench: Bench, etcd: Server, record: RowRecord, deadline: Deadline, number: int
) -> None:
    """One version of every key, by one process of etcd's tool: in several passes it would make more keys."""
    argv = [
        "bin/benchmark",
        f"--endpoints={etcd.endpoint}",
        f"--conns={_CONNECTIONS}",
        f"--clients={_CLIENTS}",
        "put",
        "--sequential-keys",
        f"--key-space-size={row.keys}",
        f"--total={row.keys}",
        f"--key-size={row.key_bytes}",
        f"--val-size={row.value_bytes}",
    ]
    bench.tell(f"putting version {number} of {row.versions}")
    load = procs.start("load", argv, folder=bench.scratch.folder)
    if number == 1:
        record.commands.append(
            command("client", "puts one version of every key; once for each version", load)
        )
    try:
        server.wait_for(load, etcd, deadline, "putting the keys")
    finally:
        load.kill()
    output = load.output.read_bytes()
    record.files[f"load-{number}"] = bench.raw.bytes(f"{row.id}-load-{number}.txt", output)
    if b"Error distribution:" in output or b"Requests/sec:" not in output:
        raise Failed(f"etcd's benchmark tool reports failed puts:\n{load.last_lines(12)}")


def _check_counts(row: ProcessRow, etcd: Server) -> None:
    lines = sample.metrics_lines(etcd.url)
    keys = float(sample.field(lines, "etcd_debugging_mvcc_keys_total") or "nan")
    if keys != row.keys:
        raise Failed(f"the server counts {keys:.0f} keys, {row.keys} were to be put")


def _measure_restarted(row: ProcessRow, bench: Bench, record: RowRecord) -> None:
    """The same data opened again: the index is read from the file, and the file is mapped."""
    bench.tell("restarting on the same data")
    with server.running(bench, _FLAGS, keep_data=True, name="restarted") as etcd:
        try:
            sample.settle(etcd.process)
            _snapshot(row, bench, etcd, record, "restarted")
        finally:
            record.files["restarted-log"] = bench.raw.log(f"{row.id}-restarted.log", etcd.process)


def _snapshot(row: ProcessRow, bench: Bench, etcd: Server, record: RowRecord, moment: str) -> None:
    text = sample.snapshot(etcd.process, etcd.url, moment)
    record.files[moment] = bench.raw.text(f"{row.id}-{moment}.txt", text)
