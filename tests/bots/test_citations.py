"""A citation says where each value comes from."""

from __future__ import annotations

from datetime import UTC, datetime

from bots.brief import Evidence
from bots.replaying.citations import citation_of

AT = datetime(2026, 2, 25, 9, 30, tzinfo=UTC)


def test_a_record_names_its_key_the_columns_that_were_said_and_when_it_was_read() -> None:
    order = Evidence(
        label="R1", kind="record", title="Orders", heading="1042", text="Total: €31.40", at=AT,
        fields={"⟨orders.total⟩": "€31.40", "⟨orders.state⟩": "sent", "⟨orders.note⟩": ""},
        columns={"⟨orders.total⟩": "Total", "⟨orders.state⟩": "State"},
    )  # fmt: skip
    made = citation_of(order, reply="Your order comes to €31.40 [R1].")
    assert made["columns"] == [{"name": "Total", "value": "€31.40"}]
    assert (made["title"], made["key"], made["at"]) == ("Orders", "1042", "2026-02-25T09:30:00+00:00")


def test_a_column_without_words_goes_by_its_name() -> None:
    order = Evidence(label="R1", kind="record", text="", fields={"⟨orders.total⟩": "€31.40"})
    assert citation_of(order, reply="€31.40")["columns"] == [{"name": "total", "value": "€31.40"}]


def test_a_memory_is_shown_in_the_customers_own_words() -> None:
    cat = Evidence(
        label="M1", kind="memory", text="The customer's cat is called Pepper.", title="My cat is Pepper", at=AT
    )
    made = citation_of(cat, reply="")
    assert (made["title"], made["snippet"], made["at"]) == ("", "My cat is Pepper", "2026-02-25T09:30:00+00:00")


def test_a_document_shows_its_heading_and_best_sentence() -> None:
    page = Evidence(
        label="1", kind="document", text="A. B.", best_sentence="B.", title="Returns", heading="Returns > How long"
    )
    made = citation_of(page, reply="")
    assert (made["snippet"], made["heading"], "at" in made) == ("B.", "Returns > How long", False)
