"""The script tag on somebody else's page."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.widget.fake_chat import FakeChat

pytestmark = pytest.mark.browser


def _open(tab: Page) -> None:
    tab.get_by_role("button", name="Open chat").first.click()


def test_it_works_on_a_page_with_a_strict_policy_and_breaks_none_of_it(tab: Page, shop: str) -> None:
    complaints: list[str] = []
    tab.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    tab.goto(shop)
    _open(tab)
    expect(tab.frame_locator("iframe").get_by_text("Hello, I am Bean.")).to_be_visible()
    box = tab.locator("[data-anamnesis] .launcher").bounding_box()
    assert box is not None
    assert (box["height"], box["x"] + box["width"]) == (56, 1260)  # so its constructed style sheet applies
    assert not [text for text in complaints if "favicon" not in text]


def test_a_frame_that_fails_says_so_and_leaves_the_page_clickable(tab: Page, shop: str) -> None:
    tab.clock.install()
    tab.goto(f"{shop}&bot=wk_unknown")
    _open(tab)
    tab.clock.fast_forward(13_000)
    expect(tab.get_by_text("The chat cannot be reached.")).to_be_visible()
    expect(tab.get_by_role("button", name="Try again")).to_be_visible()
    tab.locator("#buy").click()
    assert tab.url.endswith("#bought")


def test_nothing_covers_the_page_while_the_chat_is_closed(tab: Page, shop: str) -> None:
    tab.goto(shop)
    expect(tab.get_by_role("button", name="Open chat")).to_be_visible()
    assert tab.evaluate("document.elementFromPoint(1200, 700).tagName") == "HTML"


def test_the_layer_and_the_side_can_be_chosen(tab: Page, shop: str) -> None:
    tab.goto(f"{shop}&attributes={quote('data-z-index=77 data-position=left')}")
    host = tab.locator("[data-anamnesis]")
    assert host.evaluate("node => getComputedStyle(node).zIndex") == "77"
    box = tab.get_by_role("button", name="Open chat").bounding_box()
    assert box is not None
    assert box["x"] == 20


def test_two_bots_on_one_page_keep_their_conversations_apart(tab: Page, shop: str, fake: FakeChat) -> None:
    tab.goto(f"{shop}&two=1")
    for number in (0, 1):
        tab.locator(".launcher").nth(number).click()
        frame = tab.frame_locator("iframe").nth(number)
        frame.get_by_label("Your message").fill(f"only for bot {number}")
        frame.get_by_label("Your message").press("Enter")
        expect(frame.get_by_text("Noted.")).to_be_visible()
        tab.locator(".launcher").nth(number).click()
    expect(tab.frame_locator("iframe").nth(0).get_by_text("only for bot 1")).to_have_count(0)
    texts = [conversation.stored[0]["text"] for conversation in fake.conversations.values()]
    assert sorted(texts) == ["only for bot 0", "only for bot 1"]
    visitors = {conversation.visitor for conversation in fake.conversations.values()}
    assert len(visitors) == 2


def test_it_stays_open_from_page_to_page_until_closed(tab: Page, shop: str) -> None:
    tab.goto(shop)
    _open(tab)
    expect(tab.frame_locator("iframe").get_by_text("Hello, I am Bean.")).to_be_visible()
    tab.reload()
    expect(tab.frame_locator("iframe").get_by_text("Hello, I am Bean.")).to_be_visible()
    tab.frame_locator("iframe").get_by_role("button", name="Close the chat").click()
    expect(tab.get_by_role("button", name="Open chat")).to_be_focused()
    tab.reload()
    expect(tab.get_by_role("button", name="Open chat")).to_be_visible()
    expect(tab.locator("iframe")).to_have_count(0)


def test_an_answer_that_comes_while_closed_is_counted_on_the_launcher(tab: Page, shop: str, fake: FakeChat) -> None:
    tab.goto(shop)
    _open(tab)
    frame = tab.frame_locator("iframe")
    frame.get_by_label("Your message").fill("hello")
    frame.get_by_label("Your message").press("Enter")
    expect(frame.get_by_text("Noted.")).to_be_visible()
    frame.get_by_label("Your message").press("Escape")
    fake.push({"type": "message", "author": "agent", "text": "One more thing"})
    expect(tab.locator("[data-anamnesis] .badge")).to_have_text("1")
    _open(tab)
    expect(tab.locator("[data-anamnesis] .badge")).to_be_hidden()


def test_on_a_phone_the_chat_takes_the_whole_screen(browser: Browser, shop: str) -> None:
    phone = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, locale="en-GB")
    tab = phone.new_page()
    tab.goto(shop)
    _open(tab)
    expect(tab.frame_locator("iframe").get_by_label("Your message")).to_be_visible()
    assert tab.locator("iframe").bounding_box() == {"x": 0, "y": 0, "width": 390, "height": 844}
    phone.close()


def test_the_same_tag_twice_makes_one_launcher(tab: Page, shop: str, origin: str) -> None:
    tab.goto(
        f"{shop}&attributes={quote('><' + '/script><script async src=' + origin + '/widget.js data-bot=wk_first')}"
    )
    expect(tab.get_by_role("button", name="Open chat")).to_have_count(1)
    assert tab.locator("script").count() == 2


def test_a_page_in_chinese_gets_a_chinese_chat(context: BrowserContext, tab: Page, shop: str) -> None:
    tab.goto(f"{shop}&attributes={quote('data-locale=zh-hans')}")
    tab.get_by_role("button", name="打开聊天").click()
    assert tab.locator("iframe").get_attribute("src").endswith("locale=zh-hans")
