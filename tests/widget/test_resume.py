"""Lines that break: nothing lost, nothing twice, nobody else's."""

from __future__ import annotations

import base64
import json
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.widget.fake_chat import FakeChat
from tests.widget.pages import KEY
from tests.widget.test_chat_page import say

pytestmark = pytest.mark.browser


@pytest.fixture
def chat(tab: Page, origin: str) -> Page:
    tab.goto(f"{origin}/w/{KEY}/")
    expect(tab.locator("[data-connection=open]")).to_be_visible()
    return tab


def _sent(fake: FakeChat) -> list[str]:
    return [frame["client_id"] for frame in fake.received if frame["type"] == "message"]


def test_a_lost_ack_makes_no_second_message(chat: Page, fake: FakeChat) -> None:
    fake.lose_acks = 2
    say(chat, "only once")
    expect(chat.locator(".turn--pending")).to_have_count(0)
    assert len(_sent(fake)) == 3
    assert len(set(_sent(fake))) == 1
    expect(chat.get_by_text("only once")).to_have_count(1)
    (conversation,) = fake.conversations.values()
    assert [frame["text"] for frame in conversation.stored] == ["only once"]


def test_what_was_said_while_the_line_was_down_is_fetched_once(chat: Page, fake: FakeChat) -> None:
    say(chat, "hello")
    expect(chat.get_by_text("Noted.")).to_be_visible()
    fake.closed_for_business = True
    fake.cut()
    expect(chat.get_by_text("Reconnecting")).to_be_visible()
    fake.push({"type": "message", "author": "agent", "text": "while you were away"})
    fake.closed_for_business = False
    chat.get_by_role("button", name="Try now").click()
    expect(chat.get_by_text("while you were away")).to_have_count(1)
    assert fake.hellos[-1]["after_seq"] == 2
    expect(chat.get_by_text("hello", exact=True)).to_have_count(1)


def test_an_ack_that_overtakes_a_colleagues_message_hides_nothing(chat: Page, fake: FakeChat) -> None:
    (conversation,) = fake.conversations.values()
    conversation.stored.append({"type": "message", "seq": 1, "author": "agent", "text": "pushed into the void"})
    fake.silent = True
    say(chat, "hello")
    expect(chat.locator("[data-seq='2']")).to_be_visible()
    fake.cut()
    expect(chat.get_by_text("pushed into the void")).to_have_count(1)
    assert fake.hellos[-1]["after_seq"] == 0
    assert chat.locator("[data-seq]").evaluate_all("nodes => nodes.map((node) => node.dataset.seq)") == ["1", "2"]


def test_a_message_written_offline_survives_a_reload(chat: Page, fake: FakeChat) -> None:
    fake.closed_for_business = True
    fake.cut()
    expect(chat.get_by_text("Reconnecting")).to_be_visible()
    say(chat, "from the tunnel")
    chat.reload()
    expect(chat.locator(".turn--pending").get_by_text("from the tunnel")).to_be_visible()
    fake.closed_for_business = False
    chat.get_by_role("button", name="Try now").click()
    expect(chat.get_by_text("Noted.")).to_be_visible()
    expect(chat.locator(".turn--pending")).to_have_count(0)
    assert len(set(_sent(fake))) == 1


def test_a_socket_that_only_looks_open_is_found_out(chat: Page, fake: FakeChat) -> None:
    fake.deaf = True
    chat.evaluate("dispatchEvent(new Event('online'))")
    expect(chat.get_by_text("Reconnecting")).to_be_visible(timeout=25_000)
    fake.deaf = False
    expect(chat.locator("[data-connection=open]")).to_be_visible(timeout=20000)


def test_a_heartbeat_goes_every_25_seconds(tab: Page, origin: str, fake: FakeChat) -> None:
    tab.clock.install()
    tab.goto(f"{origin}/w/{KEY}/")
    expect(tab.locator("[data-connection=open]")).to_be_visible()
    tab.clock.run_for(26_000)
    tab.wait_for_timeout(200)
    assert [frame["type"] for frame in fake.received].count("ping") == 1


def test_a_reload_brings_the_whole_conversation_back(chat: Page, fake: FakeChat) -> None:
    for text in ("first", "second"):
        say(chat, text)
        expect(chat.get_by_text(text, exact=True)).to_be_visible()
    expect(chat.get_by_text("Noted.")).to_have_count(2)
    chat.reload()
    expect(chat.get_by_text("Noted.")).to_have_count(2)
    texts = chat.locator(".turn--customer .turn__bubble").all_text_contents()
    assert texts == ["first", "second"]
    assert len(fake.conversations) == 1


def test_a_draft_survives_a_reload(chat: Page) -> None:
    chat.get_by_label("Your message").fill("half a thou")
    chat.reload()
    expect(chat.get_by_label("Your message")).to_have_value("half a thou")


def test_two_tabs_show_one_conversation(chat: Page, context: BrowserContext, origin: str, fake: FakeChat) -> None:
    other = context.new_page()
    other.goto(f"{origin}/w/{KEY}/")
    expect(other.locator("[data-connection=open]")).to_be_visible()
    say(chat, "seen in both")
    expect(other.get_by_text("Noted.")).to_be_visible()
    expect(chat.get_by_text("Noted.")).to_have_count(1)
    assert len(fake.conversations) == 1


def test_forgetting_in_one_tab_empties_the_other(chat: Page, context: BrowserContext, origin: str) -> None:
    other = context.new_page()
    other.goto(f"{origin}/w/{KEY}/")
    chat.bring_to_front()
    say(chat, "private")
    expect(chat.get_by_text("Noted.")).to_be_visible()
    chat.get_by_label("More").click()
    chat.get_by_role("button", name="End chat and forget on this device").click()
    chat.get_by_role("button", name="End and forget").click()
    expect(other.get_by_text("private")).to_have_count(0)
    expect(other.get_by_text("Noted.")).to_have_count(0)


def _token(person: str) -> str:
    body = base64.urlsafe_b64encode(json.dumps({"sub": person}).encode()).decode().rstrip("=")
    return f"e30.{body}.signature"


def _shop_of(shop: str, person: str) -> str:
    return f"{shop}&attributes={quote('data-token=' + _token(person))}" if person else shop


def _say_in_shop(tab: Page, text: str) -> None:
    if tab.locator("iframe").count() == 0:
        tab.get_by_role("button", name="Open chat").click()
    frame = tab.frame_locator("iframe")
    frame.get_by_label("Your message").fill(text)
    frame.get_by_label("Your message").press("Enter")
    expect(frame.get_by_text("Noted.")).to_be_visible()


def test_the_next_person_on_a_shared_browser_sees_nothing_of_the_last(tab: Page, shop: str, fake: FakeChat) -> None:
    tab.goto(_shop_of(shop, "alice"))
    _say_in_shop(tab, "alice's words")
    assert fake.hellos[-1]["token"] == _token("alice")
    for person in ("bob", ""):
        tab.goto(_shop_of(shop, person))
        frame = tab.frame_locator("iframe")
        expect(frame.locator("[data-connection=open]")).to_be_visible()
        expect(frame.get_by_text("alice's words")).to_have_count(0)
        assert "conversation" not in fake.hellos[-1]
        assert "visitor" not in fake.hellos[-1]
    tab.goto(_shop_of(shop, "alice"))
    expect(tab.frame_locator("iframe").get_by_text("alice's words")).to_be_visible()


def test_a_chat_begun_before_logging_in_goes_with_the_person(tab: Page, shop: str, fake: FakeChat) -> None:
    tab.goto(shop)
    _say_in_shop(tab, "before the log-in")
    (before,) = fake.conversations
    tab.goto(_shop_of(shop, "alice"))
    expect(tab.frame_locator("iframe").get_by_text("before the log-in")).to_be_visible()
    assert fake.hellos[-1]["conversation"] == before
    tab.goto(shop)  # logged out again
    expect(tab.frame_locator("iframe").locator("[data-connection=open]")).to_be_visible()
    expect(tab.frame_locator("iframe").get_by_text("before the log-in")).to_have_count(0)


def test_no_persons_id_is_written_into_the_browser(tab: Page, shop: str) -> None:
    tab.goto(_shop_of(shop, "alice@example.com"))
    _say_in_shop(tab, "hello")
    kept = tab.evaluate("JSON.stringify({...localStorage})")  # of the shop: frames of other sites may keep nothing here
    assert "known-" in kept
    assert "alice" not in kept
