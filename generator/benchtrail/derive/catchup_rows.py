# SPDX-License-Identifier: Apache-2.0
"""The configurations of the catch-up table, with both versions beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchtrail.derive.make import number_text
from benchtrail.quantity import Book, Derived, Input, Points, Sourced

#: The two versions by their keys in ids of numbers.
VERSIONS = {"v3-5": "v3.5.16", "v3-6": "v3.6.0-alpha.0"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Configuration:
    """One row of the table. `cells` holds the cell of each version, `measured` those that have a range."""

    point: str
    put: Sourced
    snapshots: Sourced
    entries: Sourced
    cells: Mapping[str, Sourced]

    @property
    def measured(self) -> dict[str, Sourced]:
        """The cells that are not empty, by version."""
        return {key: cell for key, cell in self.cells.items() if cell.kind == "range"}

    @property
    def low(self) -> float:
        """Bytes of the catch-up entries alone."""
        return self.entries.number() * self.put.number()

    @property
    def high(self) -> float:
        """Bytes of the catch-up entries and of all entries since the last snapshot."""
        return (self.entries.number() + self.snapshots.number()) * self.put.number()

    @property
    def inputs(self) -> tuple[Input, Input, Input]:
        """Put size, catch-up entries and snapshot count, in this order."""
        return put_input(self.put), entries_input(self.entries), snapshots_input(self.snapshots)


def put_input(put: Sourced) -> Input:
    """The size of a put (s)."""
    return Input(symbol="s", label="size of a put", quantity=put)


def entries_input(entries: Sourced) -> Input:
    """The catch-up entries (E)."""
    return Input(symbol="E", label="catch-up entries", quantity=entries)


def snapshots_input(snapshots: Sourced) -> Input:
    """The snapshot count (S)."""
    return Input(symbol="S", label="snapshot count", quantity=snapshots)


def configurations(points: Mapping[str, Points]) -> tuple[Configuration, ...]:
    """The rows, in the order of the first version's table. Raises `KeyError` if a version lacks one."""
    first = next(iter(points.values()))
    return tuple(
        Configuration(
            point=point,
            put=first.get(point, "put-size"),
            snapshots=first.get(point, "snapshot-count"),
            entries=first.get(point, "catchup-entries"),
            cells={key: own.get(point, "heap") for key, own in points.items()},
        )
        for point in first.table("heap")
    )


def enter(  # noqa: PLR0913,PLR0917 - the columns of a number's page
    book: Book,
    id_: str,
    title: str,
    value: float,
    inputs: Sequence[Input],
    formula: str,
    method: str,
    *,
    unit: str = "By",
    at: str = "",
    text: str = "",
) -> Derived:
    """Enter a number with three digits, or with a text of its own."""
    return book.add(
        Derived(
            id=id_,
            title=title,
            value=value,
            unit=unit,
            text=text or number_text(value, unit, 3),
            formula=formula,
            method=method,
            inputs=tuple(inputs),
            at=at,
        )
    )


def end(book: Book, id_: str, measured: Sourced, index: int, at: str) -> Derived:
    """Enter the lower (0) or upper (1) end of a measured range as a number of its own."""
    name, word = (("lower", "lowest"), ("upper", "highest"))[index]
    return enter(
        book,
        id_,
        f"The {word} heap",
        measured.ends()[index],
        (Input(symbol="h", label="measured, lowest to highest", quantity=measured),),
        rf"\{('min', 'max')[index]} h",
        f"The {name} end of the measured range.",
        at=at,
    )
