"""axe-core finds no fault in the pages, in both themes, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.widget.fake_chat import FakeChat
from tests.widget.pages import KEY
from tests.widget.test_chat_page import say

pytestmark = pytest.mark.browser
LOOKS = [("light", 1280), ("dark", 390)]
_RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


@pytest.fixture(params=LOOKS, ids=["light on a desk", "dark on a phone"])
def tab(request: pytest.FixtureRequest, browser: Browser, fake: FakeChat) -> Iterator[Page]:
    scheme: Literal["light", "dark"] = request.param[0]
    context = browser.new_context(
        viewport={"width": request.param[1], "height": 844},
        color_scheme=scheme,
        reduced_motion="reduce",  # a colour in mid-animation is no one's colour
    )
    yield context.new_page()
    context.close()


def _faults(tab: Page) -> list[str]:
    found = Axe().run(tab, options=_RULES).response["violations"]
    return [f"{fault['id']}: {node['html']}" for fault in found for node in fault["nodes"]]


@pytest.mark.parametrize("path", ["/guide/", "/guide/?lang=zh", "/demo/?lang=zh"])
def test_pages_have_no_fault(tab: Page, origin: str, path: str) -> None:
    tab.goto(f"{origin}{path}")
    assert _faults(tab) == []


def test_a_chat_with_every_kind_of_answer_has_no_fault(tab: Page, origin: str) -> None:
    tab.goto(f"{origin}/w/{KEY}/")
    for text in ("return", "invoice", "moon", "table", "break"):
        say(tab, text)
    expect(tab.locator(".turn--failed")).to_be_visible()
    assert _faults(tab) == []
    tab.get_by_role("list", name="Sources").get_by_role("button").first.click()
    assert _faults(tab) == []


@pytest.mark.parametrize("path", ["/guide/", "/guide/?lang=zh", f"/w/{KEY}/", "/demo/"])
def test_no_page_is_wider_than_its_window(tab: Page, origin: str, path: str) -> None:
    tab.goto(f"{origin}{path}")
    assert tab.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
