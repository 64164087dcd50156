# SPDX-License-Identifier: Apache-2.0
"""The built site, served with its published headers, and a browser that reports what it should not do."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from benchtrail.serve import server

ROOT = Path(__file__).resolve().parents[3]
PUBLIC = ROOT / "public"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """The browser to drive; None lets Playwright take its own."""
    named = os.environ.get("BENCHTRAIL_CHROMIUM")
    return named or shutil.which("chromium") or shutil.which("google-chrome")


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of the built site on loopback."""
    if not (PUBLIC / "index.html").exists():
        pytest.fail("public/ is not built: run make site")
    with server(PUBLIC, ROOT / "netlify.toml", 0, quiet=True) as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{running.server_address[1]}"
        running.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield launched
        launched.close()


@dataclass
class Visit:
    """A page that is open, and what it did that it should not have done."""

    page: Page
    address: str
    faults: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        """Open a path of the site and wait until it is quiet."""
        response = self.page.goto(self.address + path, wait_until="networkidle")
        assert response is not None
        assert response.status == 200, f"{path}: {response.status}"
        return self.page


def visit(context: BrowserContext, address: str) -> Visit:
    """A page in `context` that notes console errors, page errors and requests to other origins."""
    page = context.new_page()
    opened = Visit(page, address)
    page.on(
        "console",
        lambda message: opened.faults.append(message.text) if message.type in ("error", "warning") else None,
    )
    page.on("pageerror", lambda error: opened.faults.append(str(error)))
    page.on(
        "request",
        lambda request: opened.faults.append(request.url) if not _own(request.url, address) else None,
    )
    return opened


def _own(url: str, address: str) -> bool:
    return url.startswith((f"{address}/", "data:", "blob:"))


@pytest.fixture
def reader(browser: Browser, address: str) -> Iterator[Visit]:
    """A reader at a desk, with JavaScript; any fault fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened = visit(context, address)
    yield opened
    context.close()
    assert opened.faults == []
