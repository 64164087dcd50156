# SPDX-License-Identifier: Apache-2.0
"""The charts of mesh scale, and what its tables share with them."""

from __future__ import annotations

from benchtrail.charts.types import Axis, Chart, Line, Mark
from benchtrail.derive.mesh import FormFactor, MeshModel
from benchtrail.derive.spans import limit_of
from benchtrail.quantity import Sourced

CPU = "\u00a0CPU"
KILLED, UNSETTLED = "killed for memory", "did not converge in time"

#: Rows of the times: id, the points of the completion, of its highest bucket, and of the convergence.
TIMES = (
    ("small", "ads-low-256mb-1-5cpu-200pods", "ads-high-256mb-1-5cpu-200pods", ""),
    ("few-fewer", "ads-512mb-1-5-2cpu-200pods", "", "convergence-512mb-1-5-2cpu-200pods"),
    ("many-fewer", "ads-512mb-4cpu-200pods", "", "convergence-512mb-4cpu-200pods"),
    ("few-more", "ads-512mb-1-5-2cpu-400pods", "", "convergence-512mb-1-5-2cpu-400pods"),
    ("many-more", "ads-512mb-4cpu-400pods", "", "convergence-512mb-4cpu-400pods"),
    ("memory-section", "", "", "convergence-512mb-400pods"),
)


def reason(factor: FormFactor) -> str:
    """Why the test of a form factor ended."""
    return KILLED if factor.killed else UNSETTLED


def times(model: MeshModel, completion: str, highest: str, convergence: str) -> list[Sourced | None]:
    """Completion of an update, its highest bucket, and convergence; None where the document has none."""
    points = model.points
    metric = "ads-completion-bucket-low" if highest else "ads-completion-time"
    return [
        points.get(completion, metric) if completion else None,
        points.get(highest, "ads-completion-bucket-high") if highest else None,
        points.get(convergence, "convergence-time") if convergence else None,
    ]


def _name(factor: FormFactor) -> str:
    return f"{factor.limit.text}, {factor.cpus.text} CPU"


def _memory_marks(model: MeshModel) -> tuple[Mark, ...]:
    marks = []
    for factor in model.factors:
        low, high = factor.memory.low, factor.memory.high
        if low is None or high is None:
            raise TypeError(f"{factor.memory.id} has no ends")
        marks.append(
            Mark(
                x=factor.stopped.number(),
                y=factor.memory.value * 1e6,
                y_low=low * 1e6,
                y_high=high * 1e6,
                series=_name(factor),
                label=f"{_name(factor)}: {factor.stopped.text}, {reason(factor)}",
                text=factor.memory.text,
                href=factor.memory.href,
                kind="derived",
            )
        )
    return tuple(marks)


def _limit_lines(model: MeshModel, last: float) -> tuple[Line, ...]:
    limits = {factor.limit.text: factor.limit for factor in model.factors}
    return tuple(
        Line(
            series=f"limit {text}",
            points=((0.0, limit.number()), (last, limit.number())),
            href=limit.href,
        )
        for text, limit in limits.items()
    )


def memory_chart(model: MeshModel) -> Chart:
    """Memory at the end of each test, against the limits."""
    return Chart(
        id="mesh-memory",
        title="Memory when each test ended, against the limits",
        alt=(
            "Memory that the model gives for each form factor at the pods where its test ended, with horizontal lines for the two "
            "memory limits. All three lie just below the limit of their form factor."
        ),
        caption="The bars around the marks come from the range of the initial memory.",
        kind="points",
        x=Axis(title="Pods when the test ended"),
        y=Axis(title="Memory of the controller by the model", unit="B"),
        marks=_memory_marks(model),
        lines=_limit_lines(model, 500.0),
    )


def limit_chart(model: MeshModel) -> Chart:
    """The model's lines, up to the limit of each form factor."""
    start = sum(model.initial.ends()) / 2
    growth = tuple(
        Line(
            series=f"model, {_name(factor)}",
            points=((0.0, start), (factor.pods.value, factor.limit.number())),
            href=factor.pods.href,
        )
        for factor in model.factors
    )
    return Chart(
        id="mesh-limit",
        title="Memory by pods, up to the limit of each form factor",
        alt=(
            "Straight lines of memory against pods for the three form factors, each from the initial memory to its limit, with marks "
            "where the tests ended: shortly before the end of each line."
        ),
        caption="The lines start from the middle of the initial memory's range.",
        kind="points",
        x=Axis(title="Pods"),
        y=Axis(title="Memory of the controller", unit="B"),
        marks=_memory_marks(model),
        lines=growth,
    )


def times_chart(model: MeshModel) -> Chart:
    """Times as ranges, by pods and CPUs."""
    points, marks = model.points, []
    series = ("completion of an update", "its highest bucket", "convergence of the mesh")
    for _, completion, highest, convergence in TIMES:
        if not completion:
            continue  # it does not say which CPUs it belongs to
        pods, cpus = points.get(completion, "pods"), points.get(completion, "cpus")
        limit = points.get(completion, "memory-limit")
        place = f"{pods.text}, {cpus.text.removesuffix(CPU)}{CPU}, {limit.text}"
        marks.extend(
            _time_mark(place, name, quantity)
            for name, quantity in zip(series, times(model, completion, highest, convergence), strict=True)
            if quantity
        )
    return Chart(
        id="mesh-times",
        title="Times by pods and CPUs",
        alt=(
            "Ranges of the time until an update is complete and until the mesh has converged, by pods and CPUs. Twice the pods take "
            "about four times as long; more CPUs about halve the time of an update. At the larger count convergence is only known from below."
        ),
        kind="ranges",
        x=Axis(title="Pods, CPUs and memory limit", scale="ordinal"),
        y=Axis(title="Time", unit="s"),
        marks=tuple(marks),
        better="lower",
    )


def _time_mark(place: str, series: str, quantity: Sourced) -> Mark:
    label = f"{place}: {series}"
    if quantity.kind == "bound":
        return Mark(
            x=place,
            y_low=limit_of(quantity),
            series=series,
            label=label,
            text=quantity.text,
            href=quantity.href,
            kind="bound",
        )
    low, high = quantity.ends()
    return Mark(
        x=place,
        y_low=low,
        y_high=high,
        series=series,
        label=label,
        text=quantity.text,
        href=quantity.href,
        kind="range",
    )
