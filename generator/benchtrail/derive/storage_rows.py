# SPDX-License-Identifier: Apache-2.0
"""The rows of the storage tables, and which of them are twins: alike in everything but one parameter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchtrail.derive.make import number_text
from benchtrail.quantity import Book, Derived, Input, Points, Sourced

#: Bytes of a pointer: the machines of the document are sixty-four-bit ones.
POINTER = 8.0

_SYMBOLS = {"keys": "N", "versions": "v", "key-size": "k"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One row of the index table: its parameters as quantities and numbers, and the measured memory."""

    point: str
    parameters: dict[str, Sourced]
    measured: Sourced

    @property
    def keys(self) -> float:
        """Number of keys (N)."""
        return self.parameters["keys"].number()

    @property
    def versions(self) -> float:
        """Versions of each key (v)."""
        return self.parameters["versions"].number()

    @property
    def key_size(self) -> float:
        """Bytes of a key (k)."""
        return self.parameters["key-size"].number()

    @property
    def known(self) -> float:
        """Bytes of the formula that do not depend on c1 or c2: the keys themselves and the pointers."""
        return self.keys * self.key_size + self.keys * self.versions * POINTER

    def predict(self, c1: float, c2: float) -> float:
        """Bytes that the formula gives for this row."""
        return self.known + self.keys * c1 + self.keys * self.versions * c2


@dataclass(frozen=True, kw_only=True, slots=True)
class Twin:
    """Two rows alike in everything but one parameter, the smaller first. `shared` is what they share."""

    id: str
    shared: tuple[Sourced, ...]
    first: Row
    second: Row

    def solve(self, *, binary: bool) -> tuple[float, float]:
        """c1 and c2 in bytes, if the rows differ in their versions."""
        first, second = self.first, self.second
        a, b = (row.measured.number(binary_mb=binary) for row in (first, second))
        per_version = (b - a) / (first.keys * (second.versions - first.versions))
        c1 = a / first.keys - first.key_size - first.versions * per_version
        return c1, per_version - POINTER

    @property
    def inputs(self) -> tuple[Input, ...]:
        """What the solution is made of."""
        return (
            Input(symbol="m_a", label="fewer versions", quantity=self.first.measured),
            Input(symbol="m_b", label="more versions", quantity=self.second.measured),
            small_part(self.first, "keys", "N"),
            small_part(self.first, "key-size", "k"),
            small_part(self.first, "versions", "v_a"),
            small_part(self.second, "versions", "v_b"),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class ValueTwin:
    """Two rows of the whole-process table that differ in the value size only, and the index row like them."""

    id: str
    index: Row
    small: Sourced
    large: Sourced
    small_size: Sourced
    large_size: Sourced

    @property
    def added_bytes(self) -> float:
        """Bytes by which all stored values together are larger."""
        return self.index.keys * self.index.versions * (self.large_size.number() - self.small_size.number())

    @property
    def added_inputs(self) -> tuple[Input, ...]:
        """What those bytes are made of."""
        return (
            small_part(self.index, "keys", "N"),
            small_part(self.index, "versions", "v"),
            Input(symbol="s_a", label="small value", quantity=self.small_size),
            Input(symbol="s_b", label="large value", quantity=self.large_size),
        )


def rows_of(points: Points, table: str, metric: str) -> tuple[Row, ...]:
    """The rows of a table."""
    return tuple(
        Row(
            point=point,
            parameters={name: points.get(point, name) for name in _SYMBOLS},
            measured=points.get(point, metric),
        )
        for point in points.table(table)
    )


def twins_of(rows: Sequence[Row], differ: str) -> tuple[Twin, ...]:
    """Rows alike in everything but the parameter `differ`, in the order of the table."""
    same = [name for name in _SYMBOLS if name != differ]
    groups: dict[tuple[float, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(row.parameters[name].number() for name in same), []).append(row)
    twins = []
    for group in groups.values():
        first, second = sorted(group, key=lambda row: row.parameters[differ].number())
        parts = first.point.split("-")
        del parts[list(_SYMBOLS).index(differ)]
        twins.append(
            Twin(
                id="-".join(parts),
                shared=tuple(first.parameters[name] for name in same),
                first=first,
                second=second,
            )
        )
    return tuple(twins)


def value_twins_of(points: Points, rows: Sequence[Row]) -> tuple[ValueTwin, ...]:
    """The whole-process rows in pairs by value size, each with the index row of the same keys."""
    process = rows_of(points, "process", "resident-memory")
    twins = []
    for index in rows:
        same = sorted(
            (row for row in process if (row.keys, row.versions, row.key_size) == _shape(index)),
            key=lambda row: points.get(row.point, "value-size").number(),
        )
        if same:
            small, large = same
            twins.append(
                ValueTwin(
                    id=index.point,
                    index=index,
                    small=small.measured,
                    large=large.measured,
                    small_size=points.get(small.point, "value-size"),
                    large_size=points.get(large.point, "value-size"),
                )
            )
    return tuple(twins)


def _shape(row: Row) -> tuple[float, float, float]:
    return row.keys, row.versions, row.key_size


def row_label(row: Row) -> str:
    """A row in words, such as `100,000 keys, 5 versions, keys of 64 B`."""
    return ", ".join(_words(name, quantity) for name, quantity in row.parameters.items())


def _words(name: str, quantity: Sourced) -> str:
    return f"keys of {quantity.text}" if name == "key-size" else quantity.text


def small_part(row: Row, name: str, symbol: str) -> Input:
    """One parameter of a row as an input."""
    return Input(symbol=symbol, label=name.replace("-", " "), quantity=row.parameters[name])


def parameter_inputs(row: Row) -> tuple[Input, ...]:
    """All parameters of a row as inputs, by their symbols in the formula."""
    return tuple(small_part(row, name, symbol) for name, symbol in _SYMBOLS.items())


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
    digits: int = 3,
    at: str = "",
) -> Derived:
    """Enter a number with so many digits."""
    return book.add(
        Derived(
            id=id_,
            title=title,
            value=value,
            unit=unit,
            text=number_text(value, unit, digits),
            formula=formula,
            method=method,
            inputs=tuple(inputs),
            at=at,
        )
    )
