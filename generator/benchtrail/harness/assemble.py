# SPDX-License-Identifier: Apache-2.0
"""Judging: from a raw folder to a run, by the extractors that `verify` reads it again with. Pure.

Every value gets the place in a raw file where it stands; nothing is computed here but which line of a
series holds its largest resident set.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchtrail.extract import EXTRACTORS
from benchtrail.files import digest
from benchtrail.harness import metrics
from benchtrail.harness.evidence import COMMANDS, INDEX
from benchtrail.harness.metrics import Metric
from benchtrail.model import (
    Absent,
    Artifact,
    CellPlace,
    Command,
    Doubt,
    Evidence,
    Exact,
    Fact,
    FieldPlace,
    Machine,
    Memory,
    Place,
    Point,
    PointerPlace,
    ProfilePlace,
    Reason,
    Role,
    Run,
    Subject,
    Text,
    Trust,
    Value,
)

_MEDIA = {"json": "application/json", "csv": "text/csv", "gz": "application/gzip"}


@dataclass(frozen=True, slots=True)
class Judged:
    """A run, the bytes of its artifacts, and the label its folder's name begins with."""

    run: Run
    raw: Mapping[str, bytes]
    label: str


def assemble(raw: Mapping[str, bytes], replicates: str = "") -> Judged:
    """The run that a raw folder holds. Raises `LookupError` or `ValueError` if the folder is not whole."""
    index = json.loads(raw[INDEX])
    reader = _Reader(raw)
    partial = index["state"] != "complete"
    date = index["started"][:10]
    label = f"etcd-{index['etcd']}-{index['suite']}-{index['profile']}-{date}"
    run = Run(
        format=1,
        suite=index["suite"],
        title=f"etcd {index['etcd']}: {metrics.TITLES[index['suite']]}, {index['profile']} profile",
        trust=Trust.SELF_REPORTED,
        date=date,
        subject=_subject(raw),
        environment=tuple(_machines(raw, reader)),
        commands=tuple(_commands(index)),
        artifacts=tuple(_artifacts(index, raw)),
        points=tuple(_point(number, row, reader, index) for number, row in enumerate(index["rows"])),
        replicates=replicates,
        notes=tuple(_notes(index, partial=partial)),
    )
    return Judged(run, raw, label)


class _Reader:
    """Makes facts from places: locates the literal, reads it, and keeps both."""

    def __init__(self, raw: Mapping[str, bytes]) -> None:
        self._raw = raw

    def evidence(self, artifact: str, place: Place, extractor: str) -> Evidence:
        """The evidence at a place."""
        located = EXTRACTORS[extractor].locate(self._raw[artifact], place)
        return Evidence(artifact=artifact, place=place, literal=located.literal, extractor=extractor)

    def lines(self, artifact: str) -> list[str]:
        """The lines of a text."""
        return self._raw[artifact].decode().splitlines()

    def exact(
        self, evidence: Evidence, unit: str, memory: Memory | None, doubts: tuple[Doubt, ...] = ()
    ) -> Exact:
        """The number at a place."""
        read = EXTRACTORS[evidence.extractor].read
        assert read is not None  # noqa: S101 - our own choice of extractor
        kind, value = read(evidence.literal, unit).content
        if kind != "exact" or not isinstance(value, float):
            raise ValueError(f"{evidence.artifact}: {evidence.literal!r} is no number")
        return Exact(unit=unit, evidence=evidence, memory=memory, value=value, doubts=doubts)

    def absent(self, evidence: Evidence, metric: Metric) -> Absent:
        """The outcome at a place."""
        return Absent(
            unit=metric.unit, evidence=evidence, memory=metric.memory, reason=Reason(evidence.literal)
        )

    def text(self, evidence: Evidence) -> Text:
        """The text at a place."""
        return Text(text=evidence.literal, evidence=evidence)


def _subject(raw: Mapping[str, bytes]) -> Subject:
    """Version and toolchain as the binary itself tells them."""
    said = dict(line.split(": ", 1) for line in raw["etcd-version.txt"].decode().splitlines() if ": " in line)
    return Subject(software="etcd", version=f"v{said['etcd Version']}", toolchain=said["Go Version"])


def _machines(raw: Mapping[str, bytes], reader: _Reader) -> Iterator[Machine]:
    name = "environment.json"
    for role, facts in json.loads(raw[name])["roles"].items():
        found: dict[str, Fact] = {}
        for fact, value in facts.items():
            place = PointerPlace(pointer=f"/roles/{role}/{fact}")
            if isinstance(value, str):
                found[fact] = reader.text(reader.evidence(name, place, "json-text@1"))
            else:
                label, unit, memory = metrics.FACTS[fact]
                found[label] = reader.exact(reader.evidence(name, place, "json-number@1"), unit, memory)
        yield Machine(role=Role(role), facts=found)


def _commands(index: dict) -> Iterator[Command]:  # type: ignore[type-arg]
    for row in index["rows"]:
        for number, one in enumerate(row["commands"], 1):
            name = f"{row['id']}-{number}"
            yield Command(
                id=name,
                role=Role(one["role"]),
                argv=tuple(one["argv"]),
                points=(row["id"],),
                label=one["label"],
                evidence=Evidence(
                    artifact=COMMANDS,
                    place=FieldPlace(name=name),
                    literal=shlex.join(one["argv"]),
                    extractor="field-text@1",
                ),
            )


def _artifacts(index: dict, raw: Mapping[str, bytes]) -> Iterator[Artifact]:  # type: ignore[type-arg]
    described = {
        INDEX: "What was measured, in which order, and how each row ended",
        COMMANDS: "Every command line",
    }
    described |= {file: metrics.describe(what) for what, file in index["files"].items()}
    for row in index["rows"]:
        described |= {file: f"{row['id']}: {metrics.describe(what)}" for what, file in row["files"].items()}
    for name, data in sorted(raw.items()):
        yield Artifact(
            name=name,
            sha256=digest(data),
            size=len(data),
            media_type=_MEDIA.get(name.rpartition(".")[2], "text/plain"),
            describes=described.get(name, ""),
        )


def _notes(index: dict, *, partial: bool) -> Iterator[str]:  # type: ignore[type-arg]
    yield "Server and load ran on the same machine"
    yield f"The server was {index['cap']}"
    if not index["alone"]:
        yield "Another measurement was under way on the machine"
    if partial:
        yield "Partial: the measurement ended before all rows were done"
    for row in index["rows"]:
        if row["outcome"] != "measured":
            first = row["detail"].splitlines()[0] if row["detail"] else "the measurement ended before it"
            yield f"{row['id']}: {row['outcome']}: {first}"[:400]


def _point(number: int, row: dict, reader: _Reader, index: dict) -> Point:  # type: ignore[type-arg]
    parameters: dict[str, Fact] = {}
    for name, value in row["parameters"].items():
        place = PointerPlace(pointer=f"/rows/{number}/parameters/{name}")
        if isinstance(value, str):
            parameters[name] = reader.text(reader.evidence(INDEX, place, "json-text@1"))
        else:
            parameters[name] = reader.exact(
                reader.evidence(INDEX, place, "json-number@1"), metrics.PARAMETERS[name], None
            )
    values: dict[str, Value] = {}
    doubts = () if index["alone"] else (Doubt.SHARED_MACHINE,)
    for metric in metrics.METRICS[row["kind"]]:
        if row["outcome"] == "measured":
            values[metric.name] = reader.exact(
                _evidence(metric, row, reader), metric.unit, metric.memory, doubts
            )
        elif metric.main:
            outcome = reader.evidence(
                INDEX, PointerPlace(pointer=f"/rows/{number}/outcome"), "json-outcome@1"
            )
            values[metric.name] = reader.absent(outcome, metric)
    return Point(id=row["id"], table=row["kind"], parameters=parameters, values=values)


def _evidence(metric: Metric, row: dict, reader: _Reader) -> Evidence:  # type: ignore[type-arg]
    file = row["files"][metric.file]
    match metric.how:
        case "status":
            return reader.evidence(file, FieldPlace(name=metric.field), "field-kibibytes@1")
        case "metric":
            return reader.evidence(file, FieldPlace(name=metric.field), "field-number@1")
        case "json":
            return reader.evidence(file, PointerPlace(pointer=metric.field), "json-number@1")
        case "profile":
            return reader.evidence(file, ProfilePlace(sample_type=metric.field), "pprof-total@1")
        case "highest" | "lowest":
            line = _extreme_line(reader, file, metric, int(row["notes"]["full-line"]))
            return reader.evidence(file, CellPlace(line=line, column=metric.field), "csv-number@1")
    raise AssertionError(metric.how)


def _extreme_line(reader: _Reader, file: str, metric: Metric, first: int) -> int:
    """The line of a series, from the one at which the log was full, where a column is largest or smallest."""
    lines = reader.lines(file)
    column = lines[0].split(",").index(metric.field)
    choose = max if metric.how == "highest" else min
    return choose(range(first, len(lines) + 1), key=lambda line: float(lines[line - 1].split(",")[column]))
