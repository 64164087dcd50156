# SPDX-License-Identifier: Apache-2.0
"""Writing pages as Hugo bundles: front matter from a fixed list of keys, prose, and one page.json."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import msgspec

from benchtrail.errors import Problem, Problems
from benchtrail.present.cells import csv_text
from benchtrail.present.views import Table

_encoder = msgspec.json.Encoder()


class Bundles:
    """The bundles of one build below `root`. Two pages with one path are an error."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._paths: set[str] = set()

    def write(
        self,
        path: str,
        front: dict[str, str | int | bool],
        body: str,
        view: msgspec.Struct,
        *,
        section: bool = False,
    ) -> Path:
        """Write one bundle and return its folder. Raises `Problems` if the path is taken."""
        key = path.lower()
        if key in self._paths:
            problem = Problem(
                file=f"build/content/{path}",
                place="",
                expected="one page at an address",
                found="two",
                remedy="Rename one of them",
            )
            raise Problems([problem])
        self._paths.add(key)
        folder = self.root / path if path else self.root
        folder.mkdir(parents=True, exist_ok=True)
        name = "_index.md" if section else "index.md"
        (folder / name).write_text(front_matter(front) + body, encoding="utf-8")
        (folder / "page.json").write_bytes(_encoder.encode(view) + b"\n")
        return folder

    def tables(self, folder: Path, tables: Iterable[Table]) -> None:
        """Write the CSV file of each table that has one."""
        for table in tables:
            if table.csv:
                (folder / table.csv).write_text(csv_text(table), encoding="utf-8")


#: Front matter keys that a generated page may set; `url` and `aliases` could overwrite another page.
FRONT_KEYS = ("title", "description", "type", "layout", "weight", "toc_hide", "linkTitle")


def front_matter(front: dict[str, str | int | bool]) -> str:
    """TOML front matter. JSON strings are TOML basic strings, so the serializer is JSON's."""
    lines = [f"{key} = {json.dumps(front[key], ensure_ascii=True)}" for key in FRONT_KEYS if key in front]
    if len(lines) != len(front):
        raise ValueError(f"front matter may hold only {', '.join(FRONT_KEYS)}")
    return "+++\n" + "\n".join(lines) + "\n+++\n\n"
