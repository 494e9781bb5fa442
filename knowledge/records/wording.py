"""What is said about records, in the customer's language. The values come from the program alone."""

from __future__ import annotations

from collections.abc import Sequence

from knowledge.types import Language
from language.script import to_traditional

_LINES = {
    "sentence": {"en": "{title} {key}: {parts}.", "zh": "{title} {key}：{parts}。"},
    "part": {"en": "{label} {value}", "zh": "{label} {value}"},
    "join": {"en": "; ", "zh": "；"},
    "not_found": {
        "en": "I cannot find {title} {key} among yours. Please check the number and write it again.",
        "zh": "在您的{title}中没有找到 {key}。请核对号码后再发一次。",
    },
    "ask": {
        "en": "Which {title} do you mean? Please write its number.",
        "zh": "请问您指的是哪一个{title}？请告诉我号码。",
    },
    "which": {
        "en": "You have several: {keys}. Which {title} do you mean?",
        "zh": "您有多个{title}：{keys}。请问您指的是哪一个？",
    },
    "sign_in": {
        "en": "I can only look up {title} details for customers who are signed in. Please sign in and ask again.",
        "zh": "只有登录后才能查询{title}信息，请登录后再问我一次。",
    },
    "none": {"en": "I find no {title} under your name.", "zh": "您的名下没有查到{title}。"},
    "unavailable": {
        "en": "I cannot reach the {title} records at the moment. Please try again a little later.",
        "zh": "暂时无法查询{title}信息，请稍后再试。",
    },
}


def say(line: str, language: Language, **parts: str) -> str:
    text = _LINES[line]["en" if language == "en" else "zh"].format(**parts)
    return to_traditional(text) if language == "zh-Hant" else text


def joined(parts: Sequence[str], language: Language) -> str:
    return say("join", language).join(parts)
