# SPDX-License-Identifier: Apache-2.0
"""What a run must satisfy beyond its form: names unique, references resolved, text harmless, units known."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

from benchtrail.errors import Problem, show
from benchtrail.model import (
    CellPlace,
    Evidence,
    Fact,
    FieldPlace,
    PointerPlace,
    Range,
    Run,
    Text,
    Trust,
    Value,
)
from benchtrail.units import UNITS


def check(run: Run, file: str, *, plain: bool = False) -> Iterator[Problem]:
    """Every broken rule of a run that has the right form.

    `plain` says that its document is ASCII without an escape, so that no text of it can hide a character.
    """
    yield from _check_unique(run, file)
    yield from _check_source(run, file)
    artifacts = {artifact.name for artifact in run.artifacts}
    for place, fact in facts(run):
        yield from (
            _check_text_fact(file, place, fact) if isinstance(fact, Text) else _check_value(file, place, fact)
        )
    for place, evidence in _evidence(run):
        if evidence.artifact not in artifacts:
            yield _unlisted(file, place, evidence)
    yield from _check_commands(run, file)
    if not plain:
        for place, text in _texts(run):
            yield from _check_text(file, place, text)


def facts(run: Run) -> Iterator[tuple[str, Fact]]:
    """Every value and fact of a run with its JSON pointer: environment, parameters, measured values."""
    for i, machine in enumerate(run.environment):
        for name, fact in machine.facts.items():
            yield f"/environment/{i}/facts/{name}", fact
    for i, point in enumerate(run.points):
        for name, fact in point.parameters.items():
            yield f"/points/{i}/parameters/{name}", fact
        for name, value in point.values.items():
            yield f"/points/{i}/values/{name}", value


def card_ids(run: Run) -> Iterator[tuple[str, str, Fact]]:
    """Every fact that has an evidence card: the card's id, the fact's JSON pointer, and the fact."""
    for i, machine in enumerate(run.environment):
        for name, fact in machine.facts.items():
            yield f"{machine.role.value}-{i}-{name}", f"/environment/{i}/facts/{name}", fact
    for i, point in enumerate(run.points):
        for name, fact in point.parameters.items():
            yield f"{point.id}-{name}", f"/points/{i}/parameters/{name}", fact
        for name, value in point.values.items():
            yield f"{point.id}-{name}", f"/points/{i}/values/{name}", value
    for i, command in enumerate(run.commands):
        if command.evidence is not None:
            yield (
                f"command-{command.id}",
                f"/commands/{i}",
                Text(text=command.evidence.literal, evidence=command.evidence),
            )


def _check_unique(run: Run, file: str) -> Iterator[Problem]:
    groups: list[tuple[str, Iterable[str], str]] = [
        ("/artifacts", [artifact.name for artifact in run.artifacts], "artifact name"),
        ("/points", [point.id for point in run.points], "point id"),
        ("/commands", [command.id for command in run.commands], "command id"),
        (
            "/points",
            [card for card, _, _ in card_ids(run)],
            "address (point id, a dash, parameter or metric name)",
        ),
    ]
    for place, names, what in groups:
        for name, count in Counter(names).items():
            if count > 1:
                yield Problem(
                    file=file,
                    place=place,
                    expected=f"each {what} once",
                    found=f"{show(name)} {count} times",
                    remedy="Rename one of them",
                )


def _check_source(run: Run, file: str) -> Iterator[Problem]:
    transcribed = run.trust is Trust.TRANSCRIBED
    if transcribed and run.source is None:
        yield Problem(
            file=file,
            place="/source",
            expected="the document of a transcribed run",
            found="none",
            remedy="Add the document's title, address, revision, licence and digest",
        )
    if not transcribed and run.source is not None:
        yield Problem(
            file=file,
            place="/source",
            expected="no document, since the run is not transcribed",
            found=show(run.source.title),
            remedy="Remove it, or set trust to transcribed",
        )


def _check_text_fact(file: str, place: str, fact: Text) -> Iterator[Problem]:
    if fact.evidence is None and any(character.isdigit() for character in fact.text):
        yield Problem(
            file=file,
            place=place,
            expected="evidence for a text that holds a number",
            found=show(fact.text),
            remedy="Add evidence, or leave the fact out",
        )


def _check_value(file: str, place: str, value: Value) -> Iterator[Problem]:
    if value.unit not in UNITS:
        known = ", ".join(UNITS)
        yield Problem(
            file=file,
            place=f"{place}/unit",
            expected=f"a unit among {known}",
            found=show(value.unit),
            remedy="Use one of these UCUM spellings",
        )
    elif value.memory is None and "/values/" in place and UNITS[value.unit].dimension == "byte":
        yield Problem(
            file=file,
            place=f"{place}/memory",
            expected="which memory a number of bytes counts",
            found="nothing",
            remedy="Add memory, or `unstated` if the source does not say",
        )
    if isinstance(value, Range) and value.low > value.high:
        yield Problem(
            file=file,
            place=place,
            expected="low not above high",
            found=f"{value.low} and {value.high}",
            remedy="Exchange them",
        )


def _evidence(run: Run) -> Iterator[tuple[str, Evidence]]:
    """Every evidence of a run with the JSON pointer of what it belongs to."""
    for place, fact in facts(run):
        if fact.evidence is not None:
            yield place, fact.evidence
    for i, command in enumerate(run.commands):
        if command.evidence is not None:
            yield f"/commands/{i}", command.evidence


def _unlisted(file: str, place: str, evidence: Evidence) -> Problem:
    return Problem(
        file=file,
        place=f"{place}/evidence/artifact",
        expected="the name of an artifact listed in /artifacts",
        found=show(evidence.artifact),
        remedy="List the artifact or correct the name",
    )


def _check_commands(run: Run, file: str) -> Iterator[Problem]:
    points = {point.id for point in run.points}
    for i, command in enumerate(run.commands):
        for j, name in enumerate(command.points):
            if name not in points:
                yield Problem(
                    file=file,
                    place=f"/commands/{i}/points/{j}",
                    expected="the id of a point",
                    found=show(name),
                    remedy="Correct or remove it",
                )


def _texts(run: Run) -> Iterator[tuple[str, str]]:
    """Every text that is shown to readers, with its pointer."""
    for place, fact in facts(run):
        if isinstance(fact, Text):
            yield f"{place}/text", fact.text
    for place, evidence in _evidence(run):
        yield f"{place}/evidence/literal", evidence.literal
        match evidence.place:
            case CellPlace(column=text):
                yield f"{place}/evidence/place/column", text
            case FieldPlace(name=text):
                yield f"{place}/evidence/place/name", text
            case PointerPlace(pointer=text):
                yield f"{place}/evidence/place/pointer", text
    yield "/title", run.title
    for name in ("software", "version", "commit", "toolchain"):
        yield f"/subject/{name}", getattr(run.subject, name)
    if run.source is not None:
        for name in ("title", "revision", "licence"):
            yield f"/source/{name}", getattr(run.source, name)
    for i, artifact in enumerate(run.artifacts):
        yield f"/artifacts/{i}/describes", artifact.describes
    for i, command in enumerate(run.commands):
        yield f"/commands/{i}/label", command.label
        for j, argument in enumerate(command.argv):
            yield f"/commands/{i}/argv/{j}", argument
    for i, point in enumerate(run.points):
        yield f"/points/{i}/document_place", point.document_place
    for i, note in enumerate(run.notes):
        yield f"/notes/{i}", note


def _check_text(file: str, place: str, text: str) -> Iterator[Problem]:
    """Refuse characters that are invisible or turn the reading direction (trojan source)."""
    if text.isascii():  # control characters are refused by the schema already
        return
    for character in text:
        if unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"):
            yield Problem(
                file=file,
                place=place,
                expected="text without control, format, private or unassigned characters",
                found=f"U+{ord(character):04X}",
                remedy="Remove the character",
            )
            return
