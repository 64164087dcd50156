# SPDX-License-Identifier: Apache-2.0
"""Before the start: whether a row fits the memory, the disk and the file limit of this machine."""

from __future__ import annotations

import re
import resource
import shutil
from dataclasses import dataclass
from pathlib import Path

from benchtrail.harness.suites import CatchupRow, IndexRow, Need, Row
from benchtrail.harness.versions import BUILT_IN_CATCHUP_ENTRIES, Etcd

#: Memory that is left to everybody else on the machine.
RESERVE_MIB = 4096
_FREE_DISK_MIB = 2048


@dataclass(frozen=True, kw_only=True, slots=True)
class Room:
    """What the machine has to spare."""

    memory_mib: int
    disk_mib: int
    files: int


def room(scratch: Path) -> Room:
    """What is free now, less what is left to others."""
    text = Path("/proc/meminfo").read_text("ascii")
    free = re.search(r"^MemAvailable:\s+(\d+) kB$", text, re.MULTILINE)
    return Room(
        memory_mib=int(free[1]) // 1024 - RESERVE_MIB if free else 0,
        disk_mib=shutil.disk_usage(scratch).free // 2**20 - _FREE_DISK_MIB,
        files=resource.getrlimit(resource.RLIMIT_NOFILE)[1],
    )


def need(row: Row, etcd: Etcd) -> Need:
    """What a row is expected to need on a version."""
    if isinstance(row, CatchupRow):
        return row.often if etcd.compacts_often else row.need
    if isinstance(row, IndexRow):
        return row.need
    return Need(
        seconds=row.need.seconds,
        server_mib=round(row.need.server_mib * etcd.memory_factor),
        load_mib=row.need.load_mib,
        disk_mib=row.need.disk_mib,
        files=row.need.files,
    )


def obstacle(row: Row, etcd: Etcd, space: Room) -> str:
    """Why a row cannot be run here, in a sentence without a full stop; empty if it can."""
    wants = need(row, etcd)
    memory = wants.server_mib + wants.load_mib
    if (
        isinstance(row, CatchupRow)
        and not etcd.catchup_flag
        and row.catchup_entries != BUILT_IN_CATCHUP_ENTRIES
    ):
        return f"this version has no flag for catch-up entries and keeps {BUILT_IN_CATCHUP_ENTRIES}"
    if memory > space.memory_mib:
        return f"it would need about {memory} MiB of memory, and {space.memory_mib} MiB are free beside the {RESERVE_MIB} MiB left to others"
    if wants.disk_mib > space.disk_mib:
        return f"it would need about {wants.disk_mib} MiB of disk, and {space.disk_mib} MiB are free"
    if wants.files > space.files:
        return f"it would need {wants.files} open files, and the hard limit is {space.files}"
    return ""
