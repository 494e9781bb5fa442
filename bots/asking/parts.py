"""The questions of a message that asks more than one thing. Pure."""

from __future__ import annotations

import re

from bots.cues import QUESTION
from language.script import fold, has_han
from language.sentences import split_sentences
from language.tokens import content_words

_MOST = 3
_ASKS_EN = r"(?:how|what|when|where|which|who|why|do|does|did|is|are|can|could|will|would|should|may)"
_JOINED = re.compile(
    rf",? (?:and also|and|also|plus) (?={_ASKS_EN}\b)|[，,；;]?\s?(?:还有|另外|以及|并且|顺便问一?下|再问一?下)(?=\S)",
    re.IGNORECASE,
)
_BEGINS_EN = re.compile(rf"^(?:and |also |or |but |so |then |hi,? |hello,? )*{_ASKS_EN}\b(?! about\b)", re.IGNORECASE)
_TAG = re.compile(
    r"^(?:对|是|好|行|可以|是不是|对不对|好不好|可不可以|行不行|跟你说过|记得|知道)(?:吗|吧|么|的)?[?？]?$|说过吗|我说的"
)
_OWN = re.compile(r"\b(?:my|i|me)\b")
_POINTS = re.compile(r"\b(?:it|its|that|this|they|them|those|these|one)\b|它|这个|那个|这些|那些|该", re.IGNORECASE)


def parts_of(text: str) -> tuple[str, ...]:
    """Two or three questions that each stand alone; empty where the message asks one, or a part leans on another."""
    pieces = [part.strip() for sentence in split_sentences(text) for part in _split(sentence)]
    asking = [part for part in pieces if _stands_alone(part)]
    if not 2 <= len(asking) <= _MOST or any(_POINTS.search(part) for part in asking):
        return ()
    asking = [_INDIRECT.sub(r"\1 \3 \2", part) for part in asking]
    return tuple(part if part.endswith(("?", "？")) else f"{part}{_mark(part)}" for part in asking)


_INDIRECT = re.compile(  # "remind me where I live and what my name is": the second is "what is my name"
    r"^(what|when|where|who|which|how \w+) ((?:my|our) [\w ]{2,40}?) (is|are|was|were)(?=\W*$)", re.IGNORECASE
)


def _stands_alone(part: str) -> bool:
    folded = fold(part)
    if not QUESTION.search(folded):
        return False
    if has_han(folded):
        return bool(content_words(folded)) and not _TAG.search(folded)
    least = 1 if _OWN.search(folded) else 2  # "what is my name" is whole, "is there any" is not
    return _BEGINS_EN.search(folded) is not None and len(content_words(folded)) >= least


def _split(sentence: str) -> list[str]:
    """Apart only where both sides ask."""
    parts: list[str] = []
    start = 0
    for match in _JOINED.finditer(sentence):
        before, after = sentence[start : match.start()], sentence[match.end() :]
        if QUESTION.search(fold(before)) and QUESTION.search(fold(after)):
            parts.append(before)
            start = match.end()
    return [*parts, sentence[start:]]


def _mark(text: str) -> str:
    return "?" if text.isascii() else "？"
