"""A short answer to a question about what the customer told us, from what was recalled. Deterministic, no model."""

from __future__ import annotations

import re
from datetime import datetime
from uuid import UUID

from memory.note import local_time
from memory.question import QuestionReading, read_question
from memory.quoting import Quote, quote
from memory.reading import read_line
from memory.types import MemoryAnswer, Recall
from memory.words import plain

SURE, UNSURE = 0.5, 0.3
_PERSONAL = re.compile(r"我|咱|俺|\b(?:i|my|mine|me|our|ours|we|us)\b", re.I)
_UNKNOWN = {
    "zh": "抱歉，我这里没有您这方面的记录。",
    "zh-Hant": "抱歉，我這裡沒有您這方面的記錄。",
    "en": "Sorry, I have no record of that.",
}


def answer(*, question: str, recall: Recall, language: str, now: datetime, time_zone: str) -> MemoryAnswer | None:
    if not recall.gate_open:
        return None
    reading = read_question(question)
    personal = bool(_PERSONAL.search(plain(question)))
    if not recall.episodes or recall.confidence < UNSURE:
        return _no_record(language, recall.confidence) if personal and _asks(reading) else None
    if not personal and recall.confidence < SURE:
        return None
    quotes, used = _quotes(reading, recall)
    text = render(quotes, language=language)
    return MemoryAnswer(text=text, used=used, outcome="answered", confidence=recall.confidence) if text else None


def _asks(reading: QuestionReading) -> bool:
    return reading.kind != "what" or bool(
        re.search(r"[?？]|什么|啥|哪|多少|谁|怎|\b(?:what|which|who|where|when|how)", plain(reading.text), re.I)
    )


def _no_record(language: str, confidence: float) -> MemoryAnswer:
    return MemoryAnswer(
        text=_UNKNOWN.get(language, _UNKNOWN["en"]), used=(), outcome="unknown", confidence=1 - confidence
    )


def _quotes(reading: QuestionReading, recall: Recall) -> tuple[list[Quote], tuple[UUID, ...]]:
    best = recall.episodes[0]
    line = read_line(best.text, local_time(best.at, best.time_zone))
    return [quote(reading, line)], (best.episode_id,)


def render(quotes: list[Quote], *, language: str) -> str:
    """The resolved date first where one was asked for, then the customer's own words."""
    parts = []
    for item in quotes:
        day = _day(item, language)
        words = f"“{item.text}”" if language.startswith("zh") else f'"{item.text}"'
        parts.append(f"{day}{'：' if language.startswith('zh') else ': '}{words}" if day else words)
    if not parts:
        return ""
    opening = {"zh": "您说过：", "zh-Hant": "您說過："}.get(language, "You told me: ")
    return opening + " ".join(parts)


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
