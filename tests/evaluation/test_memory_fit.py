"""Weights fitted on a few talks order the lines of a talk they have not seen, and know what was never told. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from evaluation import memory_fit
from evaluation.memory_fit import Example, Fitted
from evaluation.suite import UnfitData
from memory.extracting.reading import read_line
from memory.recalling.asking.question import QuestionReading, read_question
from memory.recalling.ranking import weights
from memory.recalling.ranking.linear import Line, Ranked, rank
from memory.recalling.ranking.trust import trust

BEGUN = datetime(2026, 3, 2, 10, tzinfo=UTC)
TOLD = {
    "en": (
        ("my parrot is called Biscuit", "What is my parrot called?"),
        ("the boiler is from 2011", "What year is the boiler from?"),
        ("my locker code is LK-402", "What is my locker code?"),
        ("I paid 35 pounds for the lamp", "How much did I pay for the lamp?"),
    ),
    "zh": (
        ("我的鹦鹉叫饼干", "我的鹦鹉叫什么？"),
        ("热水器是2011年装的", "热水器是哪年装的？"),
        ("我的储物柜密码是 LK-402", "我的储物柜密码是多少？"),
        ("台灯花了35块", "台灯花了多少钱？"),
    ),
    "zh-Hant": (
        ("我的鸚鵡叫餅乾", "我的鸚鵡叫什麼？"),
        ("熱水器是2011年裝的", "熱水器是哪年裝的？"),
        ("我的儲物櫃密碼是 LK-402", "我的儲物櫃密碼是多少？"),
        ("檯燈花了35塊", "檯燈花了多少錢？"),
    ),
}
NEVER = {
    "en": ("What is my blood type?", "Which bank am I with?"),
    "zh": ("我是什么血型？", "我用的是哪家银行？"),
    "zh-Hant": ("我是什麼血型？", "我用的是哪家銀行？"),
}


def talk(language: str) -> list[Example]:
    """The lines as one conversation, with a question to each, and two about what was never told."""
    said = [text for text, _ in TOLD[language]]
    lines = tuple(
        Line(key=str(n), session="s", at=BEGUN + timedelta(minutes=n), reading=read_line(text, BEGUN))
        for n, text in enumerate(said)
    )
    known = [example(language, question, lines, place) for place, (_, question) in enumerate(TOLD[language])]
    return [*known, *(example(language, question, lines, None) for question in NEVER[language])]


def example(language: str, question: str, lines: tuple[Line, ...], place: int | None) -> Example:
    answering = np.zeros(len(lines)) if place is None else np.eye(len(lines))[place]
    return Example(
        script=f"t-{language}", language=language[:2], category="unknown" if place is None else "fact",
        question=read_question(question), lines=lines, cosine=np.full(len(lines), 0.3), space="none",
        evidence=answering, best=answering,
    )  # fmt: skip


def ranked(asked: Example) -> list[Ranked]:
    return rank(asked.question, asked.lines, asked.cosine, space=asked.space)


def others(language: str) -> list[Example]:
    return [one for name in TOLD if name != language for one in talk(name)]


@pytest.mark.parametrize("language", TOLD)
def test_weights_of_other_talks_put_the_answer_first_and_tell_the_known_from_the_never_told(language: str) -> None:
    fitted = memory_fit.fit(others(language))
    with memory_fit.using(fitted):
        sure = [(one.category, trust(one.question, ranked(one))) for one in talk(language)]
        first = [ranked(one)[0].line.key for one in talk(language) if one.evidence.any()]
    assert first == ["0", "1", "2", "3"]
    assert min(p for kind, p in sure if kind == "fact") > max(p for kind, p in sure if kind == "unknown")


def test_what_answers_is_learnt_from_the_data_and_not_from_the_weights_before() -> None:
    def wrongly(one: Example) -> Example:
        turned = np.roll(one.best, 1)
        return example(one.language, one.question.text, one.lines, int(turned.argmax()) if turned.any() else None)

    right, wrong = memory_fit.fit_order(talk("en"))[1], memory_fit.fit_order([wrongly(one) for one in talk("en")])[1]
    assert right["bm25"] > 0 > wrong["bm25"]
    with memory_fit.using(Fitted(early={}, order={}, trust={})):
        assert memory_fit.fit_order(talk("en"))[1] == right


def test_a_signal_that_trust_is_given_is_fitted_without_a_word_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def more(question: QuestionReading, found: Sequence[Ranked]) -> dict[str, float]:
        return {**real(question, found), "long": float(len(question.text) > 20)}

    real = memory_fit.signals
    monkeypatch.setattr(memory_fit, "signals", more)
    assert memory_fit.fit(talk("en")).trust["long"] != 0


def test_the_shipped_weights_are_back_also_after_an_error() -> None:
    shipped = dict(weights.WEIGHTS)

    def fail() -> None:
        with memory_fit.using(Fitted(early={}, order={"bm25": 1.0}, trust={})):
            raise KeyError(weights.WEIGHTS["bm25"])

    with pytest.raises(KeyError, match=r"1\.0"):
        fail()
    assert dict(weights.WEIGHTS) == shipped


def test_the_written_module_holds_the_weights_and_says_what_they_were_fitted_on() -> None:
    examples = [*talk("en"), *talk("zh")]
    fitted, module = memory_fit.fit(examples), dict[str, object]()
    exec(memory_fit.module_of(fitted, examples), module)  # a module that we wrote
    assert (module["EARLY"], module["WEIGHTS"], module["TRUST"]) == (fitted.early, fitted.order, fitted.trust)
    assert module["SPEECH"] == weights.SPEECH
    assert "12 questions (4 about what was never told)" in str(module["__doc__"])
    assert "1 en, 1 zh" in str(module["__doc__"])


def test_data_without_any_answer_are_refused() -> None:
    with pytest.raises(UnfitData, match="no question"):
        memory_fit.fit([one for one in talk("en") if one.category == "unknown"])
