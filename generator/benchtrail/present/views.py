# SPDX-License-Identifier: Apache-2.0
"""What a page shows, as frozen data: the generator's side of the agreement with the layouts.

Every string may hold untrusted text; layouts print them with contextual escaping only. There are no
numbers here: what looks like one was formatted from a typed quantity.
"""

from __future__ import annotations

from msgspec import Struct


class Cell(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A thing shown in a table or list: with `href` a number that leads to its evidence, else a text."""

    text: str
    href: str = ""
    kind: str = "text"
    literal: str = ""
    title: str = ""


class Column(Struct, frozen=True, kw_only=True):
    """A table's column."""

    key: str
    label: str
    unit: str = ""
    numeric: bool = True
    memory: str = ""


class Row(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table's row; `group` opens a heading row above it."""

    id: str
    cells: tuple[Cell, ...]
    group: str = ""


class Table(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table, with a CSV file beside the page."""

    id: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    csv: str = ""


class ChartView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A chart and the files beside the page that belong to it."""

    id: str
    title: str
    alt: str
    caption: str
    svg: str
    svg_narrow: str
    reading: tuple[str, ...]
    spec: str
    vega: str
    csv: str
    table: str


class CommandLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One command line as it is typed."""

    role: str
    text: str
    label: str = ""
    href: str = ""


class Commands(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Command lines that belong together."""

    id: str
    title: str
    items: tuple[CommandLine, ...]


class FactView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A label and what stands beside it."""

    label: str
    cell: Cell


class RoleView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The machine of one role."""

    role: str
    facts: tuple[FactView, ...]


class EnvironmentView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The machines of one run."""

    run: Cell
    roles: tuple[RoleView, ...]


class SourceView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A run as a source of figures: the document it was read from, or the run itself."""

    title: str
    run: Cell
    trust: str
    address: str = ""
    revision: str = ""
    licence: str = ""
    digest: str = ""


class ArtifactView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A file of evidence."""

    name: str
    href: str
    sha256: str
    size: str = ""
    media_type: str = ""
    describes: str = ""


class ExcerptLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of an artifact; either `text`, or the marked literal with what stands before and after it."""

    line: str
    text: str = ""
    before: str = ""
    mark: str = ""
    after: str = ""


class Card(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An evidence card: one value with the place it was read at."""

    id: str
    title: str
    point: str
    cell: Cell
    literal: str
    artifact: ArtifactView
    place: str
    extractor: str
    document_place: str = ""
    facts: tuple[FactView, ...] = ()
    excerpt: tuple[ExcerptLine, ...] = ()
    doubts: tuple[str, ...] = ()
    used_by: tuple[Cell, ...] = ()


class InputView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One input of a derived number."""

    symbol: str
    label: str
    cell: Cell
    at: str = ""


class NumberView(Struct, frozen=True, kw_only=True):
    """The page of a derived number."""

    kind: str
    id: str
    title: str
    at: str
    cell: Cell
    interval: str | None
    unit: str
    formula: str | None
    method: str
    inputs: tuple[InputView, ...]
    used_on: tuple[Cell, ...]
    doubts: tuple[str, ...]


class SuiteRef(Struct, frozen=True, kw_only=True):
    """A suite's name, title and address."""

    name: str
    title: str
    href: str


class RunView(Struct, frozen=True, kw_only=True):
    """The page of a run."""

    kind: str
    id: str
    suite: SuiteRef
    trust: str
    trust_text: str
    title: str
    date: str
    subject: tuple[FactView, ...]
    source: SourceView | None
    environments: tuple[RoleView, ...]
    commands: tuple[CommandLine, ...]
    tables: tuple[Table, ...]
    charts: tuple[ChartView, ...]
    artifacts: tuple[ArtifactView, ...]
    cards: tuple[Card, ...]
    notes: tuple[str, ...]


class PageView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a guide, model or list page shows beside its prose."""

    kind: str
    title: str
    summary: str = ""
    tables: tuple[Table, ...] = ()
    charts: tuple[ChartView, ...] = ()
    commands: tuple[Commands, ...] = ()
    environments: tuple[EnvironmentView, ...] = ()
    sources: tuple[SourceView, ...] = ()


class SuiteCard(Struct, frozen=True, kw_only=True):
    """A suite on the home page."""

    name: str
    title: str
    summary: str
    href: str
    runs: Cell
    values: Cell


class HomeFact(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A number to click on the home page: one, and perhaps another it is set beside."""

    id: str
    label: str
    cell: Cell
    text: str = ""
    then: Cell | None = None


class HomeView(Struct, frozen=True, kw_only=True):
    """The home page."""

    facts: tuple[HomeFact, ...]
    suites: tuple[SuiteCard, ...]
    tables: tuple[Table, ...] = ()
