# SPDX-License-Identifier: Apache-2.0
"""A neutral folder to measure in, and a lock on it.

A heap profile records the absolute path of the executable it was taken from, and a log the paths it
was given. So servers run from a folder whose name says nothing of the machine, with relative paths.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchtrail.errors import Problem, Problems

DEFAULT = Path("/tmp/benchtrail-run")  # noqa: S108 - fixed on purpose; the lock and the owner are checked
_SLOTS = range(1, 9)


@dataclass(frozen=True, slots=True)
class Scratch:
    """The working folder of one measurement; `alone` is false if another one is under way."""

    folder: Path
    slot: int
    alone: bool

    def install(self, binary: Path, program: str) -> None:
        """Copy a binary to `bin/<program>`."""
        target = self.folder / "bin" / program
        target.parent.mkdir(exist_ok=True)
        shutil.copy2(binary, target)
        target.chmod(0o755)

    def fresh(self, name: str) -> Path:
        """An empty folder of that name; what was in it is removed."""
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)
        return folder

    def remove(self, name: str) -> None:
        """Remove a folder, if it is there."""
        shutil.rmtree(self.folder / name, ignore_errors=True)


@contextmanager
def open_scratch(base: Path = DEFAULT) -> Iterator[Scratch]:
    """Take the first free slot below `base`, empty it, and empty it again at the end.

    The lock dies with the process that holds it, so whatever a killed one left is removed here.
    """
    _make_own(base)
    for slot in _SLOTS:
        lock = os.open(base / f"{slot}.lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            continue
        folder = base / str(slot)
        try:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(mode=0o700)
            yield Scratch(folder, slot, _alone(base, slot))
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)
        return
    raise Problems(
        [
            _problem(
                base, "a free slot", f"{len(_SLOTS)} measurements under way", "Wait for one of them to end"
            )
        ]
    )


def _make_own(base: Path) -> None:
    """Create the base folder; refuse one that is a link or belongs to somebody else."""
    base.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = base.lstat()
    if base.is_symlink() or not base.is_dir() or status.st_uid != os.geteuid():
        raise Problems(
            [
                _problem(
                    base,
                    "a folder of the current user",
                    "a link or somebody else's",
                    "Choose another one with --scratch",
                )
            ]
        )


def _alone(base: Path, own: int) -> bool:
    for slot in _SLOTS:
        path = base / f"{slot}.lock"
        if slot == own or not path.exists():
            continue
        with path.open("rb") as other:
            try:
                fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
    return True


def _problem(base: Path, expected: str, found: str, remedy: str) -> Problem:
    return Problem(file=str(base), place="", expected=expected, found=found, remedy=remedy)
