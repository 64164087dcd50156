# SPDX-License-Identifier: Apache-2.0
"""Recomputing: every value is read again from its artifact by its extractor and compared.

Digests were compared when the run was loaded (`load.py`); here the literal at the place, and what it
states, must equal what run.json says. Text facts and command lines with evidence are compared too.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from benchtrail import shell
from benchtrail.errors import Problem, Problems, show
from benchtrail.extract import EXTRACTORS, Extractor, Located, Missing, place_text
from benchtrail.literals import Reading, Unreadable, content_of
from benchtrail.load import LoadedRun
from benchtrail.model import Evidence, Fact, Text
from benchtrail.rules import facts


@dataclass(frozen=True, kw_only=True, slots=True)
class Recomputed:
    """How many values, texts and commands of a run were read again and agreed."""

    values: int
    texts: int
    commands: int


def verify(loaded: LoadedRun) -> Recomputed:
    """Read everything again. Raises `Problems` with every difference, naming run, place and artifact."""
    problems: list[Problem] = []
    values = texts = commands = 0
    for place, fact in facts(loaded.run):
        if fact.evidence is not None:
            _compare_fact(loaded, place, fact, fact.evidence, problems)
        if isinstance(fact, Text):
            texts += fact.evidence is not None
        else:
            values += 1
    for i, command in enumerate(loaded.run.commands):
        if command.evidence is None:
            continue
        commands += 1
        place = f"/commands/{i}"
        if not _literal_stands(loaded, f"{place}/evidence", command.evidence, problems):
            continue
        found = shell.argv(command.evidence.literal)
        if found != list(command.argv):
            problems.append(
                _differs(loaded, f"{place}/argv", show(found), show(list(command.argv)), command.evidence)
            )
    if problems:
        raise Problems(problems)
    return Recomputed(values=values, texts=texts, commands=commands)


def locate(loaded: LoadedRun, evidence: Evidence) -> Located:
    """The literal in the artifact. Raises `Missing` if the place does not exist."""
    extractor = _extractor(evidence)
    return extractor.locate(loaded.raw[evidence.artifact], evidence.place)


def read(evidence: Evidence, unit: str) -> Reading:
    """What the literal states, in `unit`. Raises `Unreadable` if it does not follow the grammar."""
    return _read(_extractor(evidence).name, evidence.literal, unit)


@functools.lru_cache(maxsize=4096)
def _read(extractor: str, literal: str, unit: str) -> Reading:
    """Remembered: a value is compared once and shown several times, and parameters come again in every run."""
    reader = EXTRACTORS[extractor].read
    if reader is None:
        raise Unreadable("an extractor that reads values, not texts")
    return reader(literal, unit)


def _extractor(evidence: Evidence) -> Extractor:
    extractor = EXTRACTORS.get(evidence.extractor)
    if extractor is None:
        raise Missing("an extractor among " + ", ".join(EXTRACTORS))
    if not isinstance(evidence.place, extractor.place):
        raise Missing(f"a place of kind {extractor.place.__struct_config__.tag} for {extractor.name}")
    return extractor


def _compare_fact(
    loaded: LoadedRun, place: str, fact: Fact, evidence: Evidence, problems: list[Problem]
) -> None:
    """Read one fact again; add what differs to `problems`."""
    if not _literal_stands(loaded, f"{place}/evidence", evidence, problems):
        return
    if isinstance(fact, Text):
        if fact.text != evidence.literal:
            problems.append(
                _differs(loaded, f"{place}/text", show(evidence.literal), show(fact.text), evidence)
            )
        return
    try:
        reading = read(evidence, fact.unit)
    except (Unreadable, Missing) as fault:
        problems.append(_differs(loaded, place, str(fault), show(evidence.literal), evidence))
        return
    stated = content_of(fact)
    if reading.content != stated:
        problems.append(_differs(loaded, place, _words(reading.content), _words(stated), evidence))


def _literal_stands(loaded: LoadedRun, place: str, evidence: Evidence, problems: list[Problem]) -> bool:
    """Whether the literal of run.json stands at its place in the artifact; if not, `problems` says what does."""
    try:
        located = locate(loaded, evidence)
    except (Missing, UnicodeDecodeError) as fault:
        problems.append(_differs(loaded, place, str(fault), "nothing there", evidence))
        return False
    if located.literal != evidence.literal:
        problems.append(
            _differs(loaded, f"{place}/literal", show(located.literal), show(evidence.literal), evidence)
        )
        return False
    return True


def _words(content: tuple[object, ...]) -> str:
    return " ".join(str(getattr(part, "value", part)) for part in content)


def _differs(loaded: LoadedRun, place: str, expected: str, found: str, evidence: Evidence) -> Problem:
    where = f"raw/{evidence.artifact}, {place_text(evidence.place)}"
    return Problem(
        file=loaded.file,
        place=place,
        expected=f"{expected} ({where}, {evidence.extractor})",
        found=found,
        remedy="Restore the run: every value must recompute from its artifact",
    )
