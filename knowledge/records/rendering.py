"""Canonical values in the words of a customer's language. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation

from babel.dates import format_date, format_datetime, format_time
from babel.numbers import format_currency, format_decimal

from knowledge.records.columns import FALSE, TRUE, Column, common_word
from knowledge.types import Language

_LOCALES = {"en": "en_US", "zh": "zh_Hans_CN", "zh-Hant": "zh_Hant_TW"}


def render(column: Column, value: str, language: Language) -> str:
    """A value that does not fit its type is shown as it was read."""
    locale = _LOCALES[language]
    try:
        return _render(column, value, locale, language)
    except (ValueError, InvalidOperation):
        return value


def label(column: Column, language: Language) -> str:
    return in_words(column.labels, language) or column.name


def in_words(words: Mapping[str, str], language: Language) -> str:
    """The language's own words, else those of a near one, else any."""
    base = "en" if language == "en" else "zh"
    return words.get(language) or words.get(base) or next(iter(words.values()), "")


def _render(column: Column, value: str, locale: str, language: Language) -> str:
    match column.type:
        case "money":
            code, _space, amount = value.rpartition(" ")
            return (
                format_currency(Decimal(amount), code, locale=locale) if code else format_decimal(amount, locale=locale)
            )
        case "date":
            return format_date(date.fromisoformat(value), "long", locale=locale)
        case "datetime":
            return format_datetime(datetime.fromisoformat(value), "medium", locale=locale)
        case "time":
            hour, minute = value.split(":")[:2]
            return format_time(time(int(hour), int(minute)), "short", locale=locale)
        case "enum":
            return in_words((column.values or {}).get(value, {}), language) or _truth(value, language)
        case _:
            return common_word(value, "en" if language == "en" else "zh")


def _truth(value: str, language: Language) -> str:
    if value.lower() in TRUE:
        return "yes" if language == "en" else "是"
    if value.lower() in FALSE:
        return "no" if language == "en" else "否"
    return common_word(value, "en" if language == "en" else "zh")
