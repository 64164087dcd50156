# SPDX-License-Identifier: Apache-2.0
"""Running a suite on one version: build, check, measure row by row, and leave a raw folder behind.

The raw folder grows below `.cache/benchtrail/measured/`; its index is rewritten after every row, so
that whatever ends the measurement, finished rows stay. Judging it (`assemble`) is a separate step.
"""

from __future__ import annotations

import contextlib
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from benchtrail.errors import Problem, Problems
from benchtrail.harness import build, catchup, cgroup, evidence, preflight, storage, watch
from benchtrail.harness.evidence import RawFolder, Record, RowRecord
from benchtrail.harness.procs import Failed
from benchtrail.harness.scratch import Scratch
from benchtrail.harness.server import DATA, Bench
from benchtrail.harness.suites import CatchupRow, IndexRow, ProcessRow, Row, Suite, WatchRow
from benchtrail.harness.versions import Etcd

Tell = Callable[[str], None]

_DRIVERS: dict[type[Row], Callable[..., None]] = {  # type: ignore[valid-type]
    WatchRow: watch.measure,
    IndexRow: storage.measure,
    ProcessRow: storage.measure,
    CatchupRow: catchup.measure,
}
_KINDS: dict[type[Row], str] = {
    WatchRow: "total",
    IndexRow: "index",
    ProcessRow: "process",
    CatchupRow: "heap",
}  # type: ignore[valid-type]


class Stopped(BaseException):
    """Ctrl-C, or a request to end."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """What to measure."""

    suite: Suite
    etcd: Etcd
    profile: str
    rows: tuple[Row, ...]


def measure(order: Order, root: Path, scratch: Scratch, tell: Tell) -> tuple[Path, bool]:
    """Measure all rows of an order: the raw folder, and whether it was stopped early. Raises `Problems`."""
    started = datetime.now(UTC)
    binaries = _build(order, root, scratch, tell)
    folder = (
        root
        / ".cache"
        / "benchtrail"
        / "measured"
        / f"{order.suite.name}-{order.etcd.version}-{started:%Y%m%dt%H%M%S}-{scratch.slot}"
    )
    raw = RawFolder(folder / "raw")
    room = preflight.room(scratch.folder)
    cap = cgroup.make(f"benchtrail-{scratch.slot}", room.memory_mib)
    record = Record(
        suite=order.suite.name,
        etcd=order.etcd.version,
        profile=order.profile,
        started=f"{started:%Y-%m-%dT%H:%M:%SZ}",
        alone=scratch.alone,
        cap=cap.describe(),
    )
    record.rows = [
        RowRecord(id=row.id, parameters=row.parameters, kind=_KINDS[type(row)]) for row in order.rows
    ]
    try:
        _save_context(order, binaries, raw, scratch, record)
        _check_flags(order, raw)
        bench = Bench(scratch=scratch, etcd=order.etcd, cap=cap, raw=raw, tell=tell)
        _measure_rows(order, bench, record)
    finally:
        record.finished = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
        raw.index(record)
        scratch.remove(DATA)
        cap.remove()
    return folder, record.state == "partial"


def _measure_rows(order: Order, bench: Bench, record: Record) -> None:
    count = len(order.rows)
    with stopping():
        try:
            for number, (row, entry) in enumerate(zip(order.rows, record.rows, strict=True), 1):
                said = _Prefix(bench.tell, f"[{number}/{count}] {row.id}: ")
                _measure_row(row, bench, entry, said)
                bench.raw.index(record)
            record.state = "complete"
        except Stopped:
            record.state = "partial"
            record.notes.append("The measurement was stopped before all rows were done")
            bench.tell("stopped; finished rows are kept, and the run is marked partial")


def _measure_row(row: Row, bench: Bench, entry: RowRecord, tell: Tell) -> None:
    room = preflight.room(bench.scratch.folder)
    why = preflight.obstacle(row, bench.etcd, room)
    if why:
        entry.detail = why
        tell(f"not run: {why}")
        return
    wants = preflight.need(row, bench.etcd)
    tell(f"measuring (about {wants.seconds} s, {wants.server_mib + wants.load_mib} MiB)")
    own = Bench(scratch=bench.scratch, etcd=bench.etcd, cap=bench.cap, raw=bench.raw, tell=tell)
    began, kills = time.monotonic(), bench.cap.kills()
    try:
        _DRIVERS[type(row)](row, own, entry)
        entry.outcome = "measured"
    except Failed as fault:
        entry.outcome, entry.detail = fault.reason, str(fault)
        tell(f"{fault.reason}: {fault}\nraw files are kept in {_shown(bench.raw.folder)}")
    except (
        OSError,
        ValueError,
        IndexError,
    ) as fault:  # a reading broke off: the server is gone or answers nonsense
        killed = bench.cap.kills() > kills
        entry.outcome, entry.detail = (
            "out-of-memory" if killed else "failed",
            f"a reading failed: {type(fault).__name__}: {fault}",
        )
        tell(f"{entry.outcome}: {entry.detail}\nraw files are kept in {_shown(bench.raw.folder)}")
    except Stopped:
        entry.outcome, entry.detail = "not-run", "stopped while it was being measured"
        raise
    finally:
        entry.seconds = round(time.monotonic() - began, 1)
    if entry.outcome == "measured":
        tell(f"measured in {entry.seconds:.0f} s")


def _build(order: Order, root: Path, scratch: Scratch, tell: Tell) -> dict[str, Path]:
    targets = [build.etcd(order.etcd)]
    kinds = {type(row) for row in order.rows}
    if WatchRow in kinds:
        targets.append(build.WATCHLOAD)
    if IndexRow in kinds:
        targets.append(build.indexprobe(order.etcd))
    if kinds & {ProcessRow, CatchupRow}:
        targets.append(build.BENCHMARK)
    binaries = {}
    for target in targets:
        binaries[target.program] = build.build(target, root, tell)
        scratch.install(binaries[target.program], target.program)
    return binaries


def _save_context(
    order: Order, binaries: dict[str, Path], raw: RawFolder, scratch: Scratch, record: Record
) -> None:
    """What was built, what it says of itself, and where it ran."""
    for program, binary in binaries.items():
        record.files[f"build-{program}"] = raw.text(
            f"build-{program}.txt", build.build_facts(binary, program)
        )
    for program, arguments in (("etcd", ["--version"]), ("etcd", ["--help"]), ("benchmark", ["--help"])):
        if program in binaries:
            name = f"{program}{arguments[0].replace('--', '-')}"
            record.files[name] = raw.text(f"{name}.txt", _said(scratch, program, arguments))
    facts = evidence.machine_facts()
    record.files["environment"] = raw.json(
        "environment.json", evidence.environment(facts, ("server", "client"))
    )
    record.versions["etcd"] = order.etcd.version


def _said(scratch: Scratch, program: str, arguments: list[str]) -> str:
    done = subprocess.run(  # noqa: S603 - a binary we have built
        [f"{scratch.folder}/bin/{program}", *arguments],
        cwd=scratch.folder,
        env={},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    return (done.stdout + done.stderr).replace(str(scratch.folder), ".")


def _check_flags(order: Order, raw: RawFolder) -> None:
    """What we know of the catch-up flag must agree with the binary's own help."""
    flag = order.etcd.catchup_flag
    if not flag or not any(isinstance(row, CatchupRow) for row in order.rows):
        return
    listed = flag in (raw.folder / "etcd-help.txt").read_text("utf-8")
    if listed == order.etcd.catchup_hidden:
        problem = Problem(
            file=f"etcd {order.etcd.version} --help",
            place="",
            expected=f"{flag} {'hidden' if order.etcd.catchup_hidden else 'listed'}",
            found="listed" if listed else "not listed",
            remedy="Correct the version's entry in benchtrail/harness/versions.py",
        )
        raise Problems([problem])


@contextlib.contextmanager
def stopping() -> Iterator[None]:
    """Turn Ctrl-C and a request to end into `Stopped`, once; a second Ctrl-C ends us at once."""

    def stop(_number: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        raise Stopped

    before = {
        number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Prefix:
    def __init__(self, tell: Tell, prefix: str) -> None:
        self._tell, self._prefix = tell, prefix

    def __call__(self, text: str) -> None:
        self._tell(self._prefix + text)


def _shown(path: Path) -> str:
    with contextlib.suppress(ValueError):
        return str(path.relative_to(Path.cwd()))
    return str(path)
