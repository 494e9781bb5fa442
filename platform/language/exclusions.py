# ruff: noqa: E501  a pattern reads best on one line
"""What a text says to be absent: coffee *without* caffeine, *sugar-free*, 不含咖啡因, 无糖. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from language.script import fold
from language.tokens import content_words, stem

# Words that say by themselves what is left out.
_LEFT_OUT = {"decaf": "caffeine", "decaffeinated": "caffeine", "unsweetened": "sugar", "unsalted": "salt", "unscented": "fragrance"}  # fmt: skip
_LEFT_OUT_ZH = {"脱因": "咖啡因", "低因": "咖啡因", "去咖啡因": "咖啡因"}
_NO_THING = "longer|one|more|idea|problem|doubt|matter|way|thanks|need|later|sooner|less|charge|cost"
_BEFORE = rf"\s+(?:any |added |extra |an? |the )*(?!(?:{_NO_THING})\b)([a-z]+)"
_SAID = rf"\b([a-z]{{3,}})[- ]free\b(?! (?:of|from)\b)|(?<!not )(?<!non-)\b({'|'.join(_LEFT_OUT)})\b"
_SAID_ZH = rf"(?<![不非]是)({'|'.join(_LEFT_OUT_ZH)})"
_AFTER = r"(?:任何|添加|额外)*([\u4e00-\u9fff]{1,8})"
_APART = r"不含有?|不带|不加|不添加|未添加|未加|无(?![法论需须效关线忧锡数疑条障人限机痕])|零(?![售食钱件])|免(?![费运邮税责息单密押])"
# "coffee without caffeine" tells of a thing; "we have no coffee" also denies that there is one.
_OF_A_THING = re.compile(rf"\b(?:without|free (?:of|from)|zero|with no){_BEFORE}|{_SAID}")
_OF_A_THING_ZH = re.compile(rf"(?:{_APART}){_AFTER}|{_SAID_ZH}")
_ENGLISH = re.compile(
    rf"(?:\b(?:without|free (?:of|from)|zero|no)|(?:\b(?:not|cannot|never)|n['o]t) (?:contain|include|have|has|use|hold|need|require)s?){_BEFORE}|{_SAID}"
)
_CHINESE = re.compile(rf"(?:{_APART}|没有|没(?!关系|问题|收)){_AFTER}|{_SAID_ZH}")
_ASKING = re.compile("有没有|没有(?=[吗么?？])")


@lru_cache(maxsize=2048)
def excluded_words(text: str) -> frozenset[str]:
    """Stems of English words, Chinese words as cut, in simplified script."""
    folded = _ASKING.sub("有", fold(text))
    found = [_of_english(match) for match in _ENGLISH.finditer(folded)]
    return frozenset(word for word in [*found, *map(_of_chinese, _CHINESE.finditer(folded))] if word)


def _of_english(match: re.Match[str]) -> str:
    word = match[1] or match[2] or _LEFT_OUT[match[3]]
    return stem(word)


def _of_chinese(match: re.Match[str]) -> str:
    """The first word of what follows the negation: 不含[咖啡因]的咖啡."""
    words = [match[1]] if not match[2] else [_LEFT_OUT_ZH[match[2]]]
    return next(iter(content_words(words[0].split("的")[0])), "")


def without_exclusions(text: str) -> str:
    """Folded, and without what is told of a thing to be left out: coffee without caffeine, 不含咖啡因的咖啡 -> coffee."""
    return _OF_A_THING_ZH.sub(_rest, _OF_A_THING.sub(" ", fold(text)))


def _rest(match: re.Match[str]) -> str:
    word = match[1] and _of_chinese(match)
    return " " + match[1].split(word, 1)[-1] if word else " "
