# SPDX-License-Identifier: Apache-2.0
"""Addresses and spoken labels kept out of Vega: a chart is drawn with tokens in their place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from benchtrail.charts.parts import Json
from benchtrail.charts.rows import describe, describe_line
from benchtrail.charts.types import Chart

TOKEN = re.compile(r"/token/(?:mark|line)/\d+\Z")


@dataclass(frozen=True, kw_only=True, slots=True)
class Link:
    """Where a mark leads and what a screen reader says."""

    href: str
    label: str


def tokenise(chart: Chart) -> tuple[Chart, dict[str, Link]]:
    """The chart with a token for each address, and what each token stands for."""
    links: dict[str, Link] = {}
    marks, lines = [], []
    for index, mark in enumerate(chart.marks):
        token = f"/token/mark/{index}"
        links[token] = Link(href=mark.href, label=describe(mark))
        marks.append(replace(mark, href=token))
    for index, line in enumerate(chart.lines):
        token = f"/token/line/{index}" if line.href else ""
        if token:
            links[token] = Link(href=line.href, label=describe_line(line))
        lines.append(replace(line, href=token))
    return replace(chart, marks=tuple(marks), lines=tuple(lines)), links


def with_addresses(vega: Json, links: Mapping[str, Link]) -> Json:
    """A compiled specification with the addresses that its tokens stand for; only inline data hold any."""
    return vega | {"data": [_resolved(source, links) for source in vega["data"]]}


def _resolved(source: Json, links: Mapping[str, Link]) -> Json:
    if "values" not in source:
        return source
    rows = [
        row | {"c6": links[row["c6"]].href} if row.get("c6") in links else row for row in source["values"]
    ]
    return source | {"values": rows}
