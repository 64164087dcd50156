# SPDX-License-Identifier: Apache-2.0
"""The command menu: it only wires; every command is a function of the package that others may call."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import click

import benchtrail
from benchtrail.errors import Problem, Problems

RUNS = Path("data/runs")


class _Menu(click.Group):
    """Prints collected problems, one a line, and exits with 1; a traceback is a defect of ours."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except Problems as problems:
            for problem in problems.problems:
                click.echo(str(problem), err=True)
            count = len(problems.problems)
            click.echo(f"benchtrail: {count} {'problem' if count == 1 else 'problems'}", err=True)
            sys.exit(1)


@click.group(cls=_Menu, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(benchtrail.__version__, prog_name="benchtrail")
def main() -> None:
    """Benchmark results whose every number leads back to the bytes it came from."""


@main.command()
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--runs",
    default=RUNS,
    type=click.Path(path_type=Path),
    show_default=True,
    help="Where run folders are kept.",
)
def transcribe(folder: Path, runs: Path) -> None:
    """Turn FOLDER/<suite>/*.csv with its source.toml into run folders, by the plans of the five documents."""
    from benchtrail.model import Source
    from benchtrail.store import save
    from benchtrail.transcribe import assemble
    from benchtrail.transcriptions import PLANS

    for plan in PLANS:
        files = folder / plan.suite
        facts = tomllib.loads((files / "source.toml").read_text(encoding="utf-8"))
        source = Source(
            title=facts["title"],
            address=facts["address"] if facts["address"].startswith("http") else "",
            revision=facts["revision"],
            licence=facts["licence"],
            sha256=facts["document_sha256"],
        )
        notes = (f"How sure the document's address is: {facts['certainty']}.",)
        raw = {name: (files / name).read_bytes() for name in plan.files}
        click.echo(save(assemble(plan, raw, source, notes), raw, plan.label, runs))


@main.command()
@click.option(
    "--runs", default=RUNS, type=click.Path(path_type=Path, exists=True, file_okay=False), show_default=True
)
def verify(runs: Path) -> None:
    """Recompute every value of every run from its artifact."""
    from rich.progress import track

    from benchtrail.load import LoadedRun, load_run, run_folders
    from benchtrail.verify import verify as verify_run

    problems: list[Problem] = []
    by_suite: dict[str, list[int]] = {}
    folders = run_folders(runs, str(runs))
    for folder, file in track(
        folders, description="Verifying", transient=True, disable=not sys.stderr.isatty()
    ):
        try:
            loaded: LoadedRun = load_run(folder, file)
            done = verify_run(loaded)
        except Problems as found:
            problems.extend(found.problems)
            continue
        totals = by_suite.setdefault(loaded.run.suite, [0, 0, 0, 0])
        for i, number in enumerate((1, done.values, done.texts, done.commands)):
            totals[i] += number
    for suite, (count, values, texts, commands) in sorted(by_suite.items()):
        click.echo(
            f"{suite}: {count} runs, {values} values, {texts} texts and {commands} command lines recomputed"
        )
    if problems:
        raise Problems(problems)
    total = sum(totals[1] for totals in by_suite.values())
    click.echo(f"{total} values recomputed from their artifacts in {len(folders)} runs; none differs.")


@main.command()
@click.option("--no-audit", is_flag=True, help="Leave out the check of every number (for work on pages).")
def build(*, no_audit: bool) -> None:
    """Build the site: data/runs/ to public/, all or nothing."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from benchtrail.build import build as build_site

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Starting")

        def step(what: str, count: int) -> None:
            progress.update(task, description=what, total=count or None, completed=0)
            if not console.is_terminal:
                click.echo(f"{what} …", err=True)

        built = build_site(Path(), step, lambda: progress.advance(task), check=not no_audit)
    click.echo(
        f"public/: {built.pages} pages from {built.runs} runs, {built.values} values recomputed, {built.numbers} derived numbers."
    )


@main.command()
@click.option("--port", default=8000, show_default=True)
def serve(port: int) -> None:
    """Show public/ on loopback, with the headers it is published with."""
    from benchtrail.serve import server

    with server(Path("public"), Path("netlify.toml"), port, quiet=True) as running:
        click.echo(f"http://127.0.0.1:{running.server_address[1]}/  (Ctrl-C ends it)")
        try:
            running.serve_forever()
        except KeyboardInterrupt:
            click.echo()


@main.command()
def schema() -> None:
    """Print the JSON Schema of the run format, as generated from the types."""
    from benchtrail.schema import published_text

    click.echo(published_text(), nl=False)


@main.command()
@click.argument(
    "public", type=click.Path(path_type=Path, exists=True, file_okay=False), default=Path("public")
)
def audit(public: Path) -> None:
    """Find every number in the reading text of the site PUBLIC that leads nowhere."""
    from benchtrail import audit as auditing

    report = auditing.audit(public)
    exempt = sum(report.exempt.values())
    click.echo(
        f"{report.pages} pages, {report.numbers} numbers: {report.linked} linked, {report.evidence} on evidence cards, "
        f"{exempt} exempt, {report.unlinked} unlinked, {report.broken} with a broken link."
    )
    for rule, count in sorted(report.exempt.items()):
        click.echo(f"  exempt as {rule}: {count}")
    auditing.check(report)


@main.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def run(arguments: tuple[str, ...]) -> None:
    """Measure a suite on real systems and leave a run behind."""
    from benchtrail.harness.command import run as measure

    measure.main(args=list(arguments), prog_name="benchtrail run", standalone_mode=False)
