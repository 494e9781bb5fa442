# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Does a sentence go against what the customer has decided? Nothing ruled out is recommended again. Pure."""

from __future__ import annotations

import re

from bots.brief import Brief
from language.script import fold
from language.tokens import content_words

_RECOMMENDS = re.compile(
    r"recommend|suggest|why not|you (?:could|might|should|can) (?:try|take|choose|buy|order)|perfect for you|推荐|建议|不妨|试试|可以选|适合您|适合你|选择"
)
_DENIES = re.compile(r"\bnot\b|n't\b|\bno\b|\bnever\b|without|instead of|\brather than\b|不|没|无|别|避开|而不是")
_FILLER = frozenset(
    content_words(
        "no not want wanted don't doesn't like drink eat buy use any more anymore ruled out customer does 不要 不想 不喝 不吃 不用 不 要 想 喝 吃 用 客户 顾客 不再 拒绝 排除 了 补发 算了"
    )
)


def ruled_out(sentence: str, brief: Brief) -> str:
    """The decision that the sentence goes against; "" where none."""
    folded = fold(sentence)
    if not _RECOMMENDS.search(folded) or _DENIES.search(folded):
        return ""
    said = set(content_words(folded))
    for point in brief.decisions:
        words = [word for word in content_words(point.text) if word not in _FILLER]
        if point.kind == "ruled_out" and words and all(word in said or word in folded for word in words):
            return point.text
    return ""
