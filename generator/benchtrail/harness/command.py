# SPDX-License-Identifier: Apache-2.0
"""The command `benchtrail run`: names resolved, the list shown, the measurement started."""

from __future__ import annotations

import fnmatch
import json
import shutil
import sys
from pathlib import Path

import click

from benchtrail.errors import Problem, Problems, show
from benchtrail.harness import preflight, suites, versions
from benchtrail.harness.assemble import assemble
from benchtrail.harness.build import project_root
from benchtrail.harness.evidence import INDEX
from benchtrail.harness.preflight import RESERVE_MIB
from benchtrail.harness.runner import Order, measure
from benchtrail.harness.scratch import DEFAULT, open_scratch
from benchtrail.harness.suites import PROFILES, Row, Suite
from benchtrail.harness.versions import Etcd
from benchtrail.store import save


@click.command("run")
@click.argument("suite", required=False, default="")
@click.option(
    "--etcd",
    "wanted",
    multiple=True,
    metavar="VERSION",
    help=f"A pinned version, or all; may be repeated. [default: {versions.DEFAULT}]",
)
@click.option(
    "--profile", default="quick", show_default=True, metavar="|".join(PROFILES), help="Which rows to measure."
)
@click.option(
    "--rows",
    "patterns",
    multiple=True,
    metavar="PATTERN",
    help="Only rows of these names; * and ? match; may be repeated. Overrides the profile.",
)
@click.option(
    "--list", "listing", is_flag=True, help="Show suites, versions, rows, and the time and memory each needs."
)
@click.option(
    "--scratch",
    default=DEFAULT,
    type=click.Path(path_type=Path),
    show_default=True,
    help="A neutral folder to measure in; heap profiles record its name.",
)
@click.option(
    "--runs",
    default=Path("data/runs"),
    type=click.Path(path_type=Path),
    show_default=True,
    help="Where the run is put, in the project.",
)
@click.option("--replicates", default="", metavar="RUN", help="The run that this one repeats.")
@click.option(
    "--from-raw",
    "kept",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Judge a kept raw folder instead of measuring.",
)
def run(
    suite: str,
    wanted: tuple[str, ...],
    profile: str,
    patterns: tuple[str, ...],
    *,
    listing: bool,
    scratch: Path,
    runs: Path,
    replicates: str,
    kept: Path | None,
) -> None:
    """Measure SUITE on real etcd and leave a run behind."""
    if listing:
        show_list(suite)
        return
    if kept is not None:
        publish(kept.resolve(), project_root(), runs, replicates)
        return
    orders = resolve(suite, wanted, profile, patterns)
    root = project_root()
    with open_scratch(scratch) as place:
        if not place.alone:
            tell(
                "another measurement is under way on this machine: both will be disturbed, and the run says so"
            )
        for order in orders:
            tell(f"{order.suite.name} on etcd {order.etcd.version}, {len(order.rows)} rows")
            folder, stopped = measure(order, root, place, tell)
            publish(folder, root, runs, replicates)
            if stopped:
                raise SystemExit(130)


def publish(folder: Path, root: Path, runs: Path, replicates: str = "") -> Path | None:
    """Judge a raw folder and write the run below `runs`; the raw folder is removed once the run stands.

    None, and the raw folder kept, if no row was measured.
    """
    raw = {
        path.name: path.read_bytes()
        for path in sorted((folder / "raw").iterdir())
        if not path.name.startswith(".")
    }
    if not any(row["outcome"] == "measured" for row in json.loads(raw[INDEX])["rows"]):
        tell(f"no row was measured, so there is no run; raw files are kept in {folder.relative_to(root)}")
        return None
    judged = assemble(raw, replicates)
    run_folder = save(judged.run, judged.raw, judged.label, root / runs)
    shutil.rmtree(folder)
    tell(f"run: {run_folder.relative_to(root)}")
    return run_folder


def tell(text: str) -> None:
    """One message on standard error."""
    click.echo(text, err=True)
    sys.stderr.flush()


def resolve(suite_name: str, wanted: tuple[str, ...], profile: str, patterns: tuple[str, ...]) -> list[Order]:
    """The orders that the command line means. Raises `Problems` that list what is known."""
    problems: list[Problem] = []
    suite = suites.find(suite_name)
    if suite is None:
        problems.append(_unknown("suite", [one.name for one in suites.SUITES], suite_name))
    if profile not in PROFILES:
        problems.append(_unknown("profile", PROFILES, profile))
    etcds = _versions(suite, wanted, problems)
    rows: tuple[Row, ...] = ()
    if suite is not None and not problems:
        rows = _rows(suite, profile, patterns, problems)
    if problems or suite is None:
        raise Problems(problems)
    return [
        Order(suite=suite, etcd=etcd, profile="rows" if patterns else profile, rows=rows) for etcd in etcds
    ]


def _versions(suite: Suite | None, wanted: tuple[str, ...], problems: list[Problem]) -> list[Etcd]:
    names = (
        suite.versions
        if "all" in wanted and suite
        else tuple(name.removeprefix("v") for name in wanted or (versions.DEFAULT,))
    )
    found = []
    for name in names:
        etcd = versions.find(name)
        if etcd is None:
            problems.append(_unknown("etcd version", (*versions.known(), "all"), name))
        else:
            found.append(etcd)
    return found


def _rows(suite: Suite, profile: str, patterns: tuple[str, ...], problems: list[Problem]) -> tuple[Row, ...]:
    if not patterns:
        return tuple(row for row in suite.rows if profile in row.profiles)
    names = [row.id for row in suite.rows]
    problems.extend(
        _unknown("row", names, pattern) for pattern in patterns if not fnmatch.filter(names, pattern)
    )
    return tuple(
        row for row in suite.rows if any(fnmatch.fnmatchcase(row.id, pattern) for pattern in patterns)
    )


def _unknown(what: str, known: tuple[str, ...] | list[str], found: str) -> Problem:
    return Problem(
        file="benchtrail run",
        place=what,
        expected="one of " + ", ".join(known),
        found=show(found) if found else "nothing",
        remedy="See benchtrail run --list",
    )


def show_list(suite_name: str) -> None:
    """Print suites, versions and rows, with what each row needs and whether it fits here."""
    chosen = [suite for suite in suites.SUITES if suite_name in ("", suite.name)]
    if not chosen:
        raise Problems([_unknown("suite", [one.name for one in suites.SUITES], suite_name)])
    room = preflight.room(Path("/"))
    click.echo(
        f"Free beside the {RESERVE_MIB} MiB left to others: {room.memory_mib} MiB; open files: {room.files}"
    )
    for suite in chosen:
        click.echo(f"\n{suite.name}: {suite.title}\n  etcd {', '.join(suite.versions)}")
        for version in suite.versions:
            etcd = versions.find(version)
            if etcd is not None:
                _list_rows(suite, etcd, room)


def _list_rows(suite: Suite, etcd: Etcd, room: preflight.Room) -> None:
    click.echo(f"  on {etcd.version}:\n    {'row':<32}{'seconds':>8}{'MiB':>8}  profiles")
    for row in suite.rows:
        wants = preflight.need(row, etcd)
        why = preflight.obstacle(row, etcd, room)
        fits = f"; does not fit: {why}" if why else ""
        click.echo(
            f"    {row.id:<32}{wants.seconds:>8}{wants.server_mib + wants.load_mib:>8}  {', '.join(row.profiles)}{fits}"
        )
