# SPDX-License-Identifier: Apache-2.0
"""Hold the transcriptions of the five source documents against the documents.

Two questions are asked of each document, cell by cell and digit by digit:

* Does each transcribed literal stand, character for character, on the line of
  the document that its row names?
* Is each run of digits in the document inside a transcribed literal, or named
  in ``EXCLUSIONS`` with the reason why it is no figure?

Used by ``test_sources.py``. Run by hand, with a folder of transcriptions, for
the counts per document::

    python generator/tests/sources_check.py [folder with <suite>/**/*.csv]
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT.parent / "shared" / "sources"
RUNS = ROOT / "data" / "runs"

Span = tuple[int, int]


@dataclass(frozen=True)
class Document:
    """A source document: its file, its digest, and the suite transcribed from it."""

    suite: str
    file: str
    sha256: str


DOCUMENTS = (
    Document(
        "watch-memory",
        "000_dfcad515310d8902.txt",
        "55d4177efc0ed0f77514621457613513270d33586e22f39406eae81d9793fc51",
    ),
    Document(
        "catchup-heap",
        "001_0bd117f91b1f9a7c.txt",
        "80a19b6fc9ff880d81501cf398191e2636cc9074b33ad151f984ba1425123bb0",
    ),
    Document(
        "mesh-scale",
        "002_a4653a50d36cea73.txt",
        "ef72a8eba78d0685881d3e542fabd987040c2812c050e503c493de9f43434c51",
    ),
    Document(
        "storage-memory",
        "003_dbfd9366339ea22b.txt",
        "4b3de2e863d4d3ff77466b27f3c3a67d08acb3e7d40ba70333043bf5909b9fd5",
    ),
    Document(
        "cluster",
        "004_12be0155b8987bd1.txt",
        "ba6f02c042e0b14f60abaa19c952c4510adb70c0e622e5c0f9b39ed635cfda35",
    ),
)

# Columns that hold our words or pointers. Every other cell is a literal.
OUR_COLUMNS = frozenset(
    {"document_line", "document_place", "context_lines", "last_line", "id", "row_id", "block", "blocks"}
    | {"note", "role", "fact", "quantity", "operation", "tool", "said_to_be", "bound"}
)
# Literals that are no figures: they are checked, but not counted.
TEXT_COLUMNS = frozenset({"command", "formula", "constant", "version", "setting", "commit"})


@dataclass(frozen=True)
class Exclusion:
    """Digits of a document that are no figure: which ones, and why."""

    suite: str
    lines: range | None  # None: every line
    pattern: str
    reason: str


EXCLUSIONS = (
    Exclusion("watch-memory", range(10, 11), r"HTTP2", "name of a protocol"),
    Exclusion("catchup-heap", range(1, 2), r"#18382", "number of another issue"),
    Exclusion("catchup-heap", range(8, 9), r"v3\.[56]\S*", "column headings of the table"),
    Exclusion("catchup-heap", None, r"^<img .*>$", "size, name and address of a picture"),
    Exclusion("catchup-heap", None, r"^### Q[123]:", "numbering of the questions"),
    Exclusion("mesh-scale", None, r"<sup>\[1\]</sup>", "mark of a footnote"),
    Exclusion("mesh-scale", None, r"\(\.\./images/scale/\S+\)", "file name of a picture"),
    Exclusion(
        "storage-memory",
        range(1, 2),
        r"v?[23]\.\d(\.\d)?(?!\d)|\bv3\b|etcd3|\bv2\b",
        "titles of other pages in the navigation",
    ),
    Exclusion("storage-memory", range(11, 74), r"\bc[12]\b", "names of the constants"),
    Exclusion("storage-memory", range(17, 45), r"\bv[12]\b", "drawing of the index"),
    Exclusion("storage-memory", range(91, 94), r"2020|CC-BY-4\.0", "years and licence"),
)


@dataclass
class Coverage:
    """What of a document has been transcribed: spans of each line, 0-based columns."""

    lines: list[str]
    spans: dict[int, list[Span]] = field(default_factory=dict)

    def claim(self, number: int, span: Span) -> None:
        self.spans.setdefault(number, []).append(span)

    def covers(self, number: int, span: Span) -> bool:
        return any(a <= span[0] and span[1] <= b for a, b in self.spans.get(number, ()))

    def take(self, literal: str, numbers: list[int]) -> bool:
        """Claim the first free place of ``literal`` on the lines, in their order.

        Where every place is taken the literal counts as found (two rows may
        state one figure), but claims nothing new: a figure that stands twice
        needs two cells. A bare number may stand glued to capitals (``512RAM``)
        only where it stands nowhere by itself.
        """
        quoted = re.escape(literal)
        whole = rf"(?<![\w])(?<!\d[.,-]){quoted}(?!\w)(?![.,-]\d)"
        glued = rf"(?<![\w])(?<!\d[.,-]){quoted}(?=[A-Z]{{3}}\b)"
        for pattern in (whole, glued):
            found = [
                (number, match.span())
                for number in numbers
                for match in re.finditer(pattern, self.lines[number - 1])
            ]
            for number, span in found:
                if not self.covers(number, span):
                    self.claim(number, span)
                    return True
            if found:
                return True
        return False


def transcriptions(folder: Path, suite: str) -> list[Path]:
    """CSV files of the suite's transcribed runs, or all of a folder without runs."""
    home = folder / suite
    runs = sorted(path.parent for path in home.glob("*/run.json"))
    if not runs:
        return sorted(home.rglob("*.csv"))
    kept = [run for run in runs if json.loads((run / "run.json").read_bytes()).get("trust") == "transcribed"]
    return [path for run in kept for path in sorted((run / "raw").glob("*.csv"))]


def rows_of(path: Path) -> list[dict[str, str]]:
    """Rows of a transcription; an empty list for a CSV that is none."""
    with path.open(encoding="utf-8", newline="") as stream:
        reader = csv.DictReader(stream, strict=True)
        if "document_line" not in (reader.fieldnames or ()):
            return []
        return list(reader)


def literals(row: dict[str, str]) -> dict[str, str]:
    return {name: cell for name, cell in row.items() if name not in OUR_COLUMNS and cell}


def take_row(row: dict[str, str], coverage: Coverage) -> list[str]:
    """Claim the row's literals; what could not be found, as messages."""
    first = int(row["document_line"])
    numbers = [first, *map(int, (row.get("context_lines") or "").split())]
    cells = literals(row)
    line = coverage.lines[first - 1]
    if cells and "".join(cells.values()) == line.strip():
        # A table whose columns ran together: its cells are the whole line.
        coverage.claim(first, (0, len(line)))
        return []
    if "constant" in cells:
        return take_constant(cells, first, coverage)
    missing = []
    for name, cell in cells.items():
        if name == "command":
            last = int(row.get("last_line") or first)
            block = coverage.lines[first - 1 : last]
            if "\n".join(block).replace("\\\n", "").strip() != cell:
                missing.append(f"line {first}: the command is not {cell!r}")
            for number, text in enumerate(block, start=first):
                coverage.claim(number, (0, len(text)))
        elif not coverage.take(cell, numbers):
            missing.append(f"line {first}: {name} {cell!r} does not stand there")
    return missing


def take_constant(cells: dict[str, str], number: int, coverage: Coverage) -> list[str]:
    """A published constant: its name and its value must stand as one equation."""
    equation = rf"\b{re.escape(cells['constant'])}\s*=\s*{re.escape(cells['value'])}(?!\w)"
    match = re.search(equation, coverage.lines[number - 1])
    if match is None:
        return [f"line {number}: {cells['constant']} = {cells['value']} does not stand there"]
    coverage.claim(number, match.span())
    return []


def read(document: Document, folder: Path) -> tuple[Coverage, list[str], Counter[str]]:
    """Hold all transcriptions against the document: coverage, faults, counts."""
    data = (SOURCES / document.file).read_bytes()
    coverage = Coverage(data.decode("utf-8").split("\n"))
    faults, counts = [], Counter[str]()
    for path in transcriptions(folder, document.suite):
        rows = rows_of(path)
        names = [row["id"] for row in rows]
        faults += [f"{path.name}: id {n!r} stands twice" for n, k in Counter(names).items() if k > 1]
        for row in rows:
            faults += [f"{path.name}, {row['id']}: {text}" for text in take_row(row, coverage)]
            figures = [
                n for n, cell in literals(row).items() if n not in TEXT_COLUMNS and re.search(r"\d", cell)
            ]
            counts["rows"] += 1
            counts["figures"] += len(figures)
            counts["commands"] += "command" in row
        counts["files"] += bool(rows)
    return coverage, faults, counts


def untranscribed(document: Document, coverage: Coverage) -> tuple[list[str], set[Exclusion]]:
    """Runs of digits that no transcription holds, and the exclusions that were needed."""
    left, used = [], set()
    mine = [e for e in EXCLUSIONS if e.suite == document.suite]
    for number, line in enumerate(coverage.lines, start=1):
        for token in re.finditer(r"\d+(?:[.,]\d+)*", line):
            if coverage.covers(number, token.span()):
                continue
            reason = next((e for e in mine if excludes(e, number, line, token.span())), None)
            if reason:
                used.add(reason)
            else:
                left.append(f"line {number}: {token[0]!r} in {line.strip()[:120]!r}")
    return left, used


def excludes(exclusion: Exclusion, number: int, line: str, span: Span) -> bool:
    if exclusion.lines is not None and number not in exclusion.lines:
        return False
    places = (match.span() for match in re.finditer(exclusion.pattern, line))
    return any(a <= span[0] and span[1] <= b for a, b in places)


def main(folder: Path) -> int:
    """Print counts and faults of the transcriptions in ``folder``; 1 if any fault."""
    failed = False
    for document in DOCUMENTS:
        coverage, faults, counts = read(document, folder)
        left, used = untranscribed(document, coverage)
        tokens = sum(len(re.findall(r"\d+(?:[.,]\d+)*", line)) for line in coverage.lines)
        print(
            f"{document.suite}: {counts['files']} files, {counts['rows']} rows, {counts['figures']} figures,"
            f" {counts['commands']} commands; {tokens} runs of digits in the document,"
            f" {len(left)} not transcribed, {len(used)} exclusions needed; {len(faults)} faults"
        )
        for text in [*faults, *left]:
            print("  " + text)
        failed = failed or bool(faults or left)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else RUNS))
