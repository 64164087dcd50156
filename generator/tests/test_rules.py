# SPDX-License-Identifier: Apache-2.0
"""What a run must satisfy beyond its form, with each message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from benchtrail.model import Run
from benchtrail.rules import card_ids, check, facts

MEMORY = "/points/0/values/memory"
HARMLESS = "expected text without control, format, private or unassigned characters, found"
REMOVE = "Remove the character."

Change = Callable[[dict[str, Any]], object]


def _memory(document: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = document["points"][0]["values"]["memory"]
    return result


def _title(text: str) -> Change:
    return lambda document: document.update(title=text)


CASES: list[tuple[str, Change, list[str]]] = [
    (
        "duplicate point ids",
        lambda document: document["points"][2].update(id="row-2"),
        [
            "f: /points: expected each point id once, found 'row-2' 2 times. Rename one of them.",
            *(
                "f: /points: expected each address (point id, a dash, parameter or metric name) once, "
                f"found 'row-2-{name}' 2 times. Rename one of them."
                for name in ("clients", "memory", "time")
            ),
        ],
    ),
    (
        "two addresses that run together",
        lambda document: document["points"][1].update(
            id="row", values={"2-memory": document["points"][1]["values"]["memory"]}
        ),
        [
            "f: /points: expected each address (point id, a dash, parameter or metric name) once, "
            "found 'row-2-memory' 2 times. Rename one of them."
        ],
    ),
    (
        "duplicate artifacts",
        lambda document: document["artifacts"].append(document["artifacts"][0]),
        ["f: /artifacts: expected each artifact name once, found 'output.txt' 2 times. Rename one of them."],
    ),
    (
        "duplicate commands",
        lambda document: document["commands"].append(document["commands"][0]),
        [
            "f: /commands: expected each command id once, found 'etcd' 2 times. Rename one of them.",
            "f: /points: expected each address (point id, a dash, parameter or metric name) once, "
            "found 'command-etcd' 2 times. Rename one of them.",
        ],
    ),
    (
        "a transcription without its document",
        lambda document: document.pop("source"),
        [
            "f: /source: expected the document of a transcribed run, found none. "
            "Add the document's title, address, revision, licence and digest."
        ],
    ),
    (
        "a document without a transcription",
        lambda document: document.update(trust="attested"),
        [
            "f: /source: expected no document, since the run is not transcribed, found 'A made document'. "
            "Remove it, or set trust to transcribed."
        ],
    ),
    (
        "no kind of memory",
        lambda document: _memory(document).pop("memory"),
        [
            f"f: {MEMORY}/memory: expected which memory a number of bytes counts, found nothing. "
            "Add memory, or `unstated` if the source does not say."
        ],
    ),
    (
        "a range upside down",
        lambda document: document["points"][0]["values"]["time"].update(low=29.0),
        ["f: /points/0/values/time: expected low not above high, found 29.0 and 28.0. Exchange them."],
    ),
    (
        "an artifact that is not listed",
        lambda document: _memory(document)["evidence"].update(artifact="gone.csv"),
        [
            f"f: {MEMORY}/evidence/artifact: expected the name of an artifact listed in /artifacts, "
            "found 'gone.csv'. List the artifact or correct the name."
        ],
    ),
    (
        "a command's evidence that is not listed",
        lambda document: document["commands"][0]["evidence"].update(artifact="gone.csv"),
        [
            "f: /commands/0/evidence/artifact: expected the name of an artifact listed in /artifacts, "
            "found 'gone.csv'. List the artifact or correct the name."
        ],
    ),
    (
        "a command of no point",
        lambda document: document["commands"][0].update(points=["row-2", "row-9"]),
        ["f: /commands/0/points/1: expected the id of a point, found 'row-9'. Correct or remove it."],
    ),
    (
        "a number without evidence",
        lambda document: (
            document["environment"][0]["facts"]["name"].pop("evidence")
            and document["environment"][0]["facts"]["name"].update(text="etcd 3")
        ),
        [
            "f: /environment/0/facts/name: expected evidence for a text that holds a number, found 'etcd 3'. "
            "Add evidence, or leave the fact out."
        ],
    ),
    ("bidi", _title("abc\u202edef"), [f"f: /title: {HARMLESS} U+202E. {REMOVE}"]),
    ("isolate", _title("\u2067x"), [f"f: /title: {HARMLESS} U+2067. {REMOVE}"]),
    ("zero width", _title("a\u200bb"), [f"f: /title: {HARMLESS} U+200B. {REMOVE}"]),
    ("tag characters", _title("a\U000e0041"), [f"f: /title: {HARMLESS} U+E0041. {REMOVE}"]),
    ("private use", _title("\ue000"), [f"f: /title: {HARMLESS} U+E000. {REMOVE}"]),
    ("unassigned", _title("\U0003fffe"), [f"f: /title: {HARMLESS} U+3FFFE. {REMOVE}"]),
    (
        "bidi in a command",
        lambda document: document["commands"][0].update(argv=["etcd", "\u202e5000"]),
        [f"f: /commands/0/argv/1: {HARMLESS} U+202E. {REMOVE}"],
    ),
    (
        "bidi in a literal",
        lambda document: _memory(document)["evidence"].update(literal="217\u202eMB"),
        [f"f: {MEMORY}/evidence/literal: {HARMLESS} U+202E. {REMOVE}"],
    ),
    (
        "bidi in a column's name",
        lambda document: _memory(document)["evidence"]["place"].update(column="a\u202e"),
        [f"f: {MEMORY}/evidence/place/column: {HARMLESS} U+202E. {REMOVE}"],
    ),
    (
        "bidi in a note and in a fact",
        lambda document: (
            document.update(notes=["\u202e"])
            or document["environment"][0]["facts"]["name"].update(text="\u202e")
        ),
        [
            f"f: /environment/0/facts/name/text: {HARMLESS} U+202E. {REMOVE}",
            f"f: /notes/0: {HARMLESS} U+202E. {REMOVE}",
        ],
    ),
]


def _check(document: dict[str, Any]) -> list[str]:
    return [str(problem) for problem in check(msgspec.convert(document, Run), "f")]


@pytest.mark.parametrize(
    ("change", "messages"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_messages(document: dict[str, Any], change: Change, messages: list[str]) -> None:
    change(document)
    assert _check(document) == messages


def test_an_unknown_unit(document: dict[str, Any]) -> None:
    _memory(document)["unit"] = "furlong"
    (message,) = _check(document)
    assert message.startswith(f"f: {MEMORY}/unit: expected a unit among 1, %, By, kBy, ")
    assert message.endswith(", found 'furlong'. Use one of these UCUM spellings.")


def test_the_made_run_breaks_no_rule(document: dict[str, Any]) -> None:
    assert _check(document) == []


def test_letters_of_other_languages_are_welcome(document: dict[str, Any]) -> None:
    document["title"] = "Grüße, 測試, اختبار, тест 😀"
    assert _check(document) == []


@pytest.mark.parametrize(
    "character", ["\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069",
                  "\u200e", "\u200f", "\u061c", "\u200b", "\u2060", "\ufeff", "\u00ad", "\ufff9"]
)  # fmt: skip
def test_every_character_that_hides_or_turns_text_is_refused(
    document: dict[str, Any], character: str
) -> None:
    document["subject"]["version"] = f"v{character}"
    assert len(_check(document)) == 1


def test_facts_and_cards_go_through_the_same_values_and_commands_follow(run: Run) -> None:
    places = [place for _, place, _ in card_ids(run)]
    assert places == [*(place for place, _ in facts(run)), "/commands/0"]
    cards = [card for card, _, _ in card_ids(run)]
    assert cards[:3] == ["server-0-name", "server-0-threads", "row-2-clients"]
    assert len(set(cards)) == len(cards) == 15
