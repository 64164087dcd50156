# SPDX-License-Identifier: Apache-2.0
"""The workflows: they only call the command menu, pin what they use, and may do nothing but read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.y*ml"))
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))

RUN = re.compile(r"^\s*(?:- )?run:\s*(.*)$", re.MULTILINE)
USES = re.compile(r"^\s*(?:- )?uses:\s*(.*)$", re.MULTILINE)
PINNED = re.compile(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


def faults(text: str) -> list[str]:
    """What a workflow does that ours may not."""
    found = []
    for command in RUN.findall(text):
        target = re.fullmatch(r"make ([a-z-]+)", command)
        if command != ".ci/run" and not (target and target[1] in TARGETS):
            found.append(f"run: {command}")
    found += [f"uses: {action}" for action in USES.findall(text) if not PINNED.fullmatch(action)]
    jobs = text.partition("\njobs:\n")[2]
    count = len(re.findall(r"^  [a-z-]+:$", jobs, re.MULTILINE))
    if "\npermissions: {}\n" not in text:
        found.append("no `permissions: {}` for the whole workflow")
    found += [f"{grant} granted" for grant in re.findall(r"^ +([a-z-]+: write)", text, re.MULTILINE)]
    for needed in ("timeout-minutes:", "contents: read", "persist-credentials: false"):
        if len(re.findall(rf"^ +{needed}", jobs, re.MULTILINE)) < count:
            found.append(f"a job without {needed}")
    found += [word for word in ("pull_request_target", "secrets.", "actions/cache") if word in text]
    return found


def test_the_workflows_are_there() -> None:
    assert [path.name for path in WORKFLOWS] == ["bench.yml", "check.yml"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_only_calls_the_menu(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("run: .ci/run", "run: make nothing", "run: make nothing"),
        ("run: .ci/run", "run: echo ${{ github.head_ref }}", "run: echo ${{ github.head_ref }}"),
        ("run: .ci/run", "run: |", "run: |"),
        ("uses: actions/checkout@de0fac2e", "uses: actions/checkout@v6 #", "uses: actions/checkout@v6"),
        ("permissions: {}", "permissions: read-all", "no `permissions: {}`"),
        ("contents: read", "contents: write", "contents: write granted"),
        ("timeout-minutes: 45", "name: test", "a job without timeout-minutes:"),
        ("persist-credentials: false", "fetch-depth: 1", "a job without persist-credentials: false"),
        ("  pull_request:", "  pull_request_target:", "pull_request_target"),
    ],
)
def test_each_fault_is_found(before: str, after: str, fault: str) -> None:
    text = (ROOT / ".github/workflows/check.yml").read_text(encoding="utf-8")
    assert before in text
    assert any(found.startswith(fault) for found in faults(text.replace(before, after)))
