# SPDX-License-Identifier: Apache-2.0
"""The catch-up heap recomputed from the CSV files by other means, and the truth of what its pages say."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from benchtrail.build import load_verified
from benchtrail.derive.catchup import CatchupModel, derive
from benchtrail.derive.catchup_rows import VERSIONS
from benchtrail.derive.everything import published
from benchtrail.present.catchup import _commands
from benchtrail.quantity import Book

ROOT = Path(__file__).resolve().parents[2]
_BYTES = {"KB": 10**3, "MB": 10**6, "GB": 10**9}


@pytest.fixture(scope="module")
def model() -> CatchupModel:
    loaded, _ = load_verified(ROOT / "data" / "runs", "data/runs")
    return derive(
        {key: published(loaded, "catchup-heap", version) for key, version in VERSIONS.items()}, Book()
    )


def _bytes(text: str) -> float:
    number, unit = re.fullmatch(r"([\d.]+) ?([KMG]B)", text).groups()  # type: ignore[union-attr]
    return float(number) * _BYTES[unit]


def _table(model: CatchupModel, key: str) -> dict[str, tuple[float, int, int, tuple[float, float] | None]]:
    """Put bytes, snapshot count, catch-up entries, and the ends of the heap, by point."""
    run = model.runs[key]
    version = VERSIONS[key]
    text = (ROOT / "data/runs/catchup-heap" / run.id / "raw" / f"heap-{version}.csv").read_text("utf-8")
    found = {}
    for row in csv.DictReader(text.splitlines()):
        ends = row["heap size"].split(" ~ ") if row["heap size"] else None
        found[row["id"]] = (
            _bytes(row["putsize"]),
            int(row["--snapshot-count"]),
            int(row["--experimental-snapshot-catchup-entries"]),
            (_bytes(ends[0]), _bytes(ends[1])) if ends else None,
        )
    return found


@pytest.mark.parametrize("key", list(VERSIONS))
def test_formula_and_ratios(model: CatchupModel, key: str) -> None:
    table = _table(model, key)
    assert list(table) == [row.point for row in model.rows]
    for point, (put, snapshots, entries, ends) in table.items():
        low, high = put * entries, put * (entries + snapshots)
        assert model.numbers[f"low-{point}"].value == pytest.approx(low)
        assert model.numbers[f"high-{point}"].value == pytest.approx(high)
        assert (f"high-ratio-{key}-{point}" in model.numbers) == (ends is not None)
        if ends:
            assert model.numbers[f"low-ratio-{key}-{point}"].value == pytest.approx(ends[0] / low)
            assert model.numbers[f"high-ratio-{key}-{point}"].value == pytest.approx(ends[1] / high)
            assert model.numbers[f"beyond-{key}-{point}"].value == pytest.approx(ends[1] - high)


def test_every_cell_stands_on_one_side_of_the_upper_end(model: CatchupModel) -> None:
    above = {
        (key, point)
        for key in VERSIONS
        for point, (put, snapshots, entries, ends) in _table(model, key).items()
        if ends and round(ends[1]) > round(put * (entries + snapshots))
    }
    assert {(key, row.point) for key, row in model.above} == above
    assert (model.numbers["count-above"].value, model.numbers["count-cells"].value) == (8, 12)
    assert len(model.above) + len(model.within) == 12


def test_the_lower_end_holds_in_every_cell(model: CatchupModel) -> None:
    ratios = {
        (key, row.point): model.numbers[f"low-ratio-{key}-{row.point}"].value
        for row in model.rows
        for key in row.measured
    }
    assert min(ratios.values()) >= 1
    assert min(ratios, key=ratios.__getitem__) == ("v3-5", "put1mb-snap10000-catch5000")
    assert max(ratios.values()) == ratios["v3-5", "put1kb-snap100000-catch5000"]


def test_large_puts_are_within_a_tenth_of_the_upper_end(model: CatchupModel) -> None:
    for row in model.rows:
        for key in row.measured:
            ratio = model.numbers[f"high-ratio-{key}-{row.point}"].value
            assert row.put.number() < 100e3 or abs(ratio - 1) < 0.1
            assert ratio <= model.numbers["high-ratio-v3-6-put1kb-snap10000-catch5000"].value


def test_published_bounds_hold_in_the_table(model: CatchupModel) -> None:
    expected = {
        "bound-highest-v3-5": 143 / 200,
        "bound-highest-v3-6": 31.7 / 50,
        "bound-formula-v3-5": 105 / 200,
        "bound-formula-v3-6": 15 / 50,
    }
    for name, share in expected.items():
        assert model.numbers[name].value == pytest.approx(100 * share)
        assert share < 1


def test_defaults(model: CatchupModel) -> None:
    highs = [round(item.high.value) for item in model.defaults]
    sizes = (10**3, 10**4, 10**5, 10**6)
    assert highs == [size * count for count in (105_000, 15_000) for size in sizes]
    assert [round(item.low.value) for item in model.defaults] == [size * 5_000 for size in sizes] * 2
    unmeasured = [(item.key, item.put.number()) for item in model.defaults if item.row is None]
    assert unmeasured == [("v3-5", 1e6)]


def test_savings(model: CatchupModel) -> None:
    found = {
        name: number.value
        for name, number in model.numbers.items()
        if name.startswith("saving-") and "formula" not in name
    }
    at = "snap100000-catch5000"
    assert found == pytest.approx(
        {
            f"saving-v3-5-put1kb-{at}": 143 / 28,
            f"saving-v3-6-put1kb-{at}": 152 / 31.7,
            f"saving-v3-5-put10kb-{at}": 1100 / 180,
            f"saving-v3-5-put100kb-{at}": 10.6 / 1.5,
            f"saving-v3-6-put100kb-{at}": 10.4 / 1.62,
            "saving-v3-5-put1mb-snap10000-catch5000": 14.2,
        }
    )
    for more, fewer in model.savings:
        assert model.numbers[f"saving-formula-{more.point}"].value == pytest.approx(105 / 15)
        assert more.snapshots.number() == 10 * fewer.snapshots.number()


def test_single_entry_and_floor(model: CatchupModel) -> None:
    assert model.numbers["single-low"].value == 1e6
    assert model.numbers["single-high"].value == pytest.approx(10_001e6)
    assert model.numbers["floor-saving"].value == pytest.approx(5000 / 550)
    assert model.numbers["puts-between-put1mb-snap500-catch500"].text == "500\u00a0puts"


def test_every_command_line_stands_in_a_group(model: CatchupModel) -> None:
    groups = {group.id: group.items for group in _commands(model)}
    assert set(groups) == {"common", *(row.point for row in model.rows)}
    for run in model.runs.values():
        for command in run.run.commands:
            literal = command.evidence.literal if command.evidence else ""
            for point in command.points:
                assert literal in {item.text for item in (*groups["common"], *groups[point])}
