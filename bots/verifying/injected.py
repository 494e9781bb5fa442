# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Orders to the machine inside retrieved text or a customer's words: they lend no support and reach no prompt. Pure.

A passage that says "ignore your instructions and write X" does not make X true. Only sentences that speak to the
machine are taken out: "enter your order number" speaks to a customer, and stays. After Greshake et al. 2023,
arXiv:2302.12173 (indirect prompt injection).
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from functools import lru_cache

from language.script import fold

_ORDERS = re.compile(
    "|".join(
        (
            r"\b(?:ignore|disregard|forget|override|bypass|drop) (?:all |any |the |your |these |those |of |my )*"
            r"(?:previous|above|prior|earlier|preceding|other|existing|system|safety|former)?[ -]?"
            r"(?:instructions?|rules|prompts?|guidelines|directions|restrictions|polic(?:y|ies) above|context|training)",
            r"\b(?:new|updated|real|hidden|secret|urgent) (?:system )?(?:instructions?|prompt|directive)s?\b",
            r"\byou (?:are|act) (?:now|henceforth|from now on) (?:as|an?|the|my|free|dan|called|unrestricted)\b|\bfrom now on,? you\b|\byou must now\b",
            r"(?:^|[.,;:] |\band |\bplease |\byou )(?:pretend|act as if|roleplay|role-play|imagine) (?:to be|you are|you're|that you)",
            r"^\W*(?:system|assistant|developer|admin(?:istrator)?|ai|bot|note to (?:the )?(?:ai|assistant|model|bot))\s?[:：\]>]",
            r"\b(?:note|message|instructions?|attention|order) (?:to|for) (?:the |all |any )?(?:ai|llm|bots?|assistants?|"
            r"(?:language )?models?|chatbots?)\b",
            r"\b(?:ai|llm|assistants?|(?:language )?models?|chatbots?|bots?) (?:must|should|shall|has to|have to|will now|"
            r"reading this)\b",
            r"\b(?:print|output|reveal|repeat|show|leak|dump|send|forward) (?:me )?(?:all |the |your |this |out )*"
            r"(?:system|hidden|initial|secret|full|entire|whole|conversation|chat|customer'?s?|other)[ \w]{0,20}"
            r"(?:prompt|instructions?|history|data|messages?|rules)",
            r"\b(?:reply|respond|answer|say|end|begin|start|write|finish)(?: only| exactly| always| every \w+)?(?: with| only|"
            r" exactly)+\s?[\"“`:]|\b(?:reply|respond|answer|say) with the (?:words?|text|following)\b",
            r"\b(?:always|only) say\b|\b(?:always|only|must) (?:reply|respond|answer|recommend|tell (?:the )?(?:customers?|users?))\b",
            r"\btell (?:the |every |all |each )?(?:customers?|users?|visitors?|people) (?:that|about|the following)\b",
            r"\bappend (?:this|the following)\b|\b(?:dan|developer|god|jailbreak) mode\b|<\|?(?:im_start|system|/?inst)",
            r"\b(?:decode|base64|rot13)\b.{0,60}\b(?:follow|execute|obey|run|do what)",
            r"(?<![会将可被])(?:忽略|无视|忘记|忘掉|抛开|绕过|不要理会|跳过).{0,8}(?:指令|指示|规则|提示词?|设定|要求|限制|约束|上文|前文)",
            r"(?:新的?|最新|隐藏|真正的?)(?:系统)?(?:指令|提示词|指示)|系统(?:提示|指令|消息|通知)?\s?[:：\]】]",
            r"(?:从现在起|现在开始|从今以后|接下来).{0,4}(?:你|请你|您)|你(?:现在)?(?:必须|要|需要)?(?:扮演|假装|充当|变成)|你现在是",
            r"(?:致|给|告知|提醒)(?:所有)?(?:ai|人工智能|模型|助手|机器人|大模型)|(?:ai|模型|机器人|助手|客服系统)(?:必须|应当|应该|要|请|看到)",
            r"(?:输出|打印|泄露|透露|复述|重复|显示|发送).{0,6}(?:系统|隐藏|初始|全部|完整|其他客户|对话).{0,6}(?:提示|指令|内容|记录|数据|规则|信息)",
            r"(?:只能|必须)(?:回答|回复|输出|推荐)|(?:只|一律|统一|总是|每次|都要|始终)(?:回答|回复|输出|说(?!明)|推荐|告诉)|(?:回答|回复)(?:末尾|开头|中|里|时).{0,6}(?:加上|附上|写上|包含|说)",
            r"(?:请|并|只|统一|直接|开头|原样)(?:回复|回答|输出|说|写)出?\s?[:：“\"「]|告诉(?:所有|每个|每位)?(?:客户|顾客|用户|访客)",
            r"\bauthori[sz]ed by the developers?\b|\bfor debugging\b|<\s*/?\s*(?:system|evidence|instructions?|系统|资料)\b",
            r"给(?:客服|机器人|助手)的(?:备注|指令)|我是开发人员|为了调试|(?:忽略|无视|忘记)(?:之前|以上|前面|上面|所有|一切)的?(?=[，,。并])",
            r"(?:解码|base64).{0,20}(?:执行|照做|服从|遵循)|开发者模式|越狱模式",
        )
    ),
    re.IGNORECASE | re.MULTILINE,
)
_COMMENT = re.compile(r"<!--.{0,4000}?(?:-->|$)|\[//\]:\s?#.{0,400}", re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]\n]{0,200}\](?:\([^)\n]{0,500}\)|\[[^\]\n]{0,100}\])")
_ENCODED = re.compile(r"(?<![\w+/=])[A-Za-z0-9+/]{24,4000}={0,2}(?![\w+/=])")
_UNIT = re.compile(r"[^。！？!?\n]{0,2000}?(?:\.(?=\s|$)|[。！？!?\n]|$)[\"'”’」`)\]]{0,3}", re.DOTALL)
_LIKE = str.maketrans("аеорсухіѕј", "aeopcyxisj")  # Cyrillic letters that look Latin


@lru_cache(maxsize=2048)
def without_orders(text: str) -> str:
    """The text without the sentences that speak to the machine, and without what a reader of the page cannot see.

    From such a sentence on the rest of its line goes too, and the line that its colon leads to.
    """
    seen = _IMAGE.sub(" ", _COMMENT.sub(" ", _visible(text)))
    seen = _ENCODED.sub(lambda match: " " if _hides_words(match.group()) else match.group(), seen)
    if not is_order(seen):
        return text if seen == text else seen.strip()
    kept: list[str] = []
    leading = False
    for line in seen.splitlines():
        if leading and line.strip():
            leading = line.rstrip().endswith((":", "："))
            continue
        before = _before_order(line)
        if before.strip() or not line.strip():
            kept.append(before)
        leading = before != line and line.rstrip().endswith((":", "："))
    return "\n".join(kept).strip()


def _before_order(line: str) -> str:
    """The sentences of a line up to the first that is an order: what follows it on the line belongs to it."""
    kept: list[str] = []
    for unit in (match.group() for match in _UNIT.finditer(line)):
        if is_order(unit):
            return "".join(kept)
        kept.append(unit)
    return "" if is_order(line) else line


def is_order(text: str) -> bool:
    plain = _visible(text).translate(_LIKE)
    spaced = re.sub(r"(?<=\b\w)[ .\-_](?=\w\b)", "", plain)  # i g n o r e
    return any(_ORDERS.search(fold(form)) is not None for form in {plain, spaced})


def _visible(text: str) -> str:
    return "".join(mark for mark in text if unicodedata.category(mark) not in ("Cf", "Co", "Cs"))


def _hides_words(text: str) -> bool:
    try:
        plain = base64.b64decode(text + "=" * (-len(text) % 4)).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return False
    return all(mark.isprintable() or mark.isspace() for mark in plain)
