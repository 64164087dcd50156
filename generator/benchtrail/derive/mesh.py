# SPDX-License-Identifier: Apache-2.0
"""Mesh scale: memory = initial + per pod × pods, and what follows for each form factor.

The document gives the initial memory as a range, so everything computed with it is a span. Its units
are not spelled out: the pods at the limit are computed with decimal units and with powers of two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from benchtrail.derive.spans import limit_of, named, single, span
from benchtrail.load import LoadedRun
from benchtrail.quantity import Book, Derived, Input, Points, Sourced

MEMORY = r"m = m_0 + p\,n"
#: The form factors: the point of the list, and the points of the detailed results.
FACTORS = (
    ("256mb-1-5cpu", "killed-256mb-1-5cpu", "pods-when-killed"),
    ("512mb-1-5cpu", "fails-512mb-1-5cpu", "pods-when-convergence-fails"),
    ("512mb-4cpu", "fails-512mb-4cpu", "pods-when-convergence-fails"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class FormFactor:
    """One form factor with what the document and the model say of it."""

    key: str
    limit: Sourced
    cpus: Sourced
    per_pod: Sourced
    stopped: Sourced
    killed: bool
    pods: Derived  # pods at which the limit would be reached, decimal units
    pods_binary: Derived
    reached: Derived  # pods at the stop, over pods at the limit
    memory: Derived  # memory of the model at the stop
    share: Derived  # and its share of the limit


@dataclass(frozen=True, kw_only=True, slots=True)
class MeshModel:
    """Everything the mesh pages show."""

    run: LoadedRun
    points: Points
    initial: Sourced
    stated: Sourced
    factors: tuple[FormFactor, ...]
    numbers: Mapping[str, Derived]
    below_stated: tuple[str, ...]  # form factors whose memory per pod lies outside the stated range
    timeout: Sourced
    timeout_is_bound: bool  # the longest convergence time is the timeout of the test
    unlisted_cpus: tuple[str, ...]  # headings' CPUs that no listed form factor has


def derive(run: LoadedRun, book: Book) -> MeshModel:
    """Compute what follows from the document's figures and enter it into `book`."""
    points = Points(run)
    initial = points.get("initial-memory", "initial-memory")
    stated = points.get("memory-per-pod", "memory-per-pod")
    factors = tuple(_factor(book, points, initial, *names) for names in FACTORS)
    timeout = _timeout(run)
    longest = points.get("convergence-512mb-1-5-2cpu-400pods", "convergence-time")
    numbers: dict[str, Derived] = {}
    _per_pod(book, numbers, factors, stated)
    _stated_limits(book, numbers, points, factors)
    _times(book, numbers, points, timeout, longest)
    listed = {points.get(f"list-{factor.key}", "cpus").text for factor in factors}
    headed = points.get("assessment-512mb-1-5-2cpu", "cpus").text.split("/")
    low, high = stated.ends()
    return MeshModel(
        run=run,
        points=points,
        initial=initial,
        stated=stated,
        factors=factors,
        numbers=numbers,
        below_stated=tuple(f.key for f in factors if not low <= f.per_pod.number() <= high),
        timeout=timeout,
        timeout_is_bound=limit_of(longest) == timeout.number(),
        unlisted_cpus=tuple(cpus for cpus in headed if cpus not in listed),
    )


def _timeout(run: LoadedRun) -> Sourced:
    for i, machine in enumerate(run.run.environment):
        if "timeout" in machine.facts:
            card = f"{machine.role.value}-{i}-timeout"
            return Sourced(run=run, card=card, fact=machine.facts["timeout"], label="timeout of the test")
    raise KeyError(f"{run.id}: no timeout in the environment")


def pods_at(limit: float, initial: tuple[float, float], per_pod: float) -> tuple[float, float]:
    """Pods at which `limit` is reached, for the high and the low end of the initial memory; same units."""
    return (limit - initial[1]) / per_pod, (limit - initial[0]) / per_pod


def _factor(book: Book, points: Points, initial: Sourced, key: str, stop: str, metric: str) -> FormFactor:
    limit, cpus = points.get(f"list-{key}", "memory-limit"), points.get(f"list-{key}", "cpus")
    per_pod, stopped = points.get(f"memory-per-pod-{key}", "memory-per-pod"), points.get(stop, metric)
    inputs = (named("L", limit), named("m_0", initial), named("p", per_pod))
    ends = pods_at(limit.number(), initial.ends(), per_pod.number())
    binary = pods_at(
        limit.number(binary_mb=True), initial.ends(binary_mb=True), per_pod.number(binary_mb=True)
    )
    formula = r"n_L = \frac{L - m_0}{p}"
    method = "The limit less the initial memory, over the memory of a pod; the ends are those of the initial memory."
    pods = span(
        book,
        f"mesh-pods-{key}",
        "Pods at which memory reaches the limit",
        ends,
        "{pod}",
        inputs,
        formula,
        method,
        at=stop,
    )
    pods_binary = span(
        book,
        f"mesh-pods-binary-{key}",
        "Pods at which memory reaches the limit, units read as powers of two",
        binary,
        "{pod}",
        inputs,
        formula,
        method,
        at=stop,
    )
    reached = span(
        book,
        f"mesh-reached-{key}",
        "Pods at the stop over pods at the limit",
        (stopped.number() / ends[1] * 100, stopped.number() / ends[0] * 100),
        "%",
        (named("n", stopped), named("n_L", pods)),
        r"\frac{n}{n_L}",
        "The pods at which the test ended, as a share of the pods at which the limit would be reached.",
        at=stop,
    )
    memory = tuple(end + per_pod.number() * stopped.number() for end in initial.ends())
    at_stop = span(
        book,
        f"mesh-memory-{key}",
        "Memory of the model when the test ended",
        (memory[0] / 1e6, memory[1] / 1e6),
        "MBy",
        (named("m_0", initial), named("p", per_pod), named("n", stopped)),
        MEMORY,
        "Initial memory and the memory of all pods; the ends are those of the initial memory.",
        at=stop,
    )
    share = span(
        book,
        f"mesh-share-{key}",
        "Memory of the model when the test ended, as a share of the limit",
        (memory[0] / limit.number() * 100, memory[1] / limit.number() * 100),
        "%",
        (named("m", at_stop), named("L", limit)),
        r"\frac{m}{L}",
        "The memory that the model gives at the end of the test, over the limit.",
        at=stop,
    )
    return FormFactor(
        key=key,
        limit=limit,
        cpus=cpus,
        per_pod=per_pod,
        stopped=stopped,
        killed=metric == "pods-when-killed",
        pods=pods,
        pods_binary=pods_binary,
        reached=reached,
        memory=at_stop,
        share=share,
    )


def _ratio(over: Sourced, under: Sourced, a: float, b: float) -> tuple[float, tuple[Input, Input]]:
    return a / b, (named("a", over), named("b", under))


_DIVIDED = (r"\frac{a}{b}", "The first number divided by the second.")


def _per_pod(
    book: Book, numbers: dict[str, Derived], factors: tuple[FormFactor, ...], stated: Sourced
) -> None:
    """The form factors' memory per pod against the stated range, and against each other."""
    small, large = factors[0], factors[1]
    value, inputs = _ratio(small.per_pod, stated, small.per_pod.number(), stated.ends()[0])
    numbers["below"] = single(
        book,
        "mesh-per-pod-below",
        "Memory per pod of the smallest form factor over the low end of the stated range",
        value,
        "×",
        inputs,
        *_DIVIDED,
    )
    value, inputs = _ratio(large.per_pod, small.per_pod, large.per_pod.number(), small.per_pod.number())
    numbers["growth"] = single(
        book,
        "mesh-per-pod-growth",
        "Memory per pod of the larger limit over that of the smaller, with the same CPUs",
        value,
        "×",
        inputs,
        *_DIVIDED,
    )


def _stated_limits(
    book: Book, numbers: dict[str, Derived], points: Points, factors: tuple[FormFactor, ...]
) -> None:
    """The document's own advice against the counts at which its tests ended."""
    safe = points.get("conservative-limit-256mb", "conservative-pod-limit")
    low, high = safe.ends()
    end = factors[0].stopped.number()
    numbers["safe"] = span(
        book,
        "mesh-safe-share",
        "Pods called conservative over pods at which the controller was killed",
        (low / end * 100, high / end * 100),
        "%",
        (named("a", safe), named("b", factors[0].stopped)),
        *_DIVIDED,
    )
    reach = points.get("reach-512mb", "reachable-pods")
    for factor in factors[1:]:
        value, inputs = _ratio(reach, factor.stopped, reach.number(), factor.stopped.number())
        numbers[f"reach-{factor.key}"] = single(
            book,
            f"mesh-reach-{factor.key}",
            "Pods that can be reached, over pods at which convergence fails",
            value * 100,
            "%",
            inputs,
            *_DIVIDED,
            at=factor.stopped.at,
        )


def _times(
    book: Book, numbers: dict[str, Derived], points: Points, timeout: Sourced, longest: Sourced
) -> None:
    """How times grow with pods and shrink with CPUs, end by end of the ranges."""

    def ads(cpus: str, pods: str) -> Sourced:
        return points.get(f"ads-512mb-{cpus}-{pods}pods", "ads-completion-time")

    def ends(id_: str, title: str, over: Sourced, under: Sourced) -> Derived:
        low, high = (a / b for a, b in zip(over.ends(), under.ends(), strict=True))
        return span(
            book,
            id_,
            title,
            (low, high),
            "×",
            (named("a", over), named("b", under)),
            r"\frac{a}{b}",
            "The low end of one range over the low end of the other, and likewise the high ends.",
        )

    for cpus, words in (("1-5-2cpu", "the fewer CPUs"), ("4cpu", "the more CPUs")):
        numbers[f"pods-{cpus}"] = ends(
            f"mesh-ads-growth-{cpus}",
            f"Completion of an update with twice the pods, {words}",
            ads(cpus, "400"),
            ads(cpus, "200"),
        )
    for pods, words in (("200", "fewer pods"), ("400", "more pods")):
        numbers[f"cpus-{pods}"] = ends(
            f"mesh-ads-cpus-{pods}",
            f"Completion of an update with the fewer CPUs over that with the more CPUs, at the {words}",
            ads("1-5-2cpu", pods),
            ads("4cpu", pods),
        )
    peak, few = points.get("cpu-peak-512mb-4cpu", "cpu-peak"), points.get("fails-512mb-1-5cpu", "cpus")
    value, inputs = _ratio(peak, few, peak.number(), few.number())
    numbers["cpu-used"] = single(
        book,
        "mesh-cpu-used",
        "CPUs used at the peak of the larger form factor over all CPUs of the smaller",
        value,
        "×",
        inputs,
        *_DIVIDED,
    )
    value, inputs = _ratio(longest, timeout, limit_of(longest), timeout.number())
    numbers["timeout"] = single(
        book,
        "mesh-convergence-timeout",
        "Longest convergence time stated, over the timeout of the test",
        value,
        "×",
        inputs,
        *_DIVIDED,
    )
