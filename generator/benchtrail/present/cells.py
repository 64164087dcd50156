# SPDX-License-Identifier: Apache-2.0
"""Quantities as cells, and points as tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

import msgspec

from benchtrail.load import LoadedRun
from benchtrail.model import Exact, Fact, Memory, Point, Text, Trust
from benchtrail.present.views import Cell, Column, Row, Table
from benchtrail.present.words import DOUBTS, MEMORY
from benchtrail.quantity import Quantity, Sourced
from benchtrail.suites import SUITES, TableSpec, label
from benchtrail.units import megabytes, to_base

EMPTY = Cell(text="")


def cell(quantity: Quantity, title: str = "") -> Cell:
    """A quantity as a link to its evidence."""
    return Cell(
        text=quantity.text, href=quantity.href, kind=quantity.kind, literal=quantity.literal, title=title
    )


def column_cell(quantity: Sourced) -> Cell:
    """A parameter below a heading that names its noun: `100,000` below `Keys`."""
    found = cell(quantity)
    return msgspec.structs.replace(found, text=_without_noun(found.text, quantity.fact))


def text_cell(text: str, href: str = "") -> Cell:
    """A text that is no number."""
    return Cell(text=text, href=href)


def fact_cell(run: LoadedRun, card: str, fact: Fact, title: str = "") -> Cell:
    """A fact of a run: with evidence a link to its card, without it plain text."""
    if isinstance(fact, Text) and fact.evidence is None:
        return Cell(text=fact.text)
    return cell(Sourced(run=run, card=card, fact=fact), title)


def points_table(run: LoadedRun, table: str, *, id_: str = "", caption: str = "") -> Table:
    """The points of one table of a run, as its suite says which columns to show.

    A column `*` stands for whichever metric the point has. Columns that are empty throughout are left out.
    """
    points = [point for point in run.run.points if point.table == table]
    known = SUITES.get(run.run.suite)
    spec = known.tables.get(table) if known else None
    spec = spec or _plain_spec(table, points)
    keys = [
        key
        for key in spec.columns
        if key == "*" or any(key in point.parameters or key in point.values for point in points)
    ]
    id_ = id_ or table
    return Table(
        id=id_,
        caption=caption or spec.caption,
        columns=tuple(_column(run.run.suite, key, points) for key in keys),
        rows=tuple(
            Row(id=point.id, cells=tuple(_point_cell(run, point, key) for key in keys)) for point in points
        ),
        notes=doubt_notes(fact for point in points for fact in point.values.values()),
        csv=f"table-{id_}.csv",
    )


def doubt_notes(facts: Iterable[Fact]) -> tuple[str, ...]:
    """The warnings of some facts in words, each once, in the order of their meaning."""
    found = {doubt for fact in facts if not isinstance(fact, Text) for doubt in fact.doubts}
    return tuple(text for doubt, text in DOUBTS.items() if doubt in found)


def csv_text(table: Table) -> str:
    """A table as CSV. A cell that a spreadsheet would take for a formula is prefixed with an apostrophe."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([_safe(column.label) for column in table.columns] + ["evidence"])
    for row in table.rows:
        evidence = next((cell.href for cell in reversed(row.cells) if cell.href), "")
        writer.writerow([_safe(cell.text.replace("\u00a0", " ")) for cell in row.cells] + [evidence])
    return buffer.getvalue()


def _safe(text: str) -> str:
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _plain_spec(table: str, points: list[Point]) -> TableSpec:
    keys = dict.fromkeys(key for point in points for key in (*point.parameters, *point.values))
    return TableSpec(caption=table.replace("-", " ").capitalize(), columns=tuple(keys))


def _column(suite: str, key: str, points: list[Point]) -> Column:
    if key == "*":
        return Column(key="figure", label="Figure", numeric=True)
    facts = [
        fact for point in points if (fact := point.parameters.get(key) or point.values.get(key)) is not None
    ]
    memories = {fact.memory for fact in facts if not isinstance(fact, Text) and fact.memory is not None}
    memory = MEMORY[next(iter(memories))] if len(memories) == 1 and memories != {Memory.LIMIT} else ""
    return Column(
        key=key,
        label=label(suite, key),
        numeric=not all(isinstance(fact, Text) for fact in facts),
        memory=memory,
    )


def _point_cell(run: LoadedRun, point: Point, key: str) -> Cell:
    if key == "*":
        key = next(iter(point.values))
    fact = point.parameters.get(key) or point.values.get(key)
    if fact is None:
        return EMPTY
    found = fact_cell(run, f"{point.id}-{key}", fact)
    if isinstance(fact, Exact) and fact.memory is not None and run.run.trust is not Trust.TRANSCRIBED:
        return msgspec.structs.replace(
            found, text=megabytes(to_base(fact.value, fact.unit)), title=f"{found.text} in the raw file"
        )
    return msgspec.structs.replace(found, text=_without_noun(found.text, fact))


def _without_noun(text: str, fact: Fact) -> str:
    """A count without the noun that its column's heading names already."""
    if isinstance(fact, Text) or not fact.unit.startswith("{") or "/" in fact.unit:
        return text
    number, _, noun = text.rpartition("\u00a0")
    return number if number and noun.isalpha() else text
