# SPDX-License-Identifier: Apache-2.0
"""Starting, watching and ending the processes of a measurement.

Each runs in a session of its own, so that Ctrl-C reaches only us, and dies with us: the kernel is
asked to kill it when its parent ends, however that ends. None of ours starts processes itself.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never through a proxy

LOG_EDGE_BYTES = 48 * 2**10


class Failed(Exception):  # noqa: N818 - an outcome of a row, not a fault of ours
    """A row could not be measured. `reason` is one of the run format's reasons; the text says why."""

    def __init__(self, text: str, reason: str = "failed") -> None:
        super().__init__(text)
        self.reason = reason


@dataclass(kw_only=True)
class Process:
    """A process under way. Output goes to files, so that no pipe can fill up and stop it."""

    name: str
    argv: tuple[str, ...]
    environment: Mapping[str, str]
    popen: subprocess.Popen[bytes]
    output: Path
    errors: Path
    began: float = field(default_factory=time.monotonic)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self.popen.pid

    def running(self) -> bool:
        """Whether it has not ended."""
        return self.popen.poll() is None

    def exit_text(self) -> str:
        """How it ended, in words."""
        code = self.popen.poll()
        if code is None:
            return "is running"
        if code < 0:
            return f"was ended by {signal.Signals(-code).name}"
        return f"ended with exit code {code}"

    def stop(self, grace_s: float = 15.0) -> None:
        """Ask it to end; kill it after `grace_s`."""
        if self.running():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGTERM)
            try:
                self.popen.wait(grace_s)
            except subprocess.TimeoutExpired:
                self.kill()
        self._close()

    def kill(self) -> None:
        """End it at once."""
        if self.running():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            self.popen.wait()
        self._close()

    def _close(self) -> None:
        if self.popen.stdin is not None:
            with contextlib.suppress(OSError):
                self.popen.stdin.close()

    def last_lines(self, count: int = 6) -> str:
        """The end of what it said, for an error message."""
        for path in (self.errors, self.output):
            lines = tail(path).strip().splitlines()
            if lines:
                return "\n".join(line[:300] for line in lines[-count:])
        return "(it said nothing)"


def start(
    name: str,
    argv: Sequence[str],
    *,
    folder: Path,
    environment: Mapping[str, str] | None = None,
    join: Path | None = None,
    hold_input: bool = False,
) -> Process:
    """Start `argv` in `folder` with a bare environment.

    `join` is the file of a control group to enter. With `hold_input` its standard input stays open
    until `stop`, or until we die.
    """
    environment = {"PATH": "/usr/bin:/bin", **(environment or {})}
    output, errors = folder / f"{name}.out", folder / f"{name}.err"
    parent = os.getpid()

    def prepare() -> None:
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it died before the kernel was asked
            os._exit(1)
        _hard, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with contextlib.suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text("1000", "ascii")  # it goes first, not we
        if join is not None:
            join.write_text("0", "ascii")

    with output.open("wb") as out, errors.open("wb") as err:
        popen = subprocess.Popen(  # noqa: S603 - our own argument lists
            list(argv),
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE if hold_input else subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
            preexec_fn=prepare,  # noqa: PLW1509 - we start no threads
        )
    shown = {key: value for key, value in environment.items() if key != "PATH"}
    return Process(name=name, argv=tuple(argv), environment=shown, popen=popen, output=output, errors=errors)


def tail(path: Path, limit: int = 4096) -> str:
    """The end of a text file."""
    try:
        with path.open("rb") as file:
            _skip_to_last(file, limit)
            return file.read().decode("utf-8", "replace")
    except OSError:
        return ""


def capped(path: Path, edge: int = LOG_EDGE_BYTES) -> bytes:
    """A log's bytes; of a long one the beginning and the end, with a line that says what is left out."""
    size = path.stat().st_size
    with path.open("rb") as file:
        if size <= 2 * edge:
            return file.read()
        first = file.read(edge).rpartition(b"\n")[0] + b"\n"
        _skip_to_last(file, edge)
        last = file.read().partition(b"\n")[2]
    gap = size - len(first) - len(last)
    return first + f"[... {gap} bytes left out here ...]\n".encode() + last


def _skip_to_last(file: IO[bytes], limit: int) -> None:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - limit))


def free_ports(count: int) -> list[int]:
    """Loopback ports that nobody listens on at this moment, chosen by the kernel."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


def get(url: str, timeout_s: float = 60.0) -> bytes:
    """The body of an HTTP answer. Raises `OSError`, which includes error statuses."""
    with _opener.open(url, timeout=timeout_s) as answer:
        return answer.read()


def wait_healthy(process: Process, client_url: str, timeout_s: float = 60.0) -> None:
    """Wait until an etcd says that it is healthy. Raises `Failed` with the end of its log."""
    end = time.monotonic() + timeout_s
    while time.monotonic() < end:
        if not process.running():
            text = process.last_lines()
            used = " (its port was taken by somebody else)" if "address already in use" in text else ""
            raise Failed(f"{process.name} {process.exit_text()} before it was ready{used}:\n{text}")
        with contextlib.suppress(OSError):
            if b"true" in get(f"{client_url}/health", 5.0):
                return
        time.sleep(0.1)
    raise Failed(
        f"{process.name} was not ready after {timeout_s:.0f} s:\n{process.last_lines()}", "timed-out"
    )
