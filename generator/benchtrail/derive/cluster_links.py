# SPDX-License-Identifier: Apache-2.0
"""What the links of the cluster must have carried: the keys of a range, and the bytes of keys and values."""

from __future__ import annotations

import re
from dataclasses import dataclass

from benchtrail.derive.spans import named, single
from benchtrail.load import LoadedRun
from benchtrail.quantity import Book, Derived, Input, Points, Sourced

THROUGHPUT = "requests-per-second"


@dataclass(frozen=True, kw_only=True, slots=True)
class RangeCount:
    """The keys that the example command of "read 100 keys" returns."""

    stated: Sourced
    counted: Derived
    short: Derived
    size: int  # bytes of these keys and their values


def fact(run: LoadedRun, name: str) -> Sourced:
    """A fact of the environment, whoever's it is. Raises `KeyError` naming it."""
    for i, machine in enumerate(run.run.environment):
        if name in machine.facts:
            return Sourced(
                run=run,
                card=f"{machine.role.value}-{i}-{name}",
                fact=machine.facts[name],
                label=name.replace("-", " "),
            )
    raise KeyError(f"{run.id}: no {name!r} in the environment")


def argv(run: LoadedRun, command: str) -> tuple[str, ...]:
    """The arguments of a command of the run."""
    return next(candidate.argv for candidate in run.run.commands if candidate.id == command)


# --- the keys of a range ---------------------------------------------------------------------------


def keys_between(start: bytes, end: bytes, prefix: bytes, last: int) -> list[bytes]:
    """The keys prefix1 to prefix<last> that lie in [start, end) by their bytes, as etcd orders keys."""
    names = (prefix + str(i).encode() for i in range(1, last + 1))
    return sorted(name for name in names if start <= name < end)


def keys(run: LoadedRun, book: Book, points: Points) -> RangeCount:
    """Count the keys that the example command of the larger range reads."""
    start, end = (part.encode() for part in argv(run, "range-100")[2:4])
    prefix = re.search(r'put "([a-z]+)\$x"', argv(run, "fill-1000")[-1])
    if prefix is None:
        raise KeyError(f"{run.id}: the loop of the set-up names no keys")
    put, stated = points.get("custom-keys", "count"), points.get("read-100-e5", "keys-read")
    found = keys_between(start, end, prefix[1].encode(), round(put.number()))
    inputs = (named("n", put, "keys put by the loop of the set-up"), named("s", stated, "keys as stated"))
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


def payloads(
    book: Book, numbers: dict[str, Derived], run: LoadedRun, points: Points, found: RangeCount
) -> None:
    """Enter what must have passed in a second, by test, into `book` and `numbers`."""
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
        found.size,
        (named("n", found.counted),),
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
    nodes = fact(run, "nodes")
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
