# SPDX-License-Identifier: Apache-2.0
"""Storage memory recomputed from the CSV files by other means, and the truth of what its pages say."""

from __future__ import annotations

import csv
import itertools
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from benchtrail.build import load_verified
from benchtrail.derive.everything import published
from benchtrail.derive.storage import StorageModel, derive
from benchtrail.quantity import Book

ROOT = Path(__file__).resolve().parents[2]
POINTER = 8


@pytest.fixture(scope="module")
def model() -> StorageModel:
    loaded, _ = load_verified(ROOT / "data" / "runs", "data/runs")
    return derive(published(loaded, "storage-memory"), Book())


@pytest.fixture(scope="module")
def raw(model: StorageModel) -> Path:
    return ROOT / "data" / "runs" / "storage-memory" / model.run.id / "raw"


def _count(text: str) -> int:
    return int(text.replace("100K", "100000").replace("1M", "1000000"))


def _index(raw: Path) -> dict[str, tuple[int, int, int, int]]:
    """Keys, versions, key size and MB of each row."""
    rows = csv.DictReader((raw / "index.csv").read_text("utf-8").splitlines())
    return {
        row["id"]: (
            _count(row["n"]),
            int(row["versions"]),
            int(row["key size"].removesuffix("bytes")),
            int(row["memory usage"].removesuffix("MB")),
        )
        for row in rows
    }


def _solutions(raw: Path, mb: int) -> dict[tuple[int, int], tuple[float, float]]:
    """c1 and c2 of each pair, by a linear solver, keyed by keys and key size."""
    found = {}
    for a, b in itertools.combinations(_index(raw).values(), 2):
        if a[0] == b[0] and a[2] == b[2]:
            matrix = [[n, n * v] for n, v, _, _ in (a, b)]
            right = [m * mb - n * k - n * v * POINTER for n, v, k, m in (a, b)]
            c1, c2 = np.linalg.solve(matrix, right)
            found[a[0], a[2]] = (float(c1), float(c2))
    return found


@pytest.mark.parametrize(("key", "mb"), [("", 10**6), ("binary-", 2**20)])
def test_pairs_solve_the_formula(model: StorageModel, raw: Path, key: str, mb: int) -> None:
    solutions = _solutions(raw, mb)
    assert len(solutions) == len(model.pairs) == 4
    for pair in model.pairs:
        expected = solutions[int(pair.first.keys), int(pair.first.key_size)]
        for name, value in zip(("c1", "c2"), expected, strict=True):
            assert model.numbers[f"{key}pair-{pair.id}-{name}"].value == pytest.approx(value)
    means = np.mean(list(solutions.values()), axis=0)
    for name, mean in zip(("c1", "c2"), means, strict=True):
        assert model.numbers[f"{key}average-{name}"].value == pytest.approx(mean)


def test_averages_are_not_the_published_constants(model: StorageModel) -> None:
    texts = [
        model.numbers[f"{key}average-{name}"].text.replace("\u00a0", " ")
        for key in ("", "binary-")
        for name in ("c1", "c2")
    ]
    assert texts == ["109.2 B", "37.1 B", "122.3 B", "39.3 B"]
    assert (model.published["c1"].number(), model.published["c2"].number()) == (120, 30)


def _fit(rows: list[tuple[int, int, int, int]], mb: int = 10**6) -> tuple[np.ndarray, np.ndarray]:
    """Relative least squares by the normal equations of the scaled rows; constants and half intervals."""
    y = np.array([m * mb for *_, m in rows], dtype=float)
    x = np.array([[n, n * v] for n, v, _, _ in rows]) / y[:, None]
    right = np.array([1 - (n * k + n * v * POINTER) / t for (n, v, k, _), t in zip(rows, y, strict=True)])
    inverse = np.linalg.inv(x.T @ x)
    beta = inverse @ x.T @ right
    freedom = len(rows) - 2
    variance = float(((right - x @ beta) ** 2).sum()) / freedom
    return beta, stats.t.ppf(0.975, freedom) * np.sqrt(variance * np.diag(inverse))


@pytest.mark.parametrize(("key", "mb"), [("", 10**6), ("binary-", 2**20)])
def test_fit_is_relative_least_squares(model: StorageModel, raw: Path, key: str, mb: int) -> None:
    beta, half = _fit(list(_index(raw).values()), mb)
    for index, name in enumerate(("c1", "c2")):
        number = model.numbers[key + name]
        assert number.value == pytest.approx(beta[index])
        assert (number.low, number.high) == pytest.approx(
            (beta[index] - half[index], beta[index] + half[index])
        )


def test_published_constants_lie_in_both_intervals(model: StorageModel) -> None:
    assert model.inside == ("c1", "c2")


def test_one_row_lies_outside_what_the_others_predict(model: StorageModel, raw: Path) -> None:
    assert [row.point for row in model.odd] == ["n1m-v5-k256"]
    rows = _index(raw)
    beta, half = _fit([row for point, row in rows.items() if point != "n1m-v5-k256"])
    c2 = model.numbers["without-n1m-v5-k256-c2"]
    assert c2.value == pytest.approx(beta[1])
    assert beta[1] - half[1] > model.published["c2"].number()
    assert c2.value > model.numbers["c2"].value
    assert model.numbers["scaled-v5-k256"].value == 650e6
    scales = {key: model.numbers[f"scale-{key}"].value for key in ("v1-k64", "v5-k64", "v1-k256", "v5-k256")}
    assert scales["v5-k256"] == pytest.approx(506 / 650)
    assert all(abs(value - 1) < 0.12 for key, value in scales.items() if key != "v5-k256")


def test_value_size_matters_in_the_table(model: StorageModel, raw: Path) -> None:
    rows = list(csv.DictReader((raw / "process.csv").read_text("utf-8").splitlines()))
    memory = {row["id"]: int(row["memory usage"].removesuffix("MB")) for row in rows}
    for twin in model.values:
        small, large = memory[f"{twin.id}-val256"], memory[f"{twin.id}-val1kb"]
        assert model.numbers[f"value-ratio-{twin.id}"].value == pytest.approx(large / small)
        assert model.numbers[f"value-growth-{twin.id}"].value == pytest.approx((large - small) * 1e6)
    ratios = [model.numbers[f"value-ratio-{twin.id}"].value for twin in model.values]
    assert max(ratios) == ratios[0] == pytest.approx(2.55)
    assert min(ratios) == ratios[-1] < 1


def test_ratios_over_the_index_named_in_prose_are_the_extremes(model: StorageModel) -> None:
    for name, low, high in (
        ("small", "n100k-v1-k64", "n100k-v5-k64"),
        ("large", "n1m-v5-k64", "n100k-v1-k64"),
    ):
        values = {twin.id: model.numbers[f"over-index-{name}-{twin.id}"].value for twin in model.values}
        assert (min(values, key=values.__getitem__), max(values, key=values.__getitem__)) == (low, high)


def test_pairs_named_in_prose_are_the_extremes(model: StorageModel) -> None:
    values = {pair.id: model.numbers[f"pair-{pair.id}-c2"].value for pair in model.pairs}
    assert min(values, key=values.__getitem__) == "n1m-k256"
    assert max(values, key=values.__getitem__) == "n100k-k256"


def test_overhead_of_a_key(model: StorageModel) -> None:
    assert model.numbers["overhead-index"].value == pytest.approx(100 * 120 / (120 + 64 + 30 + POINTER))
    assert model.numbers["overhead-pair"].value == pytest.approx(100 * 120 / (64 + 256))
