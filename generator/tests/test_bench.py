# SPDX-License-Identifier: Apache-2.0
"""The bench: its runs are valid, its floor writes the same pages, and it prints its table."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from benchtrail.build import load_verified, write_run
from benchtrail.render.write import Bundles

BENCH = Path(__file__).resolve().parents[1] / "bench"
RUNS = 3


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The bench's modules, which are scripts beside the package."""
    monkeypatch.syspath_prepend(BENCH)
    return importlib.import_module("bench")


@pytest.fixture
def runs(bench: ModuleType, tmp_path: Path) -> Path:
    """A few made-up runs."""
    importlib.import_module("synthesise").synthesise(RUNS, tmp_path / "runs")
    return tmp_path / "runs"


def test_made_up_runs_load_and_verify(runs: Path) -> None:
    loaded, values = load_verified(runs, "runs")
    assert len(loaded) == RUNS
    assert [len(run.run.points) for run in loaded] == [20] * RUNS
    assert values == RUNS * (20 * 4 + 2)
    kinds = {value.__struct_config__.tag for point in loaded[0].run.points for value in point.values.values()}
    assert kinds == {"exact", "range", "bound", "approximate", "none"}


def test_made_up_runs_are_the_same_each_time(runs: Path, tmp_path: Path) -> None:
    importlib.import_module("synthesise").synthesise(RUNS, tmp_path / "again")
    assert _files(tmp_path / "again") == _files(runs)


def test_the_floor_writes_the_same_pages(runs: Path, tmp_path: Path) -> None:
    loaded, _ = load_verified(runs, "runs")
    bundles = Bundles(tmp_path / "ours" / "content")
    for run in loaded:
        write_run(bundles, tmp_path / "ours", run, {})
    assert importlib.import_module("floor").write_pages(str(runs), str(tmp_path / "floor")) == RUNS

    ours, floor = _files(tmp_path / "ours"), _files(tmp_path / "floor")
    assert list(ours) == list(floor)
    for name, data in ours.items():
        if "/raw/" in name or name.endswith("run.json"):
            assert floor[name] == data
        assert len(floor[name]) == pytest.approx(len(data), rel=0.15), name
    for name in (name for name in ours if name.endswith("page.json")):
        assert _shown(floor[name]) == _shown(ours[name])


def _files(root: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()
    }


def _shown(page: bytes) -> list[tuple[object, ...]]:
    """What the evidence cards of a page show, which is most of it."""
    keys = ("id", "title", "literal", "place", "extractor")
    return [
        (
            *(card[key] for key in keys),
            card["cell"]["text"],
            [line.get("mark") or "" for line in card["excerpt"]],
        )
        for card in json.loads(page)["cards"]
    ]


def test_the_bench_prints_its_table(tmp_path: Path) -> None:
    figures, summary = tmp_path / "figures.json", tmp_path / "summary.md"
    done = subprocess.run(
        [
            *(sys.executable, BENCH / "bench.py", "--sizes", "2,5", "--repetitions", "1"),
            *("--hugo-up-to", "0", "--json", figures),
        ],
        env={"GITHUB_STEP_SUMMARY": str(summary), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [re.sub(r"\d+(\.\d+)?(?= ×| MiB)", "N", line) for line in done.stdout.splitlines()]
    expected = [
        (r"2 .*ingest .* N × +≤ 3.5 +(not )?met", 1),
        (r"5 .*generator .*plain pages .* N × +≤ 4 +(not )?met", 1),
        (r"\d .*verify .* N ×", 2),
        (r"\d .*peak memory .* N MiB", 2),
        (r"\d .*Hugo .*left out", 2),
        (r"2 → 5 .*growth exponent .*≤ 1.1 +(not )?met", 3),
    ]
    for pattern, count in expected:
        assert sum(bool(re.match(pattern, line)) for line in lines) == count, (pattern, done.stdout)
    assert set(json.loads(figures.read_text())) == {"2", "5"}
    assert (
        len(summary.read_text().splitlines()) == len(lines) + 2
    )  # a rule below the head, a line after the table
