# SPDX-License-Identifier: Apache-2.0
"""The repository is clean: licences stated, no trace of a machine, no dead or oversized files, ruff content."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

SPDX_SUFFIXES = {
    ".py",
    ".go",
    ".js",
    ".mjs",
    ".scss",
    ".css",
    ".html",
    ".toml",
    ".sh",
    ".yml",
    ".yaml",
}
#: Made by tools, data, or lists of packages.
WITHOUT_SPDX = re.compile(r"data/runs/|.*go\.sum$|package(-lock)?\.json$|.*\.svg$|generator/tests/golden/")

# Spelled so that this file does not hold what it forbids.
MACHINE = re.compile(
    r"(?<![\w.])/(?:work|root|home|Users|tmp)/[\w.-]+"
    r"|\b(?:registry\.npmjs\.org|pypi\.org/simple|files\.pythonhosted\.org|proxy\.golang\.org)\b"
)
#: Paths below /tmp and /root that stand in documents or are containers' own, not this machine's.
ALLOWED = re.compile(r"/tmp/(?:etcd|bench)[\w.-]*|/(?:home)/runner/")
BANNED = re.compile(
    r"\b(?:blazing|seamless(?:ly)?|leverag(?:e|es|ing)|cutting[- ]edge|world[- ]class)\b", re.IGNORECASE
)
LARGEST = 3 * 2**20


def _tracked() -> list[str]:
    run = subprocess.run(  # noqa: S603 - a fixed command
        ["git", "ls-files", "-z"],  # noqa: S607 - git is found where it is installed
        cwd=ROOT, capture_output=True, check=False,
    )  # fmt: skip
    return [name for name in run.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


TRACKED = _tracked()
pytestmark = pytest.mark.skipif(not TRACKED, reason="not a git work tree")


def _text(name: str) -> str | None:
    data = (ROOT / name).read_bytes()
    try:
        return None if b"\0" in data else data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def test_source_files_state_their_licence() -> None:
    missing = [
        name
        for name in TRACKED
        if Path(name).suffix in SPDX_SUFFIXES
        and not WITHOUT_SPDX.match(name)
        and "SPDX-License-Identifier: Apache-2.0" not in (ROOT / name).read_text(encoding="utf-8")[:400]
    ]
    assert missing == []


def test_no_file_tells_of_the_machine_it_was_made_on() -> None:
    found = [
        f"{name}:{number}: {match.group()}"
        for name in TRACKED
        if (text := _text(name)) is not None
        for number, line in enumerate(text.splitlines(), start=1)
        for match in MACHINE.finditer(line)
        if not ALLOWED.match(match.group()) and name != "generator/tests/test_hygiene.py"
    ]
    assert found == []


def test_what_the_build_makes_is_not_tracked() -> None:
    made = re.compile(r"(?:build|public|node_modules|resources|\.venv)/|.*__pycache__/|.*\.pyc$")
    assert [name for name in TRACKED if made.match(name)] == []


def test_files_are_small_and_end_in_one_newline() -> None:
    large = [name for name in TRACKED if (ROOT / name).stat().st_size > LARGEST]
    assert large == []
    ragged = [
        name
        for name in TRACKED
        if Path(name).suffix in SPDX_SUFFIXES | {".md", ".json"}
        and not name.startswith("data/runs/")
        and (text := _text(name))
        and (not text.endswith("\n") or text.endswith("\n\n"))
    ]
    assert ragged == []


def test_a_python_module_longer_than_400_lines_says_why() -> None:
    """House style, rule 9; the module's docstring holds the words "Longer than 400 lines"."""
    long = [
        name
        for name in TRACKED
        if name.startswith("generator/benchtrail/") and name.endswith(".py")
        and len((text := (ROOT / name).read_text(encoding="utf-8")).splitlines()) > 400
        and "Longer than 400 lines" not in text[:2000]
    ]  # fmt: skip
    assert long == []


def test_the_prose_is_plain() -> None:
    found = [
        f"{name}: {match.group()}"
        for name in TRACKED
        if name.endswith((".md", ".j2")) and (text := _text(name))
        for match in BANNED.finditer(text)
    ]
    assert found == []


def test_ruff_is_content() -> None:
    run = subprocess.run(  # noqa: S603 - a fixed command
        [sys.executable, "-m", "ruff", "check", "--no-cache", "--output-format", "concise", "generator"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
