"""What was chosen, ruled out or asked for is known to the next turn, with no worker running; the pipeline adds nothing
to it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memory.models import Fact, Point
from tenants.scope import tenant_scope
from tests.memory.conftest import Talk

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])

CHOSEN = {
    "en": ("I'll take the walnut desk", "Which desk did I choose?", "walnut"),
    "zh": ("书桌我选胡桃木的那款", "书桌我选的是哪款？", "胡桃木"),
    "zh-Hant": ("書桌我選胡桃木的那款", "書桌我選的是哪款？", "胡桃木"),
}
ASKED = {
    "en": ("please change my delivery slot to the evening", "evening"),
    "zh": ("帮我把送货时间改到晚上", "晚上"),
    "zh-Hant": ("幫我把送貨時間改到晚上", "晚上"),
}
POINTING = {"en": "what about that one?", "zh": "那个怎么样了", "zh-Hant": "那個怎麼樣了"}


@pytest.mark.parametrize("language", CHOSEN)
def test_a_choice_is_known_before_any_worker_runs_and_is_the_same_entry_after(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int], language: str
) -> None:
    said, question, value = CHOSEN[language]
    talk = talk_with()
    talk.say(said)
    assert value in talk.reply(question, language)
    assert any(value in point.text for point in talk.ask(question).decisions)
    with tenant_scope(talk.tenant_id):
        before = {row.id for row in Fact.objects.filter(kind="decision")}, Point.objects.get().id
    finish_jobs()
    with tenant_scope(talk.tenant_id):
        assert ({row.id for row in Fact.objects.filter(kind="decision")}, Point.objects.get().id) == before
    assert before[0]


@pytest.mark.parametrize("language", ASKED)
def test_a_request_is_open_before_any_worker_runs(talk_with: Callable[[], Talk], language: str) -> None:
    said, part = ASKED[language]
    talk = talk_with()
    talk.say(said)
    with tenant_scope(talk.tenant_id):
        assert [part in row.text for row in Point.objects.filter(state="open")] == [True]


@pytest.mark.parametrize("language", CHOSEN)
def test_a_choice_that_is_to_be_forgotten_is_no_decision_any_more(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int], language: str
) -> None:
    said, question, value = CHOSEN[language]
    talk = talk_with()
    talk.say(said)
    talk.say({"en": "forget that", "zh": "忘掉这个", "zh-Hant": "忘掉這個"}[language])
    assert value not in talk.reply(question, language)
    assert not any(value in point.text for point in talk.ask(question).decisions)
    finish_jobs()
    assert not any(value in point.text for point in talk.ask(question).decisions)


@pytest.mark.parametrize("language", CHOSEN)
def test_a_question_that_only_points_means_what_was_decided_last_where_nothing_was_said_before(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int], language: str
) -> None:
    said, _, value = CHOSEN[language]
    talk = talk_with()
    talk.say(said)
    finish_jobs()
    assert value in talk.ask(POINTING[language]).question  # asked in a conversation of its own
