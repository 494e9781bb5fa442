"""The console in a real browser, over a demo that has just been started."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from tests.demo.conftest import Demo, browser, demo, staff  # noqa: F401  fixtures
from tests.demo.test_demo import Chat

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PAGES = (
    "", "bots/", "bots/new/", "documents/", "documents/text/", "documents/pair/", "documents/search/?question=returns",
    "conversations/", "customers/", "customers/quarantine/", "evaluation/", "people/", "keys/", "audit/", "account/",
    "documents/mend/", "documents/pairs/", "sources/", "sources/new/?kind=sitemap", "sources/new/?kind=push",
    "records/", "records/new/", "records/connect/",
)  # fmt: skip
UNKNOWN = "Do you deliver to the moon on Sundays?"


@pytest.fixture
def shopper(staff: Page, demo: Demo) -> Chat:  # noqa: F811  a fixture of the same name
    """Somebody in another window."""
    assert staff.context.browser is not None
    return Chat(staff.context.browser.new_context(locale="en-GB").new_page(), demo)


def _open_bot(staff: Page, demo: Demo) -> None:  # noqa: F811
    staff.goto(f"{demo.origin}/console/bots/")
    staff.locator("tbody th a").first.click()
    expect(staff.locator("#settings")).to_be_visible()


def test_no_page_breaks_its_policy_or_the_width_of_a_phone(staff: Page, demo: Demo) -> None:  # noqa: F811
    complaints: list[str] = []
    staff.on("console", lambda said: _note(complaints, said))
    staff.on("pageerror", lambda error: complaints.append(str(error)))
    staff.set_viewport_size({"width": 390, "height": 844})
    wide = []
    for path in PAGES:
        staff.goto(f"{demo.origin}/console/{path}")
        if staff.evaluate("document.documentElement.scrollWidth") > 390:
            wide.append(path)
    staff.goto(f"{demo.origin}/api/docs/")
    if staff.evaluate("document.documentElement.scrollWidth") > 390:
        wide.append("api/docs/")
    assert (complaints, wide) == ([], [])


def _note(complaints: list[str], said: ConsoleMessage) -> None:
    if said.type in ("error", "warning"):
        complaints.append(said.text)


def test_the_trial_is_answered_by_the_draft_and_customers_by_what_is_live(
    staff: Page, demo: Demo, shopper: Chat  # noqa: F811
) -> None:  # fmt: skip
    _open_bot(staff, demo)
    staff.fill("[name=not_found_en]", "The moon is not on our map.")
    staff.get_by_role("button", name="Save as draft").click()
    expect(staff.locator(".toast").first).to_contain_text("not live yet")
    trial = staff.frame_locator("iframe.trial__frame")
    expect(trial.locator("#composer-text")).to_be_enabled()
    trial.locator("#composer-text").fill(UNKNOWN)
    trial.locator("#composer-text").press("Enter")
    expect(trial.locator(".turn--bot").last).to_contain_text("The moon is not on our map.")
    assert "not on our map" not in shopper.ask(UNKNOWN)
    staff.get_by_role("button", name="Discard the draft").click()
    staff.locator("#confirm-dialog button[value=yes]").click()
    expect(staff.get_by_role("button", name="Discard the draft")).to_have_count(0)


def test_the_number_follows_the_slider(staff: Page, demo: Demo) -> None:  # noqa: F811
    _open_bot(staff, demo)
    slider = staff.locator("[name=retrieval]")
    slider.evaluate("node => { node.value = 0.75; node.dispatchEvent(new Event('input', {bubbles: true})) }")
    expect(staff.locator("output[for=id_retrieval]")).to_have_text("0.75")


def test_an_agent_takes_over_and_both_see_what_the_other_writes(
    staff: Page, demo: Demo, shopper: Chat  # noqa: F811
) -> None:  # fmt: skip
    shopper.ask("How long do returns take?")
    staff.goto(f"{demo.origin}/console/conversations/")
    staff.locator("tbody th a").first.click()
    staff.get_by_role("button", name="Take over").click()
    staff.fill("#say", "This is Olivia. How can I help?")
    staff.get_by_role("button", name="Send").click()
    expect(shopper.tab.locator(".turn--agent").last).to_contain_text("This is Olivia.")
    staff.fill("#say", "half a sentence")
    shopper.tab.fill("#composer-text", "My parcel is wet.")
    shopper.tab.press("#composer-text", "Enter")
    expect(staff.locator(".turn--customer").last).to_contain_text("My parcel is wet.")
    expect(staff.locator("#say")).to_have_value("half a sentence")
    staff.get_by_role("button", name="Give back to the bot").click()
    assert "30 days" in shopper.ask("How long do returns take?")


def test_the_why_panel_opens_beside_the_conversation_and_closes(
    staff: Page, demo: Demo, shopper: Chat  # noqa: F811
) -> None:  # fmt: skip
    shopper.ask("How long do returns take?")
    staff.goto(f"{demo.origin}/console/conversations/")
    staff.locator("tbody th a").first.click()
    staff.get_by_role("link", name="Why?").last.click()
    expect(staff.locator("#side-panel-title")).to_have_text("Why this answer?")
    expect(staff.locator("#side-panel-body .evidence").first).to_contain_text("Cited")
    staff.wait_for_timeout(3500)  # the page has refreshed itself meanwhile
    expect(staff.locator("#side-panel")).to_be_visible()
    staff.get_by_role("button", name="Replay exactly").click()
    expect(staff.locator("#replayed")).to_contain_text("Identical.")
    staff.keyboard.press("Escape")
    expect(staff.locator("#side-panel")).to_be_hidden()
    staff.locator(".turn--bot .citation").last.click()
    expect(staff.locator("#side-panel-body .evidence").first).to_contain_text("Cited")


def test_several_files_are_uploaded_and_become_searchable(staff: Page, demo: Demo) -> None:  # noqa: F811
    staff.goto(f"{demo.origin}/console/documents/")
    files = [
        {"name": f"{name}.md", "mimeType": "text/markdown", "buffer": text.encode()}
        for name, text in (
            ("Parking", "# Parking\n\nYou can park behind the roastery for two hours."),
            ("Dogs", "# Dogs\n\nDogs are welcome on the terrace."),
        )
    ]
    staff.set_input_files("#files", files)  # type: ignore[arg-type]  # Playwright's own dictionary type
    staff.get_by_role("button", name="Upload").click()
    row = staff.locator("tr", has_text="Dogs")
    expect(row).to_contain_text(re.compile("Live"))
    staff.goto(f"{demo.origin}/console/documents/search/?question=May+I+bring+my+dog%3F")
    expect(staff.locator(".evidence").first).to_contain_text("Dogs are welcome on the terrace.")


def test_language_and_theme_switch_at_once(staff: Page, demo: Demo) -> None:  # noqa: F811
    staff.goto(f"{demo.origin}/console/")
    staff.locator(".topbar [data-theme-choice=dark]").click()
    staff.locator(".topbar button[value=zh-hans]").click()
    expect(staff.locator("h1")).to_have_text("概览")
    expect(staff.locator("html")).to_have_attribute("data-theme", "dark")
