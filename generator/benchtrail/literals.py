# SPDX-License-Identifier: Apache-2.0
"""Reading a literal: characters as they stand in an artifact, to the kind of value they state.

A `Reading` says what the characters mean and how they are shown; it holds numbers in the unit that
was asked for. The grammars, none of which guesses:

quantity   `217MB`  `6 MB ~ 28 MB`  `40~46MB`  `180-200 pods`  `~260`  `+150s`  `*OOM*`  (empty)
count      as quantity, where k and M multiply: `1k` `2.5M` `100K` `10,000`
stated     a figure inside a sentence: `under 200 MB`, `O(10k)`
bandwidth  `19.2M`, `30M/s`: megabytes a second, where the unit is not spelled out
printed    fixed decimals, where a printed zero means "below half of the last place": `0.0000 secs.`

Arithmetic is decimal until the last step, so that `10.6 GB` is 10,600 MB and not almost so.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from benchtrail.model import Absent, Approximate, Bound, Exact, Range, Reason, Side, Value
from benchtrail.units import UNITS, shown


class Unreadable(ValueError):
    """The literal does not follow the grammar; the message says what was expected."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """What a literal states: `content` compares with `content_of(value)`; `shown` is for readers."""

    content: tuple[object, ...]
    shown: str


def content_of(value: Value) -> tuple[object, ...]:
    """A value without its unit and evidence, comparable with a `Reading`."""
    match value:
        case Exact():
            return ("exact", value.value)
        case Range():
            return ("range", value.low, value.high)
        case Bound():
            return ("bound", value.side, value.limit)
        case Approximate():
            return ("approximate", value.value)
        case Absent():
            return ("none", value.reason)


#: How documents and tools spell units, and the UCUM unit that is meant.
SPELLINGS = {
    "b": "By", "byte": "By", "bytes": "By",
    "kb": "kBy", "mb": "MBy", "gb": "GBy", "kib": "KiBy", "mib": "MiBy", "gib": "GiBy",
    "s": "s", "sec": "s", "secs": "s", "secs.": "s", "seconds": "s", "second": "s",
    "ms": "ms", "us": "us", "µs": "us", "ns": "ns", "%": "%",
    "pod": "{pod}", "pods": "{pod}", "cpu": "{cpu}", "vcpu": "{cpu}", "node": "{node}", "nodes": "{node}",
    "m/s": "MBy/s", "mb/s": "MBy/s", "sets": "1", "x": "1", "client": "{client}", "clients": "{client}",
    "keys": "{key}", "key": "{key}", "cpus": "{cpu}",
}  # fmt: skip

_NUMBER = r"(?P<{0}>\d+(?:,\d{{3}})*(?:\.\d+)?)"
_UNIT = r"(?P<{0}>[A-Za-zµ%][A-Za-z/%]*\.?)?"
_QUANTITY = re.compile(
    r"(?P<prefix>[~+<>≈]|around (?=\d)|about (?=\d)|)\s*" + _NUMBER.format("a") + r"\s*" + _UNIT.format("ua")
    + r"(?:\s*(?:~|-|–|to)\s*" + _NUMBER.format("b") + r"\s*" + _UNIT.format("ub") + r")?",
    re.ASCII,  # digits of other scripts are no digits here
)  # fmt: skip

_OUTCOMES = {
    "": Reason.NOT_MEASURED,
    "OOM": Reason.OUT_OF_MEMORY,
    "*OOM*": Reason.OUT_OF_MEMORY,
}

REASON_TEXT = {
    Reason.OUT_OF_MEMORY: "out of memory",
    Reason.TIMED_OUT: "timed out",
    Reason.FAILED: "failed",
    Reason.NOT_MEASURED: "not measured",
    Reason.NOT_RUN: "not run",
}


def quantity(literal: str, unit: str) -> Reading:
    """A number with its unit, a range, a bound, an approximation, or an outcome."""
    return _read(literal, unit, multiples={})


def count(literal: str, unit: str) -> Reading:
    """As `quantity`, where a trailing k, K or M stands for a thousand or a million."""
    return _read(literal, unit, multiples={"k": 1000, "K": 1000, "M": 1_000_000})


def bandwidth(literal: str, unit: str) -> Reading:
    """A bandwidth whose unit is a bare `M`, `m` or `M/s`, read as megabytes a second (and doubted)."""
    stem = re.sub(r"[Mm](/s)?$", "M/s", literal)
    return quantity(stem, unit)


_STATED = {"under ": "<", "below ": "<", "as much as ": "<", "at least ": ">", "as low as ": "", "< ": "<"}


def stated(literal: str, unit: str) -> Reading:
    """A figure in a sentence: `under 200 MB`, `at least 1000%`, `as low as `1``, `O(10k)`, `< O(1kb)`."""
    prefix = next((words for words in _STATED if literal.startswith(words)), "")
    rest = literal.removeprefix(prefix).replace("`", "")
    order = re.fullmatch(r"O\((.*)\)", rest)
    sign = _STATED.get(prefix, "")
    if order and not sign:
        inner = count(order[1], unit)
        return Reading(content=("approximate", inner.content[1]), shown=f"order of {inner.shown}")
    return count(f"{sign}{order[1] if order else rest}", unit)


def printed(literal: str, unit: str) -> Reading:
    """A number printed with fixed decimals: a printed zero is a bound of half its last place."""
    match = re.fullmatch(r"(?P<a>\d+(?:\.(?P<decimals>\d+))?)(?:\s+(?P<ua>[A-Za-z]+\.?))?", literal, re.ASCII)
    if match is None:
        raise Unreadable("a number with fixed decimals")
    number = Decimal(match["a"])
    spelled = _unit(match["ua"], unit)
    if number == 0:
        half = Decimal(1).scaleb(-len(match["decimals"] or "")) / 2
        text = shown(f"{half:f}", spelled)
        return Reading(content=("bound", Side.BELOW, _convert(half, spelled, unit)), shown=f"<\u00a0{text}")
    return Reading(
        content=("exact", _convert(number, spelled, unit)), shown=shown(_grouped(match["a"]), spelled)
    )


def number(literal: str, unit: str) -> Reading:
    """A bare JSON or C number, in the unit that was asked for."""
    if re.fullmatch(r"-?\d+(\.\d+)?([eE][+-]?\d+)?", literal, re.ASCII) is None:
        raise Unreadable("a number")
    return Reading(
        content=("exact", _finite(float(literal))), shown=shown(_grouped(_positional(literal)), unit)
    )


def outcome(literal: str, unit: str) -> Reading:  # noqa: ARG001 - readers share one signature
    """The name of an outcome that left no number: `out-of-memory`, `timed-out`, `failed`, `not-run`."""
    try:
        reason = Reason(literal)
    except ValueError:
        raise Unreadable("an outcome among " + ", ".join(reason.value for reason in Reason)) from None
    return Reading(content=("none", reason), shown=REASON_TEXT[reason])


def kibibytes(literal: str, unit: str) -> Reading:
    """A size as Linux prints it, `1777664 kB`, whose kB are of 1,024 bytes."""
    match = re.fullmatch(r"([0-9]+) kB", literal)
    if match is None:
        raise Unreadable("a size in kB, as /proc prints it")
    value = _convert(Decimal(match[1]), "KiBy", unit)
    return Reading(content=("exact", value), shown=shown(_grouped(match[1]), "KiBy"))


Reader = Callable[[str, str], Reading]


def _read(literal: str, unit: str, multiples: dict[str, int]) -> Reading:
    if literal in _OUTCOMES:
        reason = _OUTCOMES[literal]
        return Reading(content=("none", reason), shown=REASON_TEXT[reason])
    match = _QUANTITY.fullmatch(literal)
    if match is None:
        raise Unreadable("a number with a unit, a range, a bound, about a number, or an outcome")
    end = match["b"] is not None
    about = match["prefix"] in ("~", "≈", "around ", "about ")
    if end and match["prefix"] and not about:
        raise Unreadable("a range without a sign before it")
    high = _part(match["b"], match["ub"], unit, multiples) if end else None
    low = _part(match["a"], match["ua"] or (match["ub"] if end else None), unit, multiples)
    if high is not None:
        if low[0] > high[0]:
            raise Unreadable("a range whose lower end comes first")
        text = _range_text(low[1], low[2], high[1], high[2])
        return Reading(content=("range", low[0], high[0]), shown=f"about\u00a0{text}" if about else text)
    value, text = low[0], shown(low[1], low[2])
    if about:
        return Reading(content=("approximate", value), shown=f"about\u00a0{text}")
    match match["prefix"]:
        case "+" | ">":
            return Reading(content=("bound", Side.ABOVE, value), shown=f">\u00a0{text}")
        case "<":
            return Reading(content=("bound", Side.BELOW, value), shown=f"<\u00a0{text}")
    return Reading(content=("exact", value), shown=text)


def _part(digits: str, spelled: str | None, unit: str, multiples: dict[str, int]) -> tuple[float, str, str]:
    """One number of a literal: its value in `unit`, its text, and the unit it is shown in."""
    plain = Decimal(digits.replace(",", ""))
    if spelled in multiples:
        plain = _whole(plain * multiples[spelled])
        return _convert(plain, unit, unit), _grouped(f"{plain:f}"), unit
    own = _unit(spelled, unit)
    return _convert(plain, own, unit), _grouped(digits.replace(",", "")), own


def _range_text(low: str, low_unit: str, high: str, high_unit: str) -> str:
    if low_unit == high_unit:
        return f"{low}–{shown(high, high_unit)}"
    return f"{shown(low, low_unit)} – {shown(high, high_unit)}"


def _unit(spelled: str | None, asked: str) -> str:
    if spelled is None:
        return asked
    unit = SPELLINGS.get(spelled.lower())
    if unit is None:
        raise Unreadable(f"a known unit instead of {spelled!r}")
    if UNITS[unit].dimension != UNITS[asked].dimension:
        raise Unreadable(f"a unit of {UNITS[asked].dimension}, not {spelled!r}")
    return unit


def _convert(plain: Decimal, own: str, asked: str) -> float:
    if own == asked:
        return _finite(float(plain))
    return _finite(float(plain * Decimal(UNITS[own].factor) / Decimal(UNITS[asked].factor)))


def _finite(value: float) -> float:
    if not math.isfinite(value):
        raise Unreadable("a finite number")
    return value


def _whole(number: Decimal) -> Decimal:
    """Without the decimals that a multiplication left as zeros: 2.5 thousand is 2500, not 2500.0."""
    return Decimal(int(number)) if number == number.to_integral_value() else number


def _positional(literal: str) -> str:
    """A number without its exponent, where that takes at most twenty digits."""
    if "e" not in literal.lower():
        return literal
    text = f"{Decimal(literal):f}"
    return text if len(text) <= 20 else literal


def _grouped(digits: str) -> str:
    """Thousands separated by commas, every digit kept."""
    sign, digits = ("−", digits[1:]) if digits.startswith("-") else ("", digits)
    whole, dot, rest = digits.partition(".")
    if not whole.isdigit() or len(whole) < 4:
        return sign + digits
    groups = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", ",", whole)
    return f"{sign}{groups}{dot}{rest}"
