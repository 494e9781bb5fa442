# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""What a sentence denies: negations with the words they govern, and words with an opposite. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from language.script import fold
from language.tokens import content_words

_CONTRACTED = re.compile(
    r"\b(ca|wo|sha|is|are|was|were|do|does|did|has|have|had|could|would|should|must|need)n['o]?t\b"
)
_CANNOT = re.compile(r"\bcannot\b")
_NEGATION = re.compile(
    r"\b(?:not|no|never|without|none|neither|nor|unable to|refuses? to|fails? to|prohibits?|prohibited|forbids?|forbidden)\b|\bnon-|\bno longer\b"
    r"|(?:不(?![同但仅过断少管论久妨足止一锈然幸]|好意思|客气|知不觉|如)|没(?:有)?(?!关系|问题)|无(?![论忧线锡数疑]|理由退)|未(?!来)|并非|而非|(?<![除])非(?!常|洲|凡)|禁止|严禁|切勿|请勿|勿|(?<![特级区差个分性类识])别(?![的人墅名处]))"
    r"(?:能够?|可以|可|会|得|要|允许|予以|予|再|被|有|法|需要?|须|用|必|是|属于|曾)?"
)
_STOPS = re.compile(
    r"[,.;:!?，。；：！？、\n()（）]|\b(?:but|and|because|if|unless|when|while|so|which)\b|但|而且|因为|如果|只要|除非|不过"
)
_REACH = {"en": 40, "zh": 9}  # characters after the negation
_OPPOSITES = tuple(
    (frozenset(left.split("/")), frozenset(right.split("/")))
    for left, _, right in (pair.partition("|") for pair in (
        "include/includes/included/including|exclude/excludes/excluded/excluding", "allow/allows/allowed/permitted/permit|prohibit/prohibits/prohibited/forbidden/banned/forbid",
        "accept/accepts/accepted|reject/rejects/rejected/refuse/refuses/declined", "before|after", "more|less/fewer", "least/minimum|most/maximum",
        "free|charged/paid/chargeable", "open/opens|closed/close/closes", "increase/increases/increased|decrease/decreases/decreased/reduced", "first|last",
        "always|never", "buyer/buyers|seller/sellers", "sender|recipient/receiver", "customer/customers|merchant/company/store", "available|unavailable",
        "eligible|ineligible", "possible|impossible", "valid|invalid", "able|unable", "refundable|nonrefundable/unrefundable", "hot|cold", "early/earlier|late/later",
        "online|offline", "optional|mandatory/required/compulsory", "with|without", "above/over/exceeding|below/under", "won/win/wins|lost/lose/loses", "all|none",
        "cheaper|pricier", "higher|lower", "north|south", "east|west", "born|died",
        "可以/允许/支持/能够|禁止/严禁/拒绝/不可/不能/无法", "包括/包含/含|不含/排除/除外", "免费/免收|收费/付费/自费/需付费", "之前/以前|之后/以后", "以上/超过/高于|以下/低于", "至少/最少|最多/至多",
        "买家/顾客/客户/消费者|卖家/商家/店家", "寄件人|收件人", "增加/上升/增长/提高|减少/下降/降低", "开始/开门/开业|结束/关门/停业", "必须/必需|无需/可选/自愿", "成功|失败", "有效|无效/失效",
        "接受|拒绝", "首次|最后", "同意|反对/拒绝", "盈利|亏损", "获胜/战胜/击败|落败/输给/不敌", "东|西", "南|北", "男|女", "父亲|母亲", "丈夫|妻子", "全部/所有|部分", "早于|晚于",
    ))
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Polarity:
    """`denied`: the words right after each negation. `negated`: all within reach. `plain`: the rest."""

    denied: frozenset[str]
    negated: frozenset[str]
    plain: frozenset[str]
    negations: int


@lru_cache(maxsize=1024)
def polarity(text: str) -> Polarity:
    folded = _spelled(text)
    denied: set[str] = set()
    negated: set[str] = set()
    plain: list[str] = []
    position, count = 0, 0
    for match in _NEGATION.finditer(folded):
        if match.start() < position:
            continue
        plain.append(folded[position : match.start()])
        zone = _zone(folded, match)
        words = content_words(zone)
        denied.update(words[:2] if match.group()[0].isascii() else words[:1])
        negated.update(words)
        position = match.end() + len(zone)
        count += 1
    plain.append(folded[position:])
    return Polarity(frozenset(denied), frozenset(negated), frozenset(content_words(" ".join(plain))), count)


def without_negations(text: str) -> str:
    """Folded, with a space for each negation and the verb that it is bound to: 不能, cannot."""
    return _NEGATION.sub(" ", _spelled(text))


def _spelled(text: str) -> str:
    return _CANNOT.sub("can not", _CONTRACTED.sub(lambda match: f"{match.group(1)} not", fold(text)))


def contradicts(claim: str, aligned: Sequence[str], sources: Sequence[str]) -> str:
    """The word on which the claim says the opposite of the sentences closest to it; "" where none."""
    said = polarity(claim)
    near = [polarity(text) for text in aligned]
    if not near:
        return ""
    everywhere = [polarity(text) for text in sources]
    asserted = frozenset().union(*(item.plain for item in near))
    ever_negated = frozenset().union(*(item.negated for item in everywhere))
    for word in said.denied:
        if word in asserted and word not in ever_negated:
            return word
    ever_plain = frozenset().union(*(item.plain for item in everywhere))
    for item in near:
        for word in item.denied:
            if word in said.plain and word not in said.negated and word not in ever_plain:
                return word
    if (
        said.negations != near[0].negations
        and said.denied
        and not said.denied & ever_negated
        and not said.denied - asserted
    ):
        return next(iter(said.denied))
    return _prefixed(claim, aligned, sources) or _opposite(claim, aligned, sources)


def _prefixed(claim: str, aligned: Sequence[str], sources: Sequence[str]) -> str:
    """opened where the evidence has only unopened, or the other way round."""
    said, near, every = (_bag(texts)[0] for texts in ([claim], aligned, sources))
    for word in said - every:
        opposites = {f"un{word}", f"in{word}", f"non{word}", f"im{word}"} if len(word) > 3 else set()
        bare = re.sub(r"^(?:un|non|in|im)(?=[a-z]{4})", "", word)
        if opposites & near or (bare != word and bare in near):
            return word
    return ""


def _opposite(claim: str, aligned: Sequence[str], sources: Sequence[str]) -> str:
    said, near, every = _bag([claim]), _bag(aligned), _bag(sources)
    for left, right in _OPPOSITES:
        for one, other in ((left, right), (right, left)):
            mine = _hits(one, said)
            if mine and not _hits(one, every) and _hits(other, near) and not _hits(other, said):
                return next(iter(mine))
    return ""


def _bag(texts: Iterable[str]) -> tuple[frozenset[str], str]:
    joined = " ".join(fold(text) for text in texts)
    return frozenset(re.findall(r"[a-z]+", joined)), joined


def _hits(words: frozenset[str], bag: tuple[frozenset[str], str]) -> list[str]:
    return [
        word
        for word in words
        if (word in bag[0] if word.isascii() else re.search(rf"(?<![不没未无]){word}", bag[1]) is not None)
    ]


def _zone(text: str, negation: re.Match[str]) -> str:
    reach = _REACH["en" if negation.group()[0].isascii() else "zh"]
    rest = text[negation.end() : negation.end() + reach]
    stop = _STOPS.search(rest)
    return rest[: stop.start()] if stop else rest
