# SPDX-License-Identifier: Apache-2.0
"""The five-node cluster: how settings change throughput, and what its figures say of themselves.

Two laws check the document without a new measurement. Little's law: clients that send their next
request when the last has been answered keep throughput × average latency requests under way, which
cannot exceed the number of clients. And a link carries at least the keys and values sent over it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from benchtrail.derive.spans import named, single
from benchtrail.load import LoadedRun
from benchtrail.quantity import Book, Derived, Input, Points, Sourced

#: Half of the last decimal that the tool prints, in seconds.
HALF_DECIMAL = 0.00005
THROUGHPUT, AVERAGE = "requests-per-second", "average"
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
class RangeCount:
    """The keys that the example command of "read 100 keys" returns."""

    stated: Sourced
    counted: Derived
    short: Derived
    size: int  # bytes of these keys and their values


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
    keys = _keys(run, book, points)
    _ratios(book, numbers, points)
    _near_and_far(book, numbers, points)
    _delay(book, numbers, points)
    _payloads(book, numbers, run, points, keys)
    return ClusterModel(
        run=run,
        points=points,
        busy=tuple(
            _busy(book, points, point, clients)
            for point in points.table("results")
            if THROUGHPUT in _values(run, point)
        ),
        keys=keys,
        numbers=numbers,
        bandwidth=_fact(run, "bandwidth-between-nodes"),
    )


def _values(run: LoadedRun, point: str) -> Mapping[str, object]:
    return next(candidate.values for candidate in run.run.points if candidate.id == point)


def _fact(run: LoadedRun, name: str) -> Sourced:
    for i, machine in enumerate(run.run.environment):
        if name in machine.facts:
            return Sourced(
                run=run,
                card=f"{machine.role.value}-{i}-{name}",
                fact=machine.facts[name],
                label=name.replace("-", " "),
            )
    raise KeyError(f"{run.id}: no {name!r} in the environment")


def _argv(run: LoadedRun, command: str) -> tuple[str, ...]:
    return next(candidate.argv for candidate in run.run.commands if candidate.id == command)


# --- Little's law ----------------------------------------------------------------------------------


def _command_clients(run: LoadedRun, book: Book, points: Points) -> Derived:
    """The clients of the put tests, which only the example command states."""
    argument = next(part for part in _argv(run, "put") if part.startswith("--clients="))
    return single(
        book,
        "cluster-put-clients",
        "Clients in the example command of the put tests",
        float(argument.partition("=")[2]),
        "{client}",
        [named("", points.get(point, THROUGHPUT)) for point in ("write-k100-v100", "write-k100-v1900")],
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


# --- the keys of a range ---------------------------------------------------------------------------


def keys_between(start: bytes, end: bytes, prefix: bytes, last: int) -> list[bytes]:
    """The keys prefix1 to prefix<last> that lie in [start, end) by their bytes, as etcd orders keys."""
    names = (prefix + str(i).encode() for i in range(1, last + 1))
    return sorted(name for name in names if start <= name < end)


def _keys(run: LoadedRun, book: Book, points: Points) -> RangeCount:
    start, end = (part.encode() for part in _argv(run, "range-100")[2:4])
    pattern = next(part for part in _argv(run, "fill-1000") if part.endswith("$x"))
    put, stated = points.get("custom-keys", "count"), points.get("read-100-e5", "keys-read")
    found = keys_between(start, end, pattern.removesuffix("$x").encode(), round(put.number()))
    inputs = (named("", put, "keys put by the loop of the set-up"), named("", stated, "keys as stated"))
    method = (
        "Counted over the names that the loop of the set-up makes, in the order of their bytes: not before the first argument "
        "of the example command, and before the second. Both commands stand on the page of the run."
    )
    short = [name for name in found if len(name) < len(start)]
    return RangeCount(
        stated=stated,
        counted=single(
            book,
            "cluster-range-keys",
            "Keys that the example command reads",
            len(found),
            "{key}",
            inputs,
            "",
            method,
            at=stated.at,
        ),
        short=single(
            book,
            "cluster-range-short-keys",
            "Keys with shorter names among those that the example command reads",
            len(short),
            "{key}",
            inputs,
            "",
            method,
            digits=1,
            at=stated.at,
        ),
        size=2 * sum(map(len, found)),
    )


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


# --- what the links must have carried --------------------------------------------------------------


def _payload(
    book: Book, id_: str, title: str, rate: Sourced, size: float, inputs: tuple[Input, ...], formula: str
) -> Derived:
    return single(
        book,
        f"cluster-payload-{id_}",
        title,
        rate.number() * size / 1e6,
        "MBy/s",
        (named("X", rate), *inputs),
        formula,
        "Throughput times the bytes of keys and values in a request; protocol and headers come on top. MB is decimal here.",
        digits=4,
        at=rate.at,
    )


def _payloads(
    book: Book, numbers: dict[str, Derived], run: LoadedRun, points: Points, keys: RangeCount
) -> None:
    for id_, point in (
        ("write-k100-v100", "write-k100-v100"),
        ("write-k100-v1900", "write-k100-v1900"),
        ("narrow", "tox-bw-write-k100-v1900"),
    ):
        key, value = points.get(point, "key-size"), points.get(point, "value-size")
        numbers[f"payload-{id_}"] = _payload(
            book,
            id_,
            "Keys and values put in a second",
            points.get(point, THROUGHPUT),
            key.number() + value.number(),
            (named("k", key), named("v", value)),
            r"B = X (k + v)",
        )
        if id_ != "narrow":
            numbers[f"peers-{id_}"] = _peers(book, run, id_, numbers[f"payload-{id_}"])
    fill, key, value = (points.get(f"fill-{name}", "count") for name in ("keys", "key-size", "value-size"))
    numbers["payload-all"] = _payload(
        book,
        "all",
        "Keys and values read in a second, everything at once",
        points.get("read-all-c10", THROUGHPUT),
        fill.number() * (key.number() + value.number()),
        (named("n", fill), named("k", key), named("v", value)),
        r"B = X\,n (k + v)",
    )
    numbers["payload-100"] = _payload(
        book,
        "read-100",
        "Keys and values read in a second, larger range",
        points.get("read-100-e5", THROUGHPUT),
        keys.size,
        (named("n", keys.counted),),
        r"B = X \sum_{i=1}^{n} (k_i + v_i)",
    )
    limit, payload = points.get("tox-bw-write-k100-v1900", "toxic-bandwidth"), numbers["payload-narrow"]
    numbers["narrow-share"] = single(
        book,
        "cluster-narrow-share",
        "Keys and values put in a second over the limit of the link, MB read as decimal",
        payload.value * 1e6 / limit.number() * 100,
        "%",
        (named("B", payload), named("L", limit)),
        r"\frac{B}{L}",
        "The bytes of keys and values alone, over the limit; more than one whole cannot be.",
        digits=4,
    )


def _peers(book: Book, run: LoadedRun, id_: str, payload: Derived) -> Derived:
    nodes = _fact(run, "nodes")
    return single(
        book,
        f"cluster-peers-{id_}",
        "Keys and values that the leader must send to the other nodes in a second",
        payload.value * (nodes.number() - 1),
        "MBy/s",
        (named("B", payload), named("s", nodes)),
        r"B (s - 1)",
        "Each put goes from the leader to every other node; protocol and headers come on top.",
        digits=4,
        at=payload.at,
    )
