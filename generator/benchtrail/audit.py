# SPDX-License-Identifier: Apache-2.0
"""The audit of the built site: no number without a way to its source.

Every numeric token of the reading text (`audit_tokens.py`) must be linked, evidence, or exempt:

linked    inside a link to an evidence card, `/runs/<id>/#<anchor>`, or a number page, `/numbers/<id>/`,
          that exists; on a run or number page also inside a link to an anchor of that page
evidence  inside an element with `data-evidence` on a run page or number page
exempt    by a rule of `audit_exemptions.toml`

An anchor is an evidence card if its element has `data-evidence` or holds an element that has it. A link
with `data-literal` must lead to a card that shows the same literal as code or marked text.
It reads the built files alone and knows nothing of the program that made them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from lxml import etree

from benchtrail.audit_pages import (
    Cards,
    Page,
    address,
    around,
    cards,
    read_page,
    same_ids,
    same_paths,
    site_names,
)
from benchtrail.audit_rules import Rule, load_rules
from benchtrail.audit_tokens import Flow, Token, count, flows, has_digit, tokens, word_around
from benchtrail.errors import Problem, Problems

_CARD_LINK = re.compile(r"(/runs/[a-z0-9._-]+/)#([^#]+)")
_NUMBER_LINK = re.compile(r"(/numbers/[a-z0-9._-]+/)(?:#.*)?")
_RAW = re.compile(r"runs/[^/]+/raw/")
_SUBWORDS = re.compile(r"[/,;()=\[\]·–—]+")
#: Longer than any label: an exemption around more text than this would be a hiding place.
_MAX_EXEMPT_TEXT = 600

LINKED, EVIDENCE, UNLINKED, BROKEN = "linked", "evidence", "unlinked", "broken"


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """What the audit found. `numbers` is the sum of linked, evidence, all exempt, unlinked and broken."""

    pages: int
    numbers: int
    linked: int
    evidence: int
    exempt: dict[str, int]
    unlinked: int
    broken: int
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


@dataclass(frozen=True, slots=True)
class _Need:
    """A link to a card of another page, checked when that page is read."""

    anchor: str
    literal: str
    page: str
    href: str
    around: str

    def problem(self, expected: str) -> Problem:
        """The link leads nowhere, or to something else."""
        return Problem(
            file=self.page,
            place=f"a[href={self.href}]",
            expected=expected,
            found=self.around,
            remedy="Correct the link, or build the page it leads to",
        )


@dataclass(slots=True)
class _Site:
    """What is known of the whole site while its pages are read."""

    public: Path
    rules: tuple[Rule, ...]
    names: dict[str, frozenset[str]]
    pages: frozenset[str]
    counts: Counter[str] = field(default_factory=Counter)
    exempt: Counter[str] = field(default_factory=Counter)
    needs: dict[str, list[_Need]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def audit(
    public: Path,
    rules: tuple[Rule, ...] | None = None,
    progress: Callable[[int, int], None] | None = None,
    *,
    whole: bool = True,
) -> Report:
    """Audit a built site. `progress` is told pages done and pages in all. Nothing is printed.

    `whole` is False for a part of the site, or a made one: exemptions that match nothing are then no fault.
    """
    files = sorted(path.relative_to(public).as_posix() for path in public.rglob("*") if path.is_file())
    pages = [name for name in files if name.endswith(".html") and not _RAW.match(name)]
    site = _Site(
        public=public,
        rules=load_rules() if rules is None else rules,
        names=site_names(files),
        pages=frozenset(address(name) for name in pages),
    )
    site.problems.extend(same_paths(files))
    # Pages that only link come first, so that each run page is read once, with what others need of it.
    for done, name in enumerate(sorted(pages, key=lambda name: (name.startswith("runs/"), name)), start=1):
        _audit_page(site, name)
        if progress is not None:
            progress(done, len(pages))
    for target, needs in list(site.needs.items()):  # links from run pages to run pages already read
        _check_needs(site, needs, cards(read_page(public, f"{target[1:]}index.html")))
    site.problems.extend(_rule_problems(site, whole=whole))
    if not pages:
        site.problems.append(_no_pages())
    return Report(
        pages=len(pages),
        numbers=sum(site.counts.values()) + sum(site.exempt.values()),
        linked=site.counts[LINKED],
        evidence=site.counts[EVIDENCE],
        exempt={rule.name: site.exempt[rule.name] for rule in site.rules},
        unlinked=site.counts[UNLINKED],
        broken=site.counts[BROKEN],
        problems=tuple(site.problems),
    )


def _no_pages() -> Problem:
    return Problem(
        file="",
        place="",
        expected="a built site",
        found="no HTML page",
        remedy="Build the site first, or give its folder",
    )


# --- one page --------------------------------------------------------------------------------------


def _audit_page(site: _Site, name: str) -> None:
    try:
        root = read_page(site.public, name)
    except Problems as problems:
        site.problems.extend(problems.problems)
        return
    page = Page(name, root)
    site.problems.extend(same_ids(name, root))
    _check_needs(site, site.needs.pop(page.address, []), page.cards)
    for flow in flows(root):
        if flow.evidence and page.shows_evidence:
            site.counts[EVIDENCE] += count(flow.text)
            continue
        for token in tokens(flow.text):
            _audit_token(site, page, flow, token)


def _check_needs(site: _Site, needs: list[_Need], known: Cards) -> None:
    """Links of other pages to this page's cards; they were counted as linked."""
    for need in needs:
        fault = _card_fault(known, need)
        if fault:
            site.counts[LINKED] -= 1
            site.counts[BROKEN] += 1
            site.problems.append(need.problem(fault))


def _card_fault(known: Cards, need: _Need) -> str:
    if need.anchor not in known:
        return f"an evidence card #{need.anchor} where the link leads"
    if need.literal and need.literal not in known[need.anchor]:
        return f"the literal “{need.literal}” on the card #{need.anchor} where the link leads"
    return ""


# --- one token -------------------------------------------------------------------------------------


def _audit_token(site: _Site, page: Page, flow: Flow, token: Token) -> None:
    """Count a token as linked, evidence, exempt, unlinked or broken; all its pieces must have a source."""
    elements = flow.elements(token.start, token.end)
    states = [_source(site, page, flow, token, element) for element in elements]
    if UNLINKED not in states:
        state = BROKEN if BROKEN in states else EVIDENCE if EVIDENCE in states else LINKED
        site.counts[state] += 1
        return
    rule = _exemption(site, page, flow, token, elements)
    if rule is not None:
        site.exempt[rule.name] += 1
        return
    site.counts[UNLINKED] += 1
    element = elements[states.index(UNLINKED)]
    site.problems.append(page.unlinked(flow, token, element))


def _source(site: _Site, page: Page, flow: Flow, token: Token, element: etree._Element) -> str:
    """The state of a token from the elements around one of its pieces."""
    state = UNLINKED
    around: etree._Element | None = element
    while around is not None:
        if around.tag == "a":
            state = _link(site, page, flow, token, around) or state
            if state in (LINKED, BROKEN):
                return state
        if page.shows_evidence and around.get("data-evidence") is not None:
            state = EVIDENCE
        around = around.getparent()
    return state


def _link(site: _Site, page: Page, flow: Flow, token: Token, link: etree._Element) -> str:
    """The state of a token in a link; empty if the link does not claim to lead to a number."""
    href = link.get("href") or link.get("xlink:href") or ""
    target, anchor = _target(page, href)
    if not target:
        return ""
    need = _Need(unquote(anchor), link.get("data-literal") or "", page.name, href, around(flow, token))
    if target not in site.pages:
        fault = f"a page {target} where the link leads"
    elif not anchor:
        return LINKED
    elif target == page.address:
        fault = _card_fault(page.cards, need)
    else:
        site.needs.setdefault(target, []).append(need)
        return LINKED
    if not fault:
        return LINKED
    site.problems.append(need.problem(fault))
    return BROKEN


def _target(page: Page, href: str) -> tuple[str, str]:
    """The page and the anchor (empty for a whole number page) of a link to a number; else two empty texts."""
    if (number := _NUMBER_LINK.fullmatch(href)) is not None:
        return number[1], ""
    if (card := _CARD_LINK.fullmatch(href)) is not None:
        return card[1], card[2]
    if page.shows_evidence and len(href) > 1 and href.startswith("#"):
        return page.address, href[1:]
    return "", ""


def _exemption(
    site: _Site, page: Page, flow: Flow, token: Token, elements: list[etree._Element]
) -> Rule | None:
    """The first rule that exempts a token."""
    words = _words(flow, token)
    for rule in site.rules:
        if (
            (rule.page is None or rule.page.fullmatch(page.address))
            and (rule.token is None or rule.token.fullmatch(token.text))
            and (rule.word is None or _is_known(words, rule.word.fullmatch))
            and (rule.site is None or _is_known(words, site.names[rule.site].__contains__))
            and (rule.before is None or re.search(f"(?:{rule.before.pattern})$", flow.text[: token.start]))
            and (rule.after is None or rule.after.match(flow.text, token.end))
            and all(_inside(page, rule, element) for element in elements)
        ):
            return rule
    return None


def _words(flow: Flow, token: Token) -> tuple[str, tuple[str, ...]]:
    """The word around a token, and the parts with a digit if it is several words joined by a sign.

    Empty unless the word stands in one element: `v<b>5</b>` is not a version.
    """
    start, end = word_around(flow.text, token)
    if len(flow.elements(start, end)) != 1:
        return "", ()
    word = flow.text[start:end]
    parts = tuple(part for part in _SUBWORDS.split(word) if has_digit(part))
    return word, () if parts == (word,) else parts


def _is_known(words: tuple[str, tuple[str, ...]], known: Callable[[str], object]) -> bool:
    word, parts = words
    return bool(word) and (bool(known(word)) or (bool(parts) and all(known(part) for part in parts)))


def _inside(page: Page, rule: Rule, element: etree._Element) -> bool:
    """Whether an element is, or stands in, one that the rule's selector, mark and text name."""
    if rule.selector is None and rule.data_exempt is None:
        return rule.text is None
    selected = page.selected(rule)
    around: etree._Element | None = element
    while around is not None:
        if (rule.selector is None or around in selected) and (
            rule.data_exempt is None or around.get("data-exempt") == rule.data_exempt
        ):
            text = "".join(around.itertext()) if rule.text or rule.data_exempt else ""
            if (rule.text is None or rule.text.fullmatch(text.strip())) and len(text) <= _MAX_EXEMPT_TEXT:
                return True
        around = around.getparent()
    return False


def _rule_problems(site: _Site, *, whole: bool) -> Iterator[Problem]:
    for rule in site.rules:
        covered = site.exempt[rule.name]
        if covered == 0 and whole:
            yield Problem(
                file="audit_exemptions.toml",
                place=rule.name,
                expected="an exemption that is needed",
                found="a stale one, which matches nothing",
                remedy="Remove it",
            )
        if rule.max is not None and covered > rule.max:
            yield Problem(
                file="audit_exemptions.toml",
                place=rule.name,
                expected=f"at most {rule.max} exempt numbers",
                found=str(covered),
                remedy="Look for figures that hide behind it, or have a new limit reviewed",
            )


def check(report: Report) -> None:
    """Raise `Problems` if the audit found anything."""
    if report.problems:
        raise Problems(report.problems)
