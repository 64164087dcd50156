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

    `attribute` is the attribute's name where the text is one. `evidence` is true where the whole run stands
    inside an element with `data-evidence` and none of it in a link.
    """

    text: str
    pieces: tuple[tuple[int, etree._Element], ...]
    attribute: str = ""
    evidence: bool = False

    def elements(self, start: int, end: int) -> list[etree._Element]:
        """The elements whose text stands between two offsets."""
        if len(self.pieces) == 1:
            return [self.pieces[0][1]]
        found = []
        for index, (begin, element) in enumerate(self.pieces):
            stop = self.pieces[index + 1][0] if index + 1 < len(self.pieces) else len(self.text)
            if begin < end and stop > start:
                found.append(element)
        return found


@dataclass(frozen=True, slots=True)
class Token:
    """A number in a flow: `text[start:end]`."""

    start: int
    end: int
    text: str


@functools.cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A digit, and a number. Digits are those of every script, ² and ½ and Ⅷ included."""
    digits = _digit_class()
    one = f"[{digits}]"
    plain = rf"{one}+(?:[.,'’\u202f\u066b\u066c]{one}+)*(?:[\s\u00a0\u202f]?[%‰٪])?"
    number = rf"{plain}(?:[\s\u00a0]?[-–—~−][\s\u00a0]?{plain})?"
    return re.compile(one), re.compile(number)


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
    pieces: list[tuple[etree._Element, str]] = []
    evidence, links, linked = 0, 0, False  # depth in evidence, depth in links, a link seen in this run
    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event == "start":
            tag = element.tag
            if tag not in INLINE:
                if pieces:
                    yield from _close(pieces, evidence=evidence > 0 and not linked)
                linked = links > 0
                if tag in UNREAD:
                    walk.skip_subtree()
                    continue
            if tag == "a":
                links += 1
                linked = True
            if element.get("data-evidence") is not None:
                if not evidence and pieces:  # a run that begins outside is not wholly evidence
                    linked = True
                evidence += 1
            if element.text:
                pieces.append((element, element.text))
            continue
        if event == "end" and element.tag not in UNREAD:
            if element.tag not in INLINE and pieces:
                yield from _close(pieces, evidence=evidence > 0 and not linked)
                linked = links > 0
            links -= element.tag == "a"
            evidence -= element.get("data-evidence") is not None
        if element.tail and element is not root:
            if not evidence:
                linked = True
            pieces.append((element.getparent(), element.tail))
    yield from _close(pieces, evidence=False)


def _close(pieces: list[tuple[etree._Element, str]], *, evidence: bool) -> Iterator[Flow]:
    text = "".join([piece for _, piece in pieces])
    if has_digit(text):
        starts: list[tuple[int, etree._Element]] = []
        position = 0
        for element, piece in pieces:
            starts.append((position, element))
            position += len(piece)
        yield Flow(text, tuple(starts), "", evidence)
    pieces.clear()


def tokens(text: str) -> Iterator[Token]:
    """Every number in a text. A range is one token where both ends stand in it, `6–28` or `6 – 28`."""
    for match in _patterns()[1].finditer(text):
        yield Token(match.start(), match.end(), match.group())


def count(text: str) -> int:
    """How many numbers a text holds."""
    return len(_patterns()[1].findall(text))


def word_around(text: str, token: Token) -> tuple[int, int]:
    """Where the word around a token begins and ends, without the punctuation around it."""
    start, end = token.start, token.end
    while start and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    word = text[start:end]
    left = len(word) - len(word.lstrip(_OPENING))
    return start + left, max(end - (len(word) - len(word.rstrip(_CLOSING))), start + left)
