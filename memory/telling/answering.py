"""A short answer to a question about what the customer told us, from what was recalled. Deterministic, no model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from language.moments import local_time
from memory.extracting.reading import Reading, read_line
from memory.recalling.asking.question import QuestionReading, asks, personal, read_question
from memory.recalling.covering import covers
from memory.recalling.ranking.trust import SURE
from memory.telling.antecedent import antecedent
from memory.telling.choosing import Told, choose_lines
from memory.telling.quoting import Quote, quote
from memory.telling.sentences import Setting
from memory.telling.stating import Statement, state, state_past
from memory.telling.wording import render
from memory.types import LookedBack, MemoryAnswer, Recall, RecalledFact
from memory.words import concepts, naming_words

_UNKNOWN = {
    "zh": "抱歉，我这里没有您这方面的记录。",
    "zh-Hant": "抱歉，我這裡沒有您這方面的記錄。",
    "en": "Sorry, I have no record of that.",
}


def answer(*, question: str, recall: Recall, language: str, now: datetime, time_zone: str) -> MemoryAnswer | None:
    if not recall.gate_open or not asks(question):
        return None
    setting = Setting(language=language, today=local_time(now, time_zone).date(), time_zone=time_zone)
    reading = read_question(question)
    if recall.looked_back is not None:
        return _looked_back(reading, recall.looked_back, setting, recall.confidence)
    own = personal(question)
    if not recall.episodes or recall.confidence < SURE:
        return _no_record(language, recall.confidence) if own else None
    lines = _lines(recall)
    chosen = choose_lines(reading, lines)
    quotes, used = _quotes(reading, recall, lines, chosen)
    named = own or any(_near(reading, one) for one in quotes)
    text = render(quotes, language=language, day_asked=reading.kind == "date")
    if not text:
        return None
    if (stated := _stated(reading, recall, chosen[0], quotes, setting)) is not None:
        text, used = stated.text, stated.used
    return MemoryAnswer(text=text, used=used, outcome="answered", confidence=recall.confidence, named=named)


def _looked_back(question: QuestionReading, back: LookedBack, setting: Setting, confidence: float) -> MemoryAnswer:
    """The figure of a series, or the earlier version, as a value or in the words in which it was told."""
    told = back.texts.get("zh" if setting.chinese else "en", "") or state_past(question, back.facts, setting)
    text = told or render([Quote(text=fact.text) for fact in back.facts], language=setting.language)
    used = tuple(fact.fact_id for fact in back.facts)
    return MemoryAnswer(text=text, used=used, outcome="answered", confidence=confidence)


def _no_record(language: str, confidence: float) -> MemoryAnswer:
    return MemoryAnswer(
        text=_UNKNOWN.get(language, _UNKNOWN["en"]), used=(), outcome="unknown", confidence=1 - confidence
    )


def _quotes(
    question: QuestionReading, recall: Recall, lines: Sequence[Told], to_quote: Sequence[Told]
) -> tuple[list[Quote], tuple[UUID, ...]]:
    """What the chosen lines say, as much of it as a reply may hold."""
    out: list[Quote] = []
    used: list[UUID] = []
    room = 0
    for chosen in to_quote:
        older = [
            line.reading for line in lines if line.at < chosen.at and _about_the_same(line.reading, chosen.reading)
        ]
        made = _to_its_end(quote(question, chosen.reading, older=older), question, chosen, recall)
        size = len(made.text) + 14
        limit = 100 if any("\u3400" <= c <= "\u9fff" for c in made.text) else 250
        if out and room + size > limit:
            continue
        who = antecedent(question, chosen, made.text, lines)
        if who is not None and room + size + len(who.reading.text) <= limit:
            out.append(Quote(text=who.reading.text))
            used += _ids(who, recall, who.reading.text)
            size += len(who.reading.text)
        out.append(made)
        used += _ids(chosen, recall, made.text)
        room += size
    return out, tuple(used)


def _stated(
    question: QuestionReading, recall: Recall, best: Told, quotes: Sequence[Quote], setting: Setting
) -> Statement | None:
    """A sentence from the fact that answers, instead of the words in which it was told."""
    facts = _facts_of(best, recall)
    if quotes[0].day is not None:
        facts = [fact for fact in facts if fact.attribute == "birthday"]  # every year: no day to be worked out
    return state(question, best, quotes[0].text, facts, setting, alone=len(quotes) == 1)


def _to_its_end(made: Quote, question: QuestionReading, chosen: Told, recall: Recall) -> Quote:
    """A clause that breaks off inside the very value that is asked for, at the comma before a town, is quoted whole."""
    line = chosen.reading.text
    start = line.find(made.text)
    asked = (f.source for f in _facts_of(chosen, recall) if covers(question, f))
    ends = [span.end for span in asked if span.start < start + len(made.text) < span.end]
    return replace(made, text=line[start : max(ends)]) if start >= 0 and ends else made


def _facts_of(chosen: Told, recall: Recall) -> list[RecalledFact]:
    if chosen.place < 0:
        return []
    return [f for f in recall.facts if f.source.message_id == recall.episodes[chosen.place].episode_id]


def _near(question: QuestionReading, said: Quote) -> bool:
    """Does the question name what was told, or what that is about?"""
    about = concepts(said.text) & question.concepts
    return bool(about or naming_words(said.text) & naming_words(question.text))


def _lines(recall: Recall) -> list[Told]:
    """The injected lines best first, then those left out."""
    told = [
        Told(at=item.at, reading=read_line(item.text, local_time(item.at, item.time_zone)), score=item.score, place=n)
        for n, item in enumerate(recall.episodes)
    ]
    return told + [
        Told(at=item.at, reading=read_line(item.text, item.at), score=item.score, place=-1)
        for item in recall.rejected
        if item.layer == "episode" and item.at is not None
    ]


def _ids(chosen: Told, recall: Recall, said: str) -> list[UUID]:
    """The facts that stand for what is quoted of this line where it was injected as facts, else the line itself."""
    if chosen.place < 0:
        return []
    item = recall.episodes[chosen.place]
    facts = _facts_of(chosen, recall)
    quoted = [f for f in facts if f.text in said or said in f.text or f.value in said]
    return [f.fact_id for f in quoted or facts] or [item.episode_id]


def _about_the_same(one: Reading, other: Reading) -> bool:
    return bool(naming_words(one.text) & naming_words(other.text))
