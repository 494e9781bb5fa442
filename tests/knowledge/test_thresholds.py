from __future__ import annotations

import pytest

from knowledge.thresholds import Graded, calibration_error, point_at, risk_coverage_area, suggest

FOUR = [
    Graded(confidence=0.9, right=True),
    Graded(confidence=0.7, right=True),
    Graded(confidence=0.5, right=False, answerable=False),
    Graded(confidence=0.2, right=False, answerable=True),
]


def test_a_point_counts_answers_and_declines() -> None:
    point = point_at(FOUR, 0.4)
    assert (point.answered, point.right, point.wrong, point.declined_right, point.declined_wrong) == (3, 2, 1, 0, 1)


def test_threshold_one_answers_nothing_and_is_no_error() -> None:
    assert point_at(FOUR, 1.0).answered == 0
    assert point_at([], 1.0).precision == 1.0


def test_the_suggestion_answers_most_at_the_wanted_precision() -> None:
    assert suggest(FOUR, precision=0.9) == pytest.approx(0.6)


def test_the_area_of_a_perfect_order_is_below_that_of_a_bad_one() -> None:
    right = [True, True, False]
    assert risk_coverage_area([3, 2, 1], right) == pytest.approx((0 + 0 + 1 / 3) / 3)
    assert risk_coverage_area([1, 2, 3], right) == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)


def test_a_calibrated_probability_has_no_error_and_a_boast_has() -> None:
    assert calibration_error([0.5, 0.5], [True, False]) == 0
    assert calibration_error([1.0, 1.0], [True, False]) == pytest.approx(0.5)
