# SPDX-License-Identifier: Apache-2.0
"""The charts of storage memory."""

from __future__ import annotations

from benchtrail.charts.types import Axis, Chart, Mark
from benchtrail.derive.storage import StorageModel, row_label


def index_chart(model: StorageModel) -> Chart:
    """Every row of the index table, measured and as the fitted model gives it."""
    marks = []
    for row in model.rows:
        fitted = model.numbers[f"fitted-{row.point}"]
        for series, quantity, value in (
            ("measured", row.measured, row.measured.number()),
            ("fitted model", fitted, fitted.value),
        ):
            marks.append(
                Mark(
                    x=row_label(row),
                    y=value,
                    series=series,
                    label=row_label(row),
                    text=quantity.text,
                    href=quantity.href,
                    kind="exact" if quantity is row.measured else "derived",
                )
            )
    return Chart(
        id="storage-index",
        title="Memory of the index, measured and by the model",
        alt=(
            "Memory of the index for the eight rows of the table, each measured and as the fitted model gives it. The two agree but for the "
            "rows with several versions; the row with the most and longest keys and several versions lies well below the model."
        ),
        kind="bars",
        x=Axis(title="", scale="ordinal"),
        y=Axis(title="Memory of the index", unit="B"),
        marks=tuple(marks),
        better="lower",
    )


def process_chart(model: StorageModel) -> Chart:
    """The whole process with small and with large values."""
    marks = []
    for twin in model.values:
        label = ", ".join(twin.index.parameters[name].text for name in ("keys", "versions"))
        for quantity, size in ((twin.small, twin.small_size), (twin.large, twin.large_size)):
            marks.append(
                Mark(
                    x=label,
                    y=quantity.number(),
                    series=f"values of {size.text}",
                    label=label,
                    text=quantity.text,
                    href=quantity.href,
                )
            )
    return Chart(
        id="storage-process",
        title="Resident memory of the process by the size of its values",
        alt=(
            "Resident memory of the whole process with small and with large values. Large values cost more than twice the memory in the "
            "smallest store and slightly less than small ones in the largest."
        ),
        kind="bars",
        x=Axis(title="", scale="ordinal"),
        y=Axis(title="Resident memory", unit="B"),
        marks=tuple(marks),
        better="lower",
    )


def per_key_chart(model: StorageModel) -> Chart:
    """Memory per key in a small store and in one ten times as large."""
    marks = []
    for twin in model.scales:
        label = ", ".join((twin.shared[0].text, f"keys of {twin.shared[1].text}"))
        for row in (twin.first, twin.second):
            number = model.numbers[f"per-key-{row.point}"]
            marks.append(
                Mark(
                    x=label,
                    y=number.value,
                    series=row.parameters["keys"].text,
                    label=label,
                    text=number.text,
                    href=number.href,
                    kind="derived",
                )
            )
    return Chart(
        id="storage-per-key",
        title="Index memory per key, in a small store and in one ten times as large",
        alt=(
            "Index memory per key for four combinations of versions and key size, each in a small store and in one ten times as large. Small "
            "and large store agree with one version; with several versions and long keys the large store lies far below the small one."
        ),
        kind="bars",
        x=Axis(title="", scale="ordinal"),
        y=Axis(title="Memory per key", unit="B"),
        marks=tuple(marks),
        better="lower",
    )
