# SPDX-License-Identifier: Apache-2.0
"""Plain floors: the least work that reads the same files, or writes the same pages, with nothing checked.

`read` walks, reads and takes digests. `write_pages` also parses, formats and writes the files of every
run page, by straight code over dicts that knows the made-up runs: no types, no rules, no recomputing.
What it writes is compared with the generator's pages in the tests.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

Parser = Callable[[bytes], Any]
UNITS = {"{client}": "clients", "{stream}": "streams", "MBy": "MB", "KiBy": "KiB", "s": "s", "1": ""}
LABELS = {"cpus": "CPUs", "resident-memory": "Resident set"}
MEMORY = {"resident-set": "resident set", "installed": "installed memory"}


def read(root: str) -> int:
    """Read every file of every run and take its digest; return the number of bytes."""
    size = 0
    for folder in _folders(root):
        for path in _files(folder):
            data = _bytes(path)
            hashlib.sha256(data).hexdigest()
            size += len(data)
    return size


def write_pages(root: str, out: str, parse: Parser = msgspec.json.decode) -> int:
    """Write the files of every run page below `out`; return how many pages."""
    pages = 0
    for folder in _folders(root):
        text = _bytes(f"{folder}/run.json")
        hashlib.sha256(text).hexdigest()
        run = parse(text)
        raw = {}
        for artifact in run["artifacts"]:
            data = raw[artifact["name"]] = _bytes(f"{folder}/raw/{artifact['name']}")
            hashlib.sha256(data).hexdigest()
        _write_page(os.path.basename(folder), run, text, raw, out)
        pages += 1
    return pages


def _folders(root: str) -> Iterator[str]:
    for suite in os.scandir(root):
        for run in os.scandir(suite.path):
            yield run.path


def _files(folder: str) -> Iterator[str]:
    for entry in os.scandir(folder):
        if entry.is_dir():
            yield from _files(entry.path)
        else:
            yield entry.path


def _bytes(path: str) -> bytes:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return os.read(descriptor, os.fstat(descriptor).st_size)
    finally:
        os.close(descriptor)


def _write(path: str, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    try:
        os.write(descriptor, data)
    finally:
        os.close(descriptor)


def _write_page(id_: str, run: dict[str, Any], text: bytes, raw: dict[str, bytes], out: str) -> None:
    page, table = _page(id_, run, raw)
    content, static = f"{out}/content/runs/{id_}", f"{out}/static/runs/{id_}"
    os.makedirs(content)
    os.makedirs(f"{static}/raw")
    _write(f"{content}/index.md", f'+++\ntitle = "{id_}"\ntype = "runs"\ntoc_hide = true\n+++\n\n'.encode())
    _write(f"{content}/page.json", msgspec.json.encode(page) + b"\n")
    _write(f"{content}/table-points.csv", table.encode())
    _write(f"{static}/run.json", text)
    for name, data in raw.items():
        _write(f"{static}/raw/{name}", data)


def _page(id_: str, run: dict[str, Any], raw: dict[str, bytes]) -> tuple[dict[str, Any], str]:
    address = f"/runs/{id_}/"
    lines = {name: data.decode().split("\n") for name, data in raw.items()}
    artifacts = {item["name"]: item | {"href": f"{address}raw/{item['name']}"} for item in run["artifacts"]}
    cards, facts, rows = [], [], []
    for name, fact in run["environment"][0]["facts"].items():
        card = _card(f"server-0-{name}", name, fact, artifacts, lines, [])
        cards.append(card)
        facts.append({"label": card["title"], "cell": _linked(card, address)})
    for point in run["points"]:
        shown, cells = [], []
        for name, fact in (point["parameters"] | point["values"]).items():
            card = _card(f"{point['id']}-{name}", name, fact, artifacts, lines, shown)
            cards.append(card)
            cells.append(_linked(card, address))
            if name in point["parameters"]:
                shown = [*shown, {"label": card["title"], "cell": cells[-1]}]
        rows.append({"id": point["id"], "cells": [_in_table(cell) for cell in cells]})
    for command in run["commands"]:
        fact = {"kind": "text", "text": "", "evidence": command["evidence"]}
        cards.append(_card(f"command-{command['id']}", "command line", fact, artifacts, lines, []))
    titles = [_label(name) for name in (*run["points"][0]["parameters"], *run["points"][0]["values"])]
    page = {
        "kind": "run",
        "id": id_,
        "suite": {"name": run["suite"], "title": run["suite"], "href": f"/docs/{run['suite']}/"},
        "trust": run["trust"],
        "title": run["title"],
        "date": run["date"],
        "subject": [{"label": name, "cell": {"text": text}} for name, text in run["subject"].items()],
        "environments": [{"role": "Server", "facts": facts}],
        "commands": [{"role": item["role"], "text": " ".join(item["argv"])} for item in run["commands"]],
        "tables": [{"id": "points", "columns": [{"label": title} for title in titles], "rows": rows}],
        "artifacts": list(artifacts.values()),
        "cards": cards,
    }
    table = [",".join([*titles, "evidence"])]
    for row in rows:
        texts = [f'"{cell["text"]}"' if "," in cell["text"] else cell["text"] for cell in row["cells"]]
        table.append(",".join([*texts, row["cells"][-1]["href"]]))
    return page, "\n".join(table) + "\n"


def _card(
    id_: str,
    name: str,
    fact: dict[str, Any],
    artifacts: dict[str, Any],
    lines: dict[str, list[str]],
    shown: list[dict[str, Any]],
) -> dict[str, Any]:
    evidence = fact["evidence"]
    literal, place = evidence["literal"], evidence["place"]
    own = lines[evidence["artifact"]]
    if place["kind"] == "cell":
        number, where = place["line"], f"line {place['line']}, column “{place['column']}”"
        first = [{"line": "1", "text": own[0]}]
    else:
        number = next(i for i, line in enumerate(own, 1) if line.startswith(place.get("name", literal)))
        span = place["kind"] == "span"
        where = f"bytes {place['start']} to {place['end']}" if span else f"field “{place['name']}”"
        first = [{"line": str(number - 1), "text": own[number - 2]}] if number > 1 else []
    before, mark, after = own[number - 1].partition(literal) if literal else (own[number - 1], "", "")
    if fact.get("memory"):
        shown = [{"label": "Memory counted", "cell": {"text": MEMORY[fact["memory"]]}}, *shown]
    return {
        "id": id_,
        "title": _label(name),
        "cell": {"text": _text(fact), "href": f"#{id_}", "kind": fact["kind"], "literal": literal},
        "literal": literal,
        "artifact": artifacts[evidence["artifact"]],
        "place": where,
        "extractor": evidence["extractor"],
        "facts": shown,
        "excerpt": [*first, {"line": str(number), "before": before, "mark": mark, "after": after}],
    }


def _linked(card: dict[str, Any], address: str) -> dict[str, Any]:
    return card["cell"] | {"href": address + card["cell"]["href"]}


def _in_table(cell: dict[str, Any]) -> dict[str, Any]:
    """Columns of counts say what they count in their heads."""
    number, _space, unit = cell["text"].partition("\u00a0")
    return cell | {"text": number} if unit in ("clients", "streams") else cell


def _label(name: str) -> str:
    return LABELS.get(name) or name.capitalize()


def _text(fact: dict[str, Any]) -> str:
    kind = fact["kind"]
    if kind == "text":
        return fact["text"]
    if kind == "none":
        return fact["reason"].replace("-", " ")
    if kind == "range":
        return f"{fact['low']:g}–{fact['high']:g}\u00a0{UNITS[fact['unit']]}"
    number = fact["limit"] if kind == "bound" else fact["value"]
    sign = {"bound": ">\u00a0", "approximate": "about\u00a0"}.get(kind, "")
    return f"{sign}{number:,.10g}\u00a0{UNITS[fact['unit']]}".rstrip("\u00a0")


def parse_stdlib(data: bytes) -> Any:
    """The standard library's parser, for comparison."""
    return json.loads(data)
