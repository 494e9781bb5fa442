"""Whether a turn needs memory at all: greetings, thanks and small talk inject nothing."""

from __future__ import annotations

import re

from memory.extracting.reading import read_line
from memory.recalling.asking.question import asks, personal
from memory.recalling.asking.rewrite import only_points
from memory.types import RecallQuery
from memory.words import plain, terms


def gate(query: RecallQuery) -> tuple[bool, str]:
    """(open, reason)."""
    if query.mode == "stateless":
        return False, "stateless"
    reading = read_line(query.question, query.now)
    if reading.poison:
        return False, "instruction"
    if not terms(query.question) and not only_points(query.question):
        return False, "nothing_asked"
    if _FUN.search(plain(query.question)):
        return False, "small_talk"
    asking = asks(query.question)
    if reading.chitchat and not (asking and personal(_TELL_ME.sub("", plain(query.question)))):
        return False, "small_talk"
    if asking or reading.vague:
        return True, "asked"
    return (True, "needs_context") if _NEEDS.search(plain(query.question)) else (False, "told")


_FUN = re.compile(  # a joke that is wanted, or told: who answers his own riddle asks nothing
    r"\b(?:tell|know|hear|want|got|another|any|one)\b.{0,16}\bjokes?\b|knock,? knock"
    r"|[讲说来]个?.{0,3}(?:笑话|段子)|脑筋急转弯"
    r"|^\W*(?:why (?:do|don'?t|did|didn'?t|are|can'?t|was) (?!my|i\b|you|we|u\b|they|it)"
    r"|what (?:did|do|does) (?:the|a|an|one|you)\b[^?？]*\b(?:say|call)|how many [^?？]* does it take)[^?？]*[?？]\s*\w"
    r"|^\W*为什么[^?？]{1,24}[?？]\s*因为",
    re.I,
)
_TELL_ME = re.compile(r"给我讲|跟我说|\btell me\b", re.I)  # whoever asks for a joke does not speak of himself
_NEEDS = re.compile(
    r"推荐|帮我|帮忙|给我|麻烦|再来|还是|订单|快递|退款|退货|换货|发票|预约|投诉|修"
    r"|\b(?:recommend|suggest|please|pls|need|help|order|parcel|refund|return|exchange|invoice|booking|appointment|repair)\b",
    re.I,
)
