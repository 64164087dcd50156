# SPDX-License-Identifier: Apache-2.0
"""The five-node cluster: how settings change throughput, and what its figures say of themselves.

Two laws check the document without a new measurement. Little's law: clients that send their next
request when the last has been answered keep throughput × average latency requests under way, which
cannot exceed the number of clients. And a link carries at least the keys and values sent over it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from benchtrail.derive.cluster_links import THROUGHPUT, RangeCount, argv, fact, keys, payloads
from benchtrail.derive.spans import named, single
from benchtrail.load import LoadedRun
from benchtrail.quantity import Book, Derived, Points, Sourced

#: Half of the last decimal that the tool prints, in seconds.
HALF_DECIMAL = 0.00005
AVERAGE = "average"
_DIVIDED = (r"\frac{a}{b}", "The first number divided by the second.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Busy:
    """One block under Little's law. `clients` is None where nothing states them."""

    point: str
    throughput: Sourced
    average: Sourced
    clients: Sourced | Derived | None
    busy: Derived
    least: Derived | None  # with the average rounded down, if clients are stated
    share: Derived | None

    @property
    def impossible(self) -> bool:
        """More requests under way than there are clients, even with the average rounded down."""
        if self.least is None or self.clients is None:
            return False
        return self.least.value > count(self.clients)


@dataclass(frozen=True, kw_only=True, slots=True)
class ClusterModel:
    """Everything the cluster pages show."""

    run: LoadedRun
    points: Points
    busy: tuple[Busy, ...]
    keys: RangeCount
    numbers: Mapping[str, Derived]
    bandwidth: Sourced  # between nodes, as text


def count(quantity: Sourced | Derived) -> float:
    """A number of clients, whichever way it is known."""
    return quantity.value if isinstance(quantity, Derived) else quantity.number()


def derive(run: LoadedRun, book: Book) -> ClusterModel:
    """Compute what follows from the document's figures and enter it into `book`."""
    points = Points(run)
    clients = _command_clients(run, book, points)
    numbers: dict[str, Derived] = {"put-clients": clients}
    found = keys(run, book, points)
    _ratios(book, numbers, points)
    _near_and_far(book, numbers, points)
    _delay(book, numbers, points)
    payloads(book, numbers, run, points, found)
    return ClusterModel(
        run=run,
        points=points,
        busy=tuple(
            _busy(book, points, point, clients)
            for point in points.table("results")
            if THROUGHPUT in _values(run, point)
        ),
        keys=found,
        numbers=numbers,
        bandwidth=fact(run, "bandwidth-between-nodes"),
    )


def _values(run: LoadedRun, point: str) -> Mapping[str, object]:
    return next(candidate.values for candidate in run.run.points if candidate.id == point)


# --- Little's law ----------------------------------------------------------------------------------


def _command_clients(run: LoadedRun, book: Book, points: Points) -> Derived:
    """The clients of the put tests, which only the example command states."""
    argument = next(part for part in argv(run, "put") if part.startswith("--clients="))
    return single(
        book,
        "cluster-put-clients",
        "Clients in the example command of the put tests",
        float(argument.partition("=")[2]),
        "{client}",
        [
            named(symbol, points.get(point, THROUGHPUT))
            for symbol, point in (("X_1", "write-k100-v100"), ("X_2", "write-k100-v1900"))
        ],
        "",
        "The argument --clients of the example command, which stands on the page of the run; the results below are those it belongs to.",
    )


def _busy(book: Book, points: Points, point: str, put_clients: Derived) -> Busy:
    throughput, average = points.get(point, THROUGHPUT), points.get(point, AVERAGE)
    rate, mean = throughput.number(), average.number()
    clients = _clients(points, point, put_clients)
    inputs = (named("X", throughput), named("R", average))
    busy = single(
        book,
        f"cluster-busy-{point}",
        "Requests under way on average",
        rate * mean,
        "{request}",
        inputs,
        r"N = X R",
        "Throughput times average latency: Little's law.",
        digits=5,
        at=point,
    )
    if clients is None:
        return Busy(
            point=point,
            throughput=throughput,
            average=average,
            clients=None,
            busy=busy,
            least=None,
            share=None,
        )
    least = single(
        book,
        f"cluster-busy-least-{point}",
        "Requests under way at the least",
        rate * (mean - HALF_DECIMAL),
        "{request}",
        inputs,
        r"N_{\min} = X \left(R - \frac{\varepsilon}{2}\right)",
        "Throughput times the average less half of the last decimal that is printed, as if it had been rounded up.",
        digits=5,
        at=point,
    )
    share = single(
        book,
        f"cluster-busy-share-{point}",
        "Requests under way over clients",
        rate * mean / count(clients) * 100,
        "%",
        (named("N", busy), named("c", clients)),
        r"\frac{N}{c}",
        "No client has more than one request under way, so this cannot exceed one whole.",
        at=point,
    )
    return Busy(
        point=point,
        throughput=throughput,
        average=average,
        clients=clients,
        busy=busy,
        least=least,
        share=share,
    )


def _clients(points: Points, point: str, put_clients: Derived) -> Sourced | Derived | None:
    if point in {item.quantity.at for item in put_clients.inputs}:
        return put_clients
    try:
        return points.get(point, "clients")
    except KeyError:
        return None


# --- settings against each other -------------------------------------------------------------------

#: Id, title, and the two blocks whose throughputs are divided.
RATIOS = (
    ("value-size", "Put throughput with small values over that with large ones", "write-k100-v100", "write-k100-v1900"),
    ("all-endpoints", "Throughput of reading everything, all endpoints over one", "read-all-c5", "read-all-c5-e1"),
    ("read-100-endpoints", "Throughput of the larger range, all endpoints over one that is far", "read-100-e5", "read-100-e1-10ms"),
    ("read-10-endpoints", "Throughput of the smaller range, all endpoints over one that is far", "read-10-e5", "read-10-e1-10ms"),
    ("read-10-endpoints-near", "Throughput of the smaller range, all endpoints over one that is near", "read-10-e5", "read-10-e1-0-2ms"),
    ("near-far", "Throughput of the smaller range, near endpoint over far endpoint", "read-10-e1-0-2ms", "read-10-e1-10ms"),
    ("sizes", "Throughput of the smaller range over the larger, all endpoints", "read-10-e5", "read-100-e5"),
    ("sizes-narrow", "Throughput of the smaller range over the larger, narrow link", "tox-bw-read-10", "tox-bw-read-100"),
    ("tox-100", "Throughput without the proxy over that with the shorter delay", "read-10-e1-10ms", "tox-lat-100ms-read-10"),
    ("tox-250", "Throughput without the proxy over that with the longer delay", "read-10-e1-10ms", "tox-lat-250ms-read-10"),
    ("tox-bw-read-10", "Throughput without the proxy over that through a narrow link, smaller range", "read-10-e1-10ms", "tox-bw-read-10"),
    ("tox-bw-read-100", "Throughput without the proxy over that through a narrow link, larger range", "read-100-e1-10ms", "tox-bw-read-100"),
    ("tox-bw-write", "Put throughput without the proxy over that through a narrow link", "write-k100-v1900", "tox-bw-write-k100-v1900"),
    ("tox-both-read-10", "Throughput of a narrow link over that of one also delayed, smaller range", "tox-bw-read-10", "tox-bw-lat-read-10"),
    ("tox-both-read-100", "Throughput of a narrow link over that of one also delayed, larger range", "tox-bw-read-100", "tox-bw-lat-read-100"),
)  # fmt: skip


def _ratios(book: Book, numbers: dict[str, Derived], points: Points) -> None:
    for id_, title, over, under in RATIOS:
        a, b = points.get(over, THROUGHPUT), points.get(under, THROUGHPUT)
        numbers[id_] = single(
            book,
            f"cluster-{id_}",
            title,
            a.number() / b.number(),
            "×",
            (named("a", a), named("b", b)),
            *_DIVIDED,
        )


def _seconds(book: Book, id_: str, title: str, far: Sourced, near: Sourced) -> Derived:
    return single(
        book,
        f"cluster-{id_}",
        title,
        (far.number() - near.number()) * 1e3,
        "ms",
        (named("a", far), named("b", near)),
        r"a - b",
        "The first number less the second.",
    )


def _near_and_far(book: Book, numbers: dict[str, Derived], points: Points) -> None:
    """How much of the time of a small read the stated latency of the endpoint can explain."""
    near, far = "read-10-e1-0-2ms", "read-10-e1-10ms"
    times = [points.get(point, AVERAGE) for point in (far, near)]
    stated = [points.get(point, "endpoint-latency") for point in (far, near)]
    numbers["time-gap"] = _seconds(
        book, "time-gap", "Average time of a small read, far endpoint less near endpoint", *times
    )
    numbers["latency-gap"] = _seconds(
        book, "latency-gap", "Stated latency, far endpoint less near endpoint", *stated
    )
    gap, latency = numbers["time-gap"], numbers["latency-gap"]
    numbers["gap-share"] = single(
        book,
        "cluster-gap-share",
        "Difference in latency over difference in time of a small read",
        latency.value / gap.value * 100,
        "%",
        (named("a", latency), named("b", gap)),
        *_DIVIDED,
    )
    for name, time, delay in zip(("far", "near"), times, stated, strict=True):
        numbers[f"latency-share-{name}"] = single(
            book,
            f"cluster-latency-share-{name}",
            f"Stated latency of the {name} endpoint over the average time of a small read",
            delay.number() / time.number() * 100,
            "%",
            (named("a", delay), named("b", time)),
            *_DIVIDED,
            at=time.at,
        )


def _delay(book: Book, numbers: dict[str, Derived], points: Points) -> None:
    """What the longer delay of the proxy adds to the times, against what was added to the link."""
    short, long = "tox-lat-100ms-read-10", "tox-lat-250ms-read-10"
    for name, metric in (("average", AVERAGE), ("fastest", "fastest")):
        numbers[f"delay-{name}"] = _seconds(
            book,
            f"delay-{name}",
            f"{name.capitalize()} time with the longer delay less that with the shorter",
            points.get(long, metric),
            points.get(short, metric),
        )
    numbers["delay-set"] = _seconds(
        book,
        "delay-set",
        "Longer delay of the proxy less the shorter",
        points.get(long, "toxic-latency"),
        points.get(short, "toxic-latency"),
    )
    a, b = numbers["delay-average"], numbers["delay-set"]
    numbers["delay-ratio"] = single(
        book,
        "cluster-delay-ratio",
        "Time added to a read over delay added to the link",
        a.value / b.value,
        "×",
        (named("a", a), named("b", b)),
        *_DIVIDED,
    )
