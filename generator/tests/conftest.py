# SPDX-License-Identifier: Apache-2.0
"""A made run, small and complete: every kind of value, and an artifact of each kind of place."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from benchtrail.files import digest
from benchtrail.load import encode, run_id
from benchtrail.model import (
    Absent,
    Approximate,
    Artifact,
    Bound,
    CellPlace,
    Command,
    Evidence,
    Exact,
    FieldPlace,
    Machine,
    Memory,
    Point,
    Range,
    Reason,
    Role,
    Run,
    Side,
    Source,
    SpanPlace,
    Subject,
    Text,
    Trust,
)

ROOT = Path(__file__).resolve().parents[2]

# The machine that tests is shared: no deadlines, and the same examples each time.
settings.register_profile("benchtrail", deadline=None, derandomize=True)
settings.load_profile("benchtrail")

TABLE = b'clients,"memory, resident",time,note\r\n1k,217MB,6 ~ 28 s,"a ""b"", c"\r\n2.5k,~260MB,+150s,\r\n10k,*OOM*,,x\r\n'
STATUS = b"Name:\tetcd\nVmHWM:\t 1785336 kB\nVmRSS:\t 1777664 kB\nThreads: 12\n"
OUTPUT = b"Summary:\n  Total:\t0.5000 secs.\n  Fastest:\t0.0000 secs.\netcd --snapshot-count 5000\n"
RAW = {"output.txt": OUTPUT, "status.txt": STATUS, "table.csv": TABLE}


def _cell(line: int, column: str, literal: str, extractor: str = "csv-quantity@1") -> Evidence:
    place = CellPlace(line=line, column=column)
    return Evidence(artifact="table.csv", place=place, literal=literal, extractor=extractor)


def _span(literal: str, extractor: str) -> Evidence:
    start = OUTPUT.index(literal.encode())
    place = SpanPlace(start=start, end=start + len(literal.encode()))
    return Evidence(artifact="output.txt", place=place, literal=literal, extractor=extractor)


def _field(name: str, literal: str, extractor: str) -> Evidence:
    return Evidence(artifact="status.txt", place=FieldPlace(name=name), literal=literal, extractor=extractor)


_MEMORY = "memory, resident"
_RESIDENT: dict[str, Any] = {"unit": "MBy", "memory": Memory.RESIDENT}


def _points() -> tuple[Point, ...]:
    def point(line: int, clients: str, count: float, **values: Any) -> Point:
        parameters = {
            "clients": Exact(
                value=count, unit="{client}", evidence=_cell(line, "clients", clients, "csv-count@1")
            )
        }
        return Point(id=f"row-{line}", table="total", parameters=parameters, values=values)

    return (
        point(
            2,
            "1k",
            1000.0,
            memory=Exact(value=217.0, evidence=_cell(2, _MEMORY, "217MB"), **_RESIDENT),
            time=Range(low=6.0, high=28.0, unit="s", evidence=_cell(2, "time", "6 ~ 28 s")),
        ),
        point(
            3,
            "2.5k",
            2500.0,
            memory=Approximate(value=260.0, evidence=_cell(3, _MEMORY, "~260MB"), **_RESIDENT),
            time=Bound(side=Side.ABOVE, limit=150.0, unit="s", evidence=_cell(3, "time", "+150s")),
        ),
        point(
            4,
            "10k",
            10000.0,
            memory=Absent(reason=Reason.OUT_OF_MEMORY, evidence=_cell(4, _MEMORY, "*OOM*"), **_RESIDENT),
            time=Absent(reason=Reason.NOT_MEASURED, unit="s", evidence=_cell(4, "time", "")),
            fastest=Bound(
                side=Side.BELOW,
                limit=0.00005,
                unit="s",
                evidence=_span("0.0000 secs.", "span-printed@1"),
            ),
            total=Exact(value=0.5, unit="s", evidence=_span("0.5000 secs.", "span-printed@1")),
            peak=Exact(
                value=1777664.0,
                unit="KiBy",
                memory=Memory.RESIDENT,
                evidence=_field("VmRSS", "1777664 kB", "field-kibibytes@1"),
            ),
        ),
    )


def make_run(raw: dict[str, bytes] | None = None) -> Run:
    """A transcribed run over the three artifacts above."""
    raw = RAW if raw is None else raw
    return Run(
        format=1,
        suite="watch-memory",
        title="A made run",
        trust=Trust.TRANSCRIBED,
        date="2026-11",
        subject=Subject(software="etcd", version="v3.5.16"),
        environment=(
            Machine(
                role=Role.SERVER,
                facts={
                    "name": Text(text="etcd", evidence=_field("Name", "etcd", "field-text@1")),
                    "threads": Exact(
                        value=12.0, unit="1", evidence=_field("Threads", "12", "field-number@1")
                    ),
                },
            ),
        ),
        commands=(
            Command(
                id="etcd",
                role=Role.SERVER,
                argv=("etcd", "--snapshot-count", "5000"),
                points=("row-2",),
                evidence=_span("etcd --snapshot-count 5000", "span-text@1"),
            ),
        ),
        artifacts=tuple(
            Artifact(name=name, sha256=digest(data), size=len(data), media_type="text/plain")
            for name, data in raw.items()
        ),
        points=_points(),
        source=Source(
            title="A made document",
            address="https://example.org/made",
            revision="1",
            licence="CC-BY-4.0",
            sha256="0" * 64,
        ),
    )


@pytest.fixture
def run() -> Run:
    """The made run."""
    return make_run()


@pytest.fixture
def document(run: Run) -> dict[str, Any]:
    """The made run as a JSON document that may be changed."""
    result: dict[str, Any] = json.loads(encode(run))
    return result


def write_run(
    root: Path, text: bytes, suite: str = "watch-memory", raw: dict[str, bytes] | None = None
) -> Path:
    """Write a run folder whose name binds `text`; give the folder."""
    folder = root / suite / run_id("made", text)
    (folder / "raw").mkdir(parents=True)
    (folder / "run.json").write_bytes(text)
    for name, data in (RAW if raw is None else raw).items():
        (folder / "raw" / name).write_bytes(data)
    return folder


@pytest.fixture
def folder(tmp_path: Path, run: Run) -> Path:
    """The made run as a folder."""
    return write_run(tmp_path / "runs", encode(run))


@pytest.fixture
def write(tmp_path: Path) -> Callable[[object], Path]:
    """Write a document (or bytes) as the run.json of a folder whose name binds it."""

    def write_document(document: object) -> Path:
        text = document if isinstance(document, bytes) else json.dumps(document).encode()
        return write_run(tmp_path / "runs" / os.urandom(4).hex(), text)

    return write_document
