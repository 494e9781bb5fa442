# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Sentences that speak to the model instead of about the world: they are no evidence for anything. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from language.script import fold
from language.sentences import split_sentences

_ORDER = re.compile(
    r"\b(?:ignore|disregard|forget) (?:all |any |the |your )*(?:previous|above|prior|earlier|other)? ?(?:instructions?|rules|prompts?|guidelines)\b|^\W*(?:system|assistant|developer)\s*:|\bnote to the (?:assistant|bot|ai|model)\b"
    r"|\b(?:you must now|you are now|from now on,? you|act as|pretend to be|authori[sz]ed by the developers?|for debugging)\b|<\s*/?\s*(?:system|evidence|instructions?)\b|\bdecode and follow\b"
    r"|(?:忽略|无视|忘记)(?:之前|以上|前面|上面|所有|一切)|^\W*(?:系统提示|系统|开发者)\s*[:：]|你现在必须|你现在是|从现在起你|给(?:客服|机器人|助手)的(?:备注|指令)|我是开发人员|为了调试|<\s*/?\s*(?:系统|资料)"
)


@lru_cache(maxsize=512)
def without_orders(text: str) -> str:
    """The text without such sentences; the same object where there are none."""
    if not _ORDER.search(fold(text)):
        return text
    return "\n".join(sentence for sentence in split_sentences(text) if not _ORDER.search(fold(sentence)))
