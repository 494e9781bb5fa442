"""What was done or measured again and again: dated points, and the figures that questions ask of them."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from memory.extracting.extract import extract
from memory.extracting.reading import read_line
from memory.recalling.asking.series import Point, aggregate, point_of, read_series_question, say
from memory.types import Cardinality

AT = datetime.fromisoformat("2026-03-04T20:00:00+08:00")  # a Wednesday
LATER = datetime.fromisoformat("2026-04-10T20:00:00+08:00")
TOLD = {
    "zh": ("今天跑了5公里", "昨天跑了三公里", "今天跑完8公里"),
    "zh-Hant": ("今日跑咗5公里", "昨天跑了三公里", "今日跑完8公里"),
    "en": ("I ran 5 km today", "I ran 3 km yesterday", "ran 8 km today"),
}
ASKED = {
    "zh": ("上个月跑了几次", "上个月一共跑了多少公里", "最近一次跑了多远"),
    "zh-Hant": ("上個月跑咗幾次", "上個月一共跑了多少公里", "最近一次跑了多遠"),
    "en": (
        "how many times did I run last month?",
        "how far did I run last month in total?",
        "how far was my latest run?",
    ),
}


def told(language: str) -> list[Point]:
    found = []
    for week, line in enumerate(TOLD[language]):
        facts = extract(read_line(line, AT + timedelta(days=7 * week)))
        found += [point_of(f.normal, f.value) for f in facts if f.cardinality is Cardinality.SERIES]
    return found


@pytest.mark.parametrize("language", ["zh", "zh-Hant", "en"])
def test_each_run_is_a_point_of_its_own_day(language: str) -> None:
    assert [p.day.isoformat() for p in told(language)] == ["2026-03-04", "2026-03-10", "2026-03-18"]


@pytest.mark.parametrize("language", ["zh", "zh-Hant", "en"])
def test_a_question_is_answered_by_the_figure_that_it_asks_for(language: str) -> None:
    figures = []
    for question in ASKED[language]:
        asked = read_series_question(question, now=LATER)
        assert asked is not None
        answer = aggregate(asked, told(language))
        assert answer is not None
        figures.append(answer.value)
    assert figures == [3, 16_000_000, 8_000_000]  # millimetres are the canonical unit of length


@pytest.mark.parametrize(
    ("question", "said"),
    [("how often did I run last month?", "3 times, 0.7 times a week"), ("上个月多久跑一次", "共3次，平均每周0.7次")],
)
def test_how_often_is_told_with_the_times_a_week(question: str, said: str) -> None:
    asked = read_series_question(question, now=LATER)
    assert asked is not None
    answer = aggregate(asked, told("en"))
    assert answer is not None
    text = say(answer, language="zh" if "月" in question else "en")
    assert text.startswith(said)


@pytest.mark.parametrize("question", ["how do I run the app?", "我想跑步", "what is my address?"])
def test_what_asks_for_no_figure_is_left_to_other_answers(question: str) -> None:
    assert read_series_question(question, now=LATER) is None


@pytest.mark.parametrize("line", ["我打算明天跑5公里", "I want to run 5 km", "我每天跑5公里", "别跑了"])
def test_a_plan_or_a_habit_is_no_point(line: str) -> None:
    assert not [f for f in extract(read_line(line, AT)) if f.cardinality is Cardinality.SERIES]


def test_a_time_without_points_has_no_answer() -> None:
    asked = read_series_question("how many times did I run this week?", now=LATER)
    assert asked is not None
    assert aggregate(asked, told("en")) is None
