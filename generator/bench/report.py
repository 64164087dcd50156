# SPDX-License-Identifier: Apache-2.0
"""From measurements to the lines of the table. Pure; only what was measured is printed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple, TypeAlias


class Measured(NamedTuple):
    """One measurement: seconds, bytes, and how many things the stage counted. `start`: CPU before the clock."""

    cpu: float
    wall: float
    peak: int
    start: float
    count: int


Results: TypeAlias = Mapping[int, Mapping[str, Measured]]

#: What a stage is measured against, what it is called, and the aim for the ratio (issue 2, part 7).
RATIOS = (
    ("ingest", "read_floor", "ingest (read, digests, decode, rules)", "read + SHA-256", 3.5),
    ("verify", "read_floor", "verify (ingest, every value read again)", "read + SHA-256", None),
    ("generator", "pages_floor", "generator (load, verify, present, write)", "plain pages", 4.0),
    ("generator", "pages_floor_stdlib", "generator", "plain pages, stdlib json", None),
)
PEAK_AIM = 2 * 2**30
PEAK_AIM_RUNS = 10_000
GROWTH_AIM = 1.1

HEAD = ("runs", "what", "CPU s", "wall s", "against", "CPU s", "measured", "aim", "")
Line: TypeAlias = tuple[str, ...]


def rows(results: Results, hugo_up_to: int) -> list[Line]:
    """The table without its head."""
    lines: list[Line] = []
    for size, found in results.items():
        lines += [_ratio(size, found, *spec) for spec in RATIOS]
        lines.append(_peak(size, "generator, peak memory", found["generator"], aimed=size >= PEAK_AIM_RUNS))
        lines += _hugo(size, found, hugo_up_to)
    for small, large in pairwise(results):
        lines += [_growth(small, large, results, stage) for stage in ("ingest", "verify", "generator")]
    lines.append(_start(results))
    return lines


def _ratio(
    size: int,
    found: Mapping[str, Measured],
    stage: str,
    floor: str,
    what: str,
    against: str,
    aim: float | None,
) -> Line:
    one, base = found[stage], found[floor]
    ratio = one.cpu / base.cpu
    aimed = _aim(ratio, aim, "≤ {:g}") if aim is not None else ("", "")
    return (f"{size:,}", what, _s(one.cpu), _s(one.wall), against, _s(base.cpu), f"{ratio:.2f} ×", *aimed)


def _peak(size: int, what: str, one: Measured, *, aimed: bool) -> Line:
    verdict = ("< 2 GiB", "met" if one.peak < PEAK_AIM else "not met") if aimed else ("", "")
    shown = f"{one.peak / 2**20:,.0f} MiB" if one.peak else "not told"
    return (f"{size:,}", what, "", "", "", "", shown, *verdict)


def _hugo(size: int, found: Mapping[str, Measured], up_to: int) -> list[Line]:
    if "hugo" not in found:
        return [(f"{size:,}", "Hugo", "", "", "", "", "left out", f"--hugo-up-to is {up_to:,}", "")]
    hugo, generator = found["hugo"], found["generator"]
    share = hugo.cpu / (hugo.cpu + generator.cpu)
    what = f"Hugo ({hugo.count:,} run pages)"
    return [
        (f"{size:,}", what, _s(hugo.cpu), _s(hugo.wall), "generator + Hugo", _s(hugo.cpu + generator.cpu),
         f"{share:.0%} of CPU", "", ""),
        _peak(size, "Hugo, peak memory", hugo, aimed=False),
    ]  # fmt: skip


def _growth(small: int, large: int, results: Results, stage: str) -> Line:
    before, after = results[small][stage].cpu, results[large][stage].cpu
    exponent = math.log(after / before) / math.log(large / small)
    return (
        f"{small:,} → {large:,}", f"{stage}, growth exponent", _s(after), "", f"{small:,} runs", _s(before),
        f"{exponent:.2f}", *_aim(exponent, GROWTH_AIM, "≤ {:g}"),
    )  # fmt: skip


def _start(results: Results) -> Line:
    start = min(found["generator"].start for found in results.values())
    return ("", "starting the generator (imports; in no line above)", _s(start), "", "", "", "", "", "")


def _aim(value: float, aim: float, form: str) -> tuple[str, str]:
    return form.format(aim), "met" if value <= aim else "not met"


def _s(seconds: float) -> str:
    return f"{seconds:.3f}" if seconds < 10 else f"{seconds:.1f}"


def plain(lines: list[Line]) -> str:
    """The table for a terminal."""
    widths = [max(len(line[i]) for line in (HEAD, *lines)) for i in range(len(HEAD))]
    right = (2, 3, 5, 6)
    return "\n".join(
        "  ".join(
            cell.rjust(width) if i in right else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in (HEAD, *lines)
    )


def markdown(lines: list[Line]) -> str:
    """The table as Markdown."""
    table = [HEAD, ("---",) * len(HEAD), *lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in table) + "\n"
