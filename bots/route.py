"""What does this turn need: memory, knowledge, records, a human?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bots.brief import Language, RecentTurn
from bots.settings import BotSettings
from language.script import fold

Kind = Literal["greeting", "thanks", "goodbye", "small_talk", "statement", "question", "human"]

_GREETING = re.compile(
    r"^(你好|您好|在吗|在么|有人吗|哈喽|嗨|早上好|下午好|晚上好|早|hi|hello|hey|good (morning|afternoon|evening)|anyone there)[\s,.!?~。！？，啊呀哈吗]*(there|在吗)?[\s,.!?~。！？，]*$"
)
_THANKS = re.compile(
    r"^(好的|好|ok|okay|嗯+|行|great|perfect)?[\s,，.。!！]*(谢谢|多谢|谢啦|谢了|感谢|辛苦|thanks|thank you|thx|cheers|much appreciated)[^?？]{0,24}$"
)
_GOODBYE = re.compile(r"^(再见|拜拜|回头聊|bye|goodbye|see you|good night|晚安)[^?？]{0,20}$")
_HUMAN = re.compile(
    r"(转|找|要|换|接|叫)(个)?(人工|真人|客服人员|人来)|人工客服|真人客服|(talk|speak|chat) (to|with) (a |an |some)?(human|person|agent|someone|representative|real)|human (agent|please|support)|real person"
)
_WEATHER = re.compile(
    r"天气|下雨|下雪|好热|好冷|真热|真冷|太阳|weather|raining|snowing|sunny|so (hot|cold) today|lovely day"
)
_QUESTION = re.compile(
    r"[?？]|吗[\s。！.!]*$|呢[\s。！.!]*$|什么|怎么|怎样|如何|哪|谁|多少|几(点|天|个|号|时|块|次)|多久|为什么|是否|能不能|可不可以|有没有|要不要|推荐|请问|告诉我|帮我(查|看|找)|\b(what|which|who|whose|when|where|why|how|recommend|tell me|show me|find)\b|^(do|does|did|is|are|was|were|can|could|will|would|should|may|have|has)\b"
)
_ADVICE = re.compile(
    r"推荐|适合|哪(款|种|个|一款)(好|比较)|选哪|recommend|suggest|which .*(should|best|suit)|what .*should i (buy|get|take|drink|order)"
)
_ANGER = re.compile(
    r"垃圾|骗子|投诉|气死|太差|废物|忽悠|差评|scam|ridiculous|useless|terrible|unacceptable|worst|furious|complain"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Route:
    kind: Kind
    needs_memory: bool
    needs_knowledge: bool
    seeks_advice: bool = False  # "which would you recommend": current wishes matter, whatever their words
    wants_human: bool = False
    angry: bool = False
    forbidden_topic: str = ""


def route_turn(*, text: str, language: Language, recent: Sequence[RecentTurn], settings: BotSettings) -> Route:
    """By words of the message alone; whatever is not plainly small talk is looked up."""
    folded = fold(text)
    topic = next((word for word in settings.anchor.forbidden_topics if fold(word) in folded), "")
    angry = _ANGER.search(folded) is not None
    if _HUMAN.search(folded):
        return Route(kind="human", needs_memory=False, needs_knowledge=False, wants_human=True, angry=angry)
    kind = _kind(folded)
    looks_up = kind in ("question", "statement")
    return Route(
        kind=kind,
        needs_memory=looks_up,
        needs_knowledge=looks_up,
        seeks_advice=kind == "question" and _ADVICE.search(folded) is not None,
        angry=angry,
        forbidden_topic=topic,
    )


def _kind(folded: str) -> Kind:
    if not re.search(r"\w", folded):
        return "small_talk"
    for pattern, kind in ((_GREETING, "greeting"), (_THANKS, "thanks"), (_GOODBYE, "goodbye")):
        if pattern.search(folded):
            return kind  # type: ignore[return-value]  # literals of the tuple above
    if _QUESTION.search(folded):
        return "question"
    return "small_talk" if _WEATHER.search(folded) else "statement"
