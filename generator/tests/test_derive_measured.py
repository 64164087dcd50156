# SPDX-License-Identifier: Apache-2.0
"""Measured again: rows paired by their parameters, ratios and constants recomputed, and nothing without runs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchtrail.build import load_verified
from benchtrail.derive.everything import Derivations, derive_all
from benchtrail.derive.measured import measured_again, version_order
from benchtrail.load import LoadedRun
from benchtrail.model import (
    Absent,
    Evidence,
    Exact,
    Fact,
    Memory,
    Point,
    PointerPlace,
    Reason,
    Run,
    Subject,
    Text,
    Trust,
)
from benchtrail.present import catchup, site, storage, watch
from benchtrail.present.page import Page
from benchtrail.render.environment import environment, render

ROOT = Path(__file__).resolve().parents[2]
BASE, C1, C2, C3 = 30e6, 26e3, 34e3, 1100.0


def _evidence(literal: str) -> Evidence:
    return Evidence(
        artifact="made.json", place=PointerPlace(pointer="/x"), literal=literal, extractor="json-number@1"
    )


def _exact(value: float, unit: str, memory: Memory | None = None) -> Exact:
    return Exact(value=value, unit=unit, memory=memory, evidence=_evidence(f"{value:.0f}"))


def _run(
    suite: str, version: str, points: Iterable[Point], date: str = "2026-11-21", **fields: Any
) -> LoadedRun:
    run = Run(
        format=1,
        suite=suite,
        title=f"A made run of {version}",
        trust=Trust.SELF_REPORTED,
        date=date,
        subject=Subject(software="etcd", version=version),
        environment=(),
        commands=(),
        artifacts=(),
        points=tuple(points),
        **fields,
    )
    return LoadedRun(id=f"made-{suite}-{version}-{date}-0123456789", file="made", run=run, raw={})


def _watch_memory(c: int, s: int, w: int) -> float:
    wobble = 1 + 0.01 * ((c + 3 * s + 7 * w) % 5 - 2)
    return round((BASE + C1 * c + C2 * c * s + C3 * c * s * w) * wobble / 1024) * 1024


def _watch_point(c: int, s: int, w: int, keys: str = "distinct", *, absent: bool = False) -> Point:
    parameters: dict[str, Fact] = {
        "clients": _exact(c, "{client}"),
        "streams-per-client": _exact(s, "{stream}"),
        "watchings-per-stream": _exact(w, "{watching}"),
        "total-watchings": _exact(c * s * w, "{watching}"),
        "watched-keys": Text(text=keys, evidence=_evidence(keys)),
    }
    kib = _watch_memory(c, s, w) / 1024 * (0.8 if keys == "one" else 1)
    values: dict[str, Any] = {
        "resident-memory": _exact(kib, "KiBy", Memory.RESIDENT),
        "idle-resident-memory": _exact(30_000, "KiBy", Memory.RESIDENT),
        "stacks": _exact(kib * 1024 / 2, "By", Memory.STACK),
    }
    if absent:
        outcome = Absent(
            unit="KiBy", memory=Memory.RESIDENT, reason=Reason.NOT_RUN, evidence=_evidence("not-run")
        )
        values = {"resident-memory": outcome}
    return Point(id=f"x{c}-{s}-{w}-{keys}", table="total", parameters=parameters, values=values)


SIZES = [
    (1000, 1, 1),
    (2000, 1, 1),
    (1000, 10, 1),
    (1000, 50, 1),
    (1000, 50, 10),
    (2000, 50, 10),
    (1000, 50, 100),
]


def _watch_run(version: str = "v3.6.16", date: str = "2026-11-21") -> LoadedRun:
    points = [_watch_point(*size) for size in SIZES]
    points += [_watch_point(1000, 50, 10, "one"), _watch_point(5000, 50, 100, absent=True)]
    return _run(
        "watch-memory",
        version,
        points,
        date,
        notes=("x5000-50-100-distinct: not-run: needs too much memory",),
    )


def _catchup_run(version: str, share: float) -> LoadedRun:
    """A run whose highest heap comes so far from the formula's lower to its upper end."""
    points = []
    for put, snapshots, entries in ((10_000, 10_000, 5_000), (1_000_000, 500, 500)):
        low, high = put * entries, put * (entries + snapshots)
        points.append(
            Point(
                id=f"q{put}",
                table="heap",
                parameters={
                    "put-size": _exact(put, "By"),
                    "snapshot-count": _exact(snapshots, "{entry}"),
                    "catchup-entries": _exact(entries, "{entry}"),
                },
                values={
                    "heap-lowest": _exact(1.1 * low, "By", Memory.HEAP_IN_USE),
                    "heap-highest": _exact(low + share * (high - low), "By", Memory.HEAP_IN_USE),
                    "resident-highest": _exact(high / 512, "KiBy", Memory.RESIDENT),
                },
            )
        )
    return _run("catchup-heap", version, points)


def _storage_run() -> LoadedRun:
    points = []
    for keys, versions, size in ((100_000, 1, 64), (100_000, 5, 64), (1_000_000, 1, 64), (100_000, 5, 256)):
        memory = keys * (140 + size) + keys * versions * (20 + 8)
        points.append(
            Point(
                id=f"i{keys}-{versions}-{size}",
                table="index",
                parameters={
                    "keys": _exact(keys, "{key}"),
                    "versions": _exact(versions, "{version}"),
                    "key-size": _exact(size, "By"),
                },
                values={
                    "index-memory": _exact(memory * 1.3, "By", Memory.HEAP_ALLOCATED),
                    "index-memory-collected": _exact(memory, "By", Memory.HEAP_AFTER_GC),
                },
            )
        )
    parameters = dict(points[0].parameters) | {"value-size": _exact(256, "By")}
    process: dict[str, Any] = {
        name: _exact(kib, "KiBy", memory)
        for name, kib, memory in (
            ("resident-memory", 97_000, Memory.RESIDENT),
            ("resident-anonymous", 70_000, Memory.RESIDENT_ANONYMOUS),
            ("resident-file", 27_000, Memory.RESIDENT_FILE),
        )
    }
    process["collected-heap-allocated"] = _exact(50e6, "By", Memory.HEAP_AFTER_GC)
    points.append(Point(id="w", table="process", parameters=parameters, values=process))
    outcome = Absent(
        unit="KiBy", memory=Memory.RESIDENT, reason=Reason.OUT_OF_MEMORY, evidence=_evidence("out-of-memory")
    )
    larger = parameters | {"value-size": _exact(1024, "By")}
    points.append(Point(id="v", table="process", parameters=larger, values={"resident-memory": outcome}))
    return _run("storage-memory", "v3.6.16", points, notes=("v: out-of-memory: the server was killed",))


@pytest.fixture(scope="module")
def published() -> tuple[LoadedRun, ...]:
    loaded, _ = load_verified(ROOT / "data" / "runs", "data/runs")
    return tuple(run for run in loaded if run.run.trust is Trust.TRANSCRIBED)


@pytest.fixture(scope="module")
def derived(published: tuple[LoadedRun, ...]) -> Derivations:
    made = [_watch_run(), _catchup_run("v3.6.16", 0.2), _catchup_run("v3.5.16", 0.95), _storage_run()]
    return derive_all([*published, *made])


def _guides(derived: Derivations) -> dict[str, Page]:
    pages = (
        *watch.pages(derived.watch, derived.watch_again),
        *catchup.pages(derived.catchup, derived.catchup_again),
        *storage.pages(derived.storage, derived.storage_again),
    )
    return {page.path: page for page in pages if page.path.startswith("docs/")}


def _text(page: Page) -> str:
    return render(environment(lambda _quantity: None), page.template, dict(page.context))


# --- which runs -------------------------------------------------------------------------------------


def test_of_each_version_the_newest_run_is_taken(published: tuple[LoadedRun, ...]) -> None:
    old, new = _watch_run(date="2026-11-20"), _watch_run(date="2026-11-21")
    fewer = replace(
        new, id="zzz-0123456789", run=_run("watch-memory", "v3.6.16", [_watch_point(1000, 1, 1)]).run
    )
    alpha = _watch_run("v3.6.0-alpha.0")
    strange = _watch_run("v3.6; drop")
    found = measured_again(
        [*published, new, alpha, old, fewer, strange, _watch_run("v3.10.1")], "watch-memory"
    )
    assert [again.version for again in found] == ["v3.10.1", "v3.6.16", "v3.6.0-alpha.0"]
    assert found[1].run is new


def test_releases_come_after_their_alphas() -> None:
    order = ["v3.5.35", "v3.6.0-alpha.0", "v3.6.0-rc.1", "v3.6.0", "v3.6.16", "v3.10.0"]
    mixed = [order[i] for i in (3, 0, 5, 2, 4, 1)]
    assert sorted(mixed, key=version_order) == order


# --- watch memory -----------------------------------------------------------------------------------


def test_watch_rows_are_paired_by_their_parameters(derived: Derivations) -> None:
    again = derived.watch_again
    found = {
        (tuple(int(p.number()) for p in pair.published.parameters[:3]), pair.keys): pair
        for pair in again.pairs
    }
    assert len([pair for pair in again.pairs if pair.keys == "distinct"]) == 15
    assert [size for size, keys in found if keys == "one"] == [(1000, 50, 10)]
    for size in SIZES:
        pair = found[size, "distinct"]
        measured, literal = pair.measured["v3-6-16"], pair.published.measured.literal
        megabytes = float(re.fullmatch(r"([\d.]+)MB", literal)[1])  # type: ignore[index]
        assert measured.number() == _watch_memory(*size)
        assert pair.ratios["v3-6-16"].value == pytest.approx(_watch_memory(*size) / (megabytes * 1e6))
        inputs = {item.quantity.href for item in pair.ratios["v3-6-16"].inputs}
        assert inputs == {measured.href, pair.published.measured.href}
    assert not found[(2000, 10, 1), "distinct"].measured
    assert found[(5000, 50, 100), "distinct"].measured["v3-6-16"].kind == "none"
    assert not found[(5000, 50, 100), "distinct"].ratios


def test_watch_constants_solve_the_weighted_normal_equations(derived: Derivations) -> None:
    (fitted,) = derived.watch_again.fits
    x = np.array([(1.0, c, c * s, c * s * w) for c, s, w in SIZES])
    y = np.array([_watch_memory(*size) for size in SIZES])
    scaled = x / y[:, None]
    expected = np.linalg.lstsq(scaled, np.ones(len(y)), rcond=None)[0]
    for name, value in zip(("base", "c1", "c2", "c3"), expected, strict=True):
        assert fitted.constants[name].value == pytest.approx(value, rel=1e-6)
    for name, quantity in derived.watch.published.items():
        number = fitted.constants[name]
        assert fitted.ratios[name].value == pytest.approx(number.value / quantity.number())
        inside = number.low <= quantity.number() <= number.high
        assert (name in fitted.outside) != inside
    assert fitted.outside["c2"] == "above"


def test_what_was_not_run_keeps_its_reason(derived: Derivations) -> None:
    (row,) = derived.watch_again.not_run
    assert (row.outcome.text, row.reason) == ("not run", "needs too much memory")
    assert row.predicted is not None
    assert row.predicted.value == pytest.approx(BASE + 5000 * (C1 + 50 * (C2 + 100 * C3)), rel=0.1)


def test_too_few_rows_give_no_constants(published: tuple[LoadedRun, ...]) -> None:
    run = _run("watch-memory", "v3.6.16", [_watch_point(*size) for size in SIZES[:4]])
    derived = derive_all([*published, run])
    assert derived.watch_again.fits == ()
    text = _text(_guides(derived)["docs/watch-memory"])
    assert "{#measured-again}" in text
    assert "again-constants" not in text


# --- the other suites -------------------------------------------------------------------------------


def test_catchup_rows_and_how_far_up_they_came(derived: Derivations) -> None:
    again = derived.catchup_again
    assert [item.version for item in again.stayed] == ["v3.6.16"]
    assert [item.version for item in again.reached] == ["v3.5.16"]
    reach = {(pair.again.version, pair.row.put.number()): pair.reach.value for pair in again.pairs}
    assert reach == pytest.approx(
        {(version, put): share for version, share in (("v3.6.16", 20), ("v3.5.16", 95)) for put in (1e4, 1e6)}
    )
    ratios = {
        (pair.again.version, pair.row.put.number()): pair.ratio.value for pair in again.pairs if pair.ratio
    }
    assert ratios["v3.5.16", 1e4] == pytest.approx((50e6 + 0.95 * 100e6) / 180e6)
    assert ("v3.6.16", 1e4) not in ratios  # the document has no figure there
    assert again.floor_holds


def test_storage_rows_and_constants(derived: Derivations) -> None:
    again = derived.storage_again
    assert len(again.index) == 4
    first = again.index[0]
    assert first.ratios["index-memory-collected"].value == pytest.approx(100_000 * (204 + 28) / 22e6)
    (process,) = again.process
    assert {name: round(ratio.value, 3) for name, ratio in process.ratios.items()} == {
        "resident-memory": round(97_000 * 1024 / 40e6, 3)
    }
    (absent,) = again.not_run["process"]
    assert (absent.outcome.text, absent.reason) == ("out of memory", "the server was killed")
    (fit,) = again.fits
    assert fit.constants["c1"].value == pytest.approx(140)
    assert fit.constants["c2"].value == pytest.approx(20)


# --- the pages --------------------------------------------------------------------------------------


def test_without_runs_no_page_speaks_of_them(published: tuple[LoadedRun, ...]) -> None:
    derived = derive_all(published)
    for page in _guides(derived).values():
        assert "measured-again" not in _text(page)
        assert not [table.id for table in page.tables if table.id.startswith("again")]
    assert not [number.id for number in derived.book.all() if "-again-" in number.id]


def test_with_runs_every_guide_has_its_section(derived: Derivations) -> None:
    for page in _guides(derived).values():
        text = _text(page)
        assert "{#measured-again}" in text
        named = set(re.findall(r'\{\{< table "(again[a-z-]*)" >\}\}', text))
        assert named == {table.id for table in page.tables if table.id.startswith("again")}


def test_a_sentence_follows_from_the_figures(derived: Derivations, published: tuple[LoadedRun, ...]) -> None:
    text = _text(_guides(derived)["docs/catchup-heap"])
    assert "no longer climbs" in text
    both = derive_all([*published, _catchup_run("v3.6.16", 0.95), _catchup_run("v3.5.16", 0.95)])
    text = _text(_guides(both)["docs/catchup-heap"])
    assert "no longer climbs" not in text
    assert "upper end is reached" in text


def test_the_first_fact_of_the_home_page(derived: Derivations, published: tuple[LoadedRun, ...]) -> None:
    fact = site._first_fact(derived)
    assert fact.then is not None
    assert fact.then.text == f"{_watch_memory(1000, 50, 1) / 1e6:,.0f}\u00a0MB"
    assert site._first_fact(derive_all(published)).then is None
