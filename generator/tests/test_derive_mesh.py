# SPDX-License-Identifier: Apache-2.0
"""The numbers of mesh scale against arithmetic written out here, and the truth of what its page states."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchtrail.build import load_verified
from benchtrail.derive import mesh
from benchtrail.derive.everything import published
from benchtrail.derive.spans import limit_of, span_text
from benchtrail.present import mesh as pages
from benchtrail.quantity import Book

RUNS = Path(__file__).parents[2] / "data" / "runs"


@pytest.fixture(scope="module")
def book() -> Book:
    return Book()


@pytest.fixture(scope="module")
def model(book: Book) -> mesh.MeshModel:
    runs, _ = load_verified(RUNS, "data/runs")
    return mesh.derive(published(runs, "mesh-scale"), book)


#: Limit, memory per pod and pods at the stop, as the document has them, in MB and kB.
FACTORS = {
    "256mb-1-5cpu": (256, 787, 260),
    "512mb-1-5cpu": (512, 968, 440),
    "512mb-4cpu": (512, 982, 460),
}


@pytest.mark.parametrize("key", FACTORS)
def test_pods_at_the_limit_by_hand(model: mesh.MeshModel, key: str) -> None:
    limit, per_pod, stopped = (Decimal(number) for number in FACTORS[key])
    factor = next(factor for factor in model.factors if factor.key == key)
    low, high = (limit - 46) * 1000 / per_pod, (limit - 40) * 1000 / per_pod
    assert factor.pods.low == pytest.approx(float(low))
    assert factor.pods.high == pytest.approx(float(high))
    assert factor.pods_binary.low == pytest.approx(float(low * 1024 / 1000))
    assert factor.reached.low == pytest.approx(float(100 * stopped / high))
    assert factor.reached.high == pytest.approx(float(100 * stopped / low))
    assert factor.memory.high == pytest.approx(float(46 + per_pod * stopped / 1000))
    assert factor.share.low == pytest.approx(float((40 + per_pod * stopped / 1000) / limit * 100))


def test_every_test_ended_below_its_limit(model: mesh.MeshModel) -> None:
    """The page says that none of them had used up its memory by this sum, and all but one stopped for time."""
    for factor in model.factors:
        assert factor.share.high is not None
        assert factor.share.high < 100
    assert [factor.killed for factor in model.factors] == [True, False, False]


def test_the_errata_are_true_of_the_data(model: mesh.MeshModel) -> None:
    assert model.below_stated == ("256mb-1-5cpu",)
    assert model.factors[0].per_pod.number() < model.stated.ends()[0]
    longest = model.points.get("convergence-512mb-1-5-2cpu-400pods", "convergence-time")
    assert limit_of(longest) == model.timeout.number() == 150
    assert model.timeout_is_bound
    assert model.factors[1].stopped.number() > 400  # it went on beyond the count with that time
    assert model.unlisted_cpus == ("2",)


def test_ratios_by_hand(model: mesh.MeshModel) -> None:
    numbers = model.numbers
    assert numbers["growth"].value == pytest.approx(968 / 787)
    assert numbers["below"].value == pytest.approx(787 / 800)
    assert (numbers["safe"].low, numbers["safe"].high) == (
        pytest.approx(18000 / 260),
        pytest.approx(20000 / 260),
    )
    assert (numbers["pods-1-5-2cpu"].low, numbers["pods-1-5-2cpu"].high) == (4, 4.5)
    assert (numbers["pods-4cpu"].low, numbers["pods-4cpu"].high) == (4, 4)
    assert (numbers["cpus-400"].low, numbers["cpus-400"].high) == (2, 2.25)
    assert numbers["cpu-used"].value == pytest.approx(2.7 / 1.5)


def test_every_number_has_inputs_and_stands_in_the_book(model: mesh.MeshModel, book: Book) -> None:
    for number in book.all():
        assert number.inputs, number.id
        assert number.text


@given(
    limit=st.floats(100, 1e6),
    low=st.floats(0, 40),
    width=st.floats(0, 40),
    per_pod=st.floats(1e-3, 1e3),
)
def test_pods_at_the_limit_fill_it(limit: float, low: float, width: float, per_pod: float) -> None:
    """Initial memory and that many pods come to the limit again; more initial memory, fewer pods."""
    few, many = mesh.pods_at(limit, (low, low + width), per_pod)
    assert few <= many
    assert low + width + few * per_pod == pytest.approx(limit)
    assert low + many * per_pod == pytest.approx(limit)


def test_spans_read_as_one_number_where_their_ends_round_alike() -> None:
    assert span_text(266.8, 274.5, "{pod}") == "267–274\u00a0pods"
    assert span_text(4.0, 4.0, "×") == "4.00\u00a0×"
    assert span_text(4.0, 4.5, "×") == "4.00–4.50\u00a0×"


def test_no_figure_of_the_detailed_results_is_missing_from_the_pages(model: mesh.MeshModel) -> None:
    """Every result of the document is in a table of the guide, but for the hard limit's second mention."""
    guide = pages.pages(model)[0]
    shown = {cell.href for table in guide.tables for row in table.rows for cell in row.cells}
    missing = [
        point.id
        for point in model.run.run.points
        if point.table == "results"
        and not any(f"{model.run.address}#{point.id}-{name}" in shown for name in point.values)
    ]
    assert missing == ["not-tested-256mb"]
