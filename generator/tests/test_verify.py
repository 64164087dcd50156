# SPDX-License-Identifier: Apache-2.0
"""Verification: every value recomputes, and no digit anywhere can change unnoticed."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import RAW, ROOT, make_run, write_run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchtrail import load
from benchtrail.errors import Problems
from benchtrail.extract import EXTRACTORS
from benchtrail.load import LoadedRun, load_run
from benchtrail.model import Evidence, Text
from benchtrail.rules import facts
from benchtrail.verify import Recomputed, verify

MEMORY = "/points/0/values/memory"
RESTORE = "Restore the run: every value must recompute from its artifact."
COMMITTED = [file.parent for file in sorted((ROOT / "data" / "runs").glob("*/*/run.json"))]


def _loaded(document: object = None) -> LoadedRun:
    text = load.encode(make_run()) if document is None else json.dumps(document).encode()
    return LoadedRun(id="x", file="runs/x/run.json", run=load.decode(text, "f"), raw=RAW, text=text)


def _messages(loaded: LoadedRun) -> list[str]:
    with pytest.raises(Problems) as caught:
        verify(loaded)
    return [str(problem) for problem in caught.value.problems]


def test_the_made_run_verifies() -> None:
    assert verify(_loaded()) == Recomputed(values=13, texts=1, commands=1)


def _memory(document: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = document["points"][0]["values"]["memory"]
    return result


_AT = "(raw/table.csv, line 2, column “memory, resident”, csv-quantity@1)"
_BOUND = {"kind": "bound", "side": "above", "limit": 217.0}


@pytest.mark.parametrize(
    ("change", "messages"),
    [
        (
            lambda d: _memory(d).update(value=218.0),
            [f"runs/x/run.json: {MEMORY}: expected exact 217.0 {_AT}, found exact 218.0. {RESTORE}"],
        ),
        (
            lambda d: _memory(d).update(value=217.0000001),
            [f"runs/x/run.json: {MEMORY}: expected exact 217.0 {_AT}, found exact 217.0000001. {RESTORE}"],
        ),
        (
            lambda d: _memory(d).pop("value") and _memory(d).update(_BOUND),
            [f"runs/x/run.json: {MEMORY}: expected exact 217.0 {_AT}, found bound above 217.0. {RESTORE}"],
        ),
        (
            lambda d: _memory(d).update(unit="GBy"),
            [f"runs/x/run.json: {MEMORY}: expected exact 0.217 {_AT}, found exact 217.0. {RESTORE}"],
        ),
        (
            lambda d: _memory(d).update(unit="s"),
            [
                f"runs/x/run.json: {MEMORY}: expected a unit of second, not 'MB' {_AT}, found '217MB'. {RESTORE}"
            ],
        ),
        (
            lambda d: _memory(d)["evidence"].update(literal="218MB"),
            [f"runs/x/run.json: {MEMORY}/evidence/literal: expected '217MB' {_AT}, found '218MB'. {RESTORE}"],
        ),
        (
            lambda d: _memory(d)["evidence"]["place"].update(line=9),
            [
                f"runs/x/run.json: {MEMORY}/evidence: expected line 9 "
                f"{_AT.replace('line 2', 'line 9')}, found nothing there. {RESTORE}"
            ],
        ),
        (
            lambda d: _memory(d)["evidence"].update(extractor="csv-text@1"),
            [
                f"runs/x/run.json: {MEMORY}: expected an extractor that reads values, not texts "
                f"{_AT.replace('quantity', 'text')}, found '217MB'. {RESTORE}"
            ],
        ),
        (
            lambda d: _memory(d)["evidence"].update(place={"kind": "span", "start": 0, "end": 5}),
            [
                f"runs/x/run.json: {MEMORY}/evidence: expected a place of kind cell for csv-quantity@1 "
                f"(raw/table.csv, bytes 0 to 5, csv-quantity@1), found nothing there. {RESTORE}"
            ],
        ),
        (
            lambda d: d["environment"][0]["facts"]["name"].update(text="etcd3"),
            [
                "runs/x/run.json: /environment/0/facts/name/text: expected 'etcd' "
                f"(raw/status.txt, field “Name”, field-text@1), found 'etcd3'. {RESTORE}"
            ],
        ),
        (
            lambda d: d["commands"][0].update(argv=["etcd", "--snapshot-count", "6000"]),
            [
                "runs/x/run.json: /commands/0/argv: expected ['etcd', '--snapshot-count', '5000'] "
                "(raw/output.txt, bytes 55 to 81, span-text@1), "
                f"found ['etcd', '--snapshot-count', '6000']. {RESTORE}"
            ],
        ),
    ],
)
def test_messages(document: dict[str, Any], change: Callable[[Any], object], messages: list[str]) -> None:
    change(document)
    assert _messages(_loaded(document)) == messages


def test_an_extractor_that_does_not_exist(document: dict[str, Any]) -> None:
    _memory(document)["evidence"]["extractor"] = "guess@1"
    (message,) = _messages(_loaded(document))
    assert "expected an extractor among csv-quantity@1, csv-count@1, " in message


def test_all_differences_are_told_at_once(document: dict[str, Any]) -> None:
    for point in document["points"]:
        for value in point["values"].values():
            if value["kind"] == "exact":
                value["value"] += 1
    assert len(_messages(_loaded(document))) == 3


@pytest.mark.parametrize("folder", COMMITTED, ids=lambda folder: folder.name)
def test_the_committed_runs_verify(folder: Path) -> None:
    loaded = load_run(folder, folder.name)
    found = verify(loaded)
    assert found.values == sum(not isinstance(fact, Text) for _, fact in facts(loaded.run))


@pytest.mark.parametrize("folder", COMMITTED, ids=lambda folder: folder.name)
def test_no_value_of_the_committed_runs_can_change_unnoticed(folder: Path) -> None:
    """Each number of each value, changed alone and re-bound, is named by its place; none is skipped."""
    loaded = load_run(folder, folder.name)
    places = {}
    document = json.loads(loaded.text)
    for place, fact in facts(loaded.run):
        node: Any = document
        for part in place[1:].split("/"):
            node = node[int(part)] if isinstance(node, list) else node[part]
        for key in ("value", "low", "high", "limit"):
            if key in node:
                node[key] = node[key] + 1 if key != "low" else node[key] / 2 - 1
                places[place] = fact
    changed = load.decode(json.dumps(document).encode(), "f")
    named = {
        message.split(": ")[1]
        for message in _messages(LoadedRun(id="x", file="f", run=changed, raw=loaded.raw))
    }
    assert named == set(places)
    assert len(places) > 20


def _digits(data: bytes) -> list[int]:
    return [match.start() for match in re.finditer(rb"[0-9]", data)]


@given(data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_changed_digit_in_any_artifact_is_named(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folders = COMMITTED or [write_run(tmp_path_factory.mktemp("runs"), load.encode(make_run()))]
    source = data.draw(st.sampled_from(folders))
    folder = tmp_path_factory.mktemp("copy") / source.parent.name / source.name
    shutil.copytree(source, folder)
    artifact = data.draw(st.sampled_from(sorted((folder / "raw").iterdir())))
    text = bytearray(artifact.read_bytes())
    position = data.draw(st.sampled_from(_digits(bytes(text)) or [0]))
    text[position] = data.draw(st.sampled_from([c for c in b"0123456789" if c != text[position]]))
    artifact.write_bytes(text)
    with pytest.raises(Problems) as caught:
        load_run(folder, "runs/x")
    (problem,) = caught.value.problems
    assert f"raw/{artifact.name}" in problem.expected
    shutil.rmtree(folder)


@given(data=st.data())
@settings(max_examples=60)
def test_a_changed_literal_is_named_even_when_every_digest_is_put_right(data: st.DataObject) -> None:
    """Somebody who changes an artifact and all digests still cannot keep the values."""
    run = make_run()
    known = [(place, fact.evidence) for place, fact in facts(run) if fact.evidence]
    place, evidence = data.draw(
        st.sampled_from([pair for pair in known if re.search("[0-9]", pair[1].literal)])
    )
    start, end = _span(evidence)
    artifact = bytearray(RAW[evidence.artifact])
    position = start + data.draw(st.sampled_from(_digits(bytes(artifact[start:end]))))
    artifact[position] = data.draw(st.sampled_from([c for c in b"0123456789" if c != artifact[position]]))
    raw = {**RAW, evidence.artifact: bytes(artifact)}
    loaded = LoadedRun(id="x", file="f", run=make_run(raw), raw=raw)
    assert [message.split(": ")[1] for message in _messages(loaded)] == [f"{place}/evidence/literal"]


def _span(evidence: Evidence) -> tuple[int, int]:
    """The span of a literal of the made run."""
    located = EXTRACTORS[evidence.extractor].locate(RAW[evidence.artifact], evidence.place)
    return located.start, located.end
