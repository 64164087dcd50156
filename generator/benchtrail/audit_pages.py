# SPDX-License-Identifier: Apache-2.0
"""The built site as the audit reads it: pages, their evidence cards, names, and what is there twice."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from benchtrail.audit_rules import Rule
from benchtrail.audit_tokens import Flow, Token
from benchtrail.errors import Problem, Problems

_EVIDENCE_PAGE = re.compile(r"(/(?:runs|numbers)/[a-z0-9._-]+/)(?:.*)")
_EVIDENCE = etree.XPath("//*[@data-evidence]")
_MARKED = etree.XPath("descendant::code|descendant::mark")
_IDS = etree.XPath("//@id")
_AROUND = 60

#: The evidence cards of a page: anchor, and the code and marked text that the card shows.
Cards = dict[str, frozenset[str]]


def site_names(files: list[str]) -> dict[str, frozenset[str]]:
    """Names that hold digits by nature. Those without a letter are not names."""
    names: dict[str, set[str]] = {"run": set(), "number": set(), "file": set()}
    for file in files:
        match file.split("/"):
            case ["runs", run, *rest]:
                names["run"].add(run)
                names["file"].update(rest[1:] if rest[:1] == ["raw"] else ())
            case ["numbers", number, "index.html"]:
                names["number"].add(number)
    # A name with a letter first and a dash or dot inside cannot be taken for a figure with its unit.
    named = re.compile(r"[a-z][a-z0-9._]*[.-][a-z0-9._-]+")
    return {kind: frozenset(name for name in found if named.fullmatch(name)) for kind, found in names.items()}


def address(name: str) -> str:
    """The address of a page's file."""
    return f"/{name.removesuffix('index.html')}"


def same_paths(files: list[str]) -> Iterator[Problem]:
    """Paths that are one on a file system that ignores case."""
    groups: dict[str, list[str]] = {}
    for name in files:
        groups.setdefault(unicodedata.normalize("NFC", name).casefold(), []).append(name)
    for group in groups.values():
        if len(group) > 1:
            yield Problem(
                file=group[0],
                place="",
                expected="output paths that differ in more than case",
                found=", ".join(group),
                remedy="Rename one of the pages or files",
            )


class Page:
    """A page while it is read: its tree, its cards, and which elements the rules' selectors match."""

    def __init__(self, name: str, root: etree._Element) -> None:
        self.name = name
        self.address = address(name)
        self.root = root
        own = _EVIDENCE_PAGE.fullmatch(self.address)
        self.shows_evidence = own is not None
        self.cards = cards(root) if own else {}
        self._selected: dict[str, frozenset[etree._Element]] = {}

    def selected(self, rule: Rule) -> frozenset[etree._Element]:
        """The elements of this page that a rule's selector matches."""
        if rule.selector is None:
            return frozenset()
        if rule.name not in self._selected:
            self._selected[rule.name] = frozenset(rule.selector(self.root))
        return self._selected[rule.name]

    def unlinked(self, flow: Flow, token: Token, element: etree._Element) -> Problem:
        """A token without a source, with the text around it and a path to its element."""
        path = element.getroottree().getpath(element) + (f"/@{flow.attribute}" if flow.attribute else "")
        return Problem(
            file=self.name,
            place=path,
            expected="every number to lead to its source",
            found=around(flow, token),
            remedy="Link it to its evidence card or number page, leave it out, or have an exemption reviewed",
        )


def around(flow: Flow, token: Token) -> str:
    """A token with the text beside it, for a message."""
    start, end = max(0, token.start - _AROUND), token.end + _AROUND
    return f"“{token.text}” in “{' '.join(flow.text[start:end].split())}”"


def read_page(public: Path, name: str) -> etree._Element:
    """The tree of a page. Raises `Problems` if it is not HTML in UTF-8."""
    data = (public / name).read_bytes()
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    try:
        data.decode("utf-8")
        root = etree.fromstring(data, parser)
    except (UnicodeDecodeError, etree.ParserError, etree.XMLSyntaxError) as fault:
        found = str(fault)
    else:
        if root is not None:
            return root
        found = "an empty file"
    problem = Problem(
        file=name, place="", expected="a page in UTF-8", found=found, remedy="Correct the layout"
    )
    raise Problems([problem])


def cards(root: etree._Element) -> Cards:
    """Evidence anchors of a page: each id whose element has or holds evidence, and the code and marks in it."""
    found: Cards = {}
    for evidence in _EVIDENCE(root):
        element = evidence
        while element is not None and element.tag not in ("main", "body"):
            anchor = element.get("id")
            if anchor is not None and anchor not in found:
                found[anchor] = frozenset("".join(code.itertext()) for code in _MARKED(element))
            element = element.getparent()
    return found


def same_ids(name: str, root: etree._Element) -> Iterator[Problem]:
    """Ids that more than one element of a page has."""
    ids = _IDS(root)
    if len(ids) == len(set(ids)):
        return
    for anchor, times in Counter(ids).items():
        if times > 1:
            yield Problem(
                file=name,
                place=f"#{anchor}",
                expected="each id once in a page",
                found=f"{times} elements with it",
                remedy="Rename one of them",
            )
