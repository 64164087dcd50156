# SPDX-License-Identifier: Apache-2.0
"""`make bench`: what the generator costs, as ratios against plain floors measured beside it.

Absolute times belong to a machine and a day; a ratio of two measurements of one run carries. Each
measurement runs in a process of its own (`measure.py`), floor and stage in turn, and the best of
several is taken. The table says of each aim whether it is met; the exit code is 0 either way.

The files lie in the temporary folder and are in the page cache when they are read. On a busy disk the
kernel's share of the writing varies: `TMPDIR=/dev/shm make bench` takes the disk out.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from report import Measured, Results, markdown, plain, rows

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]

STAGES = ("read_floor", "ingest", "verify", "pages_floor", "pages_floor_stdlib", "generator")
#: Up to this many runs, so many repetitions; beyond the last, one.
REPETITIONS = ((100, 5), (1_000, 3))
#: Hugo is run up to this many runs unless asked for more: ten thousand take minutes and gigabytes.
HUGO_UP_TO = 1_000


def main() -> None:
    """Measure every size and print the table."""
    options = _options()
    results: Results = {}
    with tempfile.TemporaryDirectory(prefix="benchtrail-bench-") as scratch:
        for size in options.sizes:
            _say(f"{size:,} runs")
            repetitions = options.repetitions or next((n for limit, n in REPETITIONS if size <= limit), 1)
            results[size] = _measure(size, repetitions, Path(scratch), hugo=size <= options.hugo_up_to)
    lines = rows(results, options.hugo_up_to)
    print(plain(lines))
    if options.json:
        options.json.write_text(json.dumps(_json(results), indent=1) + "\n", encoding="utf-8")
    summary = os.environ.get("GITHUB_STEP_SUMMARY")  # the summary of a GitHub Actions job
    if summary:
        with Path(summary).open("a", encoding="utf-8") as file:
            file.write(markdown(lines))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure the generator against plain floors.")
    parser.add_argument(
        "--sizes", type=_sizes, default=(100, 1_000, 10_000), help="numbers of runs, with commas"
    )
    parser.add_argument("--repetitions", type=int, help="of which the best is taken (without it, by size)")
    parser.add_argument("--json", type=Path, help="write every measurement to this file")
    parser.add_argument(
        "--hugo-up-to", type=int, default=HUGO_UP_TO, help="run Hugo for sizes up to this (0: not at all)"
    )
    return parser.parse_args()


def _sizes(text: str) -> tuple[int, ...]:
    sizes = tuple(sorted({int(part) for part in text.split(",")}))
    if sizes[0] < 1:
        raise argparse.ArgumentTypeError("sizes are numbers of runs from 1")
    return sizes


def _measure(size: int, repetitions: int, scratch: Path, *, hugo: bool) -> dict[str, Measured]:
    """Every stage at one size; the folders it needs are removed again."""
    folder = scratch / str(size)
    runs = folder / "runs"
    _python("-c", "import sys; from synthesise import synthesise; from pathlib import Path; "
            "synthesise(int(sys.argv[1]), Path(sys.argv[2]))", str(size), str(runs))  # fmt: skip
    found: dict[str, list[Measured]] = {stage: [] for stage in STAGES}
    for repetition in range(repetitions):
        for stage in STAGES:
            _say(f"  {stage.replace('_', ' ')}, {repetition + 1} of {repetitions}")
            found[stage].append(_stage(stage, runs, folder / "out"))
    best = {stage: min(several, key=lambda one: one.cpu) for stage, several in found.items()}
    if hugo:
        _say("  hugo")
        best["hugo"] = _hugo(runs, folder)
    shutil.rmtree(folder)
    return best


def _stage(stage: str, runs: Path, out: Path) -> Measured:
    shutil.rmtree(out, ignore_errors=True)
    return Measured(**json.loads(_python("measure.py", stage, str(runs), str(out))))


def _hugo(runs: Path, folder: Path) -> Measured:
    """The bundles of the runs through the real layouts, in a copy of the site's frame."""
    frame = folder / "frame"
    _stage("generator", runs, frame / "build")
    for name in ("layouts", "assets", "static"):
        shutil.copytree(PROJECT / name, frame / name)
    shutil.copy(PROJECT / "config.toml", frame)
    (frame / "node_modules").symlink_to(PROJECT / "node_modules")
    (frame / "content").mkdir()
    return _stage("hugo", frame, folder / "public")


def _python(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=HERE, stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"bench: {' '.join(arguments[:2])} failed")
    return done.stdout


def _json(results: Results) -> dict[str, dict[str, dict[str, float]]]:
    return {
        str(size): {stage: one._asdict() for stage, one in found.items()} for size, found in results.items()
    }


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
