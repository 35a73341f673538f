"""A hall and browsers to visit it with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.hall import serving
from tests.browser.visitor import Visitor

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP = (1280, 800)
PHONE = (390, 844)
Enter = Callable[..., Visitor]


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a running hall."""
    with serving(tmp_path_factory.mktemp("hall")) as url:
        yield url


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Debian's Chromium, without a window.

    It must end with its file: while Playwright is running, so is its event loop, and no asynchronous test can start.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def enter(hall: str, browser: Browser) -> Iterator[Enter]:
    """Open a window of its own person: `enter("Ana")`, on a phone with `size=PHONE`; at a link with `at`."""
    with windows(browser, hall) as open_window:
        yield open_window


@contextmanager
def windows(browser: Browser, hall: str) -> Iterator[Enter]:
    """Opens windows at a hall; no page may have failed when the block ends."""
    contexts = []
    visitors: list[Visitor] = []

    def open_window(name: str, size: tuple[int, int] = DESKTOP, at: str = "/") -> Visitor:
        touch = size == PHONE
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=touch, is_mobile=touch, reduced_motion="reduce"
        )
        contexts.append(context)
        visitor = Visitor(context.new_page(), name)
        visitors.append(visitor)
        visitor.come_in(at if at.startswith("http") else hall + at)
        return visitor

    yield open_window
    faults = [f"{visitor.name}: {fault}" for visitor in visitors for fault in visitor.faults]
    for context in contexts:
        context.close()
    assert faults == []
