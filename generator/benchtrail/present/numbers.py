# SPDX-License-Identifier: Apache-2.0
"""The pages of derived numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchtrail.present.cells import cell
from benchtrail.present.views import Cell, Column, InputView, NumberView, Row, Table
from benchtrail.present.words import DOUBTS
from benchtrail.quantity import Derived
from benchtrail.units import UNITS


def number_view(number: Derived, used_on: Mapping[str, Sequence[Cell]]) -> NumberView:
    """The page of one derived number: value, interval, formula, and every input as a link."""
    return NumberView(
        kind="number",
        id=number.id,
        title=number.title,
        at=number.at,
        cell=cell(number),
        interval=number.interval or None,
        unit=UNITS[number.unit].dimension,
        formula=number.formula or None,
        method=number.method,
        inputs=tuple(
            InputView(symbol=item.symbol, label=item.label, cell=cell(item.quantity), at=item.quantity.at)
            for item in number.inputs
        ),
        used_on=tuple(used_on.get(number.href, ())),
        doubts=tuple(DOUBTS[doubt] for doubt in number.doubts),
    )


def index_table(numbers: Sequence[Derived]) -> Table:
    """All derived numbers in one table."""
    return Table(
        id="numbers",
        caption="Every derived number",
        columns=(
            Column(key="title", label="What it is", numeric=False),
            Column(key="at", label="At", numeric=False),
            Column(key="value", label="Value"),
            Column(key="interval", label="95 % interval"),
        ),
        rows=tuple(
            Row(
                id=number.id,
                cells=(
                    Cell(text=number.title, href=number.href),
                    Cell(text=number.at, kind="identifier"),
                    cell(number),
                    Cell(text=number.interval, href=number.href if number.interval else ""),
                ),
            )
            for number in numbers
        ),
        csv="table-numbers.csv",
    )
