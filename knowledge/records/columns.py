"""What a column holds, told from its name and values; and its values in one canonical form. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from functools import cache
from importlib.resources import files

from knowledge.types import ColumnType

_MONEY = re.compile(
    r"price|amount|total|fee|cost|balance|paid|refund|金额|价格|总价|单价|运费|费用|余额|金額|價格", re.IGNORECASE
)
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY", "￥": "CNY", "元": "CNY", "us$": "USD", "rmb": "CNY"}
_NUMBER = re.compile(r"^-?\d{1,3}(?:,\d{3})*(?:\.\d+)?$|^-?\d+(?:\.\d+)?$")
_MOST_KINDS = 12  # different values of an enumeration
TRUE, FALSE = frozenset({"true", "yes", "是", "有"}), frozenset({"false", "no", "否", "无"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Column:
    name: str
    type: ColumnType
    labels: Mapping[str, str]  # language -> words for it
    aliases: tuple[str, ...] = ()  # other words by which a question asks for it
    currency: str = ""
    values: Mapping[str, Mapping[str, str]] | None = None  # of an enum: value -> language -> words
    shown: bool = True  # False: never reaches a customer


def column_to_json(column: Column) -> dict[str, object]:
    return {
        "name": column.name,
        "type": column.type,
        "labels": dict(column.labels),
        "aliases": list(column.aliases),
        "currency": column.currency,
        "values": {value: dict(words) for value, words in (column.values or {}).items()},
        "shown": column.shown,
    }


def column_from_json(raw: Mapping[str, object]) -> Column:
    values, labels, aliases = raw.get("values"), raw.get("labels"), raw.get("aliases")
    return Column(
        name=str(raw["name"]),
        type=raw["type"],  # type: ignore[arg-type]  # written by column_to_json
        labels=labels if isinstance(labels, dict) else {},
        aliases=tuple(aliases) if isinstance(aliases, list) else (),
        currency=str(raw.get("currency", "")),
        values=values if isinstance(values, dict) else {},
        shown=bool(raw.get("shown", True)),
    )


def infer_column(name: str, values: Sequence[str], *, currency: str) -> Column:
    filled = [value for value in values if value]
    kind = _kind(name, filled)
    return Column(
        name=name,
        type=kind,
        labels={"en": common_word(_spoken(name), "en"), "zh": common_word(_spoken(name), "zh")},
        currency=(_currency_of(filled) or currency) if kind == "money" else "",
    )


def common_word(said: str, base: str) -> str:
    """The word of knowledge/records/common_words.tsv in the other language, as "en" or "zh"; without one, the same."""
    to_zh, to_en = _common_words()
    return (to_zh if base == "zh" else to_en).get(said.strip().lower(), said)


@cache
def _common_words() -> tuple[dict[str, str], dict[str, str]]:
    text = files("knowledge").joinpath("records", "common_words.tsv").read_text(encoding="utf-8")
    pairs = [line.split("\t") for line in text.splitlines() if "\t" in line and not line.startswith("#")]
    to_en: dict[str, str] = {}
    for english, chinese in pairs:
        to_en.setdefault(chinese, english)
    return {pair[0]: pair[1] for pair in pairs}, to_en


def _currency_of(values: Sequence[str]) -> str:
    """The one that signs or codes in the values tell, "" where none does."""
    for value in values:
        named = re.search(r"(?<![A-Za-z])(USD|CNY|EUR|GBP|JPY|HKD|TWD|AUD|CAD|SGD|INR)(?![A-Za-z])", value.upper())
        found = named[1] if named else next((code for sign, code in _CURRENCIES.items() if sign in value.lower()), "")
        if found:
            return found
    return ""


def canonical(column: Column, value: str) -> str:
    """ "CNY 214.60", "2026-02-25", "14:30", "42". A text, and a value that does not fit its type, stays as written."""
    text = " ".join(value.split())
    if not text:
        return ""
    if column.type == "money":
        return _money(text, column.currency)
    if column.type == "integer":
        return text.replace(",", "")
    if column.type == "date":
        found = _date(text)
        return found.isoformat() if found else text
    if column.type == "datetime":
        moment = _moment(text)
        return moment.isoformat(timespec="minutes") if moment else text
    return text


def fits(column: Column, value: str) -> bool:
    """Whether a canonical value is of the column's type; an empty one always is."""
    if not value or column.type in {"text", "enum"}:
        return True
    if column.type == "money":
        return re.fullmatch(r"(?:[A-Z]{3} )?-?\d+\.\d{2}", value) is not None
    if column.type == "integer":
        return re.fullmatch(r"-?\d+", value) is not None
    reader = {"date": _date, "datetime": _moment, "time": _time}[column.type]
    return reader(value.replace("T", " ") if column.type == "datetime" else value) is not None


def _kind(name: str, values: Sequence[str]) -> ColumnType:
    if not values:
        return "text"
    if _MONEY.search(name) and all(_amount(value) is not None for value in values):
        return "money"
    if all(re.fullmatch(r"0|-?[1-9]\d{0,14}", value) for value in values):
        return "integer"
    if all(map(_date, values)):
        return "date"
    if all(map(_moment, values)):
        return "datetime"
    if all(map(_time, values)):
        return "time"
    different = set(values)
    if len(different) <= _MOST_KINDS and len(values) >= 3 * len(different) and max(map(len, different)) < 40:
        return "enum"
    return "text"


def _money(text: str, currency: str) -> str:
    amount = _amount(text)
    if amount is None:
        return text
    found = next((code for sign, code in _CURRENCIES.items() if sign in text.lower()), currency)
    return f"{found} {amount:.2f}".strip()


def _amount(text: str) -> Decimal | None:
    plain = re.sub(r"(?i)us\$|rmb|usd|cny|eur|gbp|[$€£¥￥元\s]", "", text)
    if not _NUMBER.match(plain):
        return None
    try:
        return Decimal(plain.replace(",", ""))
    except InvalidOperation:
        return None


def _date(text: str) -> date | None:
    match = re.fullmatch(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?", text)
    try:
        return date(int(match[1]), int(match[2]), int(match[3])) if match else None
    except ValueError:
        return None


def _moment(text: str) -> datetime | None:
    if not re.match(r"\d{4}-\d{1,2}-\d{1,2}[T ]\d{1,2}:\d{2}", text):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def _time(text: str) -> time | None:
    match = re.fullmatch(r"(\d{1,2}):(\d{2})(?::\d{2})?", text)
    try:
        return time(int(match[1]), int(match[2])) if match else None
    except ValueError:
        return None


def _spoken(name: str) -> str:
    return re.sub(r"[_.]+", " ", name).strip()
