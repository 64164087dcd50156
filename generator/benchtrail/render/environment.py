# SPDX-License-Identifier: Apache-2.0
"""The Jinja2 environment in which a number can only be printed as a quantity.

`finalize` sees everything that a template prints. A quantity becomes a Markdown link to its evidence;
a text passes only if it holds no digit and nothing that Markdown or Hugo would interpret; anything
else, a bare int or float above all, is an error with the template's name and line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import jinja2

from benchtrail.errors import Problem, Problems
from benchtrail.load import LoadedRun
from benchtrail.quantity import Derived, Quantity, Sourced
from benchtrail.units import megabytes

TEMPLATES = Path(__file__).parent.parent / "templates"
#: What a text may hold to stand in Markdown prose: letters and plain punctuation, no digits, no markup.
_HARMLESS = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿ ,.;:'()/–—-]*\Z")
#: What a quantity's text may hold inside a link of ours.
_QUANTITY = re.compile(r"[0-9A-Za-zµ ,.%×<>~–−+/\u00a0()-]+\Z")


class BareNumber(jinja2.TemplateRuntimeError):
    """A template printed something that is no quantity."""


#: A release or pre-release, as the audit knows it too.
_VERSION = re.compile(r"v[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}(?:-(?:alpha|beta|rc)\.[0-9]{1,2})?\Z")


def environment(used: Callable[[Quantity], None]) -> jinja2.Environment:
    """An environment that tells `used` of every quantity printed."""

    def finalize(value: object) -> str:
        if isinstance(value, Sourced | Derived):
            used(value)
            return link(value)
        if isinstance(value, Interval):
            used(value.number)
            return f"[{value.number.interval}]({value.number.href})"
        if isinstance(value, Megabytes):
            used(value.quantity)
            return f"[{megabytes(value.quantity.number())}]({value.quantity.href})"
        if isinstance(value, Version):
            return value.link
        if isinstance(value, str) and _HARMLESS.match(value):
            return value
        if isinstance(value, jinja2.Undefined):
            str(value)  # raises with the name that is missing
        raise BareNumber(
            f"a template prints {value!r} ({type(value).__name__}), which is not a quantity with evidence"
        )

    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        finalize=finalize,
        autoescape=False,  # Markdown, not HTML; `finalize` lets nothing through that needs escaping  # noqa: S701
        keep_trailing_newline=True,
        # Hugo's shortcodes are written with braces, so Jinja takes brackets.
        variable_start_string="[[",
        variable_end_string="]]",
        block_start_string="[%",
        block_end_string="%]",
        comment_start_string="[#",
        comment_end_string="#]",
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.globals = {}
    env.filters = {"interval": Interval, "megabytes": Megabytes, "version": Version}
    env.tests = {key: env.tests[key] for key in ("defined", "none", "in")}
    return env


def link(quantity: Quantity) -> str:
    """A quantity as a Markdown link to its evidence."""
    if not _QUANTITY.match(quantity.text):
        raise BareNumber(f"the text {quantity.text!r} of {quantity.href} cannot stand in prose")
    text = quantity.text.replace("<", r"\<").replace("~", r"\~")
    return f"[{text}]({quantity.href})"


@dataclass(frozen=True, slots=True)
class Interval:
    """The interval of a fitted number, to be printed as a link to that number's page."""

    number: Derived


@dataclass(frozen=True, slots=True)
class Megabytes:
    """A memory of a run in decimal megabytes, to be printed as a link to its card."""

    quantity: Sourced


@dataclass(frozen=True, slots=True)
class Version:
    """The version that a run measured, to be printed as a link to the run."""

    run: LoadedRun

    @property
    def link(self) -> str:
        """The version if it is spelled as a release is; nothing else a run says can stand in prose."""
        version = self.run.run.subject.version
        if not _VERSION.match(version):
            raise BareNumber(f"the version {version!r} of {self.run.id} cannot stand in prose")
        return f"[{version}]({self.run.address})"


def render(env: jinja2.Environment, template: str, context: dict[str, object]) -> str:
    """Render a template. Raises `Problems` naming template and line."""
    try:
        return env.get_template(template).render(context)
    except jinja2.TemplateError as fault:
        raise Problems([_problem(template, fault, _line(template, fault))]) from fault
    except (KeyError, TypeError, AttributeError) as fault:
        raise Problems([_problem(template, fault, _line(template, fault))]) from fault


def _line(template: str, fault: BaseException) -> str:
    if isinstance(fault, jinja2.TemplateSyntaxError):
        return f"line {fault.lineno}"
    line, trace = 0, fault.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.endswith(template):
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"line {line}" if line else ""


def _problem(template: str, fault: BaseException, place: str) -> Problem:
    return Problem(
        file=f"generator/benchtrail/templates/{template}",
        place=place,
        expected="a template that prints quantities and reviewed words only",
        found=str(fault) or type(fault).__name__,
        remedy="Print a quantity, or correct the name",
    )
