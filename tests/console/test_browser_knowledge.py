"""Files and the threshold lab in a real browser, over a demo that has just been started."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.demo.conftest import Demo, browser, demo, staff  # noqa: F401  fixtures

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def _file(name: str, text: str, kind: str = "text/markdown") -> dict[str, object]:
    return {"name": name, "mimeType": kind, "buffer": text.encode()}


def test_each_file_is_looked_at_sent_and_answered_by_itself(staff: Page, demo: Demo) -> None:  # noqa: F811
    staff.goto(f"{demo.origin}/console/documents/")
    dogs = _file("Dogs.md", "# Dogs\n\nDogs are welcome on the terrace.")
    files = [dogs, _file("scan.pdf", "%PDF-1.4 broken", "application/pdf"), _file("left-out.md", "# No")]
    staff.set_input_files("#files", files)  # type: ignore[arg-type]  # Playwright's own dictionary type
    rows = staff.locator("[data-file-row]")
    rows.first.get_by_role("button", name="Preview").click()
    expect(staff.locator("#side-panel-body [data-passage]")).to_contain_text("Dogs are welcome on the terrace.")
    staff.keyboard.press("Escape")
    rows.nth(2).get_by_role("button", name="Leave out").click()
    staff.get_by_role("button", name="Upload").click()
    expect(rows.first).to_have_attribute("data-state", "taken")
    expect(rows.nth(1)).to_have_attribute("data-state", "refused")
    expect(rows.nth(1).locator("[data-file-said]")).to_contain_text("damaged")
    expect(staff.locator("#rows tr", has_text="Dogs")).to_contain_text(re.compile("Live"))
    expect(staff.locator("#rows")).not_to_contain_text("left-out")


def test_several_documents_are_chosen_and_changed(staff: Page, demo: Demo) -> None:  # noqa: F811
    staff.goto(f"{demo.origin}/console/documents/?kind=text")
    expect(staff.locator(".bulk")).to_be_hidden()
    staff.check("[data-pick-all]")
    staff.get_by_role("button", name="Do it").click()
    staff.locator("#confirm-dialog button[value=yes]").click()
    expect(staff.locator(".toast").first).to_contain_text("changed")
    expect(staff.locator("#rows tbody tr").first).to_contain_text("Overrides")


def test_a_threshold_is_chosen_in_the_lab_and_put_into_the_draft(staff: Page, demo: Demo) -> None:  # noqa: F811
    for question, answer in (("May I bring my dog?", "nothing"), ("How long do returns take?", "")):
        staff.goto(f"{demo.origin}/console/documents/search/?question={question.replace(' ', '+')}")
        expect(staff.locator(".would__text")).to_be_visible()
        if answer:
            staff.select_option("select[name=document]", answer)
        staff.get_by_role("button", name="Keep").click()
    staff.goto(f"{demo.origin}/console/bots/")
    staff.locator("tbody th a").first.click()
    staff.get_by_role("link", name="Threshold", exact=True).click()
    expect(staff.locator("svg.curve")).to_be_visible()
    staff.fill("[name=threshold]", "0.77")
    staff.get_by_role("button", name="Show").click()
    staff.get_by_role("button", name="Put 0.77 into the draft").click()
    expect(staff.locator("output[for=id_retrieval]")).to_have_text("0.77")
    expect(staff.locator(".toast").first).to_contain_text("not live yet")
