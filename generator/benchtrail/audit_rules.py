# SPDX-License-Identifier: Apache-2.0
"""The reviewed exemptions of the audit: which digits on a page are not figures, and why.

A rule holds for a token if all its conditions hold. Regular expressions for words, tokens and texts
must match the whole of it; `before` and `after` what stands next to the token.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cssselect import SelectorError
from lxml.cssselect import CSSSelector

from benchtrail.errors import Problem, Problems, show

RULES_FILE = Path(__file__).with_name("audit_exemptions.toml")

SITE_NAMES = ("run", "number", "file")
_EXPRESSIONS = ("word", "token", "before", "after", "text", "page")
_CONDITIONS = (*_EXPRESSIONS, "selector", "data_exempt", "site")
_KEYS = ("name", "reason", "max", *_CONDITIONS)


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """One exemption. Conditions that are None do not matter.

    `word`: the word around the token, punctuation stripped. `token`: the token. `before`, `after`: the
    text beside it. `selector`, `data_exempt`: an element around it. `text`: that element's whole text.
    `page`: the page's address. `site`: the word is the name of a run, a number page or a raw file of
    this site. `max`: how many tokens the rule may cover on the whole site.
    """

    name: str
    reason: str
    word: re.Pattern[str] | None = None
    token: re.Pattern[str] | None = None
    before: re.Pattern[str] | None = None
    after: re.Pattern[str] | None = None
    text: re.Pattern[str] | None = None
    page: re.Pattern[str] | None = None
    selector: CSSSelector | None = None
    data_exempt: str | None = None
    site: str | None = None
    max: int | None = None


def load_rules(path: Path = RULES_FILE) -> tuple[Rule, ...]:
    """The rules of a TOML file. Raises `Problems` with everything that is wrong in it."""
    file = path.name
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8")).get("rule", [])
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise Problems([_problem(file, "", "a TOML file of exemptions", str(fault))]) from None
    rules: list[Rule] = []
    problems: list[Problem] = []
    for index, entry in enumerate(entries):
        faults = list(_faults(file, f"rule {index + 1}", entry))
        problems.extend(faults)
        if not faults:
            rules.append(_rule(entry))
    names = [rule.name for rule in rules]
    problems.extend(
        _problem(file, name, "each name once", f"{names.count(name)} rules of this name")
        for name in sorted({name for name in names if names.count(name) > 1})
    )
    if problems:
        raise Problems(problems)
    return tuple(rules)


def _rule(entry: dict[str, object]) -> Rule:
    fields: dict[str, object] = dict(entry)
    for key in _EXPRESSIONS:
        if key in fields:
            fields[key] = re.compile(str(fields[key]))
    if "selector" in fields:
        fields["selector"] = CSSSelector(str(fields["selector"]), translator="html")
    return Rule(**fields)  # type: ignore[arg-type]


def _faults(file: str, place: str, entry: dict[str, object]) -> Iterator[Problem]:
    for key in entry:
        if key not in _KEYS:
            yield _problem(file, place, "only the keys " + ", ".join(_KEYS), show(key))
    for key in ("name", "reason"):
        if not isinstance(entry.get(key), str) or not entry[key]:
            yield _problem(file, place, f"a {key}", show(entry.get(key)))
    if not any(key in entry for key in _CONDITIONS):
        yield _problem(file, place, "a condition among " + ", ".join(_CONDITIONS), "none")
    if entry.get("site", "run") not in SITE_NAMES:
        yield _problem(file, place, "site to be one of " + ", ".join(SITE_NAMES), show(entry["site"]))
    for key in _EXPRESSIONS:
        try:
            re.compile(str(entry.get(key, "")))
        except re.error as fault:
            yield _problem(file, place, f"a regular expression as {key}", str(fault))
    try:
        CSSSelector(str(entry.get("selector", "a")), translator="html")
    except SelectorError as fault:
        yield _problem(file, place, "a CSS selector", str(fault))


def _problem(file: str, place: str, expected: str, found: str) -> Problem:
    return Problem(file=file, place=place, expected=expected, found=found, remedy="Correct the exemption")
