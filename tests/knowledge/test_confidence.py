from __future__ import annotations

import math
from itertools import pairwise

import pytest

from knowledge.confidence.expectation import Expected, expected_kind, held_values
from knowledge.confidence.features import SIZE_UNIT
from knowledge.confidence.model import shipped_model

ZERO = {name: 0.0 for kind in ("hybrid", "words") for name in shipped_model(kind).features}


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How long does delivery take?", Expected.LENGTH),
        ("退货要多久？", Expected.LENGTH),
        ("What does shipping cost?", Expected.MONEY),
        ("运费多少钱", Expected.MONEY),
        ("When do you open?", Expected.TIME),
        ("周六几点开门？", Expected.TIME),
        ("Who founded the shop?", Expected.PERSON),
        ("创始人是谁", Expected.PERSON),
        ("Where is the shop?", Expected.PLACE),
        ("Can I return opened bags?", Expected.WHETHER),
        ("可以开发票吗", Expected.WHETHER),
        ("为什么订单被取消", Expected.REASON),
        ("怎么退货", Expected.WAY),
        ("Tell me about beans", Expected.OTHER),
    ],
)
def test_the_kind_of_answer_is_told_from_the_question(question: str, kind: Expected) -> None:
    assert expected_kind(question) is kind


@pytest.mark.parametrize(
    ("kind", "text", "values"),
    [
        (Expected.LENGTH, "Within 30 days of delivery.", ["30days"]),
        (Expected.LENGTH, "签收后三十天内", ["三十天"]),
        (Expected.MONEY, "满199元包邮，运费15元", ["199元", "15元"]),
        (Expected.TIME, "Open from 9:00", ["9:00"]),
        (Expected.LENGTH, "No time is named here.", []),
    ],
)
def test_values_of_a_kind_are_found(kind: Expected, text: str, values: list[str]) -> None:
    assert held_values(kind, text) == values


def test_a_probability_is_a_probability_and_none_needs_company() -> None:
    for kind in ("hybrid", "words"):
        model = shipped_model(kind)
        assert model.probabilities([]) == []
        assert all(0 <= value <= 1 for value in model.probabilities([ZERO, ZERO]))


def test_more_in_common_makes_surer() -> None:
    model = shipped_model("hybrid")
    apart = ZERO | {
        "words": 0.05, "near": 0.1, "both": 0.005, "covered": 0.1, "cosine": 0.75, "fused": 3.05, "fused_lead": -1.5,
        "near_n": 0.2, "near_nx": -0.05, "rel_words": 0.05, "lack_n": 0.9, "lack_sum": 0.8, "lack2": 0.6,
    }  # fmt: skip
    close = ZERO | {
        "words": 0.9, "near": 1.2, "both": 1.1, "covered": 1.0, "covered_sentence": 1.0, "cosine": 0.92,
        "near_lead": 1.5, "near_above": 2.5, "words_lead": 0.6, "words_above": 0.8, "fused": 4.6, "fused_lead": 0.6,
        "near_n": 1.6, "near_nx": 0.06, "rel_words": 1.0, "cov_abs": 0.8, "dens": 0.5, "novel": 1.5, "bigr": 0.4,
    }  # fmt: skip
    first, second = model.probabilities([close, apart])
    assert first > 0.6
    assert second < 0.3


def test_one_more_passage_in_a_small_collection_moves_the_number_little() -> None:
    """A tree that was cut at seven passages would make the eighth, about anything, count."""
    model = shipped_model("hybrid")
    seen = ZERO | {
        "words": 0.24, "near": 0.8, "both": 0.2, "near_lead": 0.8, "near_above": 2.4, "words_lead": 0.05,
        "words_above": 0.2, "fused": 3.8, "fused_lead": 0.3, "covered": 0.3, "covered_sentence": 0.3, "lack2": 0.6,
        "lack_sum": 0.4, "cosine": 0.89, "near_n": 1.2, "near_nx": 0.03, "rel_words": 1.0, "typed": 1.0,
        "value_asked": 1.0, "kind_in_sentence": 1.0,
    }  # fmt: skip
    sizes = [seen | {"size": math.log1p(passages) / SIZE_UNIT} for passages in range(3, 40)]
    told = [model.probabilities([each])[0] for each in sizes]
    assert max(abs(one - other) for one, other in pairwise(told)) < 0.03
