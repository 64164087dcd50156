# SPDX-License-Identifier: Apache-2.0
"""Loading run folders: bytes to frozen types, or the list of everything that is wrong.

A folder is `<root>/<suite>/<label>-<first ten digits of the SHA-256 of run.json>/`, holding `run.json`
and `raw/`. A document in the canonical spelling (`encode`) takes the fast way: it decodes to the types
and re-encodes to the same bytes, which rules out duplicate keys, unknown fields and odd numbers. Every
other document takes the careful way, through the strict parser and the schema.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from benchtrail import jsonio, rules, schema
from benchtrail.errors import Problem, Problems, show
from benchtrail.files import MAX_ARTIFACT_BYTES, digest, read_regular
from benchtrail.model import Run

ID_DIGITS = 10
_RUN_ID = re.compile(rf"[a-z0-9][a-z0-9._-]{{0,107}}-[0-9a-f]{{{ID_DIGITS}}}")
MAX_RUN_BYTES = 256 * 2**20

_decoder = msgspec.json.Decoder(Run)
_encoder = msgspec.json.Encoder()


@dataclass(frozen=True, kw_only=True)
class LoadedRun:
    """A run that was loaded: `id` is the folder's name, `raw` the bytes of each artifact."""

    id: str
    file: str
    run: Run
    raw: Mapping[str, bytes] = field(repr=False)
    text: bytes = field(repr=False, default=b"")

    @property
    def address(self) -> str:
        """The run's page on the site."""
        return f"/runs/{self.id}/"


def encode(run: Run) -> bytes:
    """The canonical spelling of a run: fields in the order of the types, defaults left out."""
    return msgspec.json.format(_encoder.encode(run), indent=1) + b"\n"


def run_id(label: str, text: bytes) -> str:
    """The id that binds a label to the bytes of its run.json."""
    return f"{label}-{digest(text)[:ID_DIGITS]}"


def decode(data: bytes, file: str) -> Run:
    """A run from the bytes of its run.json. Raises `Problems` with every fault of form."""
    if len(data) <= jsonio.MAX_BYTES:
        try:
            run = _decoder.decode(data)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            pass
        else:
            if encode(run) == data:
                return run
    return _decode_carefully(data, file)


def _decode_carefully(data: bytes, file: str) -> Run:
    document = jsonio.parse(data, file)
    faults = list(schema.faults(document, file))
    if faults:
        raise Problems(faults)
    try:
        return msgspec.convert(document, Run)
    except msgspec.ValidationError as fault:  # the schema and the types disagree: never let it pass
        problem = Problem(
            file=file,
            place="",
            expected="a run",
            found=str(fault),
            remedy="See the reference of the run format",
        )
        raise Problems([problem]) from None


def load_run(folder: Path, file: str) -> LoadedRun:
    """Load one run folder; `file` is its path for messages. Raises `Problems` with all that is wrong."""
    run_file = f"{file}/run.json"
    text = read_regular(folder / "run.json", run_file, jsonio.MAX_BYTES)
    run = decode(text, run_file)
    raw: dict[str, bytes] = {}
    problems = list(_check_folder(folder, file, run, text))
    problems.extend(_read_artifacts(folder, file, run, raw))
    plain = text.isascii() and b"\\" not in text
    problems.extend(rules.check(run, run_file, plain=plain))
    if problems:
        raise Problems(problems)
    return LoadedRun(id=folder.name, file=run_file, run=run, raw=raw, text=text)


def load_all(root: Path, name: str = "data/runs") -> Iterator[tuple[str, LoadedRun | Problems]]:
    """Every run folder below `root` in the order of its names, loaded or with its problems."""
    for folder, file in run_folders(root, name):
        try:
            yield file, load_run(folder, file)
        except Problems as problems:
            yield file, problems


def run_folders(root: Path, name: str = "data/runs") -> list[tuple[Path, str]]:
    """The run folders below `root`, sorted, each with its path for messages. Raises `Problems` for strays."""
    folders: list[tuple[Path, str]] = []
    strays: list[Problem] = []
    for suite in _entries(root):
        if not suite.is_dir(follow_symlinks=False):
            strays.append(_stray(f"{name}/{suite.name}", "a suite's folder"))
            continue
        for run in _entries(Path(suite.path)):
            file = f"{name}/{suite.name}/{run.name}"
            if run.is_dir(follow_symlinks=False):
                folders.append((Path(run.path), file))
            else:
                strays.append(_stray(file, "a run's folder"))
    if strays:
        raise Problems(strays)
    return folders


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    return sorted(os.scandir(folder), key=lambda entry: entry.name)


def _stray(file: str, expected: str) -> Problem:
    return Problem(file=file, place="", expected=expected, found="something else", remedy="Remove it")


def _check_folder(folder: Path, file: str, run: Run, text: bytes) -> Iterator[Problem]:
    bound = folder.name.rpartition("-")[2]
    if _RUN_ID.fullmatch(folder.name) is None:
        yield Problem(
            file=file,
            place="",
            expected=f"a folder name of the form {_RUN_ID.pattern}",
            found=show(folder.name),
            remedy=f"Name it by what it is and {digest(text)[:ID_DIGITS]}, the digest of its run.json",
        )
    elif bound != digest(text)[:ID_DIGITS]:
        yield Problem(
            file=f"{file}/run.json",
            place="",
            expected=f"content whose SHA-256 begins with {bound!r}, as the folder's name says",
            found=digest(text)[:ID_DIGITS],
            remedy="A run is never edited: restore run.json, or add a new run beside it",
        )
    if folder.parent.name != run.suite:
        yield Problem(
            file=f"{file}/run.json",
            place="/suite",
            expected=f"{folder.parent.name!r}, the folder it stands in",
            found=show(run.suite),
            remedy="Move the run or correct the suite",
        )


def _read_artifacts(folder: Path, file: str, run: Run, raw: dict[str, bytes]) -> Iterator[Problem]:
    """Fill `raw` with the artifacts' bytes; yield what is missing, stray or different."""
    if (folder / "raw").is_symlink():
        yield _stray(f"{file}/raw", "a folder, not a link to one")
        return
    yield from _strays(folder, file, run)
    total = 0
    for index, artifact in enumerate(run.artifacts):
        name = f"{file}/raw/{artifact.name}"
        try:
            data = read_regular(
                folder / "raw" / artifact.name, name, min(MAX_ARTIFACT_BYTES, MAX_RUN_BYTES - total)
            )
        except Problems as problems:
            yield from problems.problems
            continue
        total += len(data)
        found = digest(data)
        if found != artifact.sha256:
            yield Problem(
                file=f"{file}/run.json",
                place=f"/artifacts/{index}/sha256",
                expected=f"{artifact.sha256} for raw/{artifact.name}",
                found=found,
                remedy="An artifact is never edited: restore its bytes, or add a new run",
            )
        elif len(data) != artifact.size:
            yield Problem(
                file=f"{file}/run.json",
                place=f"/artifacts/{index}/size",
                expected=f"{len(data)} bytes, the size of raw/{artifact.name}",
                found=str(artifact.size),
                remedy="State the size of the file",
            )
        raw[artifact.name] = data


def _strays(folder: Path, file: str, run: Run) -> Iterator[Problem]:
    known = {artifact.name for artifact in run.artifacts}
    for entry in _entries(folder):
        if entry.name not in ("run.json", "raw"):
            yield _stray(f"{file}/{entry.name}", "only run.json and raw/")
    try:
        entries = _entries(folder / "raw")
    except OSError:
        return  # each artifact is reported as missing
    for entry in entries:
        if entry.name not in known:
            yield _stray(f"{file}/raw/{entry.name}", "only files listed in /artifacts")
