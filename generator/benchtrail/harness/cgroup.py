# SPDX-License-Identifier: Apache-2.0
"""A memory limit for the server, by a control group where one can be made; where not, that is said.

With the limit, a server that outgrows its row is killed by the kernel, alone, and is recorded as out
of memory. Version 1 and version 2 of the interface differ only in file names.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path("/sys/fs/cgroup")
_MIB = 2**20


@dataclass(frozen=True, slots=True)
class Cap:
    """A group that holds one server. `folder` is None where none could be made; `why` then tells."""

    folder: Path | None
    version: int
    limit_mib: int
    why: str = ""

    @property
    def procs(self) -> Path | None:
        """The file a process writes itself into to join."""
        return self.folder / "cgroup.procs" if self.folder else None

    def kills(self) -> int:
        """How many processes of the group the kernel killed for memory."""
        if self.folder is None:
            return 0
        name = "memory.oom_control" if self.version == 1 else "memory.events"
        with contextlib.suppress(OSError):
            for line in (self.folder / name).read_text("ascii").splitlines():
                key, _, number = line.partition(" ")
                if key == "oom_kill":
                    return int(number)
        return 0

    def describe(self) -> str:
        """One line for the record."""
        if self.folder is None:
            return f"not capped: {self.why}"
        return f"capped at {self.limit_mib} MiB by a memory control group (version {self.version})"

    def remove(self) -> None:
        """Remove the group; it must be empty, and is left alone if it is not."""
        if self.folder is not None:
            with contextlib.suppress(OSError):
                self.folder.rmdir()


def make(name: str, limit_mib: int) -> Cap:
    """A group called `name` below our own, limited to `limit_mib`."""
    faults: list[str] = []
    for version, parent, limit in _parents():
        folder = parent / name
        try:
            with contextlib.suppress(FileExistsError):
                folder.mkdir()
            (folder / limit).write_text(str(limit_mib * _MIB), "ascii")
        except OSError as fault:
            with contextlib.suppress(OSError):
                folder.rmdir()
            faults.append(f"version {version}: {(fault.strerror or 'refused').lower()}")
            continue
        return Cap(folder, version, limit_mib)
    return Cap(None, 0, limit_mib, "; ".join(faults) or "no memory control group on this machine")


def _parents() -> list[tuple[int, Path, str]]:
    """Folders in which a group might be made: version, folder, name of the file with the limit."""
    found: list[tuple[int, Path, str]] = []
    try:
        lines = Path("/proc/self/cgroup").read_text("ascii").splitlines()
    except OSError:
        return found
    for line in lines:
        _, controllers, own = line.split(":", 2)
        if "memory" in controllers.split(","):
            top = _ROOT / "memory"
            found.extend(
                (1, folder, "memory.limit_in_bytes")
                for folder in (_below(top, own), top)
                if os.access(folder, os.W_OK)
            )
        elif controllers == "":
            for top in (_ROOT, _ROOT / "unified"):
                folder = _below(top, own)
                if (folder / "cgroup.subtree_control").exists():
                    found.append((2, folder, "memory.max"))
    return sorted(found, key=lambda item: item[0])


def _below(top: Path, own: str) -> Path:
    return top / own.lstrip("/")
