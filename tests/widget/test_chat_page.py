"""The framed chat as a customer uses it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.widget.fake_chat import FakeChat
from tests.widget.pages import KEY

pytestmark = pytest.mark.browser


@pytest.fixture
def chat(tab: Page, origin: str) -> Page:
    tab.goto(f"{origin}/w/{KEY}/")
    expect(tab.get_by_text("Hello, I am Bean.")).to_be_visible()
    expect(tab.locator("[data-connection=open]")).to_be_visible()
    return tab


def say(chat: Page, text: str) -> None:
    chat.get_by_label("Your message").fill(text)
    chat.get_by_label("Your message").press("Enter")


def test_a_citation_opens_what_its_source_says(chat: Page) -> None:
    say(chat, "How do I return a bag?")
    chat.get_by_role("log").get_by_role("button", name="1: Returns › How long you have").click()
    sheet = chat.get_by_role("dialog", name="Sources")
    expect(sheet.get_by_text("You can return unopened bags within 30 days of delivery.")).to_be_visible()
    link = sheet.get_by_role("link", name="Open the page")
    assert link.get_attribute("href") == "https://shop.example/returns"
    assert link.get_attribute("rel") == "noopener noreferrer nofollow"


def test_a_memory_is_cited_as_what_the_customer_said(chat: Page) -> None:
    say(chat, "How do I return a bag?")
    chat.get_by_role("list", name="Sources").get_by_role("button", name="Your cat").click()
    chosen = chat.locator(".passage--chosen")
    expect(chosen.get_by_text("From what you told us")).to_be_visible()
    expect(chosen.get_by_text("My cat is called Pepper.")).to_be_visible()


def test_hovering_a_marker_shows_the_passage_and_leaving_hides_it(chat: Page) -> None:
    say(chat, "How do I return a bag?")
    card = chat.get_by_role("tooltip")
    chat.get_by_role("log").get_by_role("button", name="1: Returns › How long you have").hover()
    expect(card).to_contain_text("You can return unopened bags within 30 days of delivery.")
    card.hover()
    chat.wait_for_timeout(400)
    expect(card).to_be_visible()
    chat.get_by_label("Your message").hover()
    expect(card).to_be_hidden()


def test_the_keyboard_reaches_the_card_and_escape_leaves_it_but_not_the_chat(chat: Page) -> None:
    say(chat, "How do I return a bag?")
    marker = chat.get_by_role("log").locator(".marker--memory")
    expect(marker).to_be_visible()
    chat.keyboard.press("Tab")  # a focus by keyboard, so that the next is one too
    marker.focus()
    card = chat.get_by_role("tooltip")
    expect(card).to_contain_text("You said on February 25, 2026:")
    expect(card).to_contain_text("My cat is called Pepper.")
    assert marker.get_attribute("aria-describedby") == card.get_attribute("id")
    chat.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert marker.get_attribute("aria-describedby") is None


def test_a_record_tells_table_key_column_and_when_it_was_read(chat: Page) -> None:
    say(chat, "What about my invoice?")
    chat.get_by_role("log").locator(".marker--record").click()
    sheet = chat.get_by_role("dialog", name="Sources")
    said = " ".join(sheet.locator("dl").inner_text().split())
    assert said.startswith("Table Orders Number 1042 Total €31.40 Read at Mar 1, 2026")
    expect(chat.get_by_role("tooltip")).to_be_hidden()


def test_hostile_html_runs_nothing_and_fetches_nothing(chat: Page) -> None:
    outside: list[str] = []
    chat.on("request", lambda request: outside.append(request.url) if "evil" in request.url else None)
    say(chat, "hostile")
    bubble = chat.locator(".turn--bot .turn__bubble").last
    expect(bubble).to_contain_text("Look")
    chat.wait_for_timeout(300)
    assert chat.evaluate("window.hacked") is None
    assert outside == []
    assert (
        bubble.evaluate("node => [...node.querySelectorAll('*')].map((n) => n.tagName).sort().join(' ')") == "A A B P"
    )
    assert bubble.evaluate("node => [...node.querySelectorAll('[style], [onclick], [src]')].length") == 0
    assert [link.get_attribute("href") for link in bubble.locator("a").all()] == [None, "https://shop.example/"]


def test_what_the_customer_writes_is_only_ever_text(chat: Page) -> None:
    text = "<img src=x onerror='window.hacked=1'><b>bold</b>"
    say(chat, text)
    expect(chat.locator(".turn--customer .turn__bubble")).to_have_text(text)
    assert chat.evaluate("window.hacked") is None


def test_enter_that_ends_a_word_of_an_input_method_does_not_send(chat: Page, fake: FakeChat) -> None:
    box = chat.get_by_label("Your message")
    box.fill("tui huo")
    for extra in ("isComposing: true", "keyCode: 229"):
        box.evaluate(
            f"node => node.dispatchEvent(new KeyboardEvent('keydown', {{key: 'Enter', bubbles: true, {extra}}}))"
        )
    expect(box).to_have_value("tui huo")
    box.press("Enter")
    expect(box).to_have_value("")
    expect(chat.get_by_text("Noted.")).to_be_visible()
    assert len(fake.records) == 1


def test_shift_and_enter_break_the_line(chat: Page, fake: FakeChat) -> None:
    box = chat.get_by_label("Your message")
    box.fill("one")
    box.press("Shift+Enter")
    box.press_sequentially("two")
    box.press("Enter")
    expect(chat.get_by_text("Noted.")).to_be_visible()
    assert [frame["text"] for frame in fake.received if frame["type"] == "message"] == ["one\ntwo"]


def test_blank_and_overlong_messages_cannot_be_sent(chat: Page, fake: FakeChat) -> None:
    send = chat.get_by_role("button", name="Send")
    chat.get_by_label("Your message").fill("   \n ")
    expect(send).to_be_disabled()
    chat.get_by_label("Your message").fill("豆" * 8001)
    expect(send).to_be_disabled()
    expect(chat.get_by_text("8001 / 8000")).to_be_visible()
    chat.get_by_label("Your message").fill("豆" * 8000)
    expect(send).to_be_enabled()
    assert not fake.records


def test_a_failed_answer_can_be_asked_for_again(chat: Page, fake: FakeChat) -> None:
    say(chat, "break please")
    expect(chat.get_by_text("The answer did not come through.")).to_be_visible()
    chat.get_by_role("log").get_by_role("button", name="Try again").click()
    expect(chat.locator(".turn--failed")).to_have_count(2)
    assert len(fake.records) == 2


def test_not_found_offers_a_colleague_who_is_then_announced(chat: Page, fake: FakeChat) -> None:
    say(chat, "a shop on the moon?")
    chat.get_by_role("button", name="Ask a colleague").click()
    expect(chat.get_by_text("A colleague has been asked and will answer here.")).to_be_visible()
    fake.push({"type": "handover", "state": "joined", "agent": "Lin"})
    expect(chat.get_by_text("You are talking with Lin")).to_be_visible()
    fake.push({"type": "message", "author": "agent", "text": "<i>hello</i>"})
    expect(chat.locator(".turn--agent .turn__bubble")).to_have_text("<i>hello</i>")
    expect(chat.locator(".turn--agent .turn__meta")).to_contain_text("Colleague")
    fake.push({"type": "message", "author": "agent", "text": "I am Lin", "agent": "Lin"})
    expect(chat.locator(".turn--agent .turn__meta").last).to_contain_text("Lin")


def test_a_thumb_down_is_sent_and_may_say_why(chat: Page, fake: FakeChat) -> None:
    say(chat, "hello")
    chat.get_by_role("button", name="Not helpful").click()
    expect(chat.get_by_role("button", name="Not helpful")).to_have_attribute("aria-pressed", "true")
    chat.get_by_label("What was wrong?").fill("too short")
    chat.get_by_label("What was wrong?").press("Enter")
    expect(chat.get_by_text("Thank you.")).to_be_visible()
    sent = [frame for frame in fake.received if frame["type"] == "feedback"]
    assert sent == [
        {"type": "feedback", "seq": 2, "rating": "down"},
        {"type": "feedback", "seq": 2, "rating": "down", "comment": "too short"},
    ]


def test_a_refused_message_says_why_and_is_not_sent_again(chat: Page, fake: FakeChat) -> None:
    fake.refuse = {"code": "too_long", "message": "This message is too long."}
    say(chat, "refused")
    expect(chat.get_by_role("alert").filter(has_text="This message is too long.")).to_be_visible()
    chat.reload()
    expect(chat.locator("[data-connection=open]")).to_be_visible()
    expect(chat.get_by_text("refused", exact=True)).to_have_count(0)


def test_too_fast_means_later_not_never(chat: Page, fake: FakeChat) -> None:
    fake.refuse = {"code": "too_fast", "message": "A little slower, please.", "retry_after": 1}
    say(chat, "patience")
    expect(chat.get_by_text("A little slower, please.")).to_be_visible()
    expect(chat.get_by_text("Noted.")).to_be_visible()
    assert len(fake.records) == 1


def test_a_new_conversation_begins_empty_for_the_same_visitor(chat: Page, fake: FakeChat) -> None:
    say(chat, "hello")
    expect(chat.get_by_text("Noted.")).to_be_visible()
    chat.get_by_label("More").click()
    chat.get_by_role("button", name="New conversation").click()
    chat.get_by_role("dialog").get_by_role("button", name="New conversation").click()
    expect(chat.get_by_text("Noted.")).to_have_count(0)
    expect(chat.locator("[data-connection=open]")).to_be_visible()
    assert len(fake.conversations) == 2
    assert len({conversation.visitor for conversation in fake.conversations.values()}) == 1


def test_end_and_forget_leaves_nothing_for_the_next_person(chat: Page, fake: FakeChat) -> None:
    say(chat, "my secret order 4711")
    expect(chat.get_by_text("Noted.")).to_be_visible()
    old = next(iter(fake.conversations.values())).visitor
    chat.get_by_label("More").click()
    chat.get_by_role("button", name="End chat and forget on this device").click()
    chat.get_by_role("button", name="End and forget").click()
    expect(chat.get_by_text("4711")).to_have_count(0)
    chat.reload()
    expect(chat.locator("[data-connection=open]")).to_be_visible()
    expect(chat.get_by_text("4711")).to_have_count(0)
    assert old not in chat.evaluate("JSON.stringify({...localStorage})")
    assert "4711" not in chat.evaluate("JSON.stringify({...localStorage})")


def test_streamed_text_becomes_one_answer(chat: Page) -> None:
    say(chat, "return")
    expect(chat.get_by_role("list", name="Sources")).to_be_visible()
    expect(chat.locator(".turn--streaming")).to_have_count(0)
    expect(chat.locator(".turn--bot:not([data-greeting])")).to_have_count(1)


def test_the_log_is_announced_and_the_page_has_its_landmarks(chat: Page) -> None:
    log = chat.get_by_role("log")
    assert log.get_attribute("aria-live") == "polite"
    expect(chat.get_by_role("main")).to_be_visible()
    expect(chat.get_by_role("heading", level=1)).to_have_text("Bean")


def test_who_reloads_while_a_human_is_awaited_sees_it_and_whose_words_are_the_bots(chat: Page) -> None:
    chat.get_by_label("More").click()
    chat.get_by_role("button", name="Ask for a human").click()
    expect(chat.get_by_text("A colleague has been asked and will answer here.")).to_be_visible()
    chat.reload()
    expect(chat.locator("[data-line]")).to_have_text("A colleague has been asked")
    say(chat, "How do I return a bag?")
    expect(chat.locator(".turn--bot .turn__meta").last).to_contain_text("Assistant")
