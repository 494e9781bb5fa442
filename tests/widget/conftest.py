"""A browser and a chat server for the widget's tests. The browser lives for one module, since its event loop must not
outlive it: asyncio tests of other modules could not run beside it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.conftest import require
from tests.widget.fake_chat import FakeChat
from tests.widget.pages import page
from tests.widget.replies import REPLIES
from tests.widget.sockets import bot, opened  # noqa: F401  fixtures for the socket's tests

expect.set_options(timeout=10_000)  # a busy machine is not a fault of the widget
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    require("chromium")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def fake() -> Iterator[FakeChat]:
    with FakeChat(page, REPLIES) as server:
        yield server


@pytest.fixture
def origin(fake: FakeChat) -> str:
    return f"http://127.0.0.1:{fake.port}"


@pytest.fixture
def shop(fake: FakeChat, origin: str) -> str:
    """A page of another site than the widget's."""
    return f"http://localhost:{fake.port}/host?origin={origin}"


@pytest.fixture
def context(browser: Browser, fake: FakeChat) -> Iterator[BrowserContext]:
    """Closed before the server, which would wait for the sockets that browsers open ahead."""
    made = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    made.set_default_timeout(15_000)
    yield made
    made.close()


@pytest.fixture
def tab(context: BrowserContext) -> Page:
    return context.new_page()
