# ruff: noqa: E501  a line of the bot reads best whole
"""What the bot says about itself, and about now: short, in its role, with nothing claimed of the business. Pure.

The date and the time come from the turn's clock, in the customer's own zone.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import available_timezones

from babel import Locale
from babel.core import get_global
from babel.dates import format_date

from bots.asides import CLOCK, Aside
from bots.brief import Brief, Language
from language.moments import local_time
from language.script import fold, to_traditional

_LINES: dict[str, dict[str, str]] = {
    "taste": {"en": "I am {name}, so I have no likes of my own. Is there anything I can look up for you?", "zh": "我是{name}，没有自己的喜好。有什么需要我帮您查的吗？"},
    "feeling": {"en": "Thank you for asking, all is well here. What can I do for you?", "zh": "谢谢您的关心，我一切都好。有什么可以帮您？"},
    "name": {"en": "I am {name}. What can I do for you?", "zh": "我是{name}。有什么可以帮您？"},
    "nature": {"en": "I am {name}, a program and not a human. If you prefer a human, just say so.", "zh": "我是{name}，是程序，不是真人。需要的话我可以为您转人工客服。"},
    "maker": {"en": "I am {name}, a program that answers for {company}. What can I do for you?", "zh": "我是{name}，是为{company}服务的程序。有什么可以帮您？"},
    "life": {"en": "I am {name}, a program, so I have no private life. Is there anything I can look up for you?", "zh": "我是{name}，是程序，没有私人生活。有什么需要我帮您查的吗？"},
    "ability": {"en": "I answer questions from the documents and records of {company}, and call a colleague when I cannot. What would you like to know?", "zh": "我可以根据{company}的资料和记录回答问题，答不了的会请同事帮忙。您想了解什么？"},
    "joke": {"en": "I will leave that to others. Is there anything I can look up for you?", "zh": "这个我就不献丑了。有什么需要我帮您查的吗？"},
    "time": {"en": "It is {time} now ({place}).", "zh": "现在是{time}（{place}）。"},
    "today": {"en": "Today is {day}.", "zh": "今天是{day}。"},
    "other_day": {"en": "That is {day}.", "zh": "那天是{day}。"},
    "yours": {"en": "your time zone", "zh": "您所在的时区"},
    "company": {"en": "this company", "zh": "本公司"},
    "assistant": {"en": "the assistant of {company}", "zh": "{company}的客服助手"},
}  # fmt: skip


def aside_reply(aside: Aside, brief: Brief) -> str:
    text = _about_now(aside, brief) if aside.kind in CLOCK else _about_the_bot(aside, brief)
    return to_traditional(text) if brief.language == "zh-Hant" else text


def _about_the_bot(aside: Aside, brief: Brief) -> str:
    company = brief.company or _line("company", brief.language)
    name = _given_name(brief.settings.anchor.identity) or _line("assistant", brief.language).format(company=company)
    said = _line(aside.kind, brief.language).format(name=name, company=company)
    return said.replace("您", brief.settings.anchor.pronoun)


_NAMED = re.compile(
    r"\b(?:named|called|your name is) ([A-Z][\w-]{1,30})|^you are ([A-Z][\w-]{1,30}(?: [A-Z][\w-]{1,30})?)(?=[,.]|$)",
    re.IGNORECASE,
)
_NAMED_ZH = re.compile(r"(?:名叫|叫做|名字是|名字叫|叫)[“「\"]?([\w\u4e00-\u9fff]{1,8}?)[”」\"]?(?=[，,。.、；]|$)")


def _given_name(identity: str) -> str:
    """The name that the operator gave the bot in its role; "" where there is none."""
    match = _NAMED.search(identity) or _NAMED_ZH.search(identity)
    name = next((group for group in match.groups() if group), "") if match else ""
    return name if name[:1].isupper() or not name.isascii() else ""


def _about_now(aside: Aside, brief: Brief) -> str:
    zone = _zone_of(aside.place) if aside.place else ""
    now = local_time(brief.now, zone or brief.time_zone)
    if aside.kind != "time":
        day = _day(now + timedelta(days=aside.days), brief.language)
        return _line("other_day" if aside.days else "today", brief.language).format(day=day)
    place = aside.place.title() if zone else _place(brief)
    return _line("time", brief.language).format(time=f"{now:%H:%M}", place=place)


def _day(day: datetime, language: Language) -> str:
    pattern = "EEEE, d MMMM y" if language == "en" else "y年M月d日，EEEE"
    return format_date(day.date(), pattern, locale="en" if language == "en" else "zh_Hans_CN")


def _place(brief: Brief) -> str:
    return "UTC" if brief.time_zone in ("", "UTC") else _line("yours", brief.language)


def _line(name: str, language: Language) -> str:
    return _LINES[name]["en" if language == "en" else "zh"]


def _zone_of(place: str) -> str:
    """The IANA zone of a city, or of a country that has but one; "" where it is not known."""
    return _zones().get(fold(place), "")


@lru_cache(maxsize=1)
def _zones() -> dict[str, str]:
    known: dict[str, str] = {}
    zones_of = get_global("territory_zones")
    for code in ("en", "zh_Hans_CN"):
        locale = Locale.parse(code)
        for territory, name in locale.territories.items():
            zones = zones_of.get(territory, [])
            if len(zones) == 1 or territory == "CN":
                known.setdefault(fold(name), str(zones[0]))
        for zone, names in locale.time_zones.items():
            if "city" in names:
                known[fold(str(names["city"]))] = str(zone)
    for zone in available_timezones():
        known.setdefault(fold(zone.rpartition("/")[2].replace("_", " ")), zone)
    return known
