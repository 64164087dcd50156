# SPDX-License-Identifier: Apache-2.0
"""The raw folder of a run under way: files as they come, and an index that is rewritten after each row.

Everything is written with a name of our own choosing, and texts that could carry the machine's names
are refused (`scrub`). The index says which file holds what; values are read from the files later.
"""

from __future__ import annotations

import json
import os
import platform
import re
import resource
import shlex
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchtrail.harness.procs import Failed, Process, capped

INDEX = "index.json"
COMMANDS = "commands.txt"


@dataclass(kw_only=True)
class RowRecord:
    """What is known of one row. `outcome` is `measured` or a reason of the run format."""

    id: str
    parameters: Mapping[str, int | str]
    kind: str
    outcome: str = "not-run"
    detail: str = ""
    seconds: float = 0.0
    files: dict[str, str] = field(default_factory=dict)
    commands: list[dict[str, object]] = field(default_factory=list)
    notes: dict[str, str | int | float] = field(default_factory=dict)


@dataclass(kw_only=True)
class Record:
    """A whole measurement: what goes into the index."""

    suite: str
    etcd: str
    profile: str
    started: str
    versions: dict[str, str] = field(default_factory=dict)
    finished: str = ""
    state: str = "under way"
    alone: bool = True
    cap: str = ""
    notes: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    rows: list[RowRecord] = field(default_factory=list)


class RawFolder:
    """Writes raw files and the index."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True)

    def text(self, name: str, text: str) -> str:
        """Write a text; its name is returned."""
        return self.bytes(name, text.encode())

    def bytes(self, name: str, data: bytes) -> str:
        """Write bytes; the name is returned."""
        scrub(name, data)
        (self.folder / name).write_bytes(data)
        return name

    def json(self, name: str, value: object) -> str:
        """Write JSON; the name is returned."""
        return self.text(name, json.dumps(value, indent=1, ensure_ascii=False) + "\n")

    def log(self, name: str, process: Process) -> str:
        """Keep what a process said on both of its outputs, long ones without their middle."""
        out, err = capped(process.output), capped(process.errors)
        return self.bytes(name, out + err)

    def commands(self, record: Record) -> None:
        """Rewrite the list of command lines: one a line, after the row's name and its number there."""
        lines = [
            f"{row.id}-{number}: {shlex.join(one['argv'])}"  # type: ignore[arg-type]
            for row in record.rows
            for number, one in enumerate(row.commands, 1)
        ]
        (self.folder / COMMANDS).write_text("".join(f"{line}\n" for line in lines), "utf-8")

    def index(self, record: Record) -> None:
        """Rewrite the index, whole or not at all."""
        self.commands(record)
        value = {**vars(record), "rows": [vars(row) for row in record.rows]}
        made = self.folder / f".{INDEX}.new"
        made.write_text(json.dumps({"format": 1, **value}, indent=1, ensure_ascii=False) + "\n", "utf-8")
        made.replace(self.folder / INDEX)


def command(role: str, label: str, process: Process) -> dict[str, object]:
    """The record of one command: its exact arguments and the settings in its environment."""
    argv = [f"{name}={value}" for name, value in process.environment.items()]
    argv = (["env", *argv] if argv else []) + list(process.argv)
    return {"role": role, "label": label, "argv": argv}


def _names_of_machine() -> list[bytes]:
    """Strings that would tell which machine or user this was."""
    here = [str(Path.home()), str(Path.cwd()), socket.gethostname(), os.environ.get("USER", "")]
    # Short or generic words (root, home) would hit innocent text; paths and longer names would not.
    return [name.encode() for name in here if len(name) > 4 and name not in ("localhost", "runner")]


def scrub(name: str, data: bytes) -> None:
    """Raise `Failed` if the bytes of an artifact name this machine, its user or a path of it."""
    if name.endswith(".gz"):
        return  # profiles are checked unpacked, by the tests; they come from the neutral folder
    for word in _names_of_machine():
        if word in data:
            raise Failed(f"the raw file {name} would hold a name or path of this machine")


def machine_facts() -> dict[str, str | int]:
    """What is known of this machine, without its name; numbers as the system prints them."""
    facts: dict[str, str | int] = {
        "cpu-model": _match(r"^model name\s*:\s*(.+)$", "/proc/cpuinfo"),
        "cpus": len(os.sched_getaffinity(0)),
        "memory-kib": _number(_match(r"^MemTotal:\s*(\d+) kB$", "/proc/meminfo")),
        "swap-kib": _number(_match(r"^SwapTotal:\s*(\d+) kB$", "/proc/meminfo")),
        "architecture": platform.machine(),
        "kernel": f"{platform.system()} {platform.release()}",
        "os": _match(r'^PRETTY_NAME="?([^"\n]+)"?$', "/etc/os-release"),
        "transparent-huge-pages": _match(r"\[(\w+)\]", "/sys/kernel/mm/transparent_hugepage/enabled"),
        "open-files-limit": resource.getrlimit(resource.RLIMIT_NOFILE)[1],
    }
    return {name: value for name, value in facts.items() if value != ""}


def _match(pattern: str, path: str) -> str:
    try:
        found = re.search(pattern, Path(path).read_text("utf-8", "replace"), re.MULTILINE)
    except OSError:
        return ""
    return found[1].strip() if found else ""


def _number(text: str) -> int | str:
    return int(text) if text else ""


def environment(facts: Mapping[str, str | int], roles: Sequence[str]) -> dict[str, object]:
    """The environment by role: here all of them share one machine, and that is said."""
    return {"same_machine": True, "roles": {role: dict(facts) for role in roles}}
