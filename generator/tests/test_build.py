# SPDX-License-Identifier: Apache-2.0
"""The build is all or nothing, names what is wrong, and gives the same bytes each time."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchtrail.build import build, generate, load_verified
from benchtrail.errors import Problems
from benchtrail.load import run_id
from benchtrail.render import environment as rendering

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project's inputs, with an old site in public/."""
    project = tmp_path / "project"
    for name in ("data", "content", "layouts", "assets", "static"):
        shutil.copytree(ROOT / name, project / name)
    shutil.copy(ROOT / "config.toml", project)
    # Hugo refuses what a symbolic link brings in from outside, so the packages are there by hard links.
    shutil.copytree(ROOT / "node_modules", project / "node_modules", copy_function=_link)
    (project / "public").mkdir()
    (project / "public" / "old.html").write_text("the old site", encoding="utf-8")
    return project


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system
        shutil.copy2(source, target)


def _build(project: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from benchtrail.cli import main; main()", "build"]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


def _assert_refused(project: Path, *words: str) -> None:
    done = _build(project)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr
    assert (project / "public" / "old.html").read_text(encoding="utf-8") == "the old site"
    left = {path.name for path in project.iterdir()}
    assert not {"public.new", "public.old", "build.new", "build.old"} & left


def _run(project: Path, suite: str = "watch-memory") -> Path:
    """The run that was copied from the suite's document: others may stand beside it."""
    folders = sorted((project / "data/runs" / suite).iterdir())
    return next(run for run in folders if b'"trust": "transcribed"' in (run / "run.json").read_bytes())


def test_one_digit_of_an_artifact_ends_the_build_naming_it(project: Path) -> None:
    artifact = _run(project) / "raw" / "table.csv"
    before = artifact.read_bytes()
    artifact.write_bytes(before.replace(b"1001MB", b"1002MB"))
    old, new = hashlib.sha256(before).hexdigest(), hashlib.sha256(artifact.read_bytes()).hexdigest()
    _assert_refused(project, _run(project).name, "raw/table.csv", old, new)


def test_a_missing_artifact_ends_the_build_naming_it(project: Path) -> None:
    (_run(project) / "raw" / "constants.csv").unlink()
    _assert_refused(project, f"{_run(project).name}/raw/constants.csv", "no such file")


def test_one_digit_of_a_value_ends_the_build_naming_it(project: Path) -> None:
    """Both ways: in place, where the folder's name no longer binds it, and under a new name that does."""
    folder = _run(project)
    document = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    place = next(i for i, point in enumerate(document["points"]) if point["id"] == "c1k-s50-w1")
    document["points"][place]["values"]["resident-memory"]["value"] = 1002.0
    text = json.dumps(document).encode()
    (folder / "run.json").write_bytes(text)
    _assert_refused(project, f"{folder.name}/run.json", "A run is never edited")
    renamed = folder.with_name(run_id(folder.name.rpartition("-")[0], text))
    folder.rename(renamed)
    _assert_refused(
        project,
        f"{renamed.name}/run.json",
        f"/points/{place}/values/resident-memory",
        "exact 1001.0",
        "exact 1002.0",
        "raw/table.csv",
    )


def test_a_malformed_run_ends_the_build_with_everything_that_is_wrong(project: Path) -> None:
    folder = _run(project, "storage-memory")
    document = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    del document["title"]
    document["points"][0]["id"] = "Bad Id"
    (folder / "run.json").write_text(json.dumps(document), encoding="utf-8")
    (_run(project) / "raw" / "constants.csv").unlink()
    _assert_refused(project, "'title'", "/points/0/id", "'Bad Id'", "constants.csv")


def test_a_page_that_hugo_cannot_build_leaves_the_old_site(project: Path) -> None:
    (project / "content" / "broken.md").write_text(
        '+++\ntitle = "x"\n+++\n{{< nothing >}}\n', encoding="utf-8"
    )
    _assert_refused(project, "broken.md")


def test_a_bare_number_in_prose_leaves_the_old_site(project: Path) -> None:
    """The audit is part of the build: a number that nothing stands behind is found in the HTML."""
    page = project / "content" / "about" / "reading.md"
    page.write_text(
        page.read_text(encoding="utf-8") + "\n\nA stream costs 18 kB of memory.\n", encoding="utf-8"
    )
    _assert_refused(project, "about/reading/index.html", "18")


def test_a_bare_number_in_the_prose_of_a_template_leaves_the_old_site(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    templates = tmp_path / "templates"
    shutil.copytree(rendering.TEMPLATES, templates)
    planted = templates / "docs" / "watch-memory.md.j2"
    planted.write_text(planted.read_text(encoding="utf-8") + "\n\nA stream costs 18 kB.\n", encoding="utf-8")
    monkeypatch.setattr(rendering, "TEMPLATES", templates)
    with pytest.raises(Problems) as raised:
        build(project)
    (problem,) = raised.value.problems
    assert problem.file == "docs/watch-memory/index.html"
    assert "“18 kB”" in problem.found or "“18”" in problem.found
    assert (project / "public" / "old.html").exists()


def test_two_builds_give_the_same_bytes(project: Path) -> None:
    assert _build(project).returncode == 0
    first = _digests(project / "public")
    shutil.rmtree(project / "build")
    assert _build(project).returncode == 0
    assert _digests(project / "public") == first
    assert len(first) > 100
    assert "old.html" not in first


def _digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_every_value_of_every_run_has_a_card_and_every_number_a_page(tmp_path: Path) -> None:
    loaded, values = load_verified(ROOT / "data/runs", "data/runs")
    derived, _ = generate(loaded, tmp_path)
    cards = 0
    for run in loaded:
        page = json.loads((tmp_path / "content/runs" / run.id / "page.json").read_text(encoding="utf-8"))
        ids = [card["id"] for card in page["cards"]]
        assert len(ids) == len(set(ids))
        cards += sum(card["cell"].get("kind", "text") != "text" for card in page["cards"])
        for point in run.run.points:
            assert {f"{point.id}-{name}" for name in point.values} <= set(ids)
    assert cards == values
    for number in derived.book.all():
        page = json.loads(
            (tmp_path / "content/numbers" / number.id / "page.json").read_text(encoding="utf-8")
        )
        assert page["inputs"], f"{number.id} has no inputs"


def test_no_generated_prose_holds_a_digit_outside_a_link(tmp_path: Path) -> None:
    """The positive side of the audit, before Hugo: what templates wrote, without links, code, formulas and anchors."""
    loaded, _ = load_verified(ROOT / "data/runs", "data/runs")
    generate(loaded, tmp_path)
    allowed = re.compile(
        r"\[[^\]]*\]\([^)]*\)|`[^`]*`|\$\$.*?\$\$|\\\(.*?\\\)|\{[{#].*?\}|v?\d+\.\d+\.\d+(-[a-z]+\.\d+)?|\b[cQ][1-3]\b",
        re.DOTALL,
    )
    for page in (tmp_path / "content").rglob("*index.md"):
        if page.parent.name == "format":  # generated from the types, and full of their limits
            continue
        body = page.read_text(encoding="utf-8").split("+++", 2)[2]
        rest = allowed.sub("", body)
        assert not re.search(r"\d", rest), f"{page.parent.name}: {re.search(r'.{0,40}[0-9].{0,20}', rest)!r}"
