"""The words of an answer: a sentence made from a fact, or the customer's own words. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from importlib.resources import files

from language.moments import Grain
from language.script import to_traditional
from memory.telling.quoting import Quote

_MONTHS = "January February March April May June July August September October November December".split()
_OPENINGS = {"zh": "您说过：", "zh-Hant": "您說過：", "en": "You told me: "}


@cache
def _sentences(language: str) -> dict[str, str]:
    """The forms of data/sentences.tsv in one language."""
    text = files("memory").joinpath("data", "sentences.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if "\t" in line]
    told = {form: chinese if language.startswith("zh") else english for form, chinese, english in rows}
    return {form: to_traditional(words) for form, words in told.items()} if language == "zh-Hant" else told


def tell(form: str, *, language: str, **said: str) -> str:
    """One form filled in; what is said goes in as it was said."""
    return _sentences(language)[form].format(**said)


def finish(sentence: str, *, language: str) -> str:
    return sentence + ("。" if language.startswith("zh") else ".")


def tell_day(day: date, *, today: date, language: str) -> str:
    """ "today", "3月5日", "on 5 March"; with the year where it is not this one."""
    if day == today:
        return tell("today", language=language)
    whole = name_day(day, "day", language)
    year = f"{day.year}年" if language.startswith("zh") else f" {day.year}"
    return tell("on", language=language, day=whole.replace(year, "") if day.year == today.year else whole)


def render(quotes: Sequence[Quote], *, language: str, day_asked: bool = False) -> str:
    """The customer's own words; where a day was asked for and worked out, the day and the words that it stands on."""
    if not quotes:
        return ""
    if day_asked and all(item.day is not None for item in quotes):
        return finish(" ".join(_dated(item, language) for item in quotes), language=language)
    return _OPENINGS.get(language, _OPENINGS["en"]) + " ".join(_quoted(item, language) for item in quotes)


def _quoted(item: Quote, language: str) -> str:
    words = _in_quotes(item.text, language)
    if item.day is None:
        return words
    return f"{name_day(item.day, item.grain, language)}{'：' if language.startswith('zh') else ': '}{words}"


def _dated(item: Quote, language: str) -> str:
    assert item.day is not None
    day = name_day(item.day, item.grain, language)
    return tell("date", language=language, value=day, said=_in_quotes(item.text, language))


def _in_quotes(text: str, language: str) -> str:
    said = _one_sentence(text)
    return f"“{said}”" if language.startswith("zh") else f'"{said}"'


def _one_sentence(text: str) -> str:
    """Marks that end a sentence become commas: a reply is checked sentence by sentence, and this is one quotation."""
    text = re.sub(r"[。！？!?；;]+\s*(?=\S)", "，" if any("\u3400" <= c <= "\u9fff" for c in text) else ", ", text)
    return re.sub(r"\.+\s+(?=\S)|\s*\n\s*", ", ", text).strip(" ,，。.!！?？;；")


def name_day(day: date, grain: Grain, language: str) -> str:
    """As exactly as it was told: a day, a month or a year."""
    if language.startswith("zh"):
        return f"{day.year}年" + f"{day.month}月" * (grain != "year") + f"{day.day}日" * (grain == "day")
    month = f"{_MONTHS[day.month - 1]} {day.year}"
    return {"day": f"{day.day} {month}", "month": month}.get(grain, str(day.year))
