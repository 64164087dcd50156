# SPDX-License-Identifier: Apache-2.0
"""Loading: each kind of fault has its message, all faults are told at once, and both ways agree."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from conftest import RAW, ROOT, make_run, write_run
from hypothesis import given
from hypothesis import strategies as st

from benchtrail import jsonio, load, schema
from benchtrail.errors import Problems
from benchtrail.model import Run

MEMORY = "/points/0/values/memory"
RUNS = sorted((ROOT / "data" / "runs").glob("*/*/run.json"))
_ABSENT = object()


def _changed(document: dict[str, Any], place: str, value: object) -> dict[str, Any]:
    """A copy with the value at a JSON pointer replaced, added, or (for `_ABSENT`) removed."""
    result = deepcopy(document)
    node: Any = result
    *path, last = place[1:].split("/")
    for part in path:
        node = node[int(part)] if isinstance(node, list) else node[part]
    if value is _ABSENT:
        del node[last]
    elif isinstance(node, list):
        node[int(last)] = value
    else:
        node[last] = value
    return result


def _messages(call: Callable[[], object]) -> list[str]:
    with pytest.raises(Problems) as caught:
        call()
    return [str(problem) for problem in caught.value.problems]


# --- form ------------------------------------------------------------------------------------------

KINDS = "expected an object whose kind is one of exact, range, bound, approximate, none"
FORM = [
    ("/suite", _ABSENT, "run.json: expected the field 'suite', found no such field. Add 'suite'."),
    (
        "/title",
        5,
        "run.json: /title: expected string, found integer 5. It is: What this run is, in one line.",
    ),
    (
        f"{MEMORY}/value",
        "217",
        f"run.json: {MEMORY}/value: expected number, found string '217'. It is: The number.",
    ),
    (
        f"{MEMORY}/value",
        True,
        f"run.json: {MEMORY}/value: expected number, found boolean True. It is: The number.",
    ),
    (f"{MEMORY}/value", None, f"run.json: {MEMORY}/value: expected number, found null. It is: The number."),
    (
        f"{MEMORY}/extra",
        1,
        f"run.json: {MEMORY}: expected only the fields doubts, evidence, kind, memory, unit, value, "
        "found also 'extra'. Remove or rename it.",
    ),
    (
        "/suite",
        "Watch Memory",
        "run.json: /suite: expected text of the form ^[a-z0-9](?:[a-z0-9._-]{0,78}[a-z0-9])?$, "
        "found 'Watch Memory'. It is: The suite's name.",
    ),
    (
        "/title",
        "a\nb",
        "run.json: /title: expected text of the form ^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]*$, "
        "found 'a\\nb'. It is: What this run is, in one line.",
    ),
    (
        "/trust",
        "sworn",
        "run.json: /trust: expected one of attested, replicated, self-reported, transcribed, found 'sworn'. "
        "Use one of these.",
    ),
    (
        f"{MEMORY}/kind",
        "guess",
        f"run.json: {MEMORY}: {KINDS}, found kind 'guess'. Set kind to one of these.",
    ),
    (f"{MEMORY}/kind", _ABSENT, f"run.json: {MEMORY}: {KINDS}, found kind None. Set kind to one of these."),
    (MEMORY, 217, f"run.json: {MEMORY}: {KINDS}, found 217. Set kind to one of these."),
    (
        f"{MEMORY}/evidence",
        _ABSENT,
        f"run.json: {MEMORY}: expected the field 'evidence', found no such field. Add 'evidence'.",
    ),
    (
        f"{MEMORY}/evidence/place/line",
        1,
        f"run.json: {MEMORY}/evidence/place/line: expected at least 2, found 1. Change the number.",
    ),
    (
        f"{MEMORY}/evidence/place/line",
        2.0,
        f"run.json: {MEMORY}/evidence/place/line: expected integer, found number 2.0. "
        "It is: Line of the file, counted from 1; the header is line 1.",
    ),
    (
        "/title",
        "x" * 401,
        "run.json: /title: expected a text length of at most 400, found 401. Shorten or complete it.",
    ),
    (
        "/points",
        [],
        "run.json: /points: expected a list length of at least 1, found 0. Shorten or complete it.",
    ),
    ("/format", 2, "run.json: /format: expected at most 1, found 2. Change the number."),
    (
        f"{MEMORY}/value",
        1e301,
        f"run.json: {MEMORY}/value: expected at most 1e+300, found 1e+301. Change the number.",
    ),
    (
        "/artifacts/0/sha256",
        "ABC",
        "run.json: /artifacts/0/sha256: expected text of the form ^[0-9a-f]{64}$, found 'ABC'. "
        "It is: Digest of the bytes.",
    ),
    (
        "/artifacts/0/name",
        "../../etc/passwd",
        "run.json: /artifacts/0/name: expected text of the form ^[a-z0-9][a-z0-9._-]{0,119}$, "
        "found '../../etc/passwd'. It is: File name below `raw/`.",
    ),
    (
        "/source/address",
        "javascript:alert(1)",
        "run.json: /source/address: expected text of the form ^(https?://[!-~]{1,400})?$, "
        "found 'javascript:alert(1)'. It is: Its public address; empty if none is known.",
    ),
    (
        "/source",
        "a book",
        "run.json: /source: expected one of object, null, found 'a book'. Use one of these or leave it out.",
    ),
    (
        f"{MEMORY}/memory",
        "ram",
        f"run.json: {MEMORY}/memory: expected one of goroutine-stack, heap-after-gc, heap-allocated, "
        "heap-in-use, installed, limit, mmap, resident-set, resident-set-anonymous, resident-set-file, "
        "resident-set-peak, unstated, working-set, null, found 'ram'. Use one of these or leave it out.",
    ),
]


@pytest.mark.parametrize(("place", "value", "message"), FORM)
def test_faults_of_form(document: dict[str, Any], place: str, value: object, message: str) -> None:
    text = json.dumps(_changed(document, place, value)).encode()
    assert _messages(lambda: load.decode(text, "run.json")) == [message]


def test_all_faults_of_form_are_told_at_once(document: dict[str, Any]) -> None:
    document = _changed(document, "/suite", _ABSENT)
    for place, value, _ in (FORM[1], FORM[2], FORM[8], FORM[17]):
        document = _changed(document, place, value)
    found = _messages(lambda: load.decode(json.dumps(document).encode(), "run.json"))
    assert sorted(found) == sorted(FORM[index][2] for index in (0, 1, 2, 8, 17))


@pytest.mark.parametrize("text", [b"[]", b"null", b"1", b'"run"'])
def test_what_is_no_object(text: bytes) -> None:
    (message,) = _messages(lambda: load.decode(text, "run.json"))
    assert message.startswith("run.json: expected object, found ")
    assert message.endswith(
        "It is: One execution of a suite at one place and time, or one transcribed document."
    )


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (b'"value": 217.0', b'"value": NaN', "NaN"),
        (b'"value": 217.0', b'"value": 1e400', "'1e400'"),
        (b'"value": 217.0', b'"value": 217.0, "value": 218.0', "the key 'value' twice"),
        (b"A made run", b"A \\ud800 run", "a lone surrogate in 'A \\ud800 run'"),
        (b"A made run", b"A \xff run", "bytes that are not UTF-8"),
        (b'"size": ', b'"size": 99999999999999999999', "'99999999999999999999"),
        (b"{", b"\xef\xbb\xbf{", "a byte order mark"),
        (b'"title":', b'"x": ' + b"[" * 99 + b"]" * 99 + b', "title":', "a deeper nesting"),
    ],
)
def test_faults_of_json_reach_the_message(run: Run, old: bytes, new: bytes, found: str) -> None:
    text = load.encode(run)
    assert old in text
    (message,) = _messages(lambda: load.decode(text.replace(old, new, 1), "run.json"))
    assert f"found {found}" in message


# --- the folder ------------------------------------------------------------------------------------


def test_a_run_loads(folder: Path, run: Run) -> None:
    loaded = load.load_run(folder, "data/runs/watch-memory/x")
    assert loaded.run == run
    assert loaded.raw == RAW
    assert loaded.address == f"/runs/{folder.name}/"
    assert load.decode(loaded.text, "f") == run


def _folder_messages(folder: Path) -> list[str]:
    return [
        message.replace(folder.name, "x") for message in _messages(lambda: load.load_run(folder, "runs/x"))
    ]


def test_a_missing_artifact(folder: Path) -> None:
    (folder / "raw" / "table.csv").unlink()
    assert _folder_messages(folder) == [
        "runs/x/raw/table.csv: expected a readable regular file, found no such file or directory. "
        "Put the file itself there."
    ]


def test_a_changed_artifact_is_named_with_both_digests(folder: Path, run: Run) -> None:
    (folder / "raw" / "table.csv").write_bytes(RAW["table.csv"].replace(b"217", b"218"))
    (artifact,) = (artifact for artifact in run.artifacts if artifact.name == "table.csv")
    found = load.digest(RAW["table.csv"].replace(b"217", b"218"))
    assert _folder_messages(folder) == [
        f"runs/x/run.json: /artifacts/2/sha256: expected {artifact.sha256} for raw/table.csv, found {found}. "
        "An artifact is never edited: restore its bytes, or add a new run."
    ]


def test_a_wrong_size(document: dict[str, Any], write: Callable[[object], Path]) -> None:
    folder = write(_changed(document, "/artifacts/1/size", 5))
    assert _folder_messages(folder) == [
        "runs/x/run.json: /artifacts/1/size: expected 61 bytes, the size of raw/status.txt, found 5. "
        "State the size of the file."
    ]


def test_links_pipes_and_folders_are_no_artifacts(folder: Path, tmp_path: Path) -> None:
    raw = folder / "raw"
    (tmp_path / "table.csv").write_bytes(RAW["table.csv"])
    (raw / "table.csv").unlink()
    (raw / "table.csv").symlink_to(tmp_path / "table.csv")
    os.link(raw / "status.txt", tmp_path / "other")
    (raw / "output.txt").unlink()
    os.mkfifo(raw / "output.txt")
    assert _folder_messages(folder) == [
        "runs/x/raw/output.txt: expected a regular file, found a folder, device, pipe or socket. "
        "Put the file itself there.",
        "runs/x/raw/status.txt: expected a file with one name, found 2 hard links. Put the file itself there.",
        "runs/x/raw/table.csv: expected a readable regular file, found a symbolic link. Put the file itself there.",
    ]


def test_a_linked_raw_folder_is_refused(folder: Path, tmp_path: Path) -> None:
    (folder / "raw").rename(tmp_path / "elsewhere")
    (folder / "raw").symlink_to(tmp_path / "elsewhere")
    assert _folder_messages(folder) == [
        "runs/x/raw: expected a folder, not a link to one, found something else. Remove it."
    ]


def test_a_linked_run_file_is_refused(folder: Path, tmp_path: Path) -> None:
    (folder / "run.json").rename(tmp_path / "run.json")
    (folder / "run.json").symlink_to(tmp_path / "run.json")
    assert _folder_messages(folder) == [
        "runs/x/run.json: expected a readable regular file, found a symbolic link. Put the file itself there."
    ]


def test_stray_files(folder: Path) -> None:
    (folder / "notes.txt").touch()
    (folder / "raw" / "_headers").touch()
    (folder / "raw" / "deeper").mkdir()
    assert _folder_messages(folder) == [
        "runs/x/notes.txt: expected only run.json and raw/, found something else. Remove it.",
        "runs/x/raw/_headers: expected only files listed in /artifacts, found something else. Remove it.",
        "runs/x/raw/deeper: expected only files listed in /artifacts, found something else. Remove it.",
    ]


def test_a_name_that_does_not_bind_the_content(folder: Path) -> None:
    text = (folder / "run.json").read_bytes()
    (folder / "run.json").write_bytes(text.replace(b"217.0", b"218.0"))
    found = load.digest(text.replace(b"217.0", b"218.0"))[:10]
    assert _folder_messages(folder) == [
        f"runs/x/run.json: expected content whose SHA-256 begins with '{folder.name[-10:]}', "
        f"as the folder's name says, found {found}. "
        "A run is never edited: restore run.json, or add a new run beside it."
    ]


@pytest.mark.parametrize("label", ["Made", "ma de", "-made", ".made", "m\u00e4de", "x" * 200])
def test_a_name_that_cannot_be_an_address(folder: Path, label: str) -> None:
    moved = folder.with_name(f"{label}-{folder.name[-10:]}")
    folder.rename(moved)
    messages = _messages(lambda: load.load_run(moved, "runs/x"))
    assert len(messages) == 1
    assert messages[0].startswith("runs/x: expected a folder name of the form ")


def test_a_run_in_another_suites_folder(folder: Path) -> None:
    moved = folder.parent.with_name("cluster")
    folder.parent.rename(moved)
    assert _folder_messages(moved / folder.name) == [
        "runs/x/run.json: /suite: expected 'cluster', the folder it stands in, found 'watch-memory'. "
        "Move the run or correct the suite."
    ]


def test_all_faults_of_a_folder_are_told_at_once(tmp_path: Path, document: dict[str, Any]) -> None:
    document["points"][1]["id"] = "row-2"
    document["points"][0]["values"]["memory"]["unit"] = "furlong"
    folder = write_run(tmp_path, json.dumps(document).encode(), "cluster")
    (folder / "raw" / "table.csv").unlink()
    (folder / "raw" / "stray").touch()
    places = [message.split(": expected")[0] for message in _folder_messages(folder)]
    assert places == [
        "runs/x/run.json: /suite",
        "runs/x/raw/stray",
        "runs/x/raw/table.csv",
        "runs/x/run.json: /points",
        "runs/x/run.json: /points",
        "runs/x/run.json: /points",
        "runs/x/run.json: /points",
        f"runs/x/run.json: {MEMORY}/unit",
    ]


def test_an_artifact_that_is_too_big(folder: Path) -> None:
    with (folder / "raw" / "table.csv").open("r+b") as file:
        file.truncate(32 * 2**20 + 1)  # sparse: it takes no room
    assert _folder_messages(folder) == [
        "runs/x/raw/table.csv: expected at most 33554432 bytes, found 33554433 bytes. Put the file itself there."
    ]


def test_load_all_gives_runs_and_problems_in_order_and_refuses_strays(tmp_path: Path, run: Run) -> None:
    good = write_run(tmp_path, load.encode(run))
    bad = good.with_name("bad-0000000000")
    bad.mkdir()
    found = list(load.load_all(tmp_path, "runs"))
    assert [file for file, _ in found] == [f"runs/watch-memory/{name}" for name in (bad.name, good.name)]
    assert isinstance(found[0][1], Problems)
    assert isinstance(found[1][1], load.LoadedRun)
    (tmp_path / "note.txt").touch()
    (tmp_path / "watch-memory" / "link").symlink_to(good)
    assert _messages(lambda: load.run_folders(tmp_path, "runs")) == [
        "runs/note.txt: expected a suite's folder, found something else. Remove it.",
        "runs/watch-memory/link: expected a run's folder, found something else. Remove it.",
    ]


# --- the two ways of decoding ----------------------------------------------------------------------


def test_the_fast_way_and_the_careful_way_agree_on_the_committed_runs() -> None:
    for file in RUNS:
        text = file.read_bytes()
        fast = msgspec.json.decode(text, type=Run)
        assert load.encode(fast) == text, f"{file.parent.name} is not in the canonical spelling"
        assert load._decode_carefully(text, "f") == fast  # noqa: SLF001 - both ways are the subject


_TEXT = load.encode(make_run())


@given(st.data())
def test_the_fast_way_never_accepts_what_the_careful_way_refuses(data: st.DataObject) -> None:
    """Any edit of the bytes: if the result is accepted, the strict parser and the schema accept it too."""
    start = data.draw(st.integers(0, len(_TEXT) - 1))
    length = data.draw(st.integers(0, 12))
    new = data.draw(st.binary(max_size=6) | st.sampled_from([b'"', b"}", b"1e400", b"NaN", b"\\ud800", b"0"]))
    text = _TEXT[:start] + new + _TEXT[start + length :]
    try:
        run = load.decode(text, "f")
    except Problems:
        return
    document = jsonio.parse(text, "f")
    assert not list(schema.faults(document, "f"))
    assert msgspec.convert(document, Run) == run


@given(st.data())
def test_a_changed_document_is_judged_alike_by_schema_and_types(data: st.DataObject) -> None:
    document: Any = json.loads(_TEXT)
    node = document
    while isinstance(node, dict | list) and node:
        parent, key = (
            node,
            data.draw(st.sampled_from(sorted(node) if isinstance(node, dict) else range(len(node)))),
        )
        node = node[key]
        if data.draw(st.booleans()):
            break
    junk = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5)
    parent[key] = data.draw(junk | st.just([]) | st.just({}))
    faults = list(schema.faults(document, "f"))
    try:
        msgspec.convert(document, Run)
    except msgspec.ValidationError:
        assert faults
    else:
        assert not faults
