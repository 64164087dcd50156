# SPDX-License-Identifier: Apache-2.0
"""The values that are printed beside marks."""

from __future__ import annotations

from typing import Any

from benchtrail.charts import style
from benchtrail.charts.axes import position
from benchtrail.charts.frame import Frame
from benchtrail.charts.parts import Json, layer_of, linked
from benchtrail.charts.rows import Row
from benchtrail.charts.types import Chart


def texts(chart: Chart, frame: Frame, rows: dict[Any, list[Row]]) -> list[Json]:
    """The printed values behind the marks of a chart with categories, and the reason where there is none."""
    font: Json = {"type": "text", "fontSize": frame.size.font_px, "fill": style.TEXT, "baseline": "middle"}
    link = linked() | {"text": {"field": "c7", "type": "nominal"}}
    layers = []
    if frame.labelled:
        ends = (
            ("dot", "c1", 8),
            ("open", "c1", 8),
            ("over", "c1", 20),
            ("under", "c1", 8),
            ("span", "c3", 7),
        )
        outermost = _outermost(rows)
        for name, field, dx in ends:
            shown = [row for row in rows[name] if outermost[row["c0"], row["c4"]] is row]
            # Behind the interval of a value, where it has one.
            for suffix, end in (("", field), ("interval", "c3")):
                part = [row for row in shown if ("c3" in row and field != "c3") == bool(suffix)]
                encoding = position(chart, frame, field=end) | link
                layers.append(
                    layer_of(f"text{name}{suffix}", part, font | {"align": "left", "dx": dx}, encoding)
                )
    for name, part, align, dx in _reasons(frame, rows["none"]):
        layers.append(layer_of(name, part, font | {"align": align, "dx": dx}, position(chart, frame) | link))
    return layers


def _outermost(rows: dict[Any, list[Row]]) -> dict[tuple[Any, Any], Row]:
    """Of several marks in one row the one that reaches farthest: texts of the others would be struck through."""
    found: dict[tuple[Any, Any], Row] = {}
    for row in (row for part in rows.values() for row in part):
        key = (row["c0"], row["c4"])
        if key not in found or _reach(row) > _reach(found[key]):
            found[key] = row
    return found


def _reach(row: Row) -> float:
    end = row.get("c3", row["c1"])
    return float(end) if isinstance(end, (int, float)) else 0.0


def _reasons(frame: Frame, rows: list[Row]) -> list[tuple[str, list[Row], str, int]]:
    """Reasons stand on the side of their mark where there is room."""
    if frame.flip or frame.place_domain is None:
        return [("textnone", rows, "left", 13)]
    numbers = [row["c0"] for row in rows if isinstance(row["c0"], (int, float))]
    middle = (max(numbers, default=0) + min(numbers, default=0)) / 2
    middle = min(middle, sum(frame.place_domain) / 2)
    left = [row for row in rows if isinstance(row["c0"], (int, float)) and row["c0"] < middle]
    right = [row for row in rows if row not in left]
    return [("textnoneleft", left, "left", 13), ("textnoneright", right, "right", -13)]
