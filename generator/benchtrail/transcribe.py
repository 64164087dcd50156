# SPDX-License-Identifier: Apache-2.0
"""Transcription: CSV files of a document's figures to a run, by literal tables that say what each column is.

The CSV files are the evidence; nothing is retyped. A `Plan` names the columns, and `assemble` reads
every cell with the extractor that `verify` will use again.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from benchtrail import shell
from benchtrail.errors import Problem, Problems, show
from benchtrail.extract import EXTRACTORS, Missing, csv_cell
from benchtrail.files import digest
from benchtrail.literals import Reading, Unreadable
from benchtrail.model import (
    FORMAT_VERSION,
    Absent,
    Approximate,
    Artifact,
    Bound,
    CellPlace,
    Command,
    Doubt,
    Evidence,
    Exact,
    Fact,
    Machine,
    Memory,
    Point,
    Range,
    Role,
    Run,
    Source,
    Subject,
    Text,
    Trust,
)


@dataclass(frozen=True, slots=True)
class Column:
    """How to read a column: `name` in the CSV, `key` in the run, unit and extractor (None: a text)."""

    name: str
    key: str
    unit: str = "1"
    extractor: str = "csv-quantity@1"
    memory: Memory | None = None
    doubts: tuple[Doubt, ...] = ()
    text_if: str = ""  # literals that match this expression are texts, not quantities


@dataclass(frozen=True, kw_only=True, slots=True)
class Table:
    """A CSV whose rows are points. `values` are columns; or, if `metric` names a column, each row has
    the one value in `value_column`, read as `metrics[that row's metric]` says."""

    file: str
    table: str
    parameters: tuple[Column, ...] = ()
    values: tuple[Column, ...] = ()
    metric: str = ""
    metrics: Mapping[str, Column] = field(default_factory=dict)
    skip: tuple[str, ...] = ()  # ids of rows without a figure


@dataclass(frozen=True, kw_only=True, slots=True)
class Blocks:
    """Points whose parameters stand in one CSV and whose values, one a row, in another."""

    file: str
    table: str
    parameters: tuple[Column, ...]
    values_file: str
    block: str
    metric: str
    value: str
    metrics: Mapping[str, Column]
    doubts: Mapping[str, tuple[Doubt, ...]] = field(default_factory=dict)  # by prefix of the block's id


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """Everything that turns a folder of CSV files into a run."""

    suite: str
    label: str
    title: str
    date: str
    subject: Subject
    files: Mapping[str, str]  # file: what it holds
    tables: tuple[Table | Blocks, ...]
    environment: Mapping[str, tuple[Role, Column]]  # row id of environment.csv: role and how to read it
    commands: str = ""  # the CSV with the commands
    command_points: str = ""  # its column with the points
    notes: tuple[str, ...] = ()


def assemble(plan: Plan, raw: Mapping[str, bytes], source: Source, notes: tuple[str, ...] = ()) -> Run:
    """The run of a plan. Raises `Problems` with every cell that cannot be read."""
    reader = _Reader(raw)
    points = [point for table in plan.tables for point in reader.points(table)]
    environment = reader.environment(plan.environment) if plan.environment else ()
    commands = reader.commands(plan) if plan.commands else ()
    if reader.problems:
        raise Problems(reader.problems)
    artifacts = tuple(
        Artifact(
            name=name,
            sha256=digest(raw[name]),
            size=len(raw[name]),
            media_type="text/csv",
            describes=plan.files[name],
        )
        for name in sorted(plan.files)
    )
    return Run(
        format=FORMAT_VERSION,
        suite=plan.suite,
        title=plan.title,
        trust=Trust.TRANSCRIBED,
        date=plan.date,
        subject=plan.subject,
        environment=environment,
        commands=commands,
        artifacts=artifacts,
        points=tuple(points),
        source=source,
        notes=plan.notes + notes,
    )


class _Reader:
    """Reads cells of the CSV files and remembers what could not be read."""

    def __init__(self, raw: Mapping[str, bytes]) -> None:
        self.raw = raw
        self.problems: list[Problem] = []

    def rows(self, file: str) -> Iterator[tuple[int, dict[str, str]]]:
        """The rows of a CSV with their line numbers."""
        yield from enumerate(csv.DictReader(io.StringIO(self.raw[file].decode())), start=2)

    def fact(self, file: str, line: int, column: Column) -> Fact | None:
        """The cell as a fact; None (and a problem) if it cannot be read."""
        place = CellPlace(line=line, column=column.name)
        try:
            literal = csv_cell(self.raw[file], place).literal
            textual = column.extractor == "csv-text@1" or (
                column.text_if and re.fullmatch(column.text_if, literal)
            )
            extractor = EXTRACTORS["csv-text@1" if textual else column.extractor]
            evidence = Evidence(artifact=file, place=place, literal=literal, extractor=extractor.name)
            if textual:
                return Text(text=literal, evidence=evidence) if literal else None
            return _value(extractor.read(literal, column.unit), column, evidence)  # type: ignore[misc]
        except (Missing, Unreadable) as fault:
            found = "no such column" if isinstance(fault, Missing) else show(literal)
            self.problems.append(
                Problem(
                    file=file,
                    place=f"line {line}, column {column.name}",
                    expected=str(fault),
                    found=found,
                    remedy="Correct the plan or the cell",
                )
            )
            return None

    def facts(
        self, file: str, line: int, columns: tuple[Column, ...], *, keep_empty: bool
    ) -> dict[str, Fact]:
        """The cells of several columns by key; empty parameters are left out, empty values are outcomes."""
        found = {column.key: self.fact(file, line, column) for column in columns}
        return {
            key: fact
            for key, fact in found.items()
            if fact is not None and (keep_empty or not isinstance(fact, Absent))
        }

    def points(self, table: Table | Blocks) -> Iterator[Point]:
        """The points of one table."""
        if isinstance(table, Blocks):
            yield from self._blocks(table)
            return
        for line, row in self.rows(table.file):
            if row["id"] in table.skip:
                continue
            columns = (table.metrics[row[table.metric]],) if table.metric else table.values
            yield Point(
                id=row["id"],
                table=table.table,
                parameters=self.facts(table.file, line, table.parameters, keep_empty=False),
                values=self.facts(table.file, line, columns, keep_empty=True),  # type: ignore[arg-type]
                document_place=_document_place(row),
            )

    def _blocks(self, table: Blocks) -> Iterator[Point]:
        values: dict[str, dict[str, Fact]] = {}
        for line, row in self.rows(table.values_file):
            column = table.metrics[row[table.metric]]
            for prefix, doubts in table.doubts.items():
                if row[table.block].startswith(prefix):
                    column = Column(
                        column.name, column.key, column.unit, column.extractor, column.memory, doubts
                    )
            fact = self.fact(table.values_file, line, column)
            if fact is not None:
                values.setdefault(row[table.block], {})[column.key] = fact
        for line, row in self.rows(table.file):
            if row["id"] in values:
                yield Point(
                    id=row["id"],
                    table=table.table,
                    parameters=self.facts(table.file, line, table.parameters, keep_empty=False),
                    values=values[row["id"]],  # type: ignore[arg-type]
                    document_place=_document_place(row),
                )

    def environment(self, plan: Mapping[str, tuple[Role, Column]]) -> tuple[Machine, ...]:
        """Machines by role from environment.csv; every row must be planned for."""
        machines: dict[Role, dict[str, Fact]] = {}
        for line, row in self.rows("environment.csv"):
            role, column = plan[row["id"]]
            fact = self.fact("environment.csv", line, column)
            if fact is not None and not isinstance(fact, Absent):
                machines.setdefault(role, {})[column.key] = fact
        return tuple(Machine(role=role, facts=facts) for role, facts in machines.items())

    def commands(self, plan: Plan) -> tuple[Command, ...]:
        """The command lines, split as a shell splits them."""
        commands: list[Command] = []
        for line, row in self.rows(plan.commands):
            literal = row["command"]
            evidence = Evidence(
                artifact=plan.commands,
                place=CellPlace(line=line, column="command"),
                literal=literal,
                extractor="csv-text@1",
            )
            commands.append(
                Command(
                    id=row["id"],
                    role=Role(row["role"]),
                    argv=tuple(shell.argv(literal) or ()),
                    points=tuple(row[plan.command_points].split()),
                    label=row.get("note", ""),
                    example=row.get("said_to_be", "") == "example",
                    evidence=evidence,
                )
            )
        return tuple(commands)


def _document_place(row: Mapping[str, str]) -> str:
    return f"line {row['document_line']}: {row['document_place']}"


def _value(reading: Reading, column: Column, evidence: Evidence) -> Fact:
    common = {"unit": column.unit, "memory": column.memory, "doubts": column.doubts, "evidence": evidence}
    match reading.content:
        case ("exact", value):
            return Exact(value=value, **common)  # type: ignore[arg-type]
        case ("range", low, high):
            return Range(low=low, high=high, **common)  # type: ignore[arg-type]
        case ("bound", side, limit):
            return Bound(side=side, limit=limit, **common)  # type: ignore[arg-type]
        case ("approximate", value):
            return Approximate(value=value, **common)  # type: ignore[arg-type]
        case ("none", reason):
            return Absent(reason=reason, **{**common, "doubts": ()})  # type: ignore[arg-type]
    raise AssertionError(reading)
