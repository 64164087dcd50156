# SPDX-License-Identifier: Apache-2.0
"""Units: UCUM spellings, their dimension and factor, how they are shown, and how numbers are rounded.

A leaf: it knows nothing of runs. Factors are exact; conversion happens once, at the edge.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class UnitInfo:
    """`factor` base units (byte, second, one) in one unit; `shown` stands after the number."""

    dimension: str
    factor: float
    shown: str


UNITS: dict[str, UnitInfo] = {
    "1": UnitInfo("one", 1.0, ""),
    "%": UnitInfo("one", 0.01, "%"),
    "By": UnitInfo("byte", 1.0, "B"),
    "kBy": UnitInfo("byte", 1e3, "kB"),
    "MBy": UnitInfo("byte", 1e6, "MB"),
    "GBy": UnitInfo("byte", 1e9, "GB"),
    "KiBy": UnitInfo("byte", 2.0**10, "KiB"),
    "MiBy": UnitInfo("byte", 2.0**20, "MiB"),
    "GiBy": UnitInfo("byte", 2.0**30, "GiB"),
    "ns": UnitInfo("second", 1e-9, "ns"),
    "us": UnitInfo("second", 1e-6, "µs"),
    "ms": UnitInfo("second", 1e-3, "ms"),
    "s": UnitInfo("second", 1.0, "s"),
    "By/s": UnitInfo("byte/second", 1.0, "B/s"),
    "kBy/s": UnitInfo("byte/second", 1e3, "kB/s"),
    "MBy/s": UnitInfo("byte/second", 1e6, "MB/s"),
    "KiBy/s": UnitInfo("byte/second", 2.0**10, "KiB/s"),
    "MiBy/s": UnitInfo("byte/second", 2.0**20, "MiB/s"),
    "{request}/s": UnitInfo("request/second", 1.0, "requests/s"),
    "{request}": UnitInfo("request", 1.0, "requests"),
    "{key}": UnitInfo("key", 1.0, "keys"),
    "{version}": UnitInfo("version", 1.0, "versions"),
    "{connection}": UnitInfo("connection", 1.0, "connections"),
    "{stream}": UnitInfo("stream", 1.0, "streams"),
    "{watching}": UnitInfo("watching", 1.0, "watchings"),
    "{entry}": UnitInfo("entry", 1.0, "entries"),
    "{pod}": UnitInfo("pod", 1.0, "pods"),
    "{client}": UnitInfo("client", 1.0, "clients"),
    "{cpu}": UnitInfo("cpu", 1.0, "CPU"),
    "{node}": UnitInfo("node", 1.0, "nodes"),
    "{event}": UnitInfo("event", 1.0, "events"),
    "{sample}": UnitInfo("sample", 1.0, "samples"),
}


def to_base(value: float, unit: str, *, binary_mb: bool = False) -> float:
    """Convert to the base unit. With `binary_mb`, decimal byte prefixes are read as powers of 2^10."""
    if binary_mb and unit in ("kBy", "MBy", "GBy"):
        unit = {"kBy": "KiBy", "MBy": "MiBy", "GBy": "GiBy"}[unit]
    return value * UNITS[unit].factor


def significant(value: float, digits: int) -> str:
    """`value` rounded to `digits` significant digits, without exponent, thousands separated by commas.

    Rounding shows at least the whole part: 8,430 at two digits stays 8,400, 0.00456 becomes 0.0046.
    """
    if value == 0:
        return "0"
    exponent = math.floor(math.log10(abs(value)))
    rounded = round(value, digits - 1 - exponent)
    if rounded and math.floor(math.log10(abs(rounded))) > exponent:  # 9.99 became 10.0
        exponent += 1
    decimals = max(0, digits - 1 - exponent)
    return f"{rounded:,.{decimals}f}".replace("-", "−")


def shown(number: str, unit: str) -> str:
    """A number's text with its unit, joined by a no-break space; percent and one need care."""
    suffix = UNITS[unit].shown if unit in UNITS else unit
    if not suffix:
        return number
    if number == "1" and unit.startswith("{") and "/" not in unit:  # what is counted, in the singular
        suffix = unit.strip("{}") if unit != "{cpu}" else suffix
    return f"{number}\u00a0{suffix}"


#: Byte units from large to small, for choosing one that leaves a readable number.
_BINARY = ("GiBy", "MiBy", "KiBy", "By")
_DECIMAL = ("GBy", "MBy", "kBy", "By")


def scaled_bytes(value: float, *, binary: bool, digits: int = 3) -> str:
    """A number of bytes in the largest unit of at least one, such as `1.74 GB` or `19.2 KiB`."""
    for unit in _BINARY if binary else _DECIMAL:
        if abs(value) >= UNITS[unit].factor or unit == "By":
            return shown(significant(value / UNITS[unit].factor, digits), unit)
    raise AssertionError  # the last unit always matches


def megabytes(value: float) -> str:
    """A number of bytes in decimal megabytes, whole from a hundred on: `1,812 MB`, `93.7 MB`."""
    millions = value / UNITS["MBy"].factor
    return shown(f"{millions:,.0f}" if millions >= 100 else significant(millions, 3), "MBy")
