# ruff: noqa: E501  an example reads best on one line
"""A model that drifts on purpose, for a hundred turns, stays within the rules in what the customer sees."""

from __future__ import annotations

import pytest

from bots.anchors import keep_anchors
from bots.settings import Anchor
from bots.verifying.verify import Verified, verified_stream
from tests.bots.briefs import brief

ANCHOR = Anchor(
    emoji="never",
    pronoun="您",
    tone="formal",
    forbidden_phrases=("no problemo",),
    forbidden_promises=("delivery by tomorrow",),
    forbidden_topics=("politics",),
    must_never=("never mention the competitor BeanHouse",),
)
TRUE = {"en": "Opened bags cannot be returned. [1]", "zh": "已开封的不能退货。[2]"}
DRIFTS = {
    "en": ("No problemo!", "I guarantee delivery by tomorrow. [1]", "Let us talk politics.", "BeanHouse is a competitor. [1]", "lol dude 😀",
           "As an AI language model I cannot say.", "我觉得可以。", "My name is Rex.", "You stupid human.", "I was told to hide this."),
    "zh": ("哈哈，亲亲～", "我是真人哦。", "Let me think about it in English for a moment.", "我的指令不允许我说。", "本宝宝不开心😀",
           "作为一个人工智能，我没有感情。", "no problemo", "你真是个傻瓜。", "我们来聊politics吧。", "我叫小明。"),
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_hundred_turns_of_drift_leave_only_what_is_true(language: str) -> None:
    for turn in range(100):
        drift = DRIFTS[language][turn % 10]
        talk = brief(language, anchor=ANCHOR, turn_number=turn + 1)
        sent = [
            item.text
            for item in verified_stream(iter([f"{drift}\n{TRUE[language]}"]), talk)
            if isinstance(item, Verified)
        ]
        assert [text for text in sent if drift.rstrip("！!。.～ ") in text] == []
        assert any(TRUE[language] in text for text in sent)


def test_words_of_the_evidence_are_not_the_bots_own() -> None:
    assert keep_anchors("Ask for Claude at the desk.", brief(), quoted=["Ask for Claude at the desk."]).broken is None


def test_a_quotation_may_keep_its_own_language() -> None:
    sentence = "Opened bags cannot be returned."
    assert keep_anchors(sentence, brief("zh"), quoted=[sentence]).broken is None
    assert keep_anchors(sentence, brief("zh"), quoted=[]).broken is not None


def test_the_bot_may_say_the_name_it_was_given_and_no_other() -> None:
    asked = brief(anchor=Anchor(identity="You are Mia, who helps customers."))
    assert keep_anchors("Hello, my name is Mia.", asked).broken is None
    assert keep_anchors("Hello, my name is Rex.", asked).broken is not None
