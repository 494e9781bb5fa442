# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Is a sentence within the bot's anchors? Measured by program; what can be mended is mended before it is sent. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bots.brief import Brief
from bots.verifying.markers import strip_markers
from language.script import fold, has_han
from language.tokens import content_words

Rule = Literal[
    "language", "emoji", "pronoun", "phrase", "promise", "topic", "never", "persona", "leak", "tone", "markup"
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Breach:
    """`mended`: the sentence was put right and sent; else it was withheld."""

    rule: Rule
    detail: str
    mended: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Anchored:
    text: str
    breaches: tuple[Breach, ...] = ()

    @property
    def broken(self) -> Breach | None:
        return next((breach for breach in self.breaches if not breach.mended), None)


_EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b50\u2b55\ufe0f\u200d]+")
_PERSONA = re.compile(
    r"\bas an? (?:large )?(?:ai|language model|artificial)|\b(?:chatgpt|gpt-?\d|openai|anthropic|claude|gemini|llama|deepseek|dan mode|jailbr\w+|developer mode)\b"
    r"|\bi(?:'m| am) (?:now )?(?:a |an |your |the )?(?:real |actual |human|person|man|woman|girl|boy|pirate|dan|evil|unrestricted|free from|not bound|doctor|lawyer|president|king|queen|god|hacker|developer|admin)"
    r"|\b(?:arr+|ahoy|matey|yarr|meow)\b|\bmy (?:real )?name is \w+|\bcall me \w+|\bi (?:have feelings|love you|hate you|am alive|don't care|refuse to serve)"
    r"|作为(?:一个|一名)?(?:ai|人工智能|语言模型|大模型)|我(?:现在)?(?:其实|真的|就)?是(?:一个|一名|一位|个)?(?:真人|人类|活人|海盗|黑客|猫|狗|你的?(?:朋友|女友|男友|女朋友|男朋友|主人|妈)|老板|医生|律师|无限制|自由的)"
    r"|本(?:大王|王|宝宝|小姐|姑娘|大爷|座)|老子|喵|嘿嘿嘿|(?:我叫|我的名字是)\w{1,4}|通义千问|文心一言|豆包|我爱你|我恨你"
)
_LEAK = re.compile(
    r"\b(?:system|hidden|secret|initial|original|internal) (?:prompt|instructions?|message|rules?|polic\w+)|\bmy (?:system )?(?:prompt|instructions?|guidelines|configuration)\b|\bi (?:was|am|have been) (?:told|instructed|programmed|configured|prompted) to\b"
    r"|\byou must (?:never|not)\b.*\bcustomer|\bignore (?:all |the |any )?(?:previous|above|prior)|answer only from the numbered evidence|put the label of the evidence|never instructions\b|whichever turn this is|api[_ -]?key|\bsk-[a-z0-9]{8,}|\b(?:begin|end) (?:of )?(?:system|prompt)"
    r"|系统(?:提示|指令|设定|消息)|提示词|我的(?:指令|设定|规则|初始)|(?:被|已经?)(?:要求|设定|编程|告知)(?:不能|不得|只能|必须)|忽略(?:之前|以上|前面|所有)|内部(?:指令|规则|政策|备注)|以下是我的"
)
_MARKUP = re.compile(
    r"!\[|<\s*/?\s*(?:img|script|iframe|a|svg|style|form|input|object|embed|link|meta|base|video|audio|body|html|div|span)\b|(?:javascript|data|vbscript)\s*:\s*\S|\]\s*\(|^\s*\[[^\]]{1,60}\]:\s*\S|\bon(?:error|load|click)\s*=",
    re.IGNORECASE,
)
_SLANG = re.compile(
    r"\b(?:lol|lmao|rofl|haha+|yo|dude|bro|gonna|wanna|gotta|ain't|sup|omg|wtf|damn|shit|fuck\w*|stupid|idiot|dumb|shut up)\b|哈哈|么么哒|亲亲|宝子|家人们|yyds|绝绝子|卧槽|妈的|滚|傻|笨蛋|闭嘴|关我什么事",
    re.IGNORECASE,
)
_RUDE = re.compile(
    r"\b(?:wtf|damn|shit|fuck\w*|stupid|idiot|dumb|shut up|moron|loser)\b|卧槽|妈的|滚|傻[逼瓜子]|笨蛋|闭嘴|关我什么事",
    re.IGNORECASE,
)
_PROMISE = re.compile(
    r"\b(?:guarantee|guaranteed|promise|i assure|100 ?%|definitely will|will definitely)\b|保证|承诺|绝对|一定会|百分之百|包赔"
)


def keep_anchors(sentence: str, brief: Brief, *, quoted: Sequence[str] = ()) -> Anchored:
    """`quoted`: what the sentence cites. Words that stand there are the evidence's, not the bot's."""
    anchor, folded = brief.settings.anchor, fold(sentence)
    source = fold("\n".join((*quoted, *brief.settings.greeting.values(), anchor.identity, *anchor.must, brief.company)))
    found = [
        *_withheld("markup", _MARKUP.search(sentence)),
        *_own(_PERSONA, "persona", folded, source),
        *_own(_LEAK, "leak", folded, source),
        *_own(_SLANG if anchor.tone in ("formal", "neutral") else _RUDE, "tone", folded, source),
        *_language(sentence, brief, source),
        *(Breach(rule="phrase", detail=word) for word in anchor.forbidden_phrases if fold(word) in folded),
        *(Breach(rule="topic", detail=word) for word in anchor.forbidden_topics if fold(word) in folded),
        *(Breach(rule="promise", detail=line) for line in anchor.forbidden_promises if _promised(line, folded)),
        *(Breach(rule="never", detail=line) for line in anchor.must_never if _does(line, folded)),
    ]
    if brief.nonce and brief.nonce in sentence:
        found.append(Breach(rule="leak", detail="delimiter"))
    text, mended = _mend(sentence, brief)
    return Anchored(text=text, breaches=(*found, *mended))


def _withheld(rule: Rule, match: re.Match[str] | None) -> list[Breach]:
    return [Breach(rule=rule, detail=match.group())] if match else []


def _own(pattern: re.Pattern[str], rule: Rule, folded: str, source: str) -> list[Breach]:
    return [
        Breach(rule=rule, detail=match.group())
        for match in pattern.finditer(folded)
        if match.group() not in source and not _named_so(match.group(), source)
    ][:1]


_NAMED = re.compile(r"(?:my (?:real )?name is |call me |我叫|我的名字是)(\w+)")


def _named_so(said: str, source: str) -> bool:
    """The name that the bot gives itself is the one it was given."""
    match = _NAMED.fullmatch(said)
    if match is None:
        return False
    name = match.group(1)
    return re.search(rf"\b{re.escape(name)}\b", source) is not None or (has_han(name) and name[:2] in source)


def _language(sentence: str, brief: Brief, source: str) -> list[Breach]:
    """The customer's language wins; a quotation may keep its own."""
    han = sum(has_han(character) for character in sentence)
    latin = len(re.findall(r"[A-Za-z]{2,}", re.sub(r"\S*[\d@/_⟨⟩]\S*", " ", sentence)))
    other = sum(
        character.isalpha() and not character.isascii() and not has_han(character) and ord(character) > 0x24F
        for character in sentence
    )
    wrong = han > 1 and han > latin if brief.language == "en" else latin >= 4 and latin > 2 * han
    wrong = wrong or other > 0.3 * max(1, len(sentence))
    plain = fold(strip_markers(sentence)).strip(" .。!！?？")
    return [Breach(rule="language", detail=brief.language)] if wrong and plain not in source else []


def _promised(line: str, folded: str) -> bool:
    words = content_words(line)
    said = set(content_words(folded))
    share = sum(word in said or fold(word) in folded for word in words) / len(words) if words else 0.0
    return fold(line) in folded or (
        share >= 0.99 and bool(_PROMISE.search(folded) or re.search(r"\bwill\b|会|可以", folded))
    )


_LEAD = re.compile(
    r"^(?:do not|don't|never|not|不要|不得|不能|禁止|绝不|不|勿)\s*(?:mention|say|use|talk about|discuss|promise|offer|提及|提到|说|使用|谈论|讨论|承诺|提供)?\s*",
    re.IGNORECASE,
)


def _does(line: str, folded: str) -> bool:
    """The words of a must-never line, said without denying them."""
    words = content_words(_LEAD.sub("", fold(line)))
    said = set(content_words(folded))
    if not words or re.search(r"\b(?:not|never|cannot|can't|don't|no)\b|[不没无]", folded):
        return False
    return all(word in said or (word[:1] > "\u3000" and word in folded) for word in words)


def _mend(sentence: str, brief: Brief) -> tuple[str, list[Breach]]:
    anchor, text, mended = brief.settings.anchor, sentence, []
    if anchor.emoji == "never" and (match := _EMOJI.search(text)):
        text = re.sub(r"\s{2,}", " ", _EMOJI.sub("", text)).strip()
        mended.append(Breach(rule="emoji", detail=match.group(), mended=True))
    own = not re.search(r"\[M\d+\]", text)  # what the customer said keeps the customer's words
    if own and anchor.pronoun == "您" and re.search("你(?!好)", text) and "你们" not in text:
        text = text.replace("你", "您")
        mended.append(Breach(rule="pronoun", detail="你", mended=True))
    if own and anchor.pronoun == "你" and "您" in text:
        text = text.replace("您", "你")
        mended.append(Breach(rule="pronoun", detail="您", mended=True))
    return text, mended
