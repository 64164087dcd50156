# SPDX-License-Identifier: Apache-2.0
"""The guide page and the model page of mesh scale."""

from __future__ import annotations

from benchtrail.derive.mesh import MeshModel
from benchtrail.present.cells import EMPTY, cell, doubt_notes, points_table, text_cell
from benchtrail.present.mesh_charts import TIMES, limit_chart, memory_chart, reason, times, times_chart
from benchtrail.present.page import ChartOf, Page
from benchtrail.present.views import Cell, Column, Row, Table
from benchtrail.quantity import Sourced
from benchtrail.suites import SUITES

SUITE = SUITES["mesh-scale"]


def pages(model: MeshModel) -> list[Page]:
    """The two pages."""
    guide = Page(
        path="docs/mesh-scale",
        title=SUITE.title,
        description=SUITE.summary,
        kind="suite",
        template="docs/mesh-scale.md.j2",
        context=_context(model),
        tables=(
            _factors_table(model),
            _memory_table(model),
            _times_table(model),
            _issuance_table(model),
            points_table(model.run, "topology"),
        ),
        charts=(
            ChartOf(chart=memory_chart(model), table="form-factors"),
            ChartOf(chart=times_chart(model), table="times"),
        ),
        runs=(model.run,),
        weight=SUITE.weight,
    )
    page = Page(
        path="models/mesh-scale",
        title="Model: memory of a mesh controller",
        description="Initial memory and memory per pod: at how many pods each memory limit would be reached, and where the tests ended.",
        kind="model",
        template="models/mesh-scale.md.j2",
        context=_context(model),
        tables=(_limits_table(model),),
        charts=(ChartOf(chart=limit_chart(model), table="limits"),),
        runs=(model.run,),
        weight=SUITE.weight,
    )
    return [guide, page]


def _context(model: MeshModel) -> dict[str, object]:
    points = model.points
    return {
        "m": model,
        "n": model.numbers,
        "small": model.factors[0],
        "middle": model.factors[1],
        "large": model.factors[2],
        "safe": points.get("conservative-limit-256mb", "conservative-pod-limit"),
        "reach": points.get("reach-512mb", "reachable-pods"),
        "spike": points.get("convergence-512mb-400pods", "convergence-time"),
        "few": points.get("convergence-512mb-1-5-2cpu-400pods", "convergence-time"),
        "few_pods": points.get("convergence-512mb-1-5-2cpu-400pods", "pods"),
        "many": points.get("convergence-512mb-4cpu-400pods", "convergence-time"),
        "headed": points.get("assessment-512mb-1-5-2cpu", "cpus"),
        "peak": points.get("cpu-peak-512mb-4cpu", "cpu-peak"),
        "full": points.get("full-cpu-256mb-1-5cpu", "pods-at-full-cpu"),
    }


# --- tables ----------------------------------------------------------------------------------------


def _columns(*pairs: tuple[str, str, bool]) -> tuple[Column, ...]:
    return tuple(Column(key=key, label=label, numeric=numeric) for key, label, numeric in pairs)


def _factors_table(model: MeshModel) -> Table:
    points = model.points
    full = {"256mb-1-5cpu": points.get("full-cpu-256mb-1-5cpu", "pods-at-full-cpu")}
    peak = {"512mb-4cpu": points.get("cpu-peak-512mb-4cpu", "cpu-peak")}
    rows = tuple(
        Row(
            id=f"factor-{factor.key}",
            cells=(
                cell(factor.limit),
                cell(factor.cpus),
                cell(factor.stopped),
                text_cell(reason(factor)),
                cell(factor.per_pod),
                cell(full[factor.key]) if factor.key in full else EMPTY,
                cell(peak[factor.key]) if factor.key in peak else EMPTY,
            ),
        )
        for factor in model.factors
    )
    return Table(
        id="form-factors",
        caption="The form factors, and where each test ended",
        columns=_columns(
            ("limit", "Memory limit", True),
            ("cpus", "CPUs", True),
            ("stopped", "Test ended at", True),
            ("why", "Because the controller", False),
            ("per-pod", "Memory per pod", True),
            ("full", "Pods when all CPUs are busy", True),
            ("peak", "CPUs used at the peak", True),
        ),
        rows=rows,
        notes=doubt_notes(
            fact for factor in model.factors for fact in (factor.per_pod.fact, peak["512mb-4cpu"].fact)
        ),
        csv="table-form-factors.csv",
    )


def _memory_table(model: MeshModel) -> Table:
    """What the document's assessment states for all form factors together."""
    points = model.points
    hard = points.get("hard-limit-256mb", "memory-limit-that-bounds-pods")
    stated: tuple[tuple[str, Cell, Sourced], ...] = (
        ("Memory with an empty mesh", EMPTY, model.initial),
        ("Memory that each pod adds", EMPTY, model.stated),
        (
            "Pods called a conservative limit",
            cell(points.get("conservative-limit-256mb", "memory-limit")),
            points.get("conservative-limit-256mb", "conservative-pod-limit"),
        ),
        (
            "Pods that can be reached",
            cell(points.get("reach-512mb", "memory-limit")),
            points.get("reach-512mb", "reachable-pods"),
        ),
        ("Memory limit said to bound the pods, whatever the CPUs", EMPTY, hard),
    )
    return Table(
        id="memory",
        caption="Memory, as the document assesses it",
        columns=_columns(
            ("what", "What", False), ("limit", "Memory limit", True), ("figure", "Figure", True)
        ),
        rows=tuple(
            Row(id=f"memory-{quantity.card}", cells=(text_cell(what), limit, cell(quantity)))
            for what, limit, quantity in stated
        ),
        notes=doubt_notes(quantity.fact for _, _, quantity in stated),
        csv="table-memory.csv",
    )


_TIMES_NOTES = (
    "For the smallest form factor the document gives the lowest and the highest bucket of all updates together.",
    "The last row stands in the document's section on memory; the others in the sections on CPUs and on each form factor.",
)


def _times_table(model: MeshModel) -> Table:
    points, rows = model.points, []
    for id_, completion, highest, convergence in TIMES:
        of = completion or convergence
        rows.append(
            Row(
                id=f"times-{id_}",
                cells=(
                    cell(points.get(of, "pods")),
                    cell(points.get(of, "memory-limit")),
                    cell(points.get(of, "cpus")) if completion else text_cell("not given"),
                    *(
                        cell(quantity) if quantity else EMPTY
                        for quantity in times(model, completion, highest, convergence)
                    ),
                ),
            )
        )
    return Table(
        id="times",
        caption="Time until an update is complete, and until the whole mesh has converged",
        columns=_columns(
            ("pods", "Pods", True),
            ("limit", "Memory limit", True),
            ("cpus", "CPUs", True),
            ("completion", "Completion of an update", True),
            ("highest", "Highest bucket", True),
            ("convergence", "Convergence of the mesh", True),
        ),
        rows=tuple(rows),
        notes=_TIMES_NOTES,
        csv="table-times.csv",
    )


#: Where the document states issuance times: the points of certificates and webhook, and the section.
_ISSUANCE = (
    ("issuance-256mb-1-5cpu", "injector-256mb-1-5cpu", "detailed results"),
    ("issuance-512mb-1-5cpu", "injector-512mb-1-5cpu", "detailed results"),
    ("issuance-detail-512mb-4cpu", "injector-detail-512mb-4cpu", "detailed results"),
    ("issuance-512mb-1-5-2cpu", "injector-512mb-1-5-2cpu", "assessment of CPUs"),
    ("issuance-512mb-4cpu", "injector-512mb-4cpu", "assessment of CPUs"),
)


def _issuance_table(model: MeshModel) -> Table:
    points = model.points
    return Table(
        id="issuance",
        caption="Time to issue a certificate, and to answer for an injected pod",
        columns=_columns(
            ("limit", "Memory limit", True),
            ("cpus", "CPUs", True),
            ("certificate", "Certificate", True),
            ("webhook", "Injector webhook", True),
            ("section", "Stated in", False),
        ),
        rows=tuple(
            Row(
                id=f"times-{certificate}",
                cells=(
                    cell(points.get(certificate, "memory-limit")),
                    cell(points.get(certificate, "cpus")),
                    cell(points.get(certificate, "certificate-issuance-time")),
                    cell(points.get(webhook, "injector-webhook-time")),
                    text_cell(section),
                ),
            )
            for certificate, webhook, section in _ISSUANCE
        ),
        csv="table-issuance.csv",
    )


def _limits_table(model: MeshModel) -> Table:
    return Table(
        id="limits",
        caption="Pods at which the memory limit would be reached, against the pods at which the test ended",
        columns=_columns(
            ("limit", "Memory limit", True),
            ("cpus", "CPUs", True),
            ("per-pod", "Memory per pod", True),
            ("pods", "Pods at the limit", True),
            ("binary", "Pods at the limit, units as powers of two", True),
            ("stopped", "Test ended at", True),
            ("reached", "Share of the pods at the limit", True),
            ("memory", "Memory of the model then", True),
            ("share", "Share of the limit", True),
            ("why", "Because the controller", False),
        ),
        rows=tuple(
            Row(
                id=f"limit-{factor.key}",
                cells=(
                    cell(factor.limit),
                    cell(factor.cpus),
                    cell(factor.per_pod),
                    cell(factor.pods),
                    cell(factor.pods_binary),
                    cell(factor.stopped),
                    cell(factor.reached),
                    cell(factor.memory),
                    cell(factor.share),
                    text_cell(reason(factor)),
                ),
            )
            for factor in model.factors
        ),
        notes=doubt_notes(factor.per_pod.fact for factor in model.factors),
        csv="table-limits.csv",
    )
