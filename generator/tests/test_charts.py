# SPDX-License-Identifier: Apache-2.0
"""Charts: what is drawn, that it is a specification by the schema, that every mark leads to its evidence."""

from __future__ import annotations

import dataclasses
import itertools
import json
import re
from pathlib import Path

import pytest
from charts_made import BY_KIND, POINTS, RANGES
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from benchtrail.charts import Axis, Chart, ChartFiles, Line, Mark, render, scales, style
from benchtrail.charts.frame import frame_of
from benchtrail.charts.signs import reading
from benchtrail.charts.spec import specification
from benchtrail.charts.validate import chart_problems, specification_problems
from benchtrail.errors import Problems

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def drawn() -> dict[str, tuple[Chart, ChartFiles]]:
    """Each kind of chart, drawn once."""
    return {name: (chart, render(chart)) for name, chart in BY_KIND.items()}


def _links(svg: str) -> dict[str, str]:
    """Addresses of the marks that keyboard and screen reader stop at, with what is said there."""
    root = etree.fromstring(svg.encode())
    return {a.get("href"): a.get("aria-label") for a in root.iter(f"{SVG}a") if a.get("class") == "bt-mark"}


@pytest.mark.parametrize("name", BY_KIND)
def test_every_mark_and_curve_is_one_link_to_its_evidence(
    drawn: dict[str, tuple[Chart, ChartFiles]], name: str
) -> None:
    chart, files = drawn[name]
    expected = {mark.href for mark in chart.marks} | {line.href for line in chart.lines if line.href}
    for svg in (files.svg, files.svg_narrow):
        links = _links(svg)
        assert set(links) == expected
        assert svg.count('class="bt-mark"') == len(expected)
        for mark in chart.marks:
            assert links[mark.href] == f"{mark.series}, {mark.label}, {mark.text}: see its evidence"


@pytest.mark.parametrize("name", BY_KIND)
def test_values_stand_in_the_specifications_unchanged(
    drawn: dict[str, tuple[Chart, ChartFiles]], name: str
) -> None:
    chart, files = drawn[name]
    rows = [row for layer in json.loads(files.spec)["layer"] for row in layer["data"]["values"]]
    for mark in chart.marks:
        own = [row for row in rows if row.get("c6") == mark.href]
        assert own, mark.href
        for field, value in (("c1", mark.y), ("c2", mark.y_low), ("c3", mark.y_high)):
            if value is not None and (field == "c1" or None not in (mark.y_low, mark.y_high)):
                assert any(row.get(field) == value for row in own)


@pytest.mark.parametrize("name", BY_KIND)
def test_same_chart_same_bytes(drawn: dict[str, tuple[Chart, ChartFiles]], name: str) -> None:
    chart, files = drawn[name]
    assert render(chart) == files


@pytest.mark.parametrize("name", BY_KIND)
def test_drawing_asks_for_nothing_and_styles_nothing(
    drawn: dict[str, tuple[Chart, ChartFiles]], name: str
) -> None:
    files = drawn[name][1]
    for svg in (files.svg, files.svg_narrow):
        root = etree.fromstring(svg.encode())
        for element in root.iter():
            assert element.tag.removeprefix(SVG) in {
                "svg",
                "g",
                "a",
                "path",
                "line",
                "rect",
                "text",
                "tspan",
                "circle",
            }
            assert "style" not in element.attrib
            assert "id" not in element.attrib
            assert not any(key.startswith("on") for key in element.attrib)
        assert re.findall(r"https?:[^\"' ]*", svg) == ["http://www.w3.org/2000/svg"]
    assert re.findall(r"https?:[^\"' ]*", files.spec) == ["https://vega.github.io/schema/vega-lite/v6.json"]
    assert set(re.findall(r"https?:[^\"' ]*", files.vega)) == {"https://vega.github.io/schema/vega/v6.json"}


@pytest.mark.parametrize("name", BY_KIND)
@pytest.mark.parametrize("size", [style.WIDE, style.NARROW], ids=lambda size: size.name)
@pytest.mark.parametrize("interactive", [False, True])
def test_every_specification_is_valid(name: str, size: style.Size, interactive: bool) -> None:
    made = specification(BY_KIND[name], size, interactive=interactive)
    assert specification_problems(made, name) == []


def test_an_invalid_specification_is_found_and_all_its_faults_told() -> None:
    made = specification(POINTS)
    made["width"] = "very"
    made["layer"][0]["mark"] = {"type": "explosion"}
    places = {problem.place for problem in specification_problems(made, "planted")}
    assert any(place == "/width" for place in places)
    assert any(place.startswith("/layer/0/mark") for place in places)


def test_words_in_a_drawing_are_large_enough_for_a_phone() -> None:
    svg = render(POINTS).svg_narrow
    width = float(etree.fromstring(svg.encode()).get("width"))
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', svg)]
    # A phone of 375 px leaves 321 px for a drawing: page and stage have margins.
    assert min(sizes) * 321 / width >= 11


def test_numbers_along_an_axis_are_marked_for_the_audit() -> None:
    root = etree.fromstring(render(POINTS).svg.encode())
    for text in root.iter(f"{SVG}text"):
        if re.search(r"\d", "".join(text.itertext())):
            ancestors = list(text.iterancestors())
            assert any(
                a.get("data-exempt") == "axis" or a.get("class") == "bt-key" or a.tag == f"{SVG}a"
                for a in ancestors
            )


def test_signs_are_explained_where_they_occur() -> None:
    assert reading(BY_KIND["bars"]) == ()
    told = " ".join(reading(RANGES))
    for word in ("rounded ends", "open mark", "arrow", "cross"):
        assert word in told.lower()


def test_faults_of_a_chart_come_all_at_once() -> None:
    marks = (
        Mark(x=0, y=1.0, text="one", href="/runs/a/#b"),
        Mark(x=2, y_low=5.0, y_high=3.0, text="two", href="/runs/a/#c"),
        Mark(x="three", y=-1.0, text="three", href="/runs/a/#d"),
        Mark(x=4, text="nothing", href="/runs/a/#e"),
    )
    chart = dataclasses.replace(
        POINTS,
        id="faulty",
        marks=marks,
        lines=(),
        x=Axis(title="x", scale="log"),
        y=Axis(title="y", scale="log"),
    )
    with pytest.raises(Problems) as raised:
        render(chart)
    assert [str(problem) for problem in raised.value.problems] == [
        "chart faulty: marks/0/x: expected a value above zero on a logarithmic axis, found 0. "
        "Use a linear axis, or a bound.",
        "chart faulty: marks/1: expected a low end that is not above the high end, found 5.0 to 3.0. Swap them.",
        "chart faulty: marks/2/x: expected a number, found 'three'. Make the x axis ordinal.",
        "chart faulty: marks/2/y: expected a value above zero on a logarithmic axis, found -1.0. "
        "Use a linear axis, or a bound.",
        "chart faulty: marks/3: expected a value, or kind none, found no value. "
        "Say kind none, with the reason as text.",
    ]


def test_an_empty_chart_is_refused() -> None:
    assert [p.place for p in chart_problems(dataclasses.replace(POINTS, marks=(), lines=()))] == ["marks"]


def test_bars_stand_on_zero() -> None:
    chart = dataclasses.replace(BY_KIND["bars"], y=Axis(title="y", scale="log"))
    assert "a bar is read from zero" in str(chart_problems(chart)[0])
    assert frame_of(BY_KIND["bars"], style.WIDE).value_domain[0] == 0


@pytest.mark.parametrize(
    "href",
    [
        "javascript:alert(1)",
        "https://example.org/",
        "//example.org/",
        "runs/a/",
        "/runs/../x",
        "/a b",
        '/"',
        "/x\n",
        "",
    ],
)
def test_a_mark_leads_to_this_site_only(href: str) -> None:
    with pytest.raises(ValueError, match=r"mark\.href: expected an address on this site"):
        Mark(x=1, y=1.0, text="1", href=href)


def test_a_line_of_reference_needs_no_page() -> None:
    chart = dataclasses.replace(POINTS, lines=(Line(series="as measured", points=((1e3, 1e3), (1e6, 1e6))),))
    files = render(chart)
    assert set(_links(files.svg)) == {mark.href for mark in chart.marks}


def test_colours_of_drawings_and_of_the_style_sheet_agree() -> None:
    sheet = (ROOT / "assets/scss/bt/_charts.scss").read_text("utf-8")
    in_sheet = dict(re.findall(r"(--bt-chart-[a-z0-9]+): #\{'light-dark\((#[0-9a-f]{6}),", sheet))
    named = (*style.SERIES_COLOURS, style.GRID, style.TEXT, style.LINE)
    in_drawings = dict(
        re.match(r"var\((--[a-z0-9-]+), (#[0-9a-f]{6})\)", colour).groups() for colour in named
    )
    assert in_drawings == in_sheet


# --- laws of scales --------------------------------------------------------------------------------

positive = st.floats(min_value=1e-9, max_value=1e15, allow_nan=False)


@given(positive, positive, st.integers(3, 12))
def test_linear_ticks_cover_evenly(first: float, second: float, count: int) -> None:
    low, high = sorted((first, second))
    ticks = scales.linear_ticks(low, high, count)
    span = ticks[-1] - ticks[0]
    assert ticks[0] <= low + 1e-6 * span
    assert ticks[-1] >= high - 1e-6 * span
    assert 2 <= len(ticks) <= 2 * count + 2
    steps = [b - a for a, b in itertools.pairwise(ticks)]
    assert max(steps) - min(steps) <= 1e-6 * max(steps)


@given(positive, positive, st.integers(3, 12))
def test_log_domain_covers_and_ticks_lie_inside(first: float, second: float, count: int) -> None:
    low, high = scales.log_domain(*sorted((first, second)))
    assert low < min(first, second)
    assert high > max(first, second)
    ticks = scales.log_ticks(low, high, count)
    assert 1 <= len(ticks) <= max(count, 3)
    assert list(ticks) == sorted(set(ticks))
    assert all(low * (1 - 1e-9) <= tick <= high * (1 + 1e-9) for tick in ticks)


@settings(max_examples=60)
@given(st.lists(st.floats(0.001, 1e12), min_size=1, max_size=12), st.sampled_from(["linear", "log"]))
def test_every_value_lies_inside_the_drawing(values: list[float], scale: str) -> None:
    marks = tuple(
        Mark(x=float(i + 1), y=value, text="t", href=f"/runs/a/#{i}") for i, value in enumerate(values)
    )
    chart = dataclasses.replace(
        POINTS, marks=marks, lines=(), y=Axis(title="y", scale=scale), x=Axis(title="x")
    )
    for size in (style.WIDE, style.NARROW):
        frame = frame_of(chart, size)
        low, high = frame.value_domain
        assert all(low <= value <= high * (1 + 1e-9) for value in values)
        assert frame.place_domain is not None
        assert frame.place_domain[0] <= 1 <= len(values) <= frame.place_domain[1]
