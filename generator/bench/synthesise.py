# SPDX-License-Identifier: Apache-2.0
"""Made-up runs for measuring speed: valid in every respect, different from each other, the same each time.

A run has twenty points of two parameters and two values, read from a CSV file; facts of its machine,
read from a second file; and one command. The figures mean nothing and are published nowhere.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from benchtrail.files import digest
from benchtrail.model import (
    FORMAT_VERSION,
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
    SpanPlace,
    Subject,
    Text,
    Trust,
    Value,
)
from benchtrail.store import save

SUITE = "synthetic"
POINTS = 20
TABLE = "points.csv"
STATUS = "status.txt"
HEADER = ("clients", "streams", "resident memory", "time")


def synthesise(count: int, root: Path, tick: Callable[[], None] = lambda: None) -> None:
    """Write `count` run folders below `root`."""
    for index in range(count):
        run, raw = make_run(index)
        save(run, raw, f"synthetic-{index:05}", root)
        tick()


def make_run(index: int) -> tuple[Run, dict[str, bytes]]:
    """The run of this index, and the bytes of its artifacts."""
    chance = random.Random(index)  # figures without meaning, the same each time
    rows = [_row(chance, number) for number in range(POINTS)]
    raw = {TABLE: _csv(rows), STATUS: _status(chance)}
    run = Run(
        format=FORMAT_VERSION,
        suite=SUITE,
        title=f"A made-up run, number {index}",
        trust=Trust.SELF_REPORTED,
        date="2026-11-01",
        subject=Subject(software="nothing", version=f"0.{index}"),
        environment=(_machine(raw[STATUS]),),
        commands=(_command(raw[STATUS]),),
        artifacts=(
            _artifact(TABLE, raw[TABLE], "text/csv", "The figures of every point"),
            _artifact(STATUS, raw[STATUS], "text/plain", "What the machine said of itself"),
        ),
        points=tuple(_point(line, row) for line, row in enumerate(rows, start=2)),
    )
    return run, raw


def _row(chance: random.Random, number: int) -> tuple[str, str, str, str]:
    memory, low = chance.randrange(10_000, 900_000), chance.randrange(1, 90)
    times = (f"{low} s", f"{low} ~ {low + 7} s", f"~{low} s", f"+{low} s", "")
    return (
        f"{number + 1}k",
        str(chance.randrange(1, 99)),
        f"{memory / 1000} MB",
        times[number % len(times)],
    )


def _csv(rows: list[tuple[str, str, str, str]]) -> bytes:
    return "".join(f"{','.join(cells)}\n" for cells in (HEADER, *rows)).encode()


def _status(chance: random.Random) -> bytes:
    return (
        f"Name:\tnothing\nVmRSS:\t {chance.randrange(10_000, 9_000_000)} kB\n"
        f"Threads:\t{chance.randrange(2, 64)}\nnothing --clients 20 --label 'made up'\n"
    ).encode()


def _artifact(name: str, data: bytes, media_type: str, describes: str) -> Artifact:
    return Artifact(
        name=name, sha256=digest(data), size=len(data), media_type=media_type, describes=describes
    )


def _point(line: int, row: tuple[str, str, str, str]) -> Point:
    clients, streams, memory, time = row
    return Point(
        id=f"row-{line - 1:02}",
        table="points",
        parameters={
            "clients": Exact(
                value=float(clients[:-1]) * 1000,
                unit="{client}",
                evidence=_cell(line, "clients", clients, "csv-count@1"),
            ),
            "streams": Exact(
                value=float(streams),
                unit="{stream}",
                evidence=_cell(line, "streams", streams, "csv-number@1"),
            ),
        },
        values={
            "resident-memory": Exact(
                value=float(memory.split()[0]),
                unit="MBy",
                memory=Memory.RESIDENT,
                evidence=_cell(line, "resident memory", memory),
            ),
            "time": _time(time, _cell(line, "time", time)),
        },
    )


def _time(literal: str, evidence: Evidence) -> Value:
    """Each kind of value in turn; its literals are made by `_row`."""
    if not literal:
        return Absent(unit="s", evidence=evidence, reason=Reason.NOT_MEASURED)
    numbers = [float(part) for part in literal.removesuffix(" s").strip("~+").split(" ~ ")]
    if len(numbers) > 1:
        return Range(unit="s", evidence=evidence, low=numbers[0], high=numbers[1])
    match literal[0]:
        case "~":
            return Approximate(unit="s", evidence=evidence, value=numbers[0])
        case "+":
            return Bound(unit="s", evidence=evidence, side=Side.ABOVE, limit=numbers[0])
    return Exact(unit="s", evidence=evidence, value=numbers[0])


def _cell(line: int, column: str, literal: str, extractor: str = "csv-quantity@1") -> Evidence:
    place = CellPlace(line=line, column=column)
    return Evidence(artifact=TABLE, place=place, literal=literal, extractor=extractor)


def _field(name: str, literal: str, extractor: str) -> Evidence:
    return Evidence(artifact=STATUS, place=FieldPlace(name=name), literal=literal, extractor=extractor)


def _machine(status: bytes) -> Machine:
    said = dict(line.split(":", 1) for line in status.decode().splitlines() if ":" in line)
    memory, threads = said["VmRSS"].strip(), said["Threads"].strip()
    return Machine(
        role=Role.SERVER,
        facts={
            "name": Text(text="nothing", evidence=_field("Name", "nothing", "field-text@1")),
            "memory": Exact(
                value=float(memory.split()[0]),
                unit="KiBy",
                memory=Memory.INSTALLED,
                evidence=_field("VmRSS", memory, "field-kibibytes@1"),
            ),
            "cpus": Exact(
                value=float(threads), unit="1", evidence=_field("Threads", threads, "field-number@1")
            ),
        },
    )


def _command(status: bytes) -> Command:
    literal = "nothing --clients 20 --label 'made up'"
    start = status.index(literal.encode())
    place = SpanPlace(start=start, end=start + len(literal))
    return Command(
        id="measure",
        role=Role.CLIENT,
        argv=("nothing", "--clients", "20", "--label", "made up"),
        label="Measures nothing",
        evidence=Evidence(artifact=STATUS, place=place, literal=literal, extractor="span-text@1"),
    )
