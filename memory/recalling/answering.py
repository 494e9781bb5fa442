"""A short answer to a question about what the customer told us, from what was recalled. Deterministic, no model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from language.moments import local_time
from memory.extracting.reading import Reading, read_line
from memory.recalling.question import QuestionReading, asks, personal, read_question
from memory.recalling.quoting import Quote, quote
from memory.recalling.ranking import WANTED
from memory.types import LookedBack, MemoryAnswer, Recall, RecalledEpisode
from memory.words import naming_words

SURE, UNSURE = 0.8, 0.75
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
    text = render(quotes, language=language)
    return MemoryAnswer(text=text, used=used, outcome="answered", confidence=recall.confidence) if text else None


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
    """The best line, or its heir; a second one where the two are near each other and neither outdates the other."""
    lines = [(item, read_line(item.text, local_time(item.at, item.time_zone))) for item in recall.episodes]
    known = [(item.at, line) for item, line in lines]
    known += [(r.at, read_line(r.text, r.at)) for r in recall.rejected if r.layer == "episode" and r.at is not None]
    chosen = _choose(question, lines)
    out: list[Quote] = []
    used: list[UUID] = []
    room = 0
    for item, line in chosen:
        older = [other for at, other in known if at < item.at and _about_the_same(other, line)]
        made = quote(question, line, older=older)
        size = len(made.text) + 14
        limit = 100 if any("\u3400" <= c <= "\u9fff" for c in item.text) else 250
        if out and room + size > limit:
            continue
        out.append(made)
        used += _ids(item, recall)
        room += size
    return out, tuple(used)


def _ids(item: RecalledEpisode, recall: Recall) -> list[UUID]:
    """The facts that stand for this line where it was injected as facts, else the line itself."""
    return [f.fact_id for f in recall.facts if f.source.message_id == item.episode_id] or [item.episode_id]


_Entry = tuple[RecalledEpisode, Reading]


def _choose(question: QuestionReading, lines: Sequence[_Entry]) -> list[_Entry]:
    best = lines[0]
    if not question.first and (question.now or not question.past):
        for other in lines[1:HEIRS]:
            likely = other[0].score >= HEIR_SHARE * best[0].score
            if likely and _outdates(other, best) and _answers_too(question, other[1], best[1]):
                best = other
    near = [e for e in lines[:4] if e is not best and e[0].score >= NEAR * best[0].score]
    second = [e for e in near if question.first or not _outdates(best, e)]
    return [best, *second[:MORE]]


HEIRS, HEIR_SHARE, NEAR, MORE = 4, 0.5, 0.25, 1


def _answers_too(question: QuestionReading, heir: Reading, older: Reading) -> bool:
    """An heir must hold the kind of value that is asked for, where the older line does."""
    wanted = WANTED.get(question.kind, frozenset())
    return bool(wanted & heir.kinds) or not wanted & older.kinds


def _outdates(later: _Entry, earlier: _Entry) -> bool:
    """The later line tells of a change of what the earlier one names."""
    if not (later[1].changed or later[1].corrected) or later[0].at < earlier[0].at:
        return False
    if later[0].conversation_id == earlier[0].conversation_id and earlier[1].changed:
        return False
    return _about_the_same(earlier[1], later[1])


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
