# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""The thing that follows a phrase, and whose it is: what the readers of statements share. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.extracting.context import Context, object_end
from memory.facts import Candidate
from memory.types import FactKind

_I = re.compile(r"我|咱|\b(?:i|i'[a-z]+|im|ive|my|me|we|our)\b", re.I)
_NOT_OBJECT = re.compile(
    r"^(?:的|to\b|on\b|that\b|how\b|it\b|this\b|you\b|u\b|me\b|us\b|too\b|been\b|had\b|n't|not\b|\w+ed\b|is\b|was\b|a (?:bit|lot)\b|the (?:idea|sound)|[你您它]|这[个样么]|那[个样么]$|了$|着$|[吗么呢]$)",
    re.I,
)
SERVICE = re.compile(
    r"^(?:to )?(?:talk|speak|ask|know|check|see|say|report|complain|chat|follow up|find out|make|get|have|be|do|cancel|return|change|book|问|查|看|知道|说|咨询|投诉|反映|聊|退订|退货|退款|改签|取消|报修|预约|办|申请|转人工|开)",
    re.I,
)

HEAD_END = re.compile(
    r"(?:想|再|要|把|给|就|也|都|已经|现在|以后|帮我|请|麻烦|的|是|我|me|my|to|the|i|we|is|has|have|been|was|so|and|now|please|can|you)\s*$",
    re.I,
)


def first_person(flat: str) -> bool:
    return bool(_I.search(flat))


def own_words(context: Context) -> bool:
    """Not one that a "not me" is about to hand to somebody else."""
    return not context.subject or context.operation != "reattribute"


def thing(context: Context, start: int, attribute: str, kind: FactKind, **more: object) -> Iterator[Candidate]:
    """What follows `start` is the value, when it is a thing at all."""
    end = before_day(context, start, object_end(context.clause.text, start))
    value = context.flat[start:end].strip()
    if len(value) >= 2 and not _NOT_OBJECT.match(value):
        yield context.at(start, end, kind, attribute, **more)


def before_day(context: Context, start: int, end: int) -> int:
    """Without a day at its end: York, of "to York last week"."""
    offset = context.clause.start
    for moment in context.reading.moments:
        if start < moment.start - offset < end <= moment.end - offset + 1:
            return moment.start - offset
    return end


def is_negated(flat: str, start: int) -> bool:
    return bool(re.search(r"(?:不|没|别|未|\bnot|n't|\bnever|\bno)\s*$", flat[:start], re.I))
