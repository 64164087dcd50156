# SPDX-License-Identifier: Apache-2.0
"""The harness' data: rows, names, needs, and what the command line makes of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchtrail.errors import Problems
from benchtrail.harness import build, metrics, preflight, suites, versions
from benchtrail.harness.command import resolve
from benchtrail.harness.preflight import Room
from benchtrail.harness.suites import CATCHUP, INDEX, PROCESS, SUITES, WATCH

ROOM = Room(memory_mib=18_000, disk_mib=80_000, files=20_000)


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.name)
def test_row_names_are_unique_and_fit_an_address(suite: suites.Suite) -> None:
    names = [row.id for row in suite.rows]
    assert len(names) == len(set(names))
    assert all(len(name) <= 60 and name == name.lower() for name in names)


def test_every_row_of_the_documents_is_there() -> None:
    assert len({(row.connections, row.streams, row.watchings) for row in WATCH if row.document}) == 15
    assert len([row for row in INDEX if row.document]) == 8
    assert len([row for row in PROCESS if row.document]) == 8
    assert len([row for row in CATCHUP if row.document]) == 8


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.name)
def test_each_profile_has_rows_and_quick_fits_ten_minutes(suite: suites.Suite) -> None:
    for profile in suites.PROFILES:
        assert any(profile in row.profiles for row in suite.rows)
    for version in suite.versions:
        etcd = versions.find(version)
        assert etcd is not None
        assert sum(preflight.need(row, etcd).seconds for row in suite.rows if "quick" in row.profiles) < 600


def test_every_version_has_a_committed_module_that_names_no_proxy() -> None:
    root = build.project_root(Path(__file__).parent)
    for etcd in versions.ETCD:
        module = root / "generator" / "harness" / etcd.module
        text = (module / "go.mod").read_text() + (module / "go.sum").read_text()
        assert re.search(r"https?://|proxy[.]", text) is None
        assert f"tool {etcd.package}\n" in text


def test_every_parameter_has_a_unit_or_is_text() -> None:
    for suite in SUITES:
        for row in suite.rows:
            for name, value in row.parameters.items():
                assert isinstance(value, str) or name in metrics.PARAMETERS


def test_rows_that_do_not_fit_say_why() -> None:
    old, new = versions.find("3.5.16"), versions.find("3.6.16")
    alpha = versions.find("3.6.0-alpha.0")
    assert old and new and alpha
    largest = next(row for row in CATCHUP if row.id == "p1000000-s10000-e5000")
    assert preflight.obstacle(largest, old, ROOM) == (
        "it would need about 31100 MiB of memory, and 18000 MiB are free beside the 4096 MiB left to others"
    )
    assert preflight.obstacle(largest, new, ROOM) == ""
    small = next(row for row in CATCHUP if row.id == "p1000000-s500-e500")
    assert (
        preflight.obstacle(small, alpha, ROOM)
        == "this version has no flag for catch-up entries and keeps 5000"
    )
    many = WATCH[2]
    assert preflight.obstacle(many, new, Room(memory_mib=18_000, disk_mib=80_000, files=1024)) == (
        "it would need 5256 open files, and the hard limit is 1024"
    )
    assert "MiB of disk" in preflight.obstacle(many, new, Room(memory_mib=18_000, disk_mib=10, files=20_000))


def test_unknown_names_list_the_known_ones_all_at_once() -> None:
    with pytest.raises(Problems) as caught:
        resolve("watch-memori", ("3.9.9",), "fast", ())
    assert [str(problem) for problem in caught.value.problems] == [
        "benchtrail run: suite: expected one of watch-memory, storage-memory, catchup-heap, "
        "found 'watch-memori'. See benchtrail run --list.",
        "benchtrail run: profile: expected one of smoke, quick, full, found 'fast'. See benchtrail run --list.",
        "benchtrail run: etcd version: expected one of 3.4.15, 3.5.16, 3.5.35, 3.6.0-alpha.0, 3.6.16, 3.7.3, all, "
        "found '3.9.9'. See benchtrail run --list.",
    ]
    with pytest.raises(Problems, match=r"row: expected one of c1000-s1-w1-distinct, .* found 'c7\*'"):
        resolve("watch-memory", (), "quick", ("c7*",))


def test_rows_and_versions_are_chosen() -> None:
    orders = resolve("watch-memory", ("v3.5.16", "3.7.3"), "quick", ("c1000-s50-w10-*",))
    assert [order.etcd.version for order in orders] == ["3.5.16", "3.7.3"]
    assert [row.id for row in orders[0].rows] == ["c1000-s50-w10-distinct", "c1000-s50-w10-one"]
    assert orders[0].profile == "rows"
