# SPDX-License-Identifier: Apache-2.0
"""The numbers of the cluster against arithmetic written out here, and the truth of its errata."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchtrail.build import load_verified
from benchtrail.derive import cluster
from benchtrail.derive.cluster_links import keys_between
from benchtrail.derive.everything import published
from benchtrail.model import Bound, Doubt
from benchtrail.present import cluster as pages
from benchtrail.quantity import Book

RUNS = Path(__file__).parents[2] / "data" / "runs"


@pytest.fixture(scope="module")
def model() -> cluster.ClusterModel:
    runs, _ = load_verified(RUNS, "data/runs")
    return cluster.derive(published(runs, "cluster"), Book())


#: Throughput, average and clients as the document has them; clients of the puts from the example command.
IMPOSSIBLE = {
    "write-k100-v100": (15436.8672, 0.0287, 400),
    "write-k100-v1900": (9843.6390, 0.0429, 400),
    "read-all-c5": (4.7529, 1.1838, 5),
    "read-all-c5-e1": (4.4376, 1.2091, 5),
}


def test_littles_law_by_hand(model: cluster.ClusterModel) -> None:
    found = {item.point: item for item in model.busy}
    for point, (rate, average, clients) in IMPOSSIBLE.items():
        item = found[point]
        assert item.clients is not None
        assert item.least is not None
        assert item.busy.value == pytest.approx(rate * average)
        assert cluster.count(item.clients) == clients
        assert item.least.value == pytest.approx(rate * (average - 0.00005))
        assert rate * (average - 0.00005) > clients


def test_exactly_these_results_are_impossible(model: cluster.ClusterModel) -> None:
    assert {item.point for item in model.busy if item.impossible} == set(IMPOSSIBLE)
    unstated = {item.point for item in model.busy if item.clients is None}
    assert unstated == {"tox-bw-write-k100-v1900"}
    assert len(model.busy) == 17


def test_the_possible_results_keep_nearly_all_clients_busy(model: cluster.ClusterModel) -> None:
    for item in model.busy:
        if item.share is not None and not item.impossible:
            assert 93 < item.share.value <= 100


def test_the_larger_range_reads_108_keys(model: cluster.ClusterModel) -> None:
    """Counted by rules of digits instead of by bytes: three digits from 200 to 298, two from 21 to 29."""
    three = len(range(200, 299))
    two = len(range(21, 30))
    assert model.keys.counted.value == three + two == 108
    assert model.keys.short.value == two
    assert model.keys.size == 2 * (three * len("testkey200") + two * len("testkey21"))
    assert model.keys.stated.number() == 100


def test_no_key_of_the_first_filling_lies_in_the_larger_range() -> None:
    """The tool's sequential keys are a zigzag variable-length integer, padded with zero bytes to the key size."""

    def key(number: int) -> bytes:
        rest, out = 2 * number, bytearray()
        while rest >= 0x80:
            out.append(rest & 0x7F | 0x80)
            rest >>= 7
        return bytes((*out, rest)).ljust(100, b"\0")

    assert not any(b"testkey200" <= key(number) < b"testkey299" for number in range(100_000))


@given(last=st.integers(1, 3000), low=st.integers(1, 3000), high=st.integers(1, 3000))
def test_a_range_excludes_its_end_and_keeps_the_order_of_bytes(last: int, low: int, high: int) -> None:
    start, end = f"k{low}".encode(), f"k{high}".encode()
    found = keys_between(start, end, b"k", last)
    assert end not in found
    assert found == sorted(found)
    assert all(start <= name < end for name in found)
    assert (start in found) == (low <= last and start < end)


def test_payloads_by_hand(model: cluster.ClusterModel) -> None:
    numbers = model.numbers
    assert numbers["payload-write-k100-v100"].value == pytest.approx(15436.8672 * 200 / 1e6)
    assert numbers["payload-write-k100-v1900"].value == pytest.approx(9843.6390 * 2000 / 1e6)
    assert numbers["peers-write-k100-v1900"].value == pytest.approx(4 * 9843.6390 * 2000 / 1e6)
    assert numbers["payload-all"].value == pytest.approx(4.8435 * 100_000 * 200 / 1e6)
    assert numbers["payload-100"].value == pytest.approx(14105.8524 * 2142 / 1e6)


def test_the_errata_on_bandwidth_are_true_of_the_data(model: cluster.ClusterModel) -> None:
    """Keys and values exceed the note in decimal units but not in powers of two; likewise the narrow link."""
    note = model.points.get("write-k100-v1900-client", "bandwidth")
    payload = model.numbers["payload-write-k100-v1900"].value * 1e6
    assert note.number() < payload < 19.2 * 2**20
    narrow = model.numbers["payload-narrow"].value * 1e6
    assert 1e6 < narrow < 1024 * 1000
    bits = model.points.get("write-k100-v100-client", "bandwidth").number() / 8
    assert model.numbers["payload-write-k100-v100"].value * 1e6 > bits


def test_the_erratum_on_distance_is_true_of_the_data(model: cluster.ClusterModel) -> None:
    numbers = model.numbers
    assert numbers["time-gap"].value == pytest.approx((0.1176 - 0.0735) * 1e3)
    assert numbers["latency-gap"].value == pytest.approx(9.8)
    assert numbers["gap-share"].value < 25
    assert numbers["latency-share-near"].value < 1


def test_ratios_by_hand(model: cluster.ClusterModel) -> None:
    numbers = model.numbers
    assert numbers["near-far"].value == pytest.approx(13522.9060 / 8340.4115)
    assert numbers["read-100-endpoints"].value == pytest.approx(14105.8524 / 2525.5984)
    assert numbers["tox-250"].value == pytest.approx(8340.4115 / 2030.4342)
    assert numbers["tox-bw-write"].value == pytest.approx(9843.6390 / 502.6996)
    assert numbers["delay-ratio"].value == pytest.approx((0.4884 - 0.1930) / 0.150)


def test_watch_times_printed_as_zero_are_bounds_that_measure_no_delay(model: cluster.ClusterModel) -> None:
    for point in ("watch-change-1000x10-k100", "watch-change-1000x10-k1000"):
        fact = model.points.get(point, "average").fact
        assert isinstance(fact, Bound)
        assert fact.limit == 0.00005
        assert Doubt.CLOCK_AFTER_RECEIPT in fact.doubts


def test_every_result_of_the_document_stands_in_a_table_of_the_guide(model: cluster.ClusterModel) -> None:
    guide = pages.pages(model)[0]
    shown = {cell.href for table in guide.tables for row in table.rows for cell in row.cells}
    missing = [
        f"{point.id}-{name}"
        for point in model.run.run.points
        if point.table in ("results", "bandwidth")
        for name in point.values
        if f"{model.run.address}#{point.id}-{name}" not in shown
    ]
    assert missing == []


def test_every_command_of_the_document_is_shown_as_it_stands(model: cluster.ClusterModel) -> None:
    shown = [item.text for group in pages.pages(model)[0].commands for item in group.items]
    stated = [command.evidence.literal for command in model.run.run.commands if command.evidence]
    assert sorted(shown) == sorted(stated)
