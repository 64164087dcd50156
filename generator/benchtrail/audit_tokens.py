# SPDX-License-Identifier: Apache-2.0
"""What a reader of a page meets, as runs of text, and the numeric tokens in them.

Text is what a person sees or a screen reader speaks: text of elements, spoken attributes, the title
and descriptions in the head. Script, style, templates and the TeX inside a formula are not. A run of
text (`Flow`) ends where a block ends, so that `1<b>2</b>3` is one number and two table cells are two.
"""

from __future__ import annotations

import functools
import re
import sys
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

#: Elements that do not break a run of text. Every other element does, unknown ones included.
INLINE = frozenset(
    "a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong "
    "sub sup time tspan tt u var wbr".split()
)
#: Elements whose content is never read. `annotation` holds the TeX source behind a formula's MathML.
UNREAD = frozenset({"script", "style", "template", "annotation", "annotation-xml"})

#: Attributes that are shown or spoken.
SPOKEN = (
    "alt",
    "title",
    "aria-label",
    "aria-description",
    "aria-roledescription",
    "aria-valuetext",
    "aria-valuenow",
    "placeholder",
    "summary",
    "label",
)
_ATTRIBUTES = etree.XPath(
    "|".join(f"//@{name}" for name in SPOKEN)
    + "|//input/@value|//meta[@name='description' or starts-with(@property,'og:')"
    + " or starts-with(@name,'twitter:')]/@content"
)

_OPENING = "([{<\"'“‘«`"
_CLOSING = ".,;:!?)]}>\"'”’»`…"


@dataclass(frozen=True, slots=True)
class Flow:
    """A run of text: `pieces` are its parts in order, each with where it starts and its element.

    `attribute` is the attribute's name where the text is one.
    """

    text: str
    pieces: tuple[tuple[int, etree._Element], ...]
    attribute: str = ""

    def elements(self, start: int, end: int) -> list[etree._Element]:
        """The elements whose text stands between two offsets."""
        found = []
        for index, (begin, element) in enumerate(self.pieces):
            stop = self.pieces[index + 1][0] if index + 1 < len(self.pieces) else len(self.text)
            if begin < end and stop > start:
                found.append(element)
        return found


@dataclass(frozen=True, slots=True)
class Token:
    """A number in a flow, `text[start:end]`, and the `word` (without punctuation around it) it stands in."""

    start: int
    end: int
    text: str
    word: str
    word_start: int
    word_end: int


@functools.cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """A digit, a word that holds one, a number. Digits are those of every script, ² and ½ and Ⅷ included."""
    digits = _digit_class()
    one = f"[{digits}]"
    plain = rf"{one}+(?:[.,'’\u202f\u066b\u066c]{one}+)*(?:[\s\u00a0\u202f]?[%‰٪])?"
    number = rf"{plain}(?:[\s\u00a0]?[-–—~−][\s\u00a0]?{plain})?"
    return re.compile(one), re.compile(rf"\S*{one}\S*"), re.compile(number)


def _digit_class() -> str:
    """The inside of a character class of all numeric characters (categories Nd, Nl, No)."""
    spans: list[list[int]] = []
    for code in range(0x30, sys.maxunicode + 1):
        if unicodedata.category(chr(code)) in ("Nd", "Nl", "No"):
            if spans and spans[-1][1] == code - 1:
                spans[-1][1] = code
            else:
                spans.append([code, code])
    return "".join(f"{chr(low)}-{chr(high)}" for low, high in spans)


def has_digit(text: str) -> bool:
    """Whether a text holds a numeric character of any script."""
    return _patterns()[0].search(text) is not None


def flows(root: etree._Element) -> Iterator[Flow]:
    """Every run of text of a page that holds a digit, in document order; then the attributes."""
    yield from _text_flows(root)
    for value in _ATTRIBUTES(root):
        if has_digit(value):
            yield Flow(str(value), ((0, value.getparent()),), value.attrname)


def _text_flows(root: etree._Element) -> Iterator[Flow]:
    open_pieces: list[tuple[etree._Element, str]] = []
    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event == "start":
            if element.tag not in INLINE:
                if open_pieces:
                    yield from _close(open_pieces)
                if element.tag in UNREAD:
                    walk.skip_subtree()
                    continue
            if element.text:
                open_pieces.append((element, element.text))
            continue
        if event == "end" and element.tag not in INLINE and open_pieces:
            yield from _close(open_pieces)
        if element.tail and element is not root:
            open_pieces.append((element.getparent(), element.tail))
    yield from _close(open_pieces)


def _close(pieces: list[tuple[etree._Element, str]]) -> Iterator[Flow]:
    text = "".join([piece for _, piece in pieces])
    if has_digit(text):
        starts: list[tuple[int, etree._Element]] = []
        position = 0
        for element, piece in pieces:
            starts.append((position, element))
            position += len(piece)
        yield Flow(text, tuple(starts))
    pieces.clear()


def tokens(text: str) -> Iterator[Token]:
    """Every number in a text. A range is one token where both ends stand in it, `6–28` or `6 – 28`."""
    _, word_with_digit, number = _patterns()
    words = [_stripped(match) for match in word_with_digit.finditer(text)]
    index = 0
    for match in number.finditer(text):
        while index + 1 < len(words) and words[index][1] <= match.start():
            index += 1
        start, end = words[index]
        yield Token(match.start(), match.end(), match.group(), text[start:end], start, end)


def _stripped(match: re.Match[str]) -> tuple[int, int]:
    word = match.group()
    start = match.start() + len(word) - len(word.lstrip(_OPENING))
    return start, match.end() - (len(word) - len(word.rstrip(_CLOSING)))
