from __future__ import annotations

import pytest

from knowledge.confidence.wording import lacking, number_mismatch, sentence_wording


def test_what_a_passage_lacks_is_told_by_weight_and_by_number() -> None:
    seen = lacking({"norway": 6.0, "shipping": 3.0, "cost": 1.0}, {"cost": 2})
    assert seen["lack_n"] == pytest.approx(2 / 3)
    assert seen["lack2"] == pytest.approx(0.3)
    assert seen["lack_sum"] == pytest.approx(0.3)
    assert seen["cov_abs"] == pytest.approx(0.02)


def test_a_sentence_that_repeats_the_question_says_nothing_new() -> None:
    worth = {"ship": 2.0, "norway": 6.0}
    same = sentence_wording("Ship Norway", ["ship", "norway"], worth)
    more = sentence_wording("Norway parcels leave on Mondays, we ship weekly", ["ship", "norway"], worth)
    assert (same["novel"], same["dens"], same["bigr"]) == (0.0, 1.0, 1.0)
    assert more["novel"] > 1
    assert more["dens"] < 0.5
    assert more["bigr"] == 0


@pytest.mark.parametrize(
    ("passage", "missing", "other"),
    [
        ("In 2019 we sold 40 machines.", 0.0, 0.0),
        ("In 2021 we sold 40 machines.", 1.0, 1.0),
        ("We sold 40 machines.", 1.0, 0.0),
    ],
)
def test_another_year_than_the_one_asked_for_is_seen(passage: str, missing: float, other: float) -> None:
    seen = number_mismatch("How many machines were sold in 2019?", passage)
    assert (seen["num_miss"], seen["year_other"]) == (missing, other)


def test_a_question_without_numbers_misses_none() -> None:
    assert number_mismatch("How many?", "In 2021, 40.") == {"num_miss": 0.0, "year_other": 0.0}
