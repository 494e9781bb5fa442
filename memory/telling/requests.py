"""A request told back: "please ring me" becomes "ring you", to follow "You asked us to". Pure."""

from __future__ import annotations

import re

_ZH_LEAD = re.compile(r"^(?:以后|以後)?(?:麻烦|麻煩|请|請|劳烦|勞煩)(?:你们|你們|你|您)?(?:帮忙|幫忙|帮我|幫我)?(?=.)")
_ZH_SHIFTED = str.maketrans({"我": "您", "俺": "您"})
_ZH_UNSURE = re.compile(r"[你您咱吗嗎吧呢?？她他]|我们|我們|我[行家想要是有不]|的话|的話|不然|因为|因為|就行|一下吗")
_EN_LEAD = re.compile(r"^(?:please|pls|plz|kindly|could you please)\s+(?=[a-z])", re.I)
_EN_REACH = re.compile(r"^(?=(?:text|call|ring|phone|e-?mail|message|whatsapp|contact) (?:me|us)\b)", re.I)
_EN_UNSURE = re.compile(
    r"\b(?:i|i'm|i've|i'd|we|you|your|he|she|they|cause|because|cos|if|but|note|remember|forget|ok|lol|and|is|are|was)\b"
    r"|[?]",
    re.I,
)
_EN_SHIFTED = {"me": "you", "my": "your", "mine": "yours", "us": "you", "our": "your", "myself": "yourself"}


def told_back(request: str, *, chinese: bool) -> str:
    """What was asked of us, said to the one who asked; empty where it is no plain request."""
    text = request.strip(" ,，。.!！")
    return _chinese(text) if chinese else _english(text)


def _chinese(text: str) -> str:
    asked = _ZH_LEAD.sub("", text, count=1)
    if asked == text or _ZH_UNSURE.search(asked) or not asked:
        return ""
    later = "以后" if text.startswith("以后") else "以後" if text.startswith("以後") else ""
    return later + asked.translate(_ZH_SHIFTED)


def _english(text: str) -> str:
    lead = _EN_LEAD.match(text) or _EN_REACH.match(text)
    if lead is None:
        return ""
    asked = text[lead.end() :]
    if _EN_UNSURE.search(asked):
        return ""
    asked = re.sub(r"[A-Za-z]+", lambda word: _EN_SHIFTED.get(word[0].lower(), word[0]), asked)
    return asked[0].lower() + asked[1:] if asked[:2].istitle() else asked
