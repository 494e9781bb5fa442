"""A short answer to a question about what the customer told us, from what was recalled. Deterministic, no model."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from language.moments import local_time
from memory.extracting.reading import Reading, read_line
from memory.recalling.antecedent import antecedent
from memory.recalling.choosing import Told, choose_lines
from memory.recalling.covering import covers
from memory.recalling.question import QuestionReading, asks, personal, read_question
from memory.recalling.quoting import Quote, quote
from memory.types import LookedBack, MemoryAnswer, Recall, RecalledFact
from memory.words import concepts, naming_words

SURE, UNSURE = 0.74, 0.72
_UNKNOWN = {
    "zh": "抱歉，我这里没有您这方面的记录。",
    "zh-Hant": "抱歉，我這裡沒有您這方面的記錄。",
    "en": "Sorry, I have no record of that.",
}


def answer(*, question: str, recall: Recall, language: str, now: datetime, time_zone: str) -> MemoryAnswer | None:
    if not recall.gate_open or not asks(question):
        return None
    if recall.looked_back is not None:
        return _looked_back(recall.looked_back, language, recall.confidence)
    reading = read_question(question)
    own = personal(question)
    if not recall.episodes or recall.confidence < UNSURE:
        return _no_record(language, recall.confidence) if own else None
    if not own and recall.confidence < SURE:
        return None
    quotes, used = _quotes(reading, recall)
    named = own or any(_near(reading, one) for one in quotes)
    text = render(quotes, language=language)
    if not text:
        return None
    return MemoryAnswer(text=text, used=used, outcome="answered", confidence=recall.confidence, named=named)


def _looked_back(back: LookedBack, language: str, confidence: float) -> MemoryAnswer:
    """The figure of a series, or the words in which an earlier version was told."""
    told = back.texts.get("zh" if language.startswith("zh") else "en", "")
    text = told or render([Quote(text=fact.text) for fact in back.facts], language=language)
    used = tuple(fact.fact_id for fact in back.facts)
    return MemoryAnswer(text=text, used=used, outcome="answered", confidence=confidence)


def _no_record(language: str, confidence: float) -> MemoryAnswer:
    return MemoryAnswer(
        text=_UNKNOWN.get(language, _UNKNOWN["en"]), used=(), outcome="unknown", confidence=1 - confidence
    )


def _quotes(question: QuestionReading, recall: Recall) -> tuple[list[Quote], tuple[UUID, ...]]:
    """What the chosen lines say, as much of it as a reply may hold."""
    lines = _lines(recall)
    out: list[Quote] = []
    used: list[UUID] = []
    room = 0
    for chosen in choose_lines(question, lines):
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


def render(quotes: list[Quote], *, language: str) -> str:
    """The resolved date first where one was asked for, then the customer's own words."""
    parts = []
    for item in quotes:
        day = _day(item, language)
        said = _one_sentence(item.text)
        words = f"“{said}”" if language.startswith("zh") else f'"{said}"'
        parts.append(f"{day}{'：' if language.startswith('zh') else ': '}{words}" if day else words)
    if not parts:
        return ""
    opening = {"zh": "您说过：", "zh-Hant": "您說過："}.get(language, "You told me: ")
    return opening + " ".join(parts)


def _one_sentence(text: str) -> str:
    """Marks that end a sentence become commas: a reply is checked sentence by sentence, and this is one quotation."""
    text = re.sub(r"[。！？!?；;]+\s*(?=\S)", "，" if any("\u3400" <= c <= "\u9fff" for c in text) else ", ", text)
    return re.sub(r"\.+\s+(?=\S)|\s*\n\s*", ", ", text).strip(" ,，。.!！?？;；")


_MONTHS = "January February March April May June July August September October November December".split()


def _day(item: Quote, language: str) -> str:
    if item.day is None:
        return ""
    day = item.day
    if language.startswith("zh"):
        return (
            f"{day.year}年{day.month}月{day.day}日"
            if item.grain == "day"
            else f"{day.year}年{day.month}月"
            if item.grain == "month"
            else f"{day.year}年"
        )
    return (
        f"{day.day} {_MONTHS[day.month - 1]} {day.year}"
        if item.grain == "day"
        else f"{_MONTHS[day.month - 1]} {day.year}"
        if item.grain == "month"
        else str(day.year)
    )
