from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from knowledge.sources.merge import merge

BASE = "Fees\n\nShipping costs 4 euros.\n\nHours\n\nOpen at nine."
TEXTS = st.lists(st.sampled_from(["a", "b", "c", ""]), max_size=8).map("\n".join)


def test_changes_in_different_places_are_both_kept() -> None:
    merged = merge(
        base=BASE, ours=BASE.replace("Open at nine", "Open at ten"), theirs=BASE.replace("4 euros", "5 euros")
    )
    assert merged.text == "Fees\n\nShipping costs 5 euros.\n\nHours\n\nOpen at ten."
    assert merged.conflicts == 0


def test_where_both_changed_a_line_the_operators_stays() -> None:
    merged = merge(base=BASE, ours=BASE.replace("4 euros", "0 euros"), theirs=BASE.replace("4 euros", "5 euros"))
    assert "0 euros" in merged.text
    assert merged.conflicts == 1


@given(base=TEXTS, theirs=TEXTS)
def test_without_an_edit_the_source_wins(base: str, theirs: str) -> None:
    assert merge(base=base, ours=base, theirs=theirs).text == theirs


@given(base=TEXTS, ours=TEXTS)
def test_without_news_the_edit_stays(base: str, ours: str) -> None:
    assert merge(base=base, ours=ours, theirs=base).text == ours
