from dataclasses import replace

import pytest

from bots.brief import Brief, PreparedAnswer
from bots.decide import Decision, decide, decide_before_draft
from bots.drafting.drafted import Draft
from bots.route import Route, route_turn
from bots.settings import BotSettings, Handover
from bots.verifying.verify import Verified, Withheld
from tests.bots.briefs import RETURNS, brief

UNKNOWN = PreparedAnswer(text="Sorry, I have no record of that.", labels=(), outcome="unknown", confidence=0.9)
NOT_FOUND = BotSettings().not_found


def settled(asked: Brief, *, state: dict[str, object] | None = None) -> Decision | None:
    route = route_turn(text=asked.message, language=asked.language, recent=(), settings=asked.settings)
    return decide_before_draft(asked, route, state=state or {})


def nothing(said: str, language: str = "en", **changes: object) -> Brief:
    return brief(language, said=said, evidence=(), **changes)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Can I return beans?"),
        ("en", "How do I reset my password?"),
        ("en", "Do I need a receipt?"),
        ("en", "Where is my parcel?"),
        ("zh", "我可以退货吗？"),
        ("zh", "我能用支付宝付款吗？"),
        ("zh", "我的包裹什么时候到？"),
    ],
)
def test_a_question_about_the_companys_rules_reads_the_operators_not_found_reply(language: str, said: str) -> None:
    found = settled(nothing(said, language, memory_answer=UNKNOWN))
    assert found is not None
    assert (found.outcome, found.reason, found.text) == ("not_found", "below_threshold", NOT_FOUND[language])


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "What is my cat called?"),
        ("en", "Am I allergic to anything?"),
        ("en", "Which size did I choose?"),
        ("zh", "我的猫叫什么？"),
        ("zh", "你还记得我的预算吗？"),
        ("zh", "我住哪里？"),
    ],
)
def test_a_question_about_what_was_told_reads_that_there_is_no_record(language: str, said: str) -> None:
    found = settled(nothing(said, language, memory_answer=UNKNOWN))
    assert found is not None
    assert (found.outcome, found.reason, found.text) == ("not_found", "no_record", UNKNOWN.text)


@pytest.mark.parametrize("memory_answer", [None, UNKNOWN])
def test_every_miss_is_counted(memory_answer: PreparedAnswer | None) -> None:
    found = settled(nothing("What is my cat called?", memory_answer=memory_answer))
    assert found is not None
    assert found.state == {"misses": 1}


def test_the_second_miss_in_a_row_calls_a_human_beside_the_not_found_reply() -> None:
    found = settled(nothing("Do you sell tents?"), state={"misses": 1})
    assert found is not None
    assert (found.outcome, found.reason, found.state) == ("handover", "low_confidence_twice", {"misses": 0})
    assert found.text.startswith(NOT_FOUND["en"])


@pytest.mark.parametrize("rules", [Handover(after_not_found=0), Handover(enabled=False)])
def test_misses_call_nobody_where_the_operator_says_so(rules: Handover) -> None:
    found = settled(nothing("Do you sell tents?", settings=BotSettings(handover=rules)), state={"misses": 7})
    assert found is not None
    assert found.outcome == "not_found"


@pytest.mark.parametrize(
    ("language", "said"), [("en", "This is ridiculous, your shop is useless!"), ("zh", "真垃圾，我要投诉你们！")]
)
def test_an_angry_customer_is_handed_over_at_once(language: str, said: str) -> None:
    found = settled(brief(language, said=said))
    assert found is not None
    assert (found.outcome, found.reason) == ("handover", "anger")


@pytest.mark.parametrize("rules", [Handover(on_anger=False), Handover(enabled=False)])
def test_an_angry_customer_stays_with_the_bot_where_the_operator_says_so(rules: Handover) -> None:
    asked = brief(said="This is ridiculous!", settings=BotSettings(handover=rules))
    found = settled(asked)
    assert found is None or found.outcome != "handover"


def test_a_rule_of_the_operator_hands_over() -> None:
    rules = Handover(on_words=("chargeback",))
    found = settled(brief(said="I will do a Chargeback.", settings=BotSettings(handover=rules)))
    assert found is not None
    assert (found.outcome, found.reason) == ("handover", "operator_rule")


def test_evidence_above_the_threshold_lets_the_model_draft() -> None:
    assert settled(brief(said="Can I return beans?", memory_answer=UNKNOWN)) is None


def test_evidence_just_below_the_threshold_does_not() -> None:
    below = BotSettings().thresholds.retrieval - 0.01
    weak = replace(RETURNS, confidence=below)
    found = settled(brief(said="Can I return beans?", evidence=(weak,)))
    assert found is not None
    assert (found.outcome, found.confidence) == ("not_found", below)


def _question() -> Route:
    return Route(kind="question", needs_memory=True, needs_knowledge=True)


def test_an_answer_ends_the_row_of_misses() -> None:
    draft = Draft(text="Yes. [1]", sentences=[Verified(text="Yes. [1]", labels=("1",), support=0.9)])
    made = decide(brief(), _question(), draft=draft, state={"misses": 1})
    assert (made.outcome, made.labels, made.state) == ("answered", ("1",), {"misses": 0})


def test_an_answer_of_which_a_sentence_is_missing_is_hedged() -> None:
    sentences = [Verified(text="Yes. [1]", labels=("1",), support=0.9), Withheld(text="Free!", reason="unsupported")]
    made = decide(brief(), _question(), draft=Draft(text="Yes. [1]", sentences=sentences), state={})
    assert made.outcome == "hedged"


def test_a_draft_of_which_nothing_holds_is_a_miss() -> None:
    made = decide(brief(), _question(), draft=Draft(), state={})
    assert (made.outcome, made.reason, made.state) == ("not_found", "nothing_verified", {"misses": 1})
