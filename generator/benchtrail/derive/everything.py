# SPDX-License-Identifier: Apache-2.0
"""All derived numbers of a set of runs: one entry a suite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchtrail.derive import (
    catchup,
    cluster,
    measured_catchup,
    measured_storage,
    measured_watch,
    mesh,
    storage,
    watch,
)
from benchtrail.derive.catchup_rows import VERSIONS
from benchtrail.errors import Problem, Problems
from benchtrail.load import LoadedRun
from benchtrail.model import Trust
from benchtrail.quantity import Book


@dataclass(frozen=True, kw_only=True, slots=True)
class Derivations:
    """What each suite's runs give, and the book of all numbers."""

    book: Book
    runs: tuple[LoadedRun, ...]
    watch: watch.WatchModel
    watch_again: measured_watch.WatchAgain
    storage: storage.StorageModel
    storage_again: measured_storage.StorageAgain
    catchup: catchup.CatchupModel
    catchup_again: measured_catchup.CatchupAgain
    mesh: mesh.MeshModel
    cluster: cluster.ClusterModel


def derive_all(runs: Sequence[LoadedRun]) -> Derivations:
    """Derive everything. Raises `Problems` if a published document has no run."""
    book = Book()
    watch_model = watch.derive(published(runs, "watch-memory"), book)
    storage_model = storage.derive(published(runs, "storage-memory"), book)
    catchup_model = catchup.derive(
        {key: published(runs, "catchup-heap", version) for key, version in VERSIONS.items()}, book
    )
    return Derivations(
        book=book,
        runs=tuple(runs),
        watch=watch_model,
        watch_again=measured_watch.derive(runs, watch_model, book),
        storage=storage_model,
        storage_again=measured_storage.derive(runs, storage_model, book),
        catchup=catchup_model,
        catchup_again=measured_catchup.derive(runs, catchup_model, book),
        mesh=mesh.derive(published(runs, "mesh-scale"), book),
        cluster=cluster.derive(published(runs, "cluster"), book),
    )


def published(runs: Sequence[LoadedRun], suite: str, version: str = "") -> LoadedRun:
    """The transcribed run of a suite (and version)."""
    found = [
        run
        for run in runs
        if run.run.suite == suite
        and run.run.trust is Trust.TRANSCRIBED
        and (not version or run.run.subject.version == version)
    ]
    if len(found) != 1:
        raise Problems(
            [
                Problem(
                    file=f"data/runs/{suite}",
                    place="",
                    expected="one transcribed run" + (f" of {version}" if version else ""),
                    found=str(len(found)),
                    remedy="Restore the published figures; they are append-only",
                )
            ]
        )
    return found[0]
