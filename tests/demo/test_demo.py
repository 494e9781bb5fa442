"""The main job, end to end: a customer, an operator and an admin in a real Chromium, in English and in Chinese."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.demo.conftest import Demo
from tests.demo.words import BY_LANGUAGE, Words

pytestmark = [pytest.mark.browser, pytest.mark.slow]


class Chat:
    """The framed chat, as a customer uses it."""

    def __init__(self, tab: Page, demo: Demo) -> None:
        tab.goto(f"{demo.origin}/demo/")
        key = tab.locator("script[data-bot]").get_attribute("data-bot")
        tab.goto(f"{demo.origin}/w/{key}/")
        self.tab = tab
        expect(tab.locator("#composer-text")).to_be_enabled()

    def ask(self, text: str) -> str:
        """The answer's text, once it is stored: then it has its buttons."""
        answers = self.tab.locator(".turn--bot:has(.turn__meta)")
        before = answers.count()
        self.tab.fill("#composer-text", text)
        self.tab.press("#composer-text", "Enter")
        expect(answers).to_have_count(before + 1)
        return answers.last.inner_text()

    def begin_anew(self) -> None:
        self.tab.locator("[data-chat-menu] summary").click()
        self.tab.locator("[data-action=new]").click()
        self.tab.locator("[data-confirm-yes]").click()
        expect(self.tab.locator(".turn--customer")).to_have_count(0)
        expect(self.tab.locator("#composer-text")).to_be_enabled()


def test_the_main_job(demo: Demo, customer: BrowserContext, staff: Page, language: str) -> None:
    words = BY_LANGUAGE[language]
    chat = Chat(customer.new_page(), demo)
    _first_talk(chat, words)
    _second_talk(chat, words)
    _admin_looks_and_forgets(demo, staff, words)
    assert words.cat_name not in chat.ask(words.ask_cat)
    _audit_log_has_it(demo, staff)


def test_what_an_operator_publishes_holds_for_the_next_reply(demo: Demo, customer: BrowserContext, staff: Page) -> None:
    chat = Chat(customer.new_page(), demo)
    staff.goto(f"{demo.origin}/console/bots/")
    staff.locator("tbody th a").first.click()
    staff.fill("[name=identity]", "You are Barista Bean, and you only talk about coffee.")
    staff.locator("[name=retrieval]").evaluate("field => { field.value = '1'; }")
    staff.locator("button[value=publish]").click()
    toast = staff.locator(".toast").first
    expect(toast).to_contain_text("is live")
    number = re.sub(r"\D", "", toast.inner_text())
    try:
        answer = chat.ask(BY_LANGUAGE["en-GB"].ask_returns)
        assert BY_LANGUAGE["en-GB"].returns not in answer
        staff.goto(f"{demo.origin}/console/conversations/")
        staff.locator("tbody th a").first.click()
        staff.get_by_role("link", name="Why?").last.click()
        expect(staff.locator("#side-panel-body")).to_contain_text(f"v{number}")
        expect(staff.locator("#side-panel-body")).to_contain_text("Barista Bean")
    finally:
        staff.goto(f"{demo.origin}/console/bots/")
        staff.locator("tbody th a").first.click()
        staff.get_by_role("link", name="Versions", exact=True).click()
        staff.get_by_role("button", name="Roll back to it").last.click()
        staff.locator("#confirm-dialog button[value=yes]").click()
        expect(staff.locator(".toast").first).to_contain_text("live again")


def _first_talk(chat: Chat, words: Words) -> None:
    assert words.returns in chat.ask(words.ask_returns)
    chat.tab.locator(".turn--bot .marker").last.click()
    expect(chat.tab.locator("[data-chat-sheet] .passage__text").first).to_contain_text(words.returns)
    chat.tab.locator("[data-sheet-close]").click()
    for told in (words.cat, words.decaf, words.order, words.weather):
        chat.ask(told)
    answer = chat.ask(words.ask_cat)
    assert words.cat_name in answer
    expect(chat.tab.locator(".turn--bot").last.locator(".marker--memory").first).to_be_visible()
    chat.ask(words.normal)


def _second_talk(chat: Chat, words: Words) -> None:
    chat.begin_anew()
    advice = chat.ask(words.ask_beans)
    assert words.beans in advice
    assert words.old_beans not in advice
    unknown = chat.ask(words.unknown)
    assert words.not_found in unknown


def _admin_looks_and_forgets(demo: Demo, staff: Page, words: Words) -> None:
    staff.goto(f"{demo.origin}/console/conversations/")
    staff.locator("tbody th a").first.click()
    expect(staff.locator(".turn--bot").last).to_contain_text(words.not_found)
    staff.get_by_role("link", name="Why?").first.click()
    panel = staff.locator("#side-panel-body")
    expect(panel).to_contain_text("Confidence")
    expect(panel).to_contain_text("tokens")
    expect(panel.locator(".meter__value").first).to_have_text(re.compile(r"\d[.,]\d\d"))
    staff.keyboard.press("Escape")
    staff.get_by_role("link", name="What is remembered").click()
    expect(staff.locator("li.fact", has_text=words.decaf)).to_have_count(0)  # it holds no more
    staff.locator('a[href="?show=all"]').click()
    decaf = staff.locator("li.fact", has_text=words.decaf).first
    expect(decaf).to_contain_text("Superseded")
    expect(decaf.locator("blockquote")).to_contain_text(words.decaf)
    expect(staff.locator("li.fact", has_text=words.normal).first.locator("blockquote")).to_contain_text(words.normal)
    cat = staff.locator("li.fact--current", has_text=words.cat_name).first
    cat.get_by_role("button", name="Forget").click()
    staff.locator("#confirm-dialog button[value=yes]").click()
    expect(staff.locator("li.fact--current", has_text=words.cat_name)).to_have_count(0)


def _audit_log_has_it(demo: Demo, staff: Page) -> None:
    staff.goto(f"{demo.origin}/console/audit/")
    expect(staff.locator("table")).to_contain_text("memory.fact.forgotten")
    staff.get_by_role("button", name="Verify the chain").click()
    expect(staff.locator(".toast").first).to_contain_text("whole and in order")
