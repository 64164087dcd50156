# SPDX-License-Identifier: Apache-2.0
"""One etcd under measurement: started fresh for each row, capped, watched, ended."""

from __future__ import annotations

import contextlib
import re
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchtrail.harness import procs
from benchtrail.harness.cgroup import Cap
from benchtrail.harness.evidence import RawFolder
from benchtrail.harness.procs import Failed, Process
from benchtrail.harness.scratch import Scratch
from benchtrail.harness.versions import Etcd

DATA = "data"
#: Below this much free memory on the machine, the server is killed before the kernel chooses a victim.
_GUARD_KIB = 1_500_000


@dataclass(frozen=True, kw_only=True)
class Bench:
    """What a driver needs: where to work, what to run, how far it may grow, where evidence goes, whom to tell."""

    scratch: Scratch
    etcd: Etcd
    cap: Cap
    raw: RawFolder
    tell: Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class Server:
    """A running etcd."""

    process: Process
    url: str
    endpoint: str
    cap: Cap
    kills_before: int

    def check(self) -> None:
        """Raise `Failed` if it ended or the machine is running out of memory."""
        if not self.process.running():
            if self.cap.kills() > self.kills_before or self.process.popen.returncode == -signal.SIGKILL:
                raise Failed(f"the server was killed for its memory ({self.cap.describe()})", "out-of-memory")
            raise Failed(f"the server {self.process.exit_text()}:\n{self.process.last_lines()}")
        if _available_kib() < _GUARD_KIB:
            self.process.kill()
            raise Failed("the machine was running out of memory, so the server was ended", "out-of-memory")


class Deadline:
    """A row's time limit: several times what it was seen to need."""

    def __init__(self, expected_s: int, factor: int = 4) -> None:
        self.limit_s = max(90, factor * expected_s)
        self._end = time.monotonic() + self.limit_s

    def check(self, doing: str) -> None:
        """Raise `Failed` once the time is up."""
        if time.monotonic() > self._end:
            raise Failed(f"{doing} was not done after {self.limit_s} s", "timed-out")


def _available_kib() -> int:
    found = re.search(r"^MemAvailable:\s+(\d+) kB$", Path("/proc/meminfo").read_text("ascii"), re.MULTILINE)
    return int(found[1]) if found else 2**40


def flags(client_port: int, peer_port: int, extra: Sequence[str]) -> list[str]:
    """The server's arguments: a single member on loopback with its profile handler, then the row's own."""
    client, peer = f"http://127.0.0.1:{client_port}", f"http://127.0.0.1:{peer_port}"
    return [
        "bin/etcd",
        "--name=n1",
        f"--data-dir={DATA}",
        f"--listen-client-urls={client}",
        f"--advertise-client-urls={client}",
        f"--listen-peer-urls={peer}",
        f"--initial-advertise-peer-urls={peer}",
        f"--initial-cluster=n1={peer}",
        "--enable-pprof=true",
        "--log-level=warn",
        *extra,
    ]


@contextlib.contextmanager
def running(
    bench: Bench, extra: Sequence[str] = (), *, keep_data: bool = False, name: str = "server"
) -> Iterator[Server]:
    """A healthy server with a fresh data folder, or the one left by the last. It is ended in any case."""
    if not keep_data:
        bench.scratch.fresh(DATA)
    client_port, peer_port = procs.free_ports(2)
    kills = bench.cap.kills()
    process = procs.start(
        name,
        flags(client_port, peer_port, extra),
        folder=bench.scratch.folder,
        environment=bench.etcd.environment,
        join=bench.cap.procs,
    )
    endpoint = f"127.0.0.1:{client_port}"
    try:
        procs.wait_healthy(process, f"http://{endpoint}")
        yield Server(
            process=process, url=f"http://{endpoint}", endpoint=endpoint, cap=bench.cap, kills_before=kills
        )
    finally:
        process.stop()


def wait_for(load: Process, server: Server, deadline: Deadline, doing: str) -> None:
    """Wait for a load to end by itself with success. Raises `Failed` with the end of what it said."""
    while load.running():
        server.check()
        deadline.check(doing)
        time.sleep(0.2)
    if load.popen.returncode != 0:
        raise Failed(f"{doing}: {load.name} {load.exit_text()}:\n{load.last_lines()}")
