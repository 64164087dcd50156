# SPDX-License-Identifier: Apache-2.0
"""Real etcd, in small rows: a run that verifies, artifacts that name no machine, and nothing left after a kill."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchtrail.harness.build import project_root
from benchtrail.load import load_run
from benchtrail.verify import verify

pytestmark = pytest.mark.etcd
ROOT = project_root(Path(__file__).parent)
SMOKE = ("watch-memory", "storage-memory", "catchup-heap")
#: A neutral scratch folder of the tests' own: its processes can be told from everybody else's.
SCRATCH = Path("/tmp/benchtrail-test")  # noqa: S108


def _command(suite: str, runs: Path, *more: str) -> list[str]:
    where = os.path.relpath(runs, ROOT)
    return [
        sys.executable,
        "-m",
        "benchtrail.harness",
        suite,
        "--profile",
        "smoke",
        "--scratch",
        str(SCRATCH),
        "--runs",
        where,
        *more,
    ]


def _processes() -> list[str]:
    """Command names of processes that run in the tests' scratch folder."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdigit() and str((process / "cwd").readlink()).startswith(str(SCRATCH)):
                found.append((process / "comm").read_text().strip())
        except OSError:
            continue
    return found


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The three suites' smoke rows, measured once."""
    folder = tmp_path_factory.mktemp("runs")
    for suite in SMOKE:
        done = subprocess.run(_command(suite, folder), cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    yield folder
    assert _processes() == []


@pytest.mark.parametrize("suite", SMOKE)
def test_a_smoke_run_loads_and_every_value_recomputes(runs: Path, suite: str) -> None:
    (folder,) = (runs / suite).iterdir()
    loaded = load_run(folder, folder.name)
    counted = verify(loaded)
    assert counted.values > 20
    assert counted.commands >= 2
    index = json.loads(loaded.raw["index.json"])
    assert index["state"] == "complete"
    assert {row["outcome"] for row in index["rows"]} == {"measured"}
    assert loaded.run.subject.version == "v3.6.16"


@pytest.mark.parametrize("suite", SMOKE)
def test_no_artifact_names_the_machine(runs: Path, suite: str) -> None:
    (folder,) = (runs / suite).iterdir()
    faults = [fault for path in sorted((folder / "raw").iterdir()) for fault in unclean(path)]
    assert faults == []


def test_the_check_for_names_fires(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    path.write_text(f"data in {ROOT}/data\n")
    assert unclean(path) != []


def unclean(path: Path) -> list[str]:
    """Absolute paths and names of this machine in an artifact, unpacked if need be."""
    data = path.read_bytes()
    if path.suffix == ".gz":
        data = zlib.decompressobj(wbits=31).decompress(data, 64 * 2**20)
    words = [str(ROOT), str(Path.home()), *(f"/{name}/" for name in ("home", "root", "Users"))]
    host = socket.gethostname()
    if len(host) > 4 and host != "localhost":
        words.append(host)
    text = data.decode("utf-8", "replace")
    faults = [f"{path.name}: {word}" for word in words if word in text]
    # Of absolute paths below /tmp only the neutral ones of the harness may appear.
    faults += [
        f"{path.name}: {found}"
        for found in re.findall(r"/tmp/[^\s\"',)]*", text)
        if not found.startswith("/tmp/benchtrail-")
    ]
    return faults


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("delay_s", [1.0, 2.5, 4.5])
def test_ending_the_harness_leaves_no_process_and_no_half_run(
    tmp_path: Path, number: signal.Signals, delay_s: float
) -> None:
    command = _command(
        "watch-memory", tmp_path / "runs", "--rows", "c1000-s1-w1-distinct", "--rows", "c2000-s1-w1-distinct"
    )
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as harness:
        assert harness.stderr is not None
        while "measuring" not in (line := harness.stderr.readline()):
            assert line
        time.sleep(delay_s)
        os.kill(harness.pid, number)
        harness.stderr.read()
        harness.wait(60)
    for _ in range(50):
        if not _processes():
            break
        time.sleep(0.1)
    assert _processes() == []
    assert not list((tmp_path / "runs").glob("*/*")) if (tmp_path / "runs").exists() else True


def test_ctrl_c_keeps_finished_rows_and_marks_the_run_partial(tmp_path: Path) -> None:
    command = _command(
        "storage-memory", tmp_path / "runs", "--rows", "index-n100000-v1-k64", "--rows", "process-n10000-*"
    )
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as harness:
        assert harness.stderr is not None
        while "[2/2]" not in (line := harness.stderr.readline()):
            assert line
        time.sleep(1.0)
        os.kill(harness.pid, signal.SIGINT)
        said = harness.stderr.read()
        assert harness.wait(60) == 130
    assert "finished rows are kept, and the run is marked partial" in said
    (folder,) = (tmp_path / "runs" / "storage-memory").iterdir()
    loaded = load_run(folder, folder.name)
    verify(loaded)
    index = json.loads(loaded.raw["index.json"])
    assert index["state"] == "partial"
    assert [row["outcome"] for row in index["rows"]] == ["measured", "not-run"]
    assert _processes() == []
