# SPDX-License-Identifier: Apache-2.0
"""One measurement, in a process of its own: `measure.py STAGE RUNS OUT` prints one line of JSON.

What is imported is imported before the clock starts, so that the figures are of the work; what
starting costs is stated beside it. Peak memory is the process's own (`getrusage`), which is why
whoever starts it must itself be small: a child inherits its parent's peak.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

Stage = Callable[[Path, Path], int]


def read_floor() -> Stage:
    """Walk, read, SHA-256."""
    import floor

    return lambda runs, _out: floor.read(str(runs))


def ingest() -> Stage:
    """Walk, read, digests, decode and rules: `load_run`, one run at a time."""
    from benchtrail.load import load_run, run_folders

    return lambda runs, _out: sum(bool(load_run(folder, file)) for folder, file in run_folders(runs))


def verify() -> Stage:
    """Ingest, and every value read again from its artifact, one run at a time."""
    from benchtrail.load import load_run, run_folders
    from benchtrail.verify import verify as recompute

    def stage(runs: Path, _out: Path) -> int:
        return sum(recompute(load_run(folder, file)).values for folder, file in run_folders(runs))

    return stage


def pages_floor() -> Stage:
    """Read, hash, parse, format and write the same pages plainly."""
    import floor

    return lambda runs, out: floor.write_pages(str(runs), str(out))


def pages_floor_stdlib() -> Stage:
    """The same with the standard library's JSON parser."""
    import floor

    return lambda runs, out: floor.write_pages(str(runs), str(out), floor.parse_stdlib)


def generator() -> Stage:
    """Load and verify all runs, keep them, and write the page of each, as `benchtrail build` does."""
    from benchtrail.build import load_verified, write_run
    from benchtrail.render.write import Bundles

    def stage(runs: Path, out: Path) -> int:
        loaded, _values = load_verified(runs, "runs")
        bundles = Bundles(out / "content")
        for run in loaded:
            write_run(bundles, out, run, {})
        return len(loaded)

    return stage


def hugo() -> Stage:
    """Hugo over the bundles in `runs`/build with the real layouts; `runs` is a copy of the site's frame."""
    from benchtrail.build import hugo_binary, hugo_environment

    def stage(frame: Path, out: Path) -> int:
        command = [str(hugo_binary()), "--quiet", "--noBuildLock", "--destination", str(out)]
        done = subprocess.run(
            command, cwd=frame, env=dict(hugo_environment(frame)), capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(done.stderr + done.stdout)
        return sum(1 for _ in out.glob("runs/*/index.html"))

    return stage


STAGES = {
    stage.__name__: stage
    for stage in (read_floor, ingest, verify, pages_floor, pages_floor_stdlib, generator, hugo)
}


def cpu_seconds() -> float:
    """User and system time of this process and of those it waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _peak(who: int) -> int:
    return resource.getrusage(who).ru_maxrss * 1024  # Linux counts in KiB


def main(stage: str, runs: str, out: str) -> None:
    """Run one stage and print what it took."""
    work = STAGES[stage]()
    start_cpu, start_wall = cpu_seconds(), time.perf_counter()
    count = work(Path(runs), Path(out))
    cpu, wall = cpu_seconds() - start_cpu, time.perf_counter() - start_wall
    peak = _peak(resource.RUSAGE_SELF)
    if stage == "hugo":  # a child starts with its parent's peak: a smaller one cannot be told
        peak = own if (own := _peak(resource.RUSAGE_CHILDREN)) > peak else 0
    print(json.dumps({"cpu": cpu, "wall": wall, "peak": peak, "start": start_cpu, "count": count}))


if __name__ == "__main__":
    main(*sys.argv[1:])
