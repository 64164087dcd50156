# SPDX-License-Identifier: Apache-2.0
"""The pinned etcd versions and how they differ, as data.

Each version has a Go module of its own in `generator/harness/etcd/v<version>/`; what is written
here about flags is checked against the binary's own `--help` before anything is measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class Etcd:
    """One pinned server.

    `catchup_flag` sets the number of catch-up entries; empty where the version has none and 5,000 is
    built in. `catchup_hidden` says that the binary takes the flag without listing it in its help.
    `compacts_often` marks the releases that compact the raft log in memory about every hundred
    entries, whatever the snapshot count. `memory_factor` scales the rows' estimates.
    """

    version: str
    package: str
    catchup_flag: str
    catchup_hidden: bool = False
    compacts_often: bool = False
    memory_factor: float = 1.0
    environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def module(self) -> str:
        """Folder of the version's Go module, below `generator/harness/`."""
        return f"etcd/v{self.version}"


_SERVER = "go.etcd.io/etcd/server/v3"

ETCD: tuple[Etcd, ...] = (
    Etcd(
        version="3.4.15",
        package="go.etcd.io/etcd",
        catchup_flag="",
        memory_factor=1.75,
        # Its profile handler registers the same pattern twice, which Go's newer multiplexer refuses.
        environment={"GODEBUG": "httpmuxgo121=1"},
    ),
    Etcd(
        version="3.5.16",
        package=_SERVER,
        catchup_flag="--experimental-snapshot-catchup-entries",
        catchup_hidden=True,
    ),
    Etcd(
        version="3.5.35",
        package=_SERVER,
        catchup_flag="--experimental-snapshot-catchup-entries",
        catchup_hidden=True,
    ),
    Etcd(version="3.6.0-alpha.0", package=_SERVER, catchup_flag=""),
    Etcd(version="3.6.16", package=_SERVER, catchup_flag="--snapshot-catchup-entries", compacts_often=True),
    Etcd(version="3.7.3", package=_SERVER, catchup_flag="--snapshot-catchup-entries", compacts_often=True),
)

#: What a run uses unless told otherwise: the newest release of 3.6.
DEFAULT = "3.6.16"

#: Catch-up entries of a version that has no flag for them.
BUILT_IN_CATCHUP_ENTRIES = 5000


def known() -> tuple[str, ...]:
    """All pinned versions, oldest first."""
    return tuple(etcd.version for etcd in ETCD)


def find(version: str) -> Etcd | None:
    """The version of that name, or None."""
    return next((etcd for etcd in ETCD if etcd.version == version), None)
