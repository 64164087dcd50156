# SPDX-License-Identifier: Apache-2.0
"""A page to be written: front matter, a template with its context, tables and charts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from benchtrail.charts.types import Chart
from benchtrail.load import LoadedRun
from benchtrail.present.views import Commands, Table


@dataclass(frozen=True, kw_only=True, slots=True)
class ChartOf:
    """A chart and the id of the table behind it."""

    chart: Chart
    table: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A generated page with prose. `path` is its address without slashes at the ends.

    `template` is a reviewed template below templates/; `context` is what it may name. `section` makes
    it the index of a folder of pages. `runs` are the runs whose environment and source it shows.
    """

    path: str
    title: str
    description: str
    kind: str
    template: str
    context: Mapping[str, object] = field(default_factory=dict)
    tables: tuple[Table, ...] = ()
    charts: tuple[ChartOf, ...] = ()
    commands: tuple[Commands, ...] = ()
    runs: tuple[LoadedRun, ...] = ()
    weight: int = 100
    section: bool = False
    type: str = "docs"

    @property
    def href(self) -> str:
        """The page's address."""
        return f"/{self.path}/"
