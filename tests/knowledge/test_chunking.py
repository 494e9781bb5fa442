from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from knowledge.chunking import BUDGET, budget_of, chunk_markdown


def test_each_passage_carries_the_headings_above_it() -> None:
    pieces = chunk_markdown("# Shop\n\nIntro.\n\n## Fees\n\nFour euros.\n\n## Hours\n\nNine to six.")
    assert [(piece.heading, piece.text) for piece in pieces] == [
        ("Shop", "Intro."),
        ("Shop > Fees", "Four euros."),
        ("Shop > Hours", "Nine to six."),
    ]


def test_a_hash_in_a_code_block_is_no_heading() -> None:
    pieces = chunk_markdown("# Setup\n\n```\n# not a heading\nrun\n```")
    assert [piece.heading for piece in pieces] == ["Setup"]
    assert "# not a heading" in pieces[0].text


def test_every_share_of_a_long_table_has_the_header() -> None:
    rows = "\n".join(f"| item {number} | {number} euros and some more words to fill the row |" for number in range(60))
    pieces = chunk_markdown(f"| Item | Price |\n|---|---|\n{rows}")
    assert len(pieces) > 2
    assert all(piece.text.startswith("| Item | Price |") for piece in pieces)


def test_questions_of_a_list_stay_apart() -> None:
    pieces = chunk_markdown("## 几点开门？\n\n九点。\n\n## 几点关门？\n\n六点。")
    assert [(piece.heading, piece.text) for piece in pieces] == [("几点开门？", "九点。"), ("几点关门？", "六点。")]


def test_a_heading_without_text_makes_no_passage() -> None:
    assert [piece.text for piece in chunk_markdown("# Empty\n\n# Full\n\nText.")] == ["Text."]


@given(st.text(alphabet="ab 。.\n#|中文", max_size=3000))
def test_no_letter_is_lost_and_no_passage_is_far_over_the_budget(text: str) -> None:
    pieces = chunk_markdown(text)
    kept = "".join(piece.text + piece.heading for piece in pieces)
    assert kept.count("中") >= sum(line.count("中") for line in text.split("\n") if not line.startswith("#"))
    assert all(budget_of(piece.text) <= 2.1 * BUDGET for piece in pieces)


def test_a_text_of_nothing_but_headings_is_kept() -> None:
    assert [piece.text for piece in chunk_markdown("# Page 1\n\n## Page 2")] == ["Page 1\nPage 2"]
