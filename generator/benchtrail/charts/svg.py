# SPDX-License-Identifier: Apache-2.0
"""A chart as an SVG drawing that may be put into a page.

vl-convert draws; its output is then not filtered but *rebuilt*: every element and attribute of the result
is made here, from a short list, with a value that matched its pattern. Addresses and spoken labels do not
pass through Vega at all: the drawing is made with tokens in their place, and the tokens are looked up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lxml import etree

from benchtrail.charts import style
from benchtrail.charts.parts import Json
from benchtrail.charts.tokens import TOKEN, Link

SVG = "http://www.w3.org/2000/svg"
XLINK_HREF = "{http://www.w3.org/1999/xlink}href"
#: Touch targets are this far around a small mark.
_REACH_PX = 12

_NUMBER = r"-?\d+(?:\.\d+)?(?:e-?\d+)?"
_COLOUR = r"var\(--bt-chart-[a-z0-9]+, #[0-9a-f]{6}\)"
_PATTERNS: dict[str, re.Pattern[str]] = {
    "number": re.compile(rf"{_NUMBER}(?:px)?\Z"),
    "numbers": re.compile(rf"{_NUMBER}(?:[ ,]+{_NUMBER})*\Z"),
    "path": re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE., +-]+\Z"),
    "transform": re.compile(rf"(?:(?:translate|rotate|scale)\({_NUMBER}(?:, ?{_NUMBER})?\) ?)+\Z"),
    "paint": re.compile(
        rf"(?:none|transparent|{_COLOUR}|color-mix\(in srgb, {_COLOUR} \d+%, transparent\))\Z"
    ),
    "word": re.compile(r"[a-z]+\Z"),
}
_ATTRIBUTES = {
    "d": "path",
    "dy": "number",
    "fill": "paint",
    "fill-opacity": "number",
    "font-size": "number",
    "height": "number",
    "opacity": "number",
    "stroke": "paint",
    "stroke-dasharray": "numbers",
    "stroke-linecap": "word",
    "stroke-opacity": "number",
    "stroke-width": "number",
    "text-anchor": "word",
    "transform": "transform",
    "width": "number",
    "x": "number",
    "x1": "number",
    "x2": "number",
    "y": "number",
    "y1": "number",
    "y2": "number",
}
#: Drawn elements, and those that hold others. Anything else ends the build: it would be something new.
_SHAPES = frozenset({"path", "line", "rect", "text", "tspan"})
_IDENTITY = frozenset({"translate(0,0)", ""})
_LONG = re.compile(r"-?\d+\.\d{3,}")
_LAYER = re.compile(r"\b([a-z]+[0-9]*)_(?:marks|[0-9]+)\b")


class DrawingError(ValueError):
    """The renderer made something that is not on our list: a fault of ours, never of a submission."""


def draw(vega: Json, links: Mapping[str, Link], *, label: str, name: str) -> str:
    """The drawing of a compiled specification whose addresses are tokens; the same bytes each time."""
    import vl_convert  # noqa: PLC0415 - 0.1 s, and only builds with charts need it

    return rebuild(vl_convert.vega_to_svg(vega, allowed_base_urls=[]), links, label=label, name=name)


def rebuild(raw: str, links: Mapping[str, Link], *, label: str, name: str) -> str:
    """Make our drawing from a renderer's: `links` says for each token what it stands for."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    source = etree.fromstring(raw.encode("utf-8"), parser)
    width, height = (_checked(key, source.get(key, "")) for key in ("width", "height"))
    root = etree.Element(f"{{{SVG}}}svg", nsmap={None: SVG})
    for key, value in (
        ("class", f"bt-drawing bt-drawing--{name}"),
        ("viewBox", f"0 0 {width} {height}"),
        ("width", width),
        ("height", height),
        ("role", "group"),
        ("aria-label", label),
        ("font-family", style.FONT),
    ):
        root.set(key, value)
    _Rebuild(links).children(source, root, layer="")
    _reach(root)
    return etree.tostring(root, encoding="unicode")


class _Rebuild:
    """One walk over the renderer's tree, carrying the name of the layer it is in."""

    def __init__(self, links: Mapping[str, Link]) -> None:
        self._links = links

    def children(self, source: Any, target: Any, *, layer: str) -> None:
        for child in source:
            self._one(child, target, layer)

    def _one(self, source: Any, target: Any, layer: str) -> None:
        if not isinstance(source.tag, str):
            raise DrawingError(f"the renderer wrote a {type(source).__name__}, which is not on the list")
        tag = etree.QName(source).localname
        classes = source.get("class", "").split()
        # Frames are invisible, and clipping (the only definitions made) has nothing to clip: domains cover all marks.
        if "background" in classes or "foreground" in classes or tag == "defs":
            return
        if tag == "g":
            self._group(source, target, layer, classes)
        elif tag == "a":
            self._link(source, target, layer)
        elif tag in _SHAPES:
            self._shape(tag, source, target, layer)
        else:
            raise DrawingError(f"the renderer drew an element that is not on the list: {source.tag!a}")

    def _group(self, source: Any, target: Any, layer: str, classes: list[str]) -> None:
        attributes = _attributes(source)
        found = _LAYER.search(" ".join(classes))
        layer = found.group(1) if found else layer
        if "role-axis" in classes:
            attributes |= {"class": "bt-axis", "aria-hidden": "true", "data-exempt": "axis"}
        elif "role-legend" in classes:
            attributes |= {"class": "bt-key", "aria-hidden": "true"}
        elif found:
            attributes |= {"class": f"bt-layer bt-layer--{layer}"}
        # A group that says nothing is left out, its children taken up.
        own = _element("g", attributes) if attributes else target
        self.children(source, own, layer=layer)
        if attributes and len(own):
            target.append(own)

    def _link(self, source: Any, target: Any, layer: str) -> None:
        token = TOKEN.search(source.get(XLINK_HREF, ""))
        link = self._links.get(token.group(0)) if token else None
        if link is None:
            raise DrawingError(
                f"a mark links to {source.get(XLINK_HREF, '')!a}, which no mark of the chart asked for"
            )
        own = _element("a", {"href": link.href})
        if layer.startswith("text"):
            # The mark beside it is the same link: one stop for the keyboard and the screen reader is enough.
            own.set("tabindex", "-1")
            own.set("aria-hidden", "true")
        else:
            own.set("class", "bt-mark")
            own.set("aria-label", link.label)
        self.children(source, own, layer=layer)
        if len(own):
            target.append(own)

    def _shape(self, tag: str, source: Any, target: Any, layer: str) -> None:
        if tag == "text" and not "".join(source.itertext()).strip():
            return
        if tag == "rect" and source.getparent().getparent() is None:
            return
        attributes = _attributes(source)
        if layer in ("path", "whisker") or (
            layer.startswith("curve") and source.getparent().tag != f"{{{SVG}}}a"
        ):
            attributes["pointer-events"] = "none"
        own = _element(tag, attributes)
        if tag in ("text", "tspan"):
            own.text = source.text
        self.children(source, own, layer=layer)
        target.append(own)


def _element(tag: str, attributes: Mapping[str, str]) -> Any:
    element = etree.Element(f"{{{SVG}}}{tag}")
    for key in sorted(attributes):
        element.set(key, attributes[key])
    return element


def _attributes(source: Any) -> dict[str, str]:
    """The attributes that are on the list, checked and shortened; those that say nothing are left out."""
    kept: dict[str, str] = {}
    for key, value in source.attrib.items():
        if key in _ATTRIBUTES and not _says_nothing(key, value):
            kept[key] = _checked(key, value)
    if kept.get("transform", "") in _IDENTITY:
        kept.pop("transform", None)
    return kept


def _says_nothing(key: str, value: str) -> bool:
    return (key in ("opacity", "fill-opacity", "stroke-opacity") and value == "1") or value == ""


def _checked(key: str, value: str) -> str:
    if not _PATTERNS[_ATTRIBUTES[key]].match(value):
        raise DrawingError(f"the renderer gave {key} the value {value!a}, which is not on the list")
    return _LONG.sub(_two_decimals, value.removesuffix("px")) if key not in ("fill", "stroke") else value


def _two_decimals(number: re.Match[str]) -> str:
    return f"{float(number.group()):.2f}".rstrip("0").rstrip(".")


def _reach(root: Any) -> None:
    """Wider targets for fingers, under all marks, so that none of them covers a neighbour."""
    layers = root.xpath('.//*[starts-with(@class, "bt-layer ")]')
    marks = root.xpath(
        './/*[starts-with(@class, "bt-layer ")][not(contains(@class, "--bar") or contains(@class, "--curve"))]'
        '/*[@class="bt-mark"]'
    )
    if not layers or not marks:
        return
    under = _element("g", {"class": "bt-reach", "aria-hidden": "true", "fill": "transparent"})
    for mark in marks:
        transform = mark[0].get("transform")
        if transform is None or len(mark) != 1:
            continue
        link = _element("a", {"href": mark.get("href"), "tabindex": "-1"})
        link.append(_element("circle", {"r": str(_REACH_PX), "transform": transform}))
        under.append(link)
    if len(under):
        layers[0].addprevious(under)
