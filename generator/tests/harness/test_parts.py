# SPDX-License-Identifier: Apache-2.0
"""Parts of the harness that need no server: logs, readings, names of the machine, processes, the scratch folder."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchtrail.errors import Problems
from benchtrail.harness import build, evidence, procs, sample
from benchtrail.harness.procs import Failed
from benchtrail.harness.scratch import open_scratch


def test_a_long_log_keeps_its_ends(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(b"".join(b"line %d\n" % n for n in range(100)))
    kept = procs.capped(path, edge=40)
    assert kept.startswith(b"line 0\n")
    assert kept.endswith(b"line 99\n")
    assert b"bytes left out here ...]\n" in kept
    assert procs.capped(path) == path.read_bytes()


def test_fields_are_found_by_whole_names() -> None:
    lines = ["VmRSSx: 1 kB", "VmRSS:\t  12 kB", "go_memstats_heap_alloc_bytes 1.5e+06"]
    assert sample.field(lines, "VmRSS") == "12 kB"
    assert sample.field(lines, "go_memstats_heap_alloc_bytes") == "1.5e+06"
    assert sample.field(lines, "go_memstats_heap") == ""


def test_own_status_is_read() -> None:
    assert sample.resident_kib(os.getpid()) > 1000


def test_a_raw_file_that_names_the_machine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "build-host-17")
    with pytest.raises(Failed, match="would hold a name or path of this machine"):
        evidence.scrub("a.log", b"started on build-host-17\n")
    with pytest.raises(Failed, match="would hold a name or path of this machine"):
        evidence.scrub("a.log", str(Path.cwd()).encode())
    evidence.scrub("a.log", b"started\n")


def test_machine_facts_do_not_name_the_machine() -> None:
    facts = evidence.machine_facts()
    assert {"cpus", "memory-kib", "kernel"} <= set(facts)
    assert socket.gethostname() not in [str(value) for value in facts.values()]


def test_a_process_is_stopped_and_its_words_are_kept(tmp_path: Path) -> None:
    process = procs.start("one", ["sh", "-c", "echo said; sleep 100"], folder=tmp_path)
    time.sleep(0.3)
    assert process.running()
    process.stop()
    assert not process.running()
    assert process.last_lines() == "said"
    assert process.exit_text() == "was ended by SIGTERM"


def test_a_deaf_process_is_killed(tmp_path: Path) -> None:
    process = procs.start("deaf", ["sh", "-c", "trap '' TERM; while :; do sleep 0.1; done"], folder=tmp_path)
    time.sleep(0.3)
    process.stop(grace_s=0.5)
    assert process.exit_text() == "was ended by SIGKILL"


def test_a_server_that_ends_early_is_told_with_its_last_words(tmp_path: Path) -> None:
    process = procs.start(
        "server", ["sh", "-c", "echo listen: address already in use >&2; exit 3"], folder=tmp_path
    )
    with pytest.raises(Failed) as caught:
        procs.wait_healthy(process, "http://127.0.0.1:1")
    assert str(caught.value) == (
        "server ended with exit code 3 before it was ready (its port was taken by somebody else):\n"
        "listen: address already in use"
    )
    process.stop()


def test_a_server_that_never_answers_times_out(tmp_path: Path) -> None:
    process = procs.start("server", ["sleep", "100"], folder=tmp_path)
    with pytest.raises(Failed, match="was not ready after 1 s") as caught:
        procs.wait_healthy(process, "http://127.0.0.1:1", 1.0)
    assert caught.value.reason == "timed-out"
    process.stop()


def test_two_measurements_take_two_slots_and_leave_nothing(tmp_path: Path) -> None:
    with open_scratch(tmp_path / "s") as first, open_scratch(tmp_path / "s") as second:
        assert (first.slot, first.alone) == (1, True)
        assert (second.slot, second.alone) == (2, False)
        (first.fresh("data") / "file").write_text("x")
    assert [path.name for path in sorted((tmp_path / "s").iterdir())] == ["1.lock", "2.lock"]


def test_a_scratch_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "s").symlink_to(tmp_path / "real")
    with (
        pytest.raises(Problems, match="expected a folder of the current user, found a link"),
        open_scratch(tmp_path / "s"),
    ):
        pass


def test_without_go_the_message_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Problems, match=r"expected Go on the path, found none\. Install Go 1\.26 or later\."):
        build.build(build.WATCHLOAD, build.project_root(Path(__file__).parent), print)


def test_a_child_dies_with_its_parent(tmp_path: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from benchtrail.harness import procs\n"
        "p = procs.start('child', ['sleep', '300'], folder=Path(sys.argv[1])); print(p.pid, flush=True); time.sleep(300)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
        parent.wait()
    for _ in range(50):
        if not _alive(child):
            return
        time.sleep(0.1)
    pytest.fail("the child lives on")


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
