# SPDX-License-Identifier: Apache-2.0
"""Domains and ticks, decided here so that both sizes of a drawing and the interactive one agree."""

from __future__ import annotations

import math
from collections.abc import Iterable

_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


def linear_ticks(low: float, high: float, count: int) -> tuple[float, ...]:
    """Round ticks that cover [low, high]; the first and the last are the domain."""
    if high <= low:
        high = low + (abs(low) or 1.0)
    rough = (high - low) / max(count - 1, 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(s for s in _STEPS if s * power >= rough * 0.999) * power
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return tuple(_tidy(i * step) for i in range(first, last + 1))


def log_ticks(low: float, high: float, count: int) -> tuple[float, ...]:
    """Ticks of a logarithmic axis over positive values: 1-2-5, or whole powers of ten when those would crowd."""
    low_power, high_power = math.floor(math.log10(low) + 1e-12), math.ceil(math.log10(high) - 1e-12)
    powers = range(low_power, high_power + 1)
    fine = _between((m * 10.0**p for p in powers for m in (1, 2, 5)), low, high)
    if len(fine) <= count:
        return fine
    coarse = _between((10.0**p for p in powers), low, high)
    every = max(1, math.ceil(len(coarse) / count))
    return coarse[::every] if len(coarse) >= 3 else fine[::2]


def log_domain(low: float, high: float) -> tuple[float, float]:
    """The domain of a logarithmic axis: out to the next 1, 2 or 5, with room around the outermost marks."""
    return _round_down(low / 1.08), _round_up(high * 1.08)


def _round_down(value: float) -> float:
    power = 10.0 ** math.floor(math.log10(value))
    return _tidy(max(m for m in (1, 2, 5) if m * power <= value * (1 + 1e-12)) * power)


def _round_up(value: float) -> float:
    power = 10.0 ** math.floor(math.log10(value))
    return _tidy(min(m for m in (1, 2, 5, 10) if m * power >= value * (1 - 1e-12)) * power)


def _between(values: Iterable[float], low: float, high: float) -> tuple[float, ...]:
    return tuple(_tidy(v) for v in values if low * (1 - 1e-9) <= v <= high * (1 + 1e-9))


def _tidy(value: float) -> float:
    """Without the dust of floating point; whole numbers as whole numbers."""
    value = float(f"{value:.12g}")
    return int(value) if value.is_integer() and abs(value) < 2**53 else value
