# SPDX-License-Identifier: Apache-2.0
"""What is measured: suites, rows, loads, flags and profiles, as literal data.

Rows marked `document` are the rows of the published tables; the others are ours, for smoke tests.
`seconds` and `mib` are what one row was seen to need on two shared cores (server and load together,
rounded up): they serve the list, the time limit and the check before the start, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, kw_only=True, slots=True)
class Need:
    """What a row needs: wall time, memory of the server and of the load, disk, open files of the server."""

    seconds: int
    server_mib: int
    load_mib: int = 100
    disk_mib: int = 200
    files: int = 256


@dataclass(frozen=True, kw_only=True, slots=True)
class WatchRow:
    """Connections × streams × watchings, each watching its own key (`distinct`) or all the same (`one`)."""

    connections: int
    streams: int
    watchings: int
    keys: str
    need: Need
    profiles: tuple[str, ...]
    document: bool = True

    @property
    def id(self) -> str:
        """Name of the row."""
        return f"c{self.connections}-s{self.streams}-w{self.watchings}-{self.keys}"

    @property
    def parameters(self) -> Mapping[str, int | str]:
        """Parameters by the names they have in a run."""
        return {
            "clients": self.connections,
            "streams-per-client": self.streams,
            "watchings-per-stream": self.watchings,
            "total-watchings": self.connections * self.streams * self.watchings,
            "watched-keys": self.keys,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class IndexRow:
    """The key index alone: `keys` random keys of `key_bytes`, each with `versions` versions."""

    keys: int
    versions: int
    key_bytes: int
    need: Need
    profiles: tuple[str, ...]
    document: bool = True

    @property
    def id(self) -> str:
        """Name of the row."""
        return f"index-n{self.keys}-v{self.versions}-k{self.key_bytes}"

    @property
    def parameters(self) -> Mapping[str, int | str]:
        """Parameters by the names they have in a run."""
        return {"keys": self.keys, "versions": self.versions, "key-size": self.key_bytes}


@dataclass(frozen=True, kw_only=True, slots=True)
class ProcessRow:
    """The whole server with the same keys stored, each version with a value of `value_bytes`."""

    keys: int
    versions: int
    key_bytes: int
    value_bytes: int
    need: Need
    profiles: tuple[str, ...]
    document: bool = True

    @property
    def id(self) -> str:
        """Name of the row."""
        return f"process-n{self.keys}-v{self.versions}-k{self.key_bytes}-b{self.value_bytes}"

    @property
    def parameters(self) -> Mapping[str, int | str]:
        """Parameters by the names they have in a run."""
        return {
            "keys": self.keys,
            "versions": self.versions,
            "key-size": self.key_bytes,
            "value-size": self.value_bytes,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class CatchupRow:
    """Puts of one size under a snapshot count and a number of catch-up entries.

    `often` is the need on versions that compact the log in memory often. `connections` and `clients`
    only make the log fill faster than the source's single client would: few enough of them that the
    requests in flight stay a small part of the heap.
    """

    put_bytes: int
    snapshot_count: int
    catchup_entries: int
    connections: int
    clients: int
    need: Need
    often: Need
    profiles: tuple[str, ...]
    document: bool = True

    @property
    def id(self) -> str:
        """Name of the row."""
        return f"p{self.put_bytes}-s{self.snapshot_count}-e{self.catchup_entries}"

    @property
    def parameters(self) -> Mapping[str, int | str]:
        """Parameters by the names they have in a run."""
        return {
            "put-size": self.put_bytes,
            "snapshot-count": self.snapshot_count,
            "catchup-entries": self.catchup_entries,
            "load-connections": self.connections,
            "load-clients": self.clients,
        }

    @property
    def fill(self) -> int:
        """Applied entries after which the log has been full once."""
        return self.snapshot_count + self.catchup_entries


Row: TypeAlias = WatchRow | IndexRow | ProcessRow | CatchupRow

_FULL = ("full",)
_QUICK = ("quick", "full")


def _watch(
    size: tuple[int, int, int], keys: str, seconds: int, mib: tuple[int, int], profiles: tuple[str, ...]
) -> WatchRow:
    connections, streams, watchings = size
    need = Need(seconds=seconds, server_mib=mib[0], load_mib=mib[1], files=connections + 256)
    return WatchRow(
        connections=connections, streams=streams, watchings=watchings, keys=keys, need=need, profiles=profiles
    )


WATCH: tuple[WatchRow, ...] = (
    _watch((1000, 1, 1), "distinct", 6, (100, 120), ("smoke", *_QUICK)),
    _watch((2000, 1, 1), "distinct", 7, (180, 200), _QUICK),
    _watch((5000, 1, 1), "distinct", 10, (420, 400), _FULL),
    _watch((1000, 10, 1), "distinct", 8, (400, 250), _QUICK),
    _watch((2000, 10, 1), "distinct", 10, (750, 450), _FULL),
    _watch((5000, 10, 1), "distinct", 15, (1850, 1000), _FULL),
    _watch((1000, 50, 1), "distinct", 14, (1750, 450), _QUICK),
    _watch((2000, 50, 1), "distinct", 22, (3400, 850), _FULL),
    _watch((5000, 50, 1), "distinct", 50, (8500, 2100), _FULL),
    _watch((1000, 50, 10), "distinct", 25, (2700, 550), _QUICK),
    _watch((2000, 50, 10), "distinct", 45, (5000, 1000), _FULL),
    _watch((5000, 50, 10), "distinct", 100, (12500, 2500), _FULL),
    _watch((1000, 50, 100), "distinct", 80, (7200, 1000), _FULL),
    _watch((2000, 50, 100), "distinct", 160, (14500, 2000), _FULL),
    _watch((5000, 50, 100), "distinct", 400, (36000, 5000), _FULL),
    _watch((1000, 50, 10), "one", 25, (2300, 550), _QUICK),
    _watch((2000, 50, 10), "one", 45, (4450, 1000), _FULL),
    _watch((5000, 50, 10), "one", 100, (11000, 2500), _FULL),
    _watch((1000, 50, 100), "one", 80, (5600, 1000), _FULL),
    _watch((2000, 50, 100), "one", 160, (11300, 2000), _FULL),
    _watch((5000, 50, 100), "one", 400, (29000, 5000), _FULL),
)


def _index(
    keys: int, versions: int, key_bytes: int, seconds: int, mib: int, profiles: tuple[str, ...]
) -> IndexRow:
    need = Need(seconds=seconds, server_mib=mib, load_mib=0, disk_mib=10)
    return IndexRow(keys=keys, versions=versions, key_bytes=key_bytes, need=need, profiles=profiles)


INDEX: tuple[IndexRow, ...] = (
    _index(100_000, 1, 64, 1, 50, ("smoke", *_QUICK)),
    _index(100_000, 5, 64, 2, 80, _QUICK),
    _index(1_000_000, 1, 64, 5, 300, _QUICK),
    _index(1_000_000, 5, 64, 16, 650, _FULL),
    _index(100_000, 1, 256, 1, 70, _QUICK),
    _index(100_000, 5, 256, 2, 110, _QUICK),
    _index(1_000_000, 1, 256, 6, 520, _FULL),
    _index(1_000_000, 5, 256, 18, 850, _FULL),
)


def _process(
    keys: int,
    versions: int,
    value_bytes: int,
    need: Need,
    profiles: tuple[str, ...],
    *,
    document: bool = True,
) -> ProcessRow:
    return ProcessRow(
        keys=keys,
        versions=versions,
        key_bytes=64,
        value_bytes=value_bytes,
        need=need,
        profiles=profiles,
        document=document,
    )


PROCESS: tuple[ProcessRow, ...] = (
    _process(10_000, 1, 256, Need(seconds=8, server_mib=120), ("smoke",), document=False),
    _process(100_000, 1, 256, Need(seconds=20, server_mib=200, disk_mib=500), _QUICK),
    _process(100_000, 5, 256, Need(seconds=60, server_mib=400, disk_mib=900), _FULL),
    _process(1_000_000, 1, 256, Need(seconds=90, server_mib=1200, disk_mib=1500), _FULL),
    _process(1_000_000, 5, 256, Need(seconds=420, server_mib=4000, disk_mib=4500), _FULL),
    _process(100_000, 1, 1024, Need(seconds=20, server_mib=350, disk_mib=600), _QUICK),
    _process(100_000, 5, 1024, Need(seconds=70, server_mib=900, disk_mib=1800), _FULL),
    _process(1_000_000, 1, 1024, Need(seconds=110, server_mib=2500, disk_mib=3000), _FULL),
    _process(1_000_000, 5, 1024, Need(seconds=500, server_mib=9000, disk_mib=11000), _FULL),
)


def _catchup(
    put_bytes: int,
    counts: tuple[int, int],
    load: tuple[int, int],
    need: tuple[int, int],
    often: tuple[int, int],
    profiles: tuple[str, ...],
    *,
    document: bool = True,
) -> CatchupRow:
    disk_mib = 2000 + put_bytes * 3 * sum(counts) // 2**20
    return CatchupRow(
        put_bytes=put_bytes,
        snapshot_count=counts[0],
        catchup_entries=counts[1],
        connections=load[0],
        clients=load[1],
        need=Need(seconds=need[0], server_mib=need[1], disk_mib=disk_mib),
        often=Need(seconds=often[0], server_mib=often[1], disk_mib=disk_mib),
        profiles=profiles,
        document=document,
    )


#: Rows in the order of the published table; (seconds, MiB) on versions that compact seldom, then often.
CATCHUP: tuple[CatchupRow, ...] = (
    _catchup(1000, (500, 500), (10, 100), (8, 150), (8, 150), ("smoke",), document=False),
    _catchup(1000, (10_000, 5000), (10, 100), (25, 250), (25, 250), _QUICK),
    _catchup(10_000, (10_000, 5000), (10, 40), (40, 800), (40, 500), _QUICK),
    _catchup(100_000, (10_000, 5000), (4, 8), (110, 4500), (110, 2500), _FULL),
    _catchup(1_000_000, (10_000, 5000), (2, 2), (900, 31000), (900, 14000), _FULL),
    _catchup(1000, (100_000, 5000), (10, 100), (160, 600), (160, 300), _FULL),
    _catchup(10_000, (100_000, 5000), (10, 40), (260, 3500), (260, 600), _FULL),
    _catchup(100_000, (100_000, 5000), (4, 8), (900, 23000), (900, 2500), _FULL),
    _catchup(1_000_000, (500, 500), (2, 2), (60, 3500), (60, 3000), _QUICK),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Suite:
    """A suite, its rows, and the etcd versions it is meant for."""

    name: str
    title: str
    rows: tuple[Row, ...]
    versions: tuple[str, ...]


SUITES: tuple[Suite, ...] = (
    Suite(
        name="watch-memory",
        title="Memory of watch connections, streams and watchings",
        rows=WATCH,
        versions=("3.4.15", "3.5.16", "3.5.35", "3.6.16", "3.7.3"),
    ),
    Suite(
        name="storage-memory",
        title="Memory of the key index and of the whole server",
        rows=(*INDEX, *PROCESS),
        versions=("3.4.15", "3.5.16", "3.5.35", "3.6.16", "3.7.3"),
    ),
    Suite(
        name="catchup-heap",
        title="Heap kept for members that catch up",
        rows=CATCHUP,
        versions=("3.5.16", "3.5.35", "3.6.0-alpha.0", "3.6.16", "3.7.3"),
    ),
)

#: Profiles from small to large.
PROFILES: tuple[str, ...] = ("smoke", "quick", "full")


def find(name: str) -> Suite | None:
    """The suite of that name, or None."""
    return next((suite for suite in SUITES if suite.name == name), None)
