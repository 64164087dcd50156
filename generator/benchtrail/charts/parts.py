# SPDX-License-Identifier: Apache-2.0
"""The smallest parts of a specification: a layer, a link, a value used as it is."""

from __future__ import annotations

from typing import Any

from benchtrail.charts import style
from benchtrail.charts.rows import Row

#: A Vega-Lite specification or a part of one: JSON whose shape the schema decides (`validate.py`).
Json = dict[str, Any]


def raw(field: str) -> Json:
    """A value that is used as it is: ours (a colour, a shape), so it needs no scale."""
    return {"field": field, "type": "nominal", "scale": None}


def filled() -> Json:
    """The inside and the outline of a bar."""
    return {"fill": raw("c12"), "stroke": raw("c8")}


def linked() -> Json:
    """Where a mark leads and what is said there."""
    return {"href": {"field": "c6", "type": "nominal"}, "description": {"field": "c5", "type": "nominal"}}


def layer_of(name: str, rows: list[Row], mark: Json, encoding: Json) -> Json:
    """A layer with its own rows. Names hold no hyphen: `svg.py` reads them back from the drawing's classes."""
    return {"name": name, "data": {"values": rows}, "mark": mark, "encoding": encoding}


def dash(index: int) -> tuple[int, ...]:
    """The dashes of a curve by its place; they repeat after six."""
    return style.DASHES[index % len(style.DASHES)]
