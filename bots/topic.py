# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Does a turn begin a new topic? Cues of the words, what the turns share, and how far their meanings lie apart. Pure.

The weights were fitted by `evaluation.topic_fit`; the figure is the probability of a shift.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from language.script import fold, has_han
from language.tokens import content_words

FEATURES = (
    "near", "window", "drop", "shared", "shared_window", "new_words", "length", "question", "cue_new", "cue_stay", "request",
    "answers", "opening", "anaphora", "after_question", "position", "new_noun", "since",
)  # fmt: skip
_NEW = re.compile(
    r"\b(?:by the way|btw|another (?:question|thing)|also|next|anyway|anyways|one more|different|on another note|moving on|speaking of|what about you|so tell me|tell me (?:about|more about)|besides|oh and|what do you do|do you (?:like|have|enjoy|work|play)|what (?:is|'s) your|where are you|how are you)\b"
    r"|另外|对了|还有|接下来|然后|顺便|此外|再(?:帮|问|推荐|找|给)|换个|话说|其次|吃完|玩完|之后|逛完|住|休息|完了"
)
_STAY = re.compile(
    r"\b(?:that|it|they|them|he|she|those|this|same|too|yes|yeah|no|yep|nope|ok|okay|lol|haha|cool|nice|wow|really|me too|thanks)\b|^(?:好的?|嗯|哦|那它|它|他家|这家|这个|那家|那个|是的|对|行|可以|没事|谢谢)|周边|附近"
)
_REQUEST = re.compile(
    r"\b(?:i (?:want|need|would like|'d like|am looking)|can you (?:find|recommend|tell)|could you|please)\b|想找|想去|推荐|帮我(?:找|推荐|选|查|看)|有没有|找(?:一)?(?:个|家)|打算|想(?:要)?(?:吃|住|玩|坐|乘)|叫(?:一)?辆|约车|出租|地铁"
)
_ANAPHORA = re.compile(r"\b(?:it|its|that|they|them|he|she|his|her|those|there)\b|它|他|她|这家|那家|这个|那个|该|此")
_NOUN = re.compile(
    r"酒店|宾馆|餐馆|餐厅|饭店|景点|景区|公园|地铁|出租|打车|车|退货|退款|发票|订单|快递|物流|会员|优惠|价格|账号|密码|地址|order|refund|return|ship|account|password|invoice|price|coupon|address|job|work|food|music|movie|game|pet|dog|cat|family|kid|sport|travel|school|book|car"
)
_WEIGHTS: dict[str, tuple[float, ...]] = {
    "zh": (
        -3.29,
        -1.96,
        -0.45,
        -1.95,
        2.31,
        2.42,
        0.17,
        0.74,
        0.59,
        -0.09,
        2.11,
        -1.59,
        -0.61,
        -1.07,
        -1.6,
        -0.43,
        1.29,
        1.17,
        -6.16,
    ),
    "en": (
        -2.91,
        -1.02,
        -0.37,
        -0.74,
        -0.53,
        0.19,
        0.51,
        1.14,
        1.21,
        -0.08,
        0.2,
        -0.91,
        -0.54,
        -0.44,
        -0.55,
        -0.45,
        0.43,
        0.01,
        -0.67,
    ),
}
THRESHOLDS = {"zh": 0.42, "en": 0.24}  # where F1 was highest in cross-validation


@dataclass(frozen=True, kw_only=True, slots=True)
class Closeness:
    """Cosines, -1 to 1: of the turn with the one before, with the mean of the last ones, of the one before with that mean."""

    near: float
    window: float
    before: float


def shifts_topic(turn: str, before: Sequence[str], closeness: Closeness, *, since: int) -> bool:
    """`since`: turns since the topic began."""
    language = "zh" if has_han(turn) else "en"
    return bool(before) and shift_probability(turn, before, closeness, since=since) >= THRESHOLDS[language]


def shift_probability(turn: str, before: Sequence[str], closeness: Closeness, *, since: int) -> float:
    """Probability in [0, 1]; `before`: the turns so far, the last at the end."""
    weights = _WEIGHTS["zh" if has_han(turn) else "en"]
    score = weights[-1] + sum(
        w * x for w, x in zip(weights[:-1], features(turn, before, closeness, since=since), strict=True)
    )
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score))))


def features(turn: str, before: Sequence[str], closeness: Closeness, *, since: int) -> tuple[float, ...]:
    """float, in the order of FEATURES."""
    folded, last = fold(turn), fold(before[-1])
    words, previous = set(content_words(turn)), set(content_words(before[-1]))
    window = {word for text in before[-4:] for word in content_words(text)}
    nouns, old = set(_NOUN.findall(folded)), set(_NOUN.findall(fold(" ".join(before[-3:]))))
    return (
        closeness.near,
        closeness.window,
        closeness.before - closeness.window,
        len(words & previous) / max(1, len(words)),
        len(words & window) / max(1, len(words)),
        min(len(words - window), 12) / 6,
        min(len(turn), 120) / 60,
        float("?" in folded or "吗" in folded),
        float(_NEW.search(folded) is not None),
        float(_STAY.search(folded) is not None),
        float(_REQUEST.search(folded) is not None),
        float("?" in last and "?" not in folded),
        float(bool(re.match(r"(?:hi|hello|hey|你好|您好)\b", folded))),
        float(_ANAPHORA.search(folded) is not None),
        float("?" in last),
        min(len(before), 20) / 10,
        float(bool(nouns - old)),
        min(since, 8) / 4,
    )
