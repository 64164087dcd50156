# SPDX-License-Identifier: Apache-2.0
"""What the "Measured again" sections of all guides share: cells in the published unit, lists, rows not run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchtrail.derive.measured import Again, NotRun
from benchtrail.present.cells import EMPTY, cell, column_cell, text_cell
from benchtrail.present.views import Cell, Column, Row, Table
from benchtrail.quantity import Derived, Sourced
from benchtrail.suites import label
from benchtrail.units import megabytes

#: What stands where a run of ours does not have a row at all.
MISSING = Cell(text="–", title="not a row of this run")


def memory_cell(quantity: Sourced | None) -> Cell:
    """A memory in decimal megabytes, as the published table counts; its card keeps the unit it was read in."""
    if quantity is None:
        return MISSING
    if quantity.kind != "exact":
        return cell(quantity)
    return Cell(
        text=megabytes(quantity.number()),
        href=quantity.href,
        kind=quantity.kind,
        literal=quantity.literal,
        title=f"{quantity.text} in the raw file",
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Refitted:
    """The constants of one version: fitted ones, and what they are beside the published ones.

    `outside` names the published constants outside the new interval, and whether the new one is above or below.
    """

    again: Again
    constants: Mapping[str, Derived]
    ratios: Mapping[str, Derived]
    outside: Mapping[str, str]


_SIDES = {"above": "below the interval", "below": "above the interval"}


def constants_table(
    caption: str, names: Mapping[str, str], published: Mapping[str, Sourced], fits: Sequence[Refitted]
) -> Table:
    """Each constant as published, and for each version fitted, with its interval and where the published one lies."""
    rows = []
    for name, words in names.items():
        for fit in fits:
            number, old, ratio = fit.constants[name], published.get(name), fit.ratios.get(name)
            rows.append(
                Row(
                    id=f"again-{name}-{fit.again.key}",
                    cells=(
                        text_cell(words),
                        Cell(text=fit.again.version, href=fit.again.run.address),
                        cell(number),
                        text_cell(number.interval, number.href),
                        cell(old) if old else text_cell("not given"),
                        cell(ratio) if ratio else EMPTY,
                        text_cell(_SIDES.get(fit.outside.get(name, ""), "inside")) if old else EMPTY,
                    ),
                )
            )
    return Table(
        id="again-constants",
        caption=caption,
        columns=(
            Column(key="constant", label="Constant", numeric=False),
            Column(key="version", label="Version", numeric=False),
            Column(key="again", label="Fitted"),
            Column(key="interval", label="95 % interval"),
            Column(key="published", label="Published"),
            Column(key="ratio", label="Fitted over published"),
            Column(key="side", label="Published lies", numeric=False),
        ),
        rows=tuple(rows),
        csv="table-again-constants.csv",
    )


def not_run_table(suite: str, id_: str, rows: Sequence[NotRun], *, predicted: bool = False) -> Table:
    """The rows that ended without a figure, with the reason that the harness gave."""
    names = [item.label for item in rows[0].parameters]
    return Table(
        id=id_,
        caption="Rows that were not measured, and why",
        columns=(
            Column(key="version", label="Version", numeric=False),
            *(
                Column(key=name.replace(" ", "-"), label=label(suite, name.replace(" ", "-")))
                for name in names
            ),
            Column(key="outcome", label="Outcome", numeric=False),
            Column(key="reason", label="Reason, as the harness gave it", numeric=False),
            *(
                (Column(key="predicted", label="Predicted"), Column(key="interval", label="95 % interval"))
                if predicted
                else ()
            ),
        ),
        rows=tuple(_not_run_row(row, predicted=predicted) for row in rows),
        csv=f"table-{id_}.csv",
    )


def _not_run_row(row: NotRun, *, predicted: bool) -> Row:
    cells = [
        Cell(text=row.again.version, href=row.again.run.address),
        *(column_cell(quantity) for quantity in row.parameters),
        cell(row.outcome),
        text_cell(row.reason, row.outcome.href),
    ]
    if predicted and row.predicted is not None:
        cells += [cell(row.predicted), text_cell(row.predicted.interval, row.predicted.href)]
    elif predicted:
        cells += [EMPTY, EMPTY]
    return Row(id=f"not-run-{row.again.key}-{row.point}", cells=tuple(cells))
