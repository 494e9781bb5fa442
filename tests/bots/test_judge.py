"""A judge beside the builtin score decides only what that score decides, and its failure costs nothing."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from adapters.chat_judge import ChatJudge
from adapters.scripted_chat import ScriptedChat
from bots import api as bots
from bots.verifying.judge import Judging
from bots.verifying.verify import Verified, Withheld, verify_sentence
from ports import port_scope
from ports.errors import ChatError
from ports.judging import Judgement
from tenants.scope import tenant_scope
from tests.bots.briefs import brief
from tests.bots.conftest import Shop


class Fixed:
    """Always of one opinion."""

    name = "fixed"

    def __init__(self, *, supported: bool, fault: str = "") -> None:
        self.asked: list[str] = []
        self._supported, self._fault = supported, fault

    def judge(self, *, claim: str, sources: Sequence[str], question: str = "") -> Judgement | None:
        self.asked.append(claim)
        if self._fault:
            raise ChatError("timeout", self._fault)
        return Judgement(supported=self._supported, confidence=0.9, why="so it is")


HELD = "Unopened beans can be returned within thirty days. [1]"
WEAK = "Beans whose bag is still shut go back to us within 30 days. [1]"


def test_what_the_judge_finds_unsupported_is_withheld() -> None:
    outcome = verify_sentence(HELD, brief(), opinion=Judging(judge=Fixed(supported=False)))
    assert isinstance(outcome, Withheld)
    assert (outcome.reason, outcome.detail, outcome.judged) == ("judge", "so it is", "disagrees")


def test_what_the_score_alone_finds_too_weak_may_be_let_through() -> None:
    assert isinstance(verify_sentence(WEAK, brief()), Withheld)
    outcome = verify_sentence(WEAK, brief(), opinion=Judging(judge=Fixed(supported=True)))
    assert isinstance(outcome, Verified)
    assert outcome.judged == "disagrees"


@pytest.mark.parametrize(
    "false",
    [
        "Unopened beans can be returned within 60 days. [1]",
        "Opened bags can be returned. [1]",
        "Unopened beans can be returned within 30 days. [9]",
        "Unopened beans can be returned for free within 30 days. [1]",
    ],
)
def test_no_judge_lifts_what_the_builtin_check_forbids(false: str) -> None:
    judge = Fixed(supported=True)
    assert isinstance(verify_sentence(false, brief(), opinion=Judging(judge=judge)), Withheld)
    assert judge.asked == []


def test_a_judge_that_fails_is_not_asked_again_and_the_builtin_score_decides() -> None:
    judge = Fixed(supported=False, fault="slow")
    judging = Judging(judge=judge)
    for _ in range(2):
        assert isinstance(verify_sentence(HELD, brief(), opinion=judging), Verified)
    assert (len(judge.asked), judging.failed) == (1, "timeout")


@pytest.mark.parametrize(
    ("answer", "supported"),
    [({"supported": True, "confidence": 0.8}, True), ({"supported": False, "confidence": 1, "why": "no"}, False)],
)
def test_the_chat_model_gives_its_verdict_as_json(answer: dict[str, object], supported: bool) -> None:
    chat = ScriptedChat(replies=[f"Sure: {json.dumps(answer)}"])
    with port_scope(chat=chat):
        verdict = ChatJudge(seconds=2).judge(claim="A", sources=["B"], question="C")
    assert verdict is not None
    assert verdict.supported is supported
    assert chat.requests[0].deadlines.total == 2


@pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
def test_the_record_tells_what_the_judge_said_and_replays_without_it(shop: Shop) -> None:
    judge = Fixed(supported=False)
    with port_scope(chat=ScriptedChat(replies=["Unopened bags may return in 30 days.[1] "]), judge=judge):
        reply = shop.visitor().ask("Can I return unopened bags?")
    assert judge.asked
    with tenant_scope(shop.tenant_id):
        why = bots.answer_of(reply.id)
        assert [row.get("judged") for row in why.sentences if row.get("reason") == "judge"] == ["disagrees"]
        assert bots.replay(reply.id).identical
