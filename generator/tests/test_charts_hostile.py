# SPDX-License-Identifier: Apache-2.0
"""Hostile strings in charts are text, and nothing but text. Every detector is shown to fire."""

from __future__ import annotations

import dataclasses
import functools
import json
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest
import vl_convert
from charts_made import BY_KIND, POINTS
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from benchtrail.charts import Axis, Chart, Line, Mark, render, svg
from benchtrail.charts.frame import LABELS
from benchtrail.charts.spec import specification
from benchtrail.charts.text import plain
from benchtrail.charts.tokens import Link

HOSTILE = {
    "script": "<script>alert(1)</script>",
    "closing": '"/></svg><img src=x onerror=alert(1)>',
    "cdata": "]]><!--<x>&lt;&#60;script&#62;",
    "signal": '{"signal": "datum.c1 + 1"}',
    "expression": "'+alert(1)+'",
    "field": "datum['c6']",
    "template": "${alert(1)} {{ . }} {{< chart x >}}",
    "address": "javascript:alert(1)",
    "quotes": "\"'`\\",
    "bidi": "217\u202emB 1\u2066x\u2069",
    "newline": "a\r\nb\u2028c",
    "nul": "a\x00b\x1b[31m",
    "surrogate": "a\ud800b",
    "long": "x" * 100_000,
    "prototype": "__proto__",
    "dollar": "$& $1 %s",
}


def poisoned(chart: Chart, text: str) -> Chart:
    """The chart with `text` in every field that may hold a stranger's words."""

    def mark(item: Mark, index: int) -> Mark:
        x = f"{text}{index}" if chart.x.scale == "ordinal" else item.x
        return dataclasses.replace(item, x=x, series=f"{text}{item.series}", label=text, text=text)

    return dataclasses.replace(
        chart,
        title=text,
        alt=text,
        caption=text,
        x=dataclasses.replace(chart.x, title=text),
        y=dataclasses.replace(chart.y, title=text, unit=text),
        marks=tuple(mark(item, index) for index, item in enumerate(chart.marks)),
        lines=tuple(dataclasses.replace(line, series=text) for line in chart.lines),
    )


def markup_faults(drawing: str) -> list[str]:
    """What in an SVG drawing is more than shapes, words and links to this site."""
    try:
        root = etree.fromstring(drawing.encode("utf-8", "surrogatepass"))
    except etree.XMLSyntaxError as error:
        return [f"not well formed: {error}"]
    faults = []
    for element in root.iter():
        tag = element.tag if isinstance(element.tag, str) else "comment"
        if tag not in {f"{{{svg.SVG}}}{name}" for name in ("svg", "g", "a", "circle", *svg._SHAPES)}:  # noqa: SLF001
            faults.append(f"element {tag}")
        for key, value in element.attrib.items():
            if key.startswith("on") or key in ("style", "src", svg.XLINK_HREF):
                faults.append(f"attribute {key}")
            if key == "href" and not re.match(r"/(?!/)", value):
                faults.append(f"leads to {value}")
        for words in (element.text or "", *element.attrib.values()):
            hidden = [c for c in words if unicodedata.category(c) in ("Cf", "Cc", "Zl", "Zp")]
            faults += ["hidden characters"] * bool(hidden)
    return faults


def expressions(value: Any, key: str = "") -> Iterator[str]:
    """Everything in a Vega or Vega-Lite specification that would be evaluated."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in ("signal", "expr", "labelExpr", "update", "init", "test") and isinstance(inner, str):
                yield inner
            else:
                yield from expressions(inner, name)
    elif isinstance(value, list) and key != "values":
        for inner in value:
            yield from expressions(inner, key)


def titles(value: Any) -> Iterator[Any]:
    """Every title in a specification."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == "title":
                yield inner
            yield from titles(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from titles(inner)


@pytest.mark.parametrize("kind", ["points", "ranges"])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_words_stay_words(kind: str, name: str) -> None:
    text = HOSTILE[name]
    chart = poisoned(BY_KIND[kind], text)
    harmless = _harmless(kind)
    files = render(chart)
    for drawing in (files.svg, files.svg_narrow):
        assert markup_faults(drawing) == []
        words = " ".join(etree.fromstring(drawing.encode()).itertext())
        assert plain(text)[:8] in words
    assert set(expressions(json.loads(files.spec))) <= set(LABELS.values())
    # What Vega-Lite compiles may name categories and ticks by place, never by their words.
    compiled = json.loads(files.vega)
    for expression in expressions(compiled):
        assert expression in harmless or not _holds(expression, text), expression
    assert not list(_objects(titles(compiled)))


@functools.cache
def _harmless(kind: str) -> frozenset[str]:
    """The expressions of the same chart with ordinary words."""
    return frozenset(expressions(json.loads(render(BY_KIND[kind]).vega)))


def _holds(expression: str, text: str) -> bool:
    return any(part and part in expression for part in (plain(text)[:30], json.dumps(plain(text))[1:31]))


def _objects(found: Iterator[Any]) -> Iterator[Any]:
    for title in found:
        if isinstance(title, dict) or (
            isinstance(title, list) and any(not isinstance(t, str) for t in title)
        ):
            yield title


@pytest.mark.parametrize("value", [{"signal": "1+1"}, {"expr": "1+1"}, ["a"], 5, None, True, b"a"])
def test_only_strings_are_taken_for_words(value: object) -> None:
    for make in (
        lambda: Axis(title=value),
        lambda: Axis(title="x", unit=value),
        lambda: Mark(x=1, y=1.0, text=value, href="/runs/a/"),
        lambda: Mark(x=1, y=1.0, text="1", series=value, href="/runs/a/"),
        lambda: Mark(x=1, y=1.0, text="1", label=value, href="/runs/a/"),
        lambda: Mark(x=1, y=1.0, text="1", href=value),
        lambda: Line(series=value, points=()),
        lambda: dataclasses.replace(POINTS, title=value),
        lambda: dataclasses.replace(POINTS, alt=value),
        lambda: dataclasses.replace(POINTS, caption=value),
    ):
        with pytest.raises(TypeError, match="expected a string, found"):
            make()


def test_a_string_of_another_class_is_not_taken_either() -> None:
    class Sly(str):
        __slots__ = ()

    with pytest.raises(TypeError, match=r"axis\.title: expected a string, found Sly"):
        Axis(title=Sly("x"))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "1", True, None])
def test_only_finite_numbers_are_drawn(value: object) -> None:
    with pytest.raises((TypeError, ValueError), match=r"line\.points x: expected a (finite )?number"):
        Line(series="s", points=((value, 1.0),))


# --- positive controls: with the guard away, the detector fires -------------------------------------


def test_control_vega_does_evaluate_an_object_as_title() -> None:
    made = specification(POINTS)
    for layer in made["layer"]:
        if "x" in layer["encoding"]:
            layer["encoding"]["x"]["axis"]["title"] = {"signal": "'6 times 7 is ' + (6 * 7)"}
    vega = vl_convert.vegalite_to_vega(made)
    assert list(_objects(titles(vega)))
    assert "6 times 7 is 42" in vl_convert.vega_to_svg(vega, allowed_base_urls=[])


@pytest.mark.parametrize(
    ("planted", "fault"),
    [
        ('<script xmlns="http://www.w3.org/2000/svg">1</script>', "element"),
        ('<g onload="x"/>', "attribute onload"),
        ('<path style="fill:red"/>', "attribute style"),
        ('<a href="//example.org/"/>', "leads to"),
        ("<text>217\u202emB</text>", "hidden characters"),
        ("<foreignObject/>", "element"),
        ("<broken>", "not well formed"),
    ],
)
def test_control_the_detector_sees_markup(planted: str, fault: str) -> None:
    drawing = render(POINTS).svg
    assert markup_faults(drawing) == []
    assert fault in " ".join(markup_faults(drawing.replace("</svg>", f"{planted}</svg>")))


def test_control_an_unescaped_label_would_be_markup() -> None:
    """The same words put in without the serialiser: what the rebuilt drawing saves us from."""
    text = HOSTILE["script"]
    drawing = render(poisoned(POINTS, text)).svg
    escaped = "&lt;script&gt;alert(1)&lt;/script&gt;"
    assert escaped in drawing
    assert "element" in " ".join(markup_faults(drawing.replace(f">{escaped}", f">{text}")))


@pytest.mark.parametrize(
    "planted",
    [
        "<script>1</script>",
        "<foreignObject/>",
        '<image href="http://example.org/x.png"/>',
        '<path d="M0,0" fill="url(http://example.org/x)"/>',
        '<path d="M0,0" stroke="red;background:url(x)"/>',
        '<path d="M0,0" transform="matrix(1)"/>',
        '<a xlink:href="https://example.org/"><path d="M0,0"/></a>',
        '<a xlink:href="/token/mark/99"><path d="M0,0"/></a>',
    ],
)
def test_a_renderer_that_draws_something_new_ends_the_build(planted: str) -> None:
    raw = f'<svg xmlns="{svg.SVG}" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10">{planted}</svg>'
    links = {"/token/mark/0": Link(href="/runs/a/", label="a")}
    with pytest.raises(svg.DrawingError):
        svg.rebuild(raw, links, label="x", name="wide")


def test_attributes_that_are_not_on_the_list_are_left_behind() -> None:
    raw = f'<svg xmlns="{svg.SVG}" width="10" height="10"><path d="M0,0h1" onclick="x()" style="fill:red" id="a"/></svg>'
    drawing = svg.rebuild(raw, {}, label="x", name="wide")
    assert '<path d="M0,0h1"/>' in drawing
    assert markup_faults(drawing) == []


def test_entities_of_a_drawing_are_not_expanded() -> None:
    raw = (
        '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
        f'<svg xmlns="{svg.SVG}" width="10" height="10"><text>&a;</text></svg>'
    )
    with pytest.raises(svg.DrawingError, match="_Entity"):
        svg.rebuild(raw, {}, label="x", name="wide")


# --- laws ------------------------------------------------------------------------------------------


@given(st.text(st.characters(), max_size=300))
def test_plain_text_is_one_visible_line(text: str) -> None:
    line = plain(text)
    assert len(line) <= 240
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for c in line)
    assert plain(line) == line
    line.encode("utf-8")


@settings(max_examples=12, deadline=None)
@given(st.text(st.characters(), min_size=1, max_size=40))
def test_whatever_the_words_the_drawing_is_clean(text: str) -> None:
    files = render(poisoned(BY_KIND["ranges"], text))
    assert markup_faults(files.svg) == []
    assert set(expressions(json.loads(files.spec))) <= set(LABELS.values())
