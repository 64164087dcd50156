# SPDX-License-Identifier: Apache-2.0
"""Charts in a real browser, under the published content security policy: `reader` fails on any fault it reports."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .conftest import Visit, visit

pytestmark = pytest.mark.browser

GUIDE = "/docs/watch-memory/"


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Visit]:
    """A reader with a phone; any fault fails the test."""
    context = browser.new_context(viewport={"width": 375, "height": 800}, has_touch=True)
    opened = visit(context, address)
    yield opened
    context.close()
    assert opened.faults == []


def _figure(opened: Visit) -> Locator:
    return opened.open(GUIDE).locator("figure.bt-chart").first


def _explored(opened: Visit) -> tuple[Page, Locator]:
    figure = _figure(opened)
    figure.get_by_role("button", name="Explore").click()
    live = figure.locator(".bt-chart__live")
    expect(live.locator("svg")).to_be_visible(timeout=20_000)
    expect(live).to_be_focused()
    return opened.page, live


def test_one_drawing_is_seen_at_a_time(reader: Visit, phone: Visit) -> None:
    for opened, name in ((reader, "wide"), (phone, "narrow")):
        drawings = _figure(opened).locator("svg.bt-drawing:visible")
        expect(drawings).to_have_count(1)
        assert f"bt-drawing--{name}" in str(drawings.get_attribute("class"))


def test_words_are_large_enough_on_a_phone(phone: Visit) -> None:
    _figure(phone)
    heights = phone.page.eval_on_selector_all(
        "svg.bt-drawing text",
        "texts => texts.map(t => t.ownerSVGElement).filter(s => s.checkVisibility())"
        ".map(s => s.getBoundingClientRect().width / s.viewBox.baseVal.width * 12)",
    )
    assert heights
    assert min(heights) >= 10.9


def test_marks_are_reached_by_keyboard(reader: Visit) -> None:
    marks = _figure(reader).locator("svg.bt-drawing:visible a.bt-mark")
    first = marks.first
    first.focus()
    expect(first).to_be_focused()
    assert re.search(r"see its evidence|how this curve", str(first.get_attribute("aria-label")))
    target = str(first.get_attribute("href"))
    reader.page.keyboard.press("Enter")
    reader.page.wait_for_url(f"**{target}")


def test_explore_draws_the_same_marks(reader: Visit) -> None:
    figure = _figure(reader)
    drawn = figure.locator("svg.bt-drawing:visible .bt-layer--dot a.bt-mark").count()
    _, live = _explored(reader)
    assert live.locator("g.mark-symbol.role-mark.dot_marks path").count() == drawn


def test_a_value_that_is_pointed_at_tells_itself(reader: Visit) -> None:
    page, live = _explored(reader)
    live.locator("g.dot_marks path").last.hover()
    tip = page.locator(".bt-tip:visible")
    expect(tip.locator(".bt-tip__value")).to_have_text(re.compile(r"\d"))
    assert str(tip.locator("a").get_attribute("href")).startswith(("/runs/", "/numbers/"))
    assert page.locator(".bt-tip").evaluate("tip => getComputedStyle(tip).position") == "absolute"


def test_a_click_on_an_explored_mark_leads_to_its_evidence(reader: Visit) -> None:
    page, live = _explored(reader)
    live.locator("g.dot_marks path").last.click()
    page.wait_for_url(re.compile(r"/(runs|numbers)/"))


def test_values_are_walked_by_keyboard(reader: Visit) -> None:
    page, _ = _explored(reader)
    told = set()
    for _step in range(3):
        page.keyboard.press("ArrowRight")
        told.add(page.locator(".bt-tip:visible").inner_text())
    assert len(told) == 3
    target = str(page.locator(".bt-tip:visible a").get_attribute("href"))
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{target}")


def test_escape_goes_back_to_the_drawing(reader: Visit) -> None:
    page, live = _explored(reader)
    page.keyboard.press("Escape")
    expect(live).to_have_count(0)
    figure = page.locator("figure.bt-chart").first
    expect(figure.locator("svg.bt-drawing:visible")).to_have_count(1)
    expect(figure.get_by_role("button", name="Explore")).to_be_focused()


def test_a_name_in_the_legend_picks_its_series_out(reader: Visit) -> None:
    _, live = _explored(reader)
    dots = live.locator("g.dot_marks path")
    live.locator("g.role-legend-label text").first.click()
    expect(dots.last).to_have_attribute("opacity", "0.12")
    assert "1" in {dot.get_attribute("opacity") for dot in dots.all()}


def test_explore_fits_a_phone(phone: Visit) -> None:
    page, live = _explored(phone)
    box = live.locator("svg").bounding_box()
    assert box is not None
    assert box["width"] <= 375
    assert page.evaluate("document.documentElement.scrollWidth") <= 375


def test_without_scripts_all_but_explore_is_there(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    opened = visit(context, address)
    figure = _figure(opened)
    expect(figure.get_by_role("button", name="Explore")).to_be_hidden()
    expect(figure.locator("svg.bt-drawing:visible")).to_have_count(1)
    for label, kind in (("CSV", "csv"), ("SVG", "svg"), ("Vega-Lite", "json")):
        href = str(figure.get_by_role("link", name=label, exact=True).get_attribute("href"))
        response = opened.page.request.get(address + href)
        assert response.status == 200
        assert href.endswith(kind)
    table = str(figure.get_by_role("link", name="Table", exact=True).get_attribute("href"))
    assert opened.page.locator(f"[id='{table.removeprefix('#')}'] table").count() == 1
    context.close()
    assert opened.faults == []


def test_control_the_policy_is_in_force(browser: Browser, address: str) -> None:
    """Code made from text is refused on this page: the tests above would see a chart that needs it."""
    context = browser.new_context()
    opened = visit(context, address)
    page = opened.open(GUIDE)
    page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = '1'; document.head.append(s); }"
    )
    page.wait_for_timeout(100)
    context.close()
    assert any("Content Security Policy" in fault for fault in opened.faults)
