# SPDX-License-Identifier: Apache-2.0
"""Storage memory: N(c1 + key) + N·versions·(c2 + pointer), solved pair by pair and fitted to all rows.

The document says that its constants are averages over four pairs of rows that differ in the number of
versions only; here the four pairs are solved, in both readings of MB, and the fit says how far the
table as a whole decides the constants.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from benchtrail.derive.fit import Fit, relative
from benchtrail.derive.make import constant, prediction, quality, ratio, relative_error
from benchtrail.derive.storage_rows import (
    POINTER,
    Row,
    Twin,
    ValueTwin,
    enter,
    parameter_inputs,
    row_label,
    rows_of,
    small_part,
    twins_of,
    value_twins_of,
)
from benchtrail.load import LoadedRun
from benchtrail.quantity import Book, Derived, Input, Points, Sourced

FORMULA = r"m = N (c_1 + k) + N v (c_2 + p)"
CONSTANTS = ("c1", "c2")
SYMBOLS = {"c1": "c_1", "c2": "c_2"}
TITLES = {"c1": "Memory of a key beside its bytes (c1)", "c2": "Memory of a version beside its pointer (c2)"}
PAIR_FORMULAS = {
    "c1": r"c_1 = \frac{m_a}{N} - k - v_a \left( c_2 + p \right)",
    "c2": r"c_2 = \frac{m_b - m_a}{N (v_b - v_a)} - p",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class StorageModel:
    """Everything the storage pages show, by name.

    `pairs` are rows that differ in their versions only; `scales` rows that differ in the number of keys
    only, the smaller first; `odd` are the rows that the other rows' fit does not reach with its interval.
    `inside` are the published constants that lie inside the fitted interval in both readings of MB.
    """

    run: LoadedRun
    rows: tuple[Row, ...]
    pairs: tuple[Twin, ...]
    scales: tuple[Twin, ...]
    values: tuple[ValueTwin, ...]
    fit: Fit
    numbers: Mapping[str, Derived]
    published: Mapping[str, Sourced]
    odd: tuple[Row, ...]
    inside: tuple[str, ...]


def derive(run: LoadedRun, book: Book, prefix: str = "storage-memory") -> StorageModel:
    """Solve the pairs, fit the model, and enter all numbers into `book`."""
    points = Points(run)
    rows = rows_of(points, "index", "index-memory")
    pairs, scales = twins_of(rows, "versions"), twins_of(rows, "keys")
    published = {name: points.get(name, "published") for name in CONSTANTS}
    numbers: dict[str, Derived] = {}
    for binary in (False, True):
        _pairs(book, numbers, prefix, pairs, binary=binary)
    fit = _fit(book, numbers, prefix, rows, binary=False)
    other = _fit(book, numbers, f"{prefix}-binary", rows, binary=True)
    _rows_by_model(book, numbers, prefix, rows, fit, published)
    odd = _without_each(book, numbers, prefix, rows)
    _scales(book, numbers, prefix, rows, scales)
    values = value_twins_of(points, rows)
    _values(book, numbers, prefix, values)
    _overhead(book, numbers, prefix, rows[0], values[0], published)
    return StorageModel(
        run=run,
        rows=rows,
        pairs=pairs,
        scales=scales,
        values=values,
        fit=fit,
        numbers=numbers,
        published=published,
        odd=odd,
        inside=_inside(published, fit, other),
    )


def _inside(published: Mapping[str, Sourced], *fits: Fit) -> tuple[str, ...]:
    return tuple(
        name
        for index, name in enumerate(CONSTANTS)
        if all(fit.intervals[index][0] <= published[name].number() <= fit.intervals[index][1] for fit in fits)
    )


def _pairs(
    book: Book, numbers: dict[str, Derived], prefix: str, pairs: tuple[Twin, ...], *, binary: bool
) -> None:
    """The solution of each pair, and the average over the pairs."""
    reading, key = (", MB read as a power of two", "binary-") if binary else ("", "")
    solved: dict[str, list[Derived]] = {"c1": [], "c2": []}
    for pair in pairs:
        c1, c2 = pair.solve(binary=binary)
        for name, value in (("c2", c2), ("c1", c1)):
            inputs: tuple[Input, ...] = pair.inputs
            if name == "c1":
                inputs = (*inputs, Input(symbol="c_2", label="c2 of this pair", quantity=solved["c2"][-1]))
            number = enter(
                book,
                f"{prefix}-{key}pair-{pair.id}-{name}",
                f"{name} from a pair of rows{reading}",
                value,
                inputs,
                PAIR_FORMULAS[name],
                "Two rows that differ in their versions only, and pointers of eight bytes, give both constants.",
                digits=_one_decimal(value),
                at=pair.id,
            )
            solved[name].append(number)
            numbers[f"{key}pair-{pair.id}-{name}"] = number
    for name in CONSTANTS:
        found = solved[name]
        mean = sum(number.value for number in found) / len(found)
        numbers[f"{key}average-{name}"] = enter(
            book,
            f"{prefix}-{key}average-{name}",
            f"Average of {name} over the pairs{reading}",
            mean,
            tuple(Input(symbol=SYMBOLS[name], label=number.title, quantity=number) for number in found),
            rf"\bar{{c}}_{name[-1]} = \frac{{1}}{{n}} \sum_i c_{{{name[-1]},i}}",
            "The mean over the pairs of rows that differ in their versions only.",
            digits=_one_decimal(mean),
        )


def _one_decimal(value: float) -> int:
    """Digits that show a number of ten to a thousand bytes with one decimal."""
    return 4 if abs(value) >= 100 else 3


def _measured_inputs(rows: tuple[Row, ...]) -> tuple[Input, ...]:
    return tuple(
        Input(symbol=f"m_{{{i}}}", label=row.measured.label, quantity=row.measured)
        for i, row in enumerate(rows, start=1)
    )


def _relative(rows: tuple[Row, ...], *, binary: bool = False) -> Fit:
    return relative(
        CONSTANTS,
        [(row.keys, row.keys * row.versions) for row in rows],
        [row.measured.number(binary_mb=binary) for row in rows],
        [row.known for row in rows],
    )


def _fit(book: Book, numbers: dict[str, Derived], prefix: str, rows: tuple[Row, ...], *, binary: bool) -> Fit:
    fit, inputs = _relative(rows, binary=binary), _measured_inputs(rows)
    reading = ", MB read as a power of two" if binary else ""
    for index, name in enumerate(CONSTANTS):
        numbers[f"binary-{name}" if binary else name] = constant(
            book, prefix, fit, index, TITLES[name] + reading, inputs, FORMULA
        )
    if not binary:
        numbers["r2"], numbers["worst"] = quality(book, prefix, fit, "memory of the index", inputs)
    return fit


def _rows_by_model(  # noqa: PLR0913,PLR0917 - the book, and what the predictions are made of
    book: Book,
    numbers: dict[str, Derived],
    prefix: str,
    rows: tuple[Row, ...],
    fit: Fit,
    published: Mapping[str, Sourced],
) -> None:
    """What the fitted and the published constants give for each row, and how far that is from the row."""
    for row, fitted in zip(rows, fit.predicted, strict=True):
        by_published = row.predict(*(published[name].number() for name in CONSTANTS))
        for key, error, title, value, constants in (
            (
                "fitted",
                "residual",
                "Memory by the fitted model",
                fitted,
                {name: numbers[name] for name in CONSTANTS},
            ),
            ("published", "published-error", "Memory by the published constants", by_published, published),
        ):
            inputs = (
                *(Input(symbol=SYMBOLS[name], label=name, quantity=constants[name]) for name in CONSTANTS),
                *parameter_inputs(row),
            )
            number = prediction(
                book, f"{prefix}-{key}-{row.point}", title, value, inputs, FORMULA, at=row.point
            )
            numbers[f"{key}-{row.point}"] = number
            numbers[f"{error}-{row.point}"] = relative_error(
                book,
                f"{prefix}-{error}-{row.point}",
                title.replace("Memory by", "Error of"),
                number,
                row.measured,
                value,
                row.measured.number(),
            )


def _without_each(
    book: Book, numbers: dict[str, Derived], prefix: str, rows: tuple[Row, ...]
) -> tuple[Row, ...]:
    """Fit again without each row; the rows that lie outside what the others predict for them."""
    odd = []
    for row in rows:
        others = tuple(other for other in rows if other is not row)
        fit, inputs = _relative(others), _measured_inputs(others)
        key = f"without-{row.point}"
        for index, name in enumerate(CONSTANTS):
            numbers[f"{key}-{name}"] = constant(
                book, f"{prefix}-{key}", fit, index, f"{name} without one row", inputs, FORMULA, at=row.point
            )
        value, low, high = fit.predict((row.keys, row.keys * row.versions), row.known)
        numbers[key] = prediction(
            book,
            f"{prefix}-{key}",
            "What the other rows predict for this one",
            value,
            (
                *(Input(symbol=SYMBOLS[n], label=n, quantity=numbers[f"{key}-{n}"]) for n in CONSTANTS),
                *parameter_inputs(row),
            ),
            FORMULA,
            interval=(low, high),
            at=row.point,
        )
        if not low <= row.measured.number() <= high:
            odd.append(row)
    return tuple(odd)


def _scales(
    book: Book, numbers: dict[str, Derived], prefix: str, rows: tuple[Row, ...], scales: tuple[Twin, ...]
) -> None:
    """Memory per key of each row, and of ten times as many keys against a tenth of them."""
    for row in rows:
        numbers[f"per-key-{row.point}"] = enter(
            book,
            f"{prefix}-per-key-{row.point}",
            "Index memory per key",
            row.measured.number() / row.keys,
            (
                Input(symbol="m", label=row.measured.label, quantity=row.measured),
                small_part(row, "keys", "N"),
            ),
            r"\frac{m}{N}",
            "The memory of the row divided by its keys.",
            at=row.point,
        )
    for twin in scales:
        small, large = (numbers[f"per-key-{row.point}"] for row in (twin.first, twin.second))
        numbers[f"scale-{twin.id}"] = ratio(
            book,
            f"{prefix}-scale-{twin.id}",
            "Memory per key of the larger store against the smaller",
            large,
            small,
            large.value,
            small.value,
            at=twin.id,
        )
        times = twin.second.keys / twin.first.keys
        numbers[f"scaled-{twin.id}"] = enter(
            book,
            f"{prefix}-scaled-{twin.id}",
            "The smaller store scaled to the keys of the larger",
            twin.first.measured.number() * times,
            (
                Input(symbol="m_a", label="the smaller store", quantity=twin.first.measured),
                small_part(twin.first, "keys", "N_a"),
                small_part(twin.second, "keys", "N_b"),
            ),
            r"m_a \cdot \frac{N_b}{N_a}",
            "Index memory grows in proportion to the number of keys, by the formula.",
            at=twin.id,
        )


def _values(book: Book, numbers: dict[str, Derived], prefix: str, values: tuple[ValueTwin, ...]) -> None:
    """Large values against small ones, and the whole process against its index."""
    for twin in values:
        small, large, index = (q.number() for q in (twin.small, twin.large, twin.index.measured))
        numbers[f"value-ratio-{twin.id}"] = ratio(
            book,
            f"{prefix}-value-ratio-{twin.id}",
            "Resident memory with large values against small ones",
            twin.large,
            twin.small,
            large,
            small,
            at=twin.id,
        )
        numbers[f"value-growth-{twin.id}"] = enter(
            book,
            f"{prefix}-value-growth-{twin.id}",
            "Resident memory that larger values add",
            large - small,
            (
                Input(symbol="m_b", label="with large values", quantity=twin.large),
                Input(symbol="m_a", label="with small values", quantity=twin.small),
            ),
            "m_b - m_a",
            "The first number less the second.",
            at=twin.id,
        )
        numbers[f"value-bytes-{twin.id}"] = enter(
            book,
            f"{prefix}-value-bytes-{twin.id}",
            "Bytes by which the stored values themselves are larger",
            twin.added_bytes,
            twin.added_inputs,
            "N v (s_b - s_a)",
            "Keys, times versions, times what each value is larger by.",
            at=twin.id,
        )
        for name, over, value in (("small", twin.small, small), ("large", twin.large, large)):
            numbers[f"over-index-{name}-{twin.id}"] = ratio(
                book,
                f"{prefix}-over-index-{name}-{twin.id}",
                f"Resident memory with {name} values against the index alone",
                over,
                twin.index.measured,
                value,
                index,
                at=twin.id,
            )


def _overhead(  # noqa: PLR0913,PLR0917 - as above
    book: Book,
    numbers: dict[str, Derived],
    prefix: str,
    row: Row,
    twin: ValueTwin,
    published: Mapping[str, Sourced],
) -> None:
    """Two readings of `overhead of key metadata`: part of the index, and against key and value."""
    c1, c2 = (published[name].number() for name in CONSTANTS)
    constants = tuple(
        Input(symbol=SYMBOLS[n], label=f"{n} as published", quantity=published[n]) for n in CONSTANTS
    )
    key, version = small_part(row, "key-size", "k"), small_part(row, "versions", "v")
    numbers["overhead-index"] = enter(
        book,
        f"{prefix}-overhead-index",
        "Key metadata as a part of the index",
        100 * c1 / (row.predict(c1, c2) / row.keys),
        (*constants, key, version),
        r"\frac{c_1}{c_1 + k + v (c_2 + p)}",
        "What a key costs beside its bytes, divided by all that its entry in the index takes; p is eight bytes.",
        unit="%",
        at=row.point,
    )
    size = twin.small_size.number()
    numbers["overhead-pair"] = enter(
        book,
        f"{prefix}-overhead-pair",
        "Key metadata against key and small value",
        100 * c1 / (row.key_size + size),
        (constants[0], key, Input(symbol="s", label="value size", quantity=twin.small_size)),
        r"\frac{c_1}{k + s}",
        "What a key costs beside its bytes, divided by the bytes of the key and of its value.",
        unit="%",
        at=row.point,
    )


__all__ = ["CONSTANTS", "FORMULA", "POINTER", "StorageModel", "derive", "row_label"]
