# SPDX-License-Identifier: Apache-2.0
"""The transcriptions of the five source documents are exact and complete.

How they are held against the documents is in ``sources_check.py``. The
documents are not part of this repository: where they are not beside it
(``../shared/sources``), the tests that read them skip.
"""

from __future__ import annotations

import hashlib
import re

import pytest
from sources_check import (
    DOCUMENTS,
    EXCLUSIONS,
    OUR_COLUMNS,
    RUNS,
    SOURCES,
    Coverage,
    Document,
    read,
    rows_of,
    take_row,
    transcriptions,
    untranscribed,
)

# How many rows each transcription holds. One figure may state two facts (a time
# for webhook and certificates), and an empty cell has no digits to miss, so
# rows are counted as well as digits.
EXPECTED_ROWS = {
    "watch-memory": {
        "constants.csv": 3,
        "environment.csv": 4,
        "formulas.csv": 1,
        "statements.csv": 14,
        "table.csv": 15,
    },
    "storage-memory": {
        "constants.csv": 2,
        "environment.csv": 5,
        "formulas.csv": 1,
        "index.csv": 8,
        "process.csv": 8,
        "statements.csv": 6,
    },
    "catchup-heap": {
        "commands-v3.5.16.csv": 32,
        "commands-v3.6.0-alpha.0.csv": 16,
        "configurations-v3.5.16.csv": 8,
        "configurations-v3.6.0-alpha.0.csv": 4,
        "formulas.csv": 2,
        "heap-v3.5.16.csv": 8,
        "heap-v3.6.0-alpha.0.csv": 8,
        "statements.csv": 9,
        "versions.csv": 2,
    },
    "mesh-scale": {
        "environment.csv": 13,
        "form-factors.csv": 8,
        "results.csv": 35,
        "topology.csv": 9,
    },
    "cluster": {
        "bandwidth.csv": 5,
        "blocks.csv": 22,
        "commands.csv": 13,
        "environment.csv": 9,
        "results.csv": 105,
        "setup.csv": 8,
        "statements.csv": 4,
    },
}


def need(document: Document) -> None:
    if not (SOURCES / document.file).is_file():
        pytest.skip("the source documents are not beside this repository (../shared/sources)")
    if not transcriptions(RUNS, document.suite):
        pytest.fail(f"no transcribed run of {document.suite} under data/runs")


each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda d: d.suite)


@each_document
def test_document_is_the_one_transcribed(document: Document) -> None:
    need(document)
    digest = hashlib.sha256((SOURCES / document.file).read_bytes()).hexdigest()
    assert digest == document.sha256


@each_document
def test_every_literal_stands_in_the_document(document: Document) -> None:
    need(document)
    _, faults, counts = read(document, RUNS)
    assert not faults, "\n".join(faults)
    assert counts["figures"] > 0


@each_document
def test_every_figure_of_the_document_is_transcribed(document: Document) -> None:
    need(document)
    coverage, _, _ = read(document, RUNS)
    left, _ = untranscribed(document, coverage)
    assert not left, "\n".join(left)


@each_document
def test_every_exclusion_is_needed(document: Document) -> None:
    need(document)
    coverage, _, _ = read(document, RUNS)
    _, used = untranscribed(document, coverage)
    idle = [e for e in EXCLUSIONS if e.suite == document.suite and e not in used]
    assert not idle, f"exclusions that exclude nothing: {idle}"


@each_document
def test_every_row_is_there(document: Document) -> None:
    need(document)
    counts = {
        path.name: len(rows) for path in transcriptions(RUNS, document.suite) if (rows := rows_of(path))
    }
    assert counts == EXPECTED_ROWS[document.suite]


@each_document
def test_files_are_plain_csv_with_short_ids(document: Document) -> None:
    need(document)
    for path in transcriptions(RUNS, document.suite):
        data = path.read_bytes()
        assert b"\r" not in data and data.endswith(b"\n") and not data.endswith(b"\n\n"), path.name
        assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", row["id"]) for row in rows_of(path)), path.name


def table_cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def test_heap_sizes_come_from_the_column_of_their_version() -> None:
    """Two versions stand in one table: neither figures nor empty cells may change sides."""
    document = next(d for d in DOCUMENTS if d.suite == "catchup-heap")
    need(document)
    lines = (SOURCES / document.file).read_text(encoding="utf-8").split("\n")
    files = {
        path.name[len("heap-") : -len(".csv")]: path
        for path in transcriptions(RUNS, document.suite)
        if path.name.startswith("heap-")
    }
    assert set(files) == {"v3.5.16", "v3.6.0-alpha.0"}
    for version, path in files.items():
        column = next(i for i, name in enumerate(table_cells(lines[7])) if name.endswith(version))
        for row in rows_of(path):
            table = table_cells(lines[int(row["document_line"]) - 1])
            assert [cell for name, cell in row.items() if name not in OUR_COLUMNS] == [
                *table[:3],
                table[column],
            ]


def test_a_changed_figure_and_a_left_out_figure_are_noticed() -> None:
    """The check itself: it must see a wrong digit, and a figure without a cell."""
    document = Document("watch-memory", "", "")
    row = {"document_line": "1", "document_place": "", "id": "a", "clients": "1k", "memory usage": "50MB"}
    good = Coverage(["| 1k | 50MB |"])
    assert take_row(row, good) == []
    assert untranscribed(document, good)[0] == []
    wrong = Coverage(["| 1k | 51MB |"])
    assert len(take_row(row, wrong)) == 1
    assert len(untranscribed(document, wrong)[0]) == 1
    twice = Coverage(["| 1k | 50MB | 50MB |"])
    assert take_row(row, twice) == []
    assert len(untranscribed(document, twice)[0]) == 1
