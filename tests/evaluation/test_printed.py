"""The figures of a run on a terminal. Pure."""

from __future__ import annotations

from evaluation.printed import printed


def test_figures_stand_a_line_each() -> None:
    assert list(printed({"strict": 0.9, "by_language": {"en": {"strict": 0.8}}})) == [
        "strict: 0.9",
        "by_language: {'en': {'strict': 0.8}}",
    ]


def test_cross_validated_figures_have_a_column_and_the_rest_stand_apart() -> None:
    unseen = {"questions": 9, "strict": 0.85, "by_language": {"en": {"strict": 0.75}}}
    lines = list(
        printed(
            {"questions": 9, "strict": 0.9, "wrong_facts": 0.01, "by_language": {"en": {"strict": 0.8}},
             "cross_validated": unseen}
        )
    )  # fmt: skip
    assert [line.split() for line in lines] == [
        ["questions:", "9"],
        ["as", "shipped", "cross-validated"],
        ["strict", "0.9", "0.85"],
        ["by_language", "en", "strict", "0.8", "0.75"],
        ["Fitted", "weights", "have", "no", "part", "in:"],
        ["wrong_facts", "0.01"],
    ]
