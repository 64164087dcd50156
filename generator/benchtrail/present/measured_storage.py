# SPDX-License-Identifier: Apache-2.0
"""The "Measured again" section of the storage guide: its tables, and what its sentences name."""

from __future__ import annotations

from benchtrail.derive.measured_storage import StorageAgain, StoragePair
from benchtrail.derive.storage import StorageModel
from benchtrail.present.cells import EMPTY, cell, column_cell, doubt_notes
from benchtrail.present.measured import Refitted, constants_table, memory_cell, not_run_table
from benchtrail.present.views import Cell, Column, Row, Table

_NAMES = {"c1": "c1, a key", "c2": "c2, a version"}
_PARAMETERS = {"keys": "Keys", "versions": "Versions", "key-size": "Key size", "value-size": "Value size"}


def tables(again: StorageAgain, model: StorageModel) -> tuple[Table, ...]:
    """The section's tables; none without runs."""
    found = []
    if again.index:
        found.append(
            _rows_table(
                "again-index",
                "The index alone, as published and measured again",
                again.index,
                (
                    ("index-memory", "Before collection", "Go heap allocated"),
                    ("index-memory-collected", "After collection", "Go heap after garbage collection"),
                ),
                "Go heap allocated",
            )
        )
    if again.fits:
        fits = [
            Refitted(again=item.again, constants=item.constants, ratios=item.ratios, outside=item.outside)
            for item in again.fits
        ]
        found.append(
            constants_table(
                "Constants fitted to the new index rows after a collection, and as published",
                _NAMES,
                model.published,
                fits,
            )
        )
    if again.process:
        found.append(
            _rows_table(
                "again-process",
                "The whole process, as published and measured again",
                again.process,
                (
                    ("resident-memory", "Measured", "resident set"),
                    ("resident-anonymous", "Anonymous", "resident set, anonymous"),
                    ("resident-file", "File-backed", "resident set, file-backed"),
                    ("collected-heap-allocated", "Heap", "Go heap after garbage collection"),
                ),
                "resident set",
            )
        )
    found += [
        not_run_table("storage-memory", f"again-not-run-{table}", rows)
        for table, rows in again.not_run.items()
        if rows
    ]
    return tuple(found)


def _rows_table(
    id_: str,
    caption: str,
    pairs: tuple[StoragePair, ...],
    metrics: tuple[tuple[str, str, str], ...],
    published: str,
) -> Table:
    """Every row of every version: the published figure, and what was measured with its ratio where there is one."""
    compared = [name for name, _, _ in metrics if any(name in pair.ratios for pair in pairs)]
    keys = [item.label.replace(" ", "-") for item in pairs[0].parameters]
    columns = [Column(key=key, label=_PARAMETERS[key]) for key in keys]
    columns += [
        Column(key="version", label="etcd", numeric=False),
        Column(key="published", label="Published", memory=published),
    ]
    for name, label, memory in metrics:
        columns.append(Column(key=name, label=label, memory=memory))
        if name in compared:
            columns.append(Column(key=f"{name}-ratio", label="Over published"))
    rows = []
    for pair in pairs:
        cells: list[Cell] = [
            *(column_cell(item) for item in pair.parameters),
            Cell(text=pair.again.version, href=pair.again.run.address),
            cell(pair.published),
        ]
        for name, _, _ in metrics:
            cells.append(memory_cell(pair.values.get(name)))
            if name in compared:
                cells.append(cell(pair.ratios[name]) if name in pair.ratios else EMPTY)
        rows.append(Row(id=f"{id_}-{pair.again.key}-{pair.published.at}", cells=tuple(cells)))
    return Table(
        id=id_,
        caption=caption,
        columns=tuple(columns),
        rows=tuple(rows),
        notes=doubt_notes(item.fact for pair in pairs for item in (pair.published, *pair.values.values())),
        csv=f"table-{id_}.csv",
    )


def context(again: StorageAgain) -> dict[str, object]:
    """What the template names: the model of the new runs, and which sentences hold."""
    return {
        "again": again,
        "again_not_run_index": bool(again.not_run["index"]),
        "again_not_run_process": bool(again.not_run["process"]),
        "again_process_higher": bool(again.process)
        and all(ratio.value > 1 for pair in again.process for ratio in pair.ratios.values()),
        "c_names": ({"key": "c1", "word": "a key"}, {"key": "c2", "word": "a version"}),
    }
