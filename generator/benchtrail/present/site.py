# SPDX-License-Identifier: Apache-2.0
"""All pages with prose: guides, models, and the indexes of runs and numbers."""

from __future__ import annotations

from benchtrail.derive.everything import Derivations
from benchtrail.load import LoadedRun
from benchtrail.present import catchup, cluster, mesh, numbers, storage, watch
from benchtrail.present.cells import cell
from benchtrail.present.measured import memory_cell
from benchtrail.present.page import Page
from benchtrail.present.runs import run_cell
from benchtrail.present.views import Cell, Column, HomeFact, HomeView, Row, SuiteCard, Table
from benchtrail.quantity import Book, Derived, Input, Points, Sourced
from benchtrail.suites import SUITES


def pages(derived: Derivations) -> list[Page]:
    """Every page with prose, indexes last."""
    found = [
        *watch.pages(derived.watch, derived.watch_again),
        *storage.pages(derived.storage, derived.storage_again),
        *catchup.pages(derived.catchup, derived.catchup_again),
        *mesh.pages(derived.mesh),
        *cluster.pages(derived.cluster),
    ]
    return [*found, *_indexes(derived)]


def count_numbers(runs: tuple[LoadedRun, ...], book: Book) -> dict[str, tuple[Derived, Derived]]:
    """For each suite, how many runs and values the site holds, as derived numbers of their own."""
    counts = {}
    for suite in SUITES.values():
        own = [run for run in runs if run.run.suite == suite.name]
        total = sum(len(point.values) for run in own for point in run.run.points)
        counts[suite.name] = (
            _count(book, f"{suite.name}-runs", f"Runs of {suite.name}", len(own), own),
            _count(book, f"{suite.name}-values", f"Measured values of {suite.name}", total, own),
        )
    return counts


def _count(book: Book, id_: str, title: str, value: int, runs: list[LoadedRun]) -> Derived:
    return book.add(
        Derived(
            id=id_,
            title=title,
            value=value,
            unit="1",
            text=f"{value:,}",
            method="Counted over the runs below; parameters and facts of the environment are not counted.",
            inputs=tuple(_first_value(run) for run in runs),
        )
    )


def _first_value(run: LoadedRun) -> Input:
    point = run.run.points[0]
    key = next(iter(point.values))
    quantity = Sourced(run=run, card=f"{point.id}-{key}", fact=point.values[key], label=run.run.title)
    return Input(symbol="", label=f"{run.run.title}: its first value", quantity=quantity)


def home(derived: Derivations, counts: dict[str, tuple[Derived, Derived]]) -> HomeView:
    """The home page: numbers to click, and the suites."""
    watch_model = derived.watch
    worst = watch_model.rows[0]
    return HomeView(
        facts=(
            _first_fact(derived),
            HomeFact(
                id="watch-error",
                label="How far the published constants miss the smallest row of their own table",
                cell=cell(watch_model.numbers[f"published-error-{worst.point}"]),
                text="Because the printed formula has no base.",
            ),
            HomeFact(
                id="watch-oom",
                label="What the largest row would need, which ran out of memory",
                cell=cell(watch_model.absent[0].measured),
                then=cell(watch_model.numbers[f"predicted-{watch_model.absent[0].point}"]),
                text="By the constants fitted from the other rows.",
            ),
        ),
        suites=tuple(
            SuiteCard(
                name=suite.name,
                title=suite.title,
                summary=suite.summary,
                href=f"/docs/{suite.name}/",
                runs=cell(counts[suite.name][0]),
                values=cell(counts[suite.name][1]),
            )
            for suite in SUITES.values()
        ),
    )


def _first_fact(derived: Derivations) -> HomeFact:
    """A published figure, and beside it the same row measured again if there is such a run."""
    label = "Resident memory of etcd with a thousand clients, fifty streams each"
    point = "c1k-s50-w1"
    published = cell(Points(derived.watch.run).get(point, "resident-memory"))
    for pair in derived.watch_again.pairs:
        for again in derived.watch_again.versions:
            if pair.published.point == point and again.key in pair.ratios:
                return HomeFact(
                    id="watch-published",
                    label=label,
                    cell=published,
                    then=memory_cell(pair.measured[again.key]),
                    text=f"as etcd's documentation states; the figure below is ours, measured on {again.version}",
                )
    return HomeFact(
        id="watch-published",
        label=label,
        cell=published,
        text="As etcd’s documentation has stated since its first measurement.",
    )


def _indexes(derived: Derivations) -> list[Page]:
    return [
        Page(
            path="docs",
            title="Guides",
            description="One guide for each benchmark.",
            kind="docs",
            template="docs/index.md.j2",
            section=True,
            weight=10,
        ),
        Page(
            path="models",
            title="Models",
            description="Formulas fitted to the tables.",
            kind="models",
            template="models/index.md.j2",
            section=True,
            weight=20,
        ),
        Page(
            path="runs",
            title="Runs",
            description="Everything that was measured or transcribed, with its raw files.",
            kind="runs",
            template="runs.md.j2",
            tables=(_runs_table(derived.runs),),
            section=True,
            type="runs",
            weight=30,
        ),
        Page(
            path="numbers",
            title="Derived numbers",
            description="Every number that was computed from others, with its formula and inputs.",
            kind="numbers",
            template="numbers.md.j2",
            tables=(numbers.index_table(derived.book.all()),),
            section=True,
            type="numbers",
            weight=40,
        ),
    ]


def _runs_table(runs: tuple[LoadedRun, ...]) -> Table:
    rows = []
    for run in sorted(runs, key=lambda item: (item.run.suite, item.id)):
        suite = SUITES.get(run.run.suite)
        rows.append(
            Row(
                id=run.id,
                cells=(
                    run_cell(run),
                    Cell(text=suite.title if suite else run.run.suite, href=f"/docs/{run.run.suite}/"),
                    Cell(
                        text=" ".join(
                            part for part in (run.run.subject.software, run.run.subject.version) if part
                        ),
                        kind="version",
                    ),
                    Cell(text=run.run.trust.value),
                    Cell(text=run.run.date or "not dated", kind="date"),
                ),
            )
        )
    return Table(
        id="runs",
        caption="All runs",
        columns=tuple(
            Column(key=key, label=name, numeric=False)
            for key, name in (
                ("title", "Run"),
                ("suite", "Benchmark"),
                ("subject", "Measured"),
                ("trust", "Trust"),
                ("date", "Date"),
            )
        ),
        rows=tuple(rows),
    )
