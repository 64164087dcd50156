# SPDX-License-Identifier: Apache-2.0
"""How charts look: colours, shapes, sizes. Colours are CSS variables, so that one drawing serves light and dark.

Each variable carries the light colour as its fallback, for a drawing that left the site.
The variables are set in `assets/scss/_charts.scss`; a test keeps the two lists together.
"""

from __future__ import annotations

from dataclasses import dataclass

#: Told apart by people with colour-blindness, and each at 3:1 or more against the page.
SERIES_COLOURS = (
    "var(--bt-chart-1, #1d5fbf)",
    "var(--bt-chart-2, #bf4a0a)",
    "var(--bt-chart-3, #0b7a6c)",
    "var(--bt-chart-4, #8a3ab0)",
    "var(--bt-chart-5, #8c6a00)",
    "var(--bt-chart-6, #b0235f)",
)
GRID = "var(--bt-chart-grid, #e3e6ea)"
TEXT = "var(--bt-chart-text, #454d57)"
LINE = "var(--bt-chart-line, #6a737d)"

#: Colour is never the only difference between two series.
SERIES_SHAPES = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross")
#: The same for bars: filled, outlined, half filled.
SERIES_FILLS_PERCENT = (100, 16, 55)
DASHES = ((7, 4), (2, 3), (9, 3, 2, 3), (4, 2), (1, 4), (12, 4))

#: Limits as astronomers draw them: a bar at the bound, an arrow towards where the value lies.
ARROW_UP = "M-1,0H1M0,0V-2.6M-0.75,-1.75L0,-2.6L0.75,-1.75"
ARROW_DOWN = "M-1,0H1M0,0V2.6M-0.75,1.75L0,2.6L0.75,1.75"
ARROW_RIGHT = "M0,-1V1M0,0H2.6M1.75,-0.75L2.6,0L1.75,0.75"
ARROW_LEFT = "M0,-1V1M0,0H-2.6M-1.75,-0.75L-2.6,0L-1.75,0.75"
NO_VALUE = "M-0.8,-0.8L0.8,0.8M-0.8,0.8L0.8,-0.8"

#: Fonts of one width everywhere: texts are measured at build and must fit at the reader's.
FONT = "Arial, Helvetica, Liberation Sans, Arimo, sans-serif"


@dataclass(frozen=True, kw_only=True, slots=True)
class Size:
    """One size of a drawing, in CSS pixels. Both sizes stand in the page; its width decides which is seen."""

    name: str
    width: int
    height: int
    font_px: int
    label_limit_px: int
    ticks: int

    @property
    def label_chars(self) -> int:
        """How many characters of a category fit into a line."""
        return int(self.label_limit_px / (self.font_px * 0.56))


WIDE = Size(name="wide", width=720, height=380, font_px=13, label_limit_px=230, ticks=7)
NARROW = Size(name="narrow", width=350, height=330, font_px=12, label_limit_px=116, ticks=5)


def colour(index: int) -> str:
    """The colour of a series by its place; repeats after six."""
    return SERIES_COLOURS[index % len(SERIES_COLOURS)]


def shape(index: int) -> str:
    """The shape of a series by its place; repeats after six."""
    return SERIES_SHAPES[index % len(SERIES_SHAPES)]


def fill(index: int) -> str:
    """The inside of the bars of a series by its place; the outline has the full colour."""
    percent = SERIES_FILLS_PERCENT[index % len(SERIES_FILLS_PERCENT)]
    return colour(index) if percent == 100 else f"color-mix(in srgb, {colour(index)} {percent}%, transparent)"


def text_width_px(text: str, size: Size) -> float:
    """A generous guess of how wide a text is drawn: good enough to keep room for it."""
    return len(text) * size.font_px * 0.56
