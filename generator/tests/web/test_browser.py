# SPDX-License-Identifier: Apache-2.0
"""Readers' ways through the site: from a number to its evidence, in every mode the site promises."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page

from .conftest import PUBLIC, ROOT, Visit, visit

pytestmark = pytest.mark.browser

SUITES = ("watch-memory", "storage-memory", "catchup-heap", "cluster", "mesh-scale")
GUIDES = tuple(f"/docs/{suite}/" for suite in SUITES)


def _a_run() -> str:
    return f"/runs/{sorted(path.name for path in (PUBLIC / 'runs').iterdir() if path.is_dir())[0]}/"


def _a_number() -> str:
    return f"/numbers/{sorted(path.name for path in (PUBLIC / 'numbers').iterdir() if path.is_dir())[0]}/"


def kinds() -> tuple[str, ...]:
    """One page of each kind, and every guide."""
    models = tuple(f"/models/{path.name}/" for path in sorted((PUBLIC / "models").iterdir()) if path.is_dir())
    about = tuple(f"/about/{path.name}/" for path in sorted((PUBLIC / "about").iterdir()) if path.is_dir())
    return (
        "/",
        "/docs/",
        *GUIDES,
        "/models/",
        *models,
        "/runs/",
        _a_run(),
        "/numbers/",
        _a_number(),
        "/about/",
        *about,
    )


def _card(page: Page) -> tuple[str, str]:
    """The literal and the marked text of the evidence card that the address names."""
    anchor = page.evaluate("decodeURIComponent(location.hash.slice(1))")
    card = page.locator(f"[id='{anchor}']")
    assert card.count() == 1, f"no card {anchor!r} at {page.url}"
    assert card.is_visible()
    literal = card.locator("[data-literal-text]").inner_text()
    marked = card.locator("mark").inner_text()
    return literal.strip(), marked.strip()


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


@pytest.mark.parametrize("suite", SUITES)
def test_table_cell_leads_to_its_evidence(reader: Visit, suite: str) -> None:
    page = reader.open(f"/docs/{suite}/")
    cell = page.locator("table tbody td a.bt-num[href^='/runs/']").last
    expected = cell.get_attribute("data-literal")
    cell.click()
    page.wait_for_url("**/runs/**")
    assert _card(page) == (expected, expected)


@pytest.mark.parametrize("suite", SUITES)
def test_number_in_prose_leads_to_its_evidence(reader: Visit, suite: str) -> None:
    """The card states the same value and marks its literal; where the page has another unit, the card has it too."""
    page = reader.open(f"/docs/{suite}/")
    link = page.locator("main p a.bt-num[href^='/runs/']").first
    text = link.inner_text()
    link.click()
    page.wait_for_url("**/runs/**")
    literal, marked = _card(page)
    assert literal == marked
    assert _digits(literal)
    anchor = page.evaluate("decodeURIComponent(location.hash.slice(1))")
    card = page.locator(f"[id='{anchor}']").inner_text()
    assert text in card, f"{text!r} is not on the card of {literal!r}"


@pytest.mark.parametrize("suite", SUITES)
def test_chart_mark_leads_to_its_evidence(reader: Visit, suite: str) -> None:
    page = reader.open(f"/docs/{suite}/")
    mark = page.locator(
        "figure.bt-chart svg:visible g:is(.bt-layer--bar, .bt-layer--dot, .bt-layer--span) a.bt-mark[href*='/runs/']"
    ).first
    mark.scroll_into_view_if_needed()
    mark.click()
    page.wait_for_url("**/runs/**")
    literal, marked = _card(page)
    assert literal == marked
    assert _digits(literal)


@pytest.mark.parametrize("suite", SUITES)
def test_derived_number_leads_down_to_evidence(reader: Visit, suite: str) -> None:
    page = reader.open(f"/docs/{suite}/")
    page.locator("main a.bt-num[href^='/numbers/']").first.click()
    page.wait_for_url("**/numbers/**")
    for _ in range(4):  # a derived number may rest on derived numbers
        evidence = page.locator("main td a.bt-num[href^='/runs/']")
        if evidence.count():
            evidence.first.click()
            page.wait_for_url("**/runs/**")
            literal, marked = _card(page)
            assert literal == marked
            return
        page.locator("main td a.bt-num[href^='/numbers/']").first.click()
        page.wait_for_load_state()
    pytest.fail(f"{page.url}: no evidence within four steps")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_fault_and_no_axe_violation(browser: Browser, address: str, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme, viewport={"width": 1280, "height": 900})  # type: ignore[arg-type]
    opened = visit(context, address)
    axe = (ROOT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
    found: list[str] = []
    for path in kinds():
        page = opened.open(path)
        page.evaluate(axe)  # through the debugger: the page's own policy would refuse it
        result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        found.extend(
            f"{path}: {violation['id']}: {node['html'][:120]}"
            for violation in result["violations"]
            for node in violation["nodes"][:3]
        )
    context.close()
    assert found == []
    assert opened.faults == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_phone_never_scrolls_sideways(browser: Browser, address: str, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme, viewport={"width": 375, "height": 740})  # type: ignore[arg-type]
    opened = visit(context, address)
    wide = []
    for path in kinds():
        page = opened.open(path)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > 375:
            wide.append(f"{path}: {width}")
    context.close()
    assert wide == []
    assert opened.faults == []


def test_reads_without_javascript(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900})
    opened = visit(context, address)
    for path in GUIDES:
        page = opened.open(path)
        assert page.locator("table tbody tr").count() > 3
        assert page.locator("figure.bt-chart svg:visible").count() >= 1
        assert page.locator("math").count() >= 1
        assert page.locator("button:visible").count() == 0, (
            f"{path}: a button that does nothing without JavaScript"
        )
    page = opened.open(GUIDES[0])
    page.locator("table tbody td a.bt-num[href^='/runs/']").last.click()
    page.wait_for_url("**/runs/**")
    assert page.locator(":target mark").count() == 1
    context.close()
    assert opened.faults == []


def test_explore_loads_vega_only_when_asked(reader: Visit) -> None:
    scripts: list[str] = []
    reader.page.on(
        "request", lambda request: scripts.append(request.url) if request.resource_type == "script" else None
    )
    page = reader.open("/docs/watch-memory/")
    assert not any("engine" in url for url in scripts)
    page.get_by_role("button", name="Explore").first.click()
    page.wait_for_selector(
        "figure.bt-chart svg.marks, figure.bt-chart canvas, figure.bt-chart .vega svg", timeout=20_000
    )
    assert any("engine" in url for url in scripts)


def test_raw_file_is_served_as_text_in_a_sandbox(reader: Visit) -> None:
    page = reader.open(_a_run())
    href = page.locator("a[href*='/raw/']").first.get_attribute("href")
    response = page.request.get(reader.address + str(href))
    assert response.status == 200
    assert response.headers["content-type"].startswith("text/plain")
    assert "sandbox" in response.headers["content-security-policy"]
    assert response.headers["x-content-type-options"] == "nosniff"
