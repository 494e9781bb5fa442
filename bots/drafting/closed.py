# ruff: noqa: E501  a pattern reads best on one line
"""Yes or no before a quotation, where the quoted sentence plainly says or denies what was asked. Pure.

Plainly: it holds every word of the question, makes no condition, and speaks of the same thing in the same way (may,
has, is). In any doubt there is no word: the quotation alone claims less and is never wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bots.brief import Language
from bots.verifying.polarity import without_negations
from language.exclusions import excluded_words, without_exclusions
from language.script import fold, to_traditional
from language.tokens import STOP_EN, content_words, stem


@dataclass(frozen=True, kw_only=True, slots=True)
class _Way:
    """A way of asking, with what says so and what denies it."""

    asks: re.Pattern[str]
    says: re.Pattern[str]
    denies: re.Pattern[str]
    yes: str
    no: str


_WAYS = {
    "en": (
        _Way(
            asks=re.compile(r"^(?:can|could|may|am i allowed to|are we allowed to|is it possible to)\b"),
            says=re.compile(r"\b(?:can|may|able to|possible|allowed|welcome)\b"),
            denies=re.compile(r"\b(?:cannot|can ?not|can't|may not|not (?:possible|allowed|able)|unable to|must not)\b"),
            yes="Yes: ", no="No: ",
        ),
        _Way(
            asks=re.compile(r"^(?:is there|are there|do you (?:\w+ )?(?:have|offer|sell|stock|carry|provide)|have you got)\b"),
            says=re.compile(r"\b(?:has|have|offers?|sells?|stocks?|carry|carries|provides?|there (?:is|are)|available)\b"),
            denies=re.compile(r"\b(?:(?:has|have|offers?|sells?|stocks?|carry|provides?|there (?:is|are)) no\b|(?:do|does|is|are)(?: not|n't) (?:\w+ )?(?:have|offer|sell|stock|carry|provide|available))"),
            yes="Yes: ", no="No: ",
        ),
    ),
    "zh": (
        _Way(
            asks=re.compile("可以|可不可以|能不能|能否|可否|是否可以|能.*吗"),
            says=re.compile("(?<![不没])(?:可以|可(?=[在用凭随申])|能够?|允许)"),
            denies=re.compile("不可以?|不能|无法|不允许|禁止|不得"),
            yes="可以：", no="不可以：",
        ),
        _Way(
            asks=re.compile("支持.*吗|是否支持|支不支持|接受.*吗|是否接受|接不接受"),
            says=re.compile("(?<![不未])(?:支持|接受)"),
            denies=re.compile("(?:不|暂不|不再|未)(?:支持|接受)"),
            yes="是的：", no="不是的：",
        ),
        _Way(
            asks=re.compile("有没有|有无|是否有|是否提供|有.*吗|提供.*吗|卖.*吗"),
            says=re.compile("(?<![没所])(?:有(?!关|效|限|时|些)|提供|出售|供应|备有)"),
            denies=re.compile("没有|不提供|不出售|暂无|不供应"),
            yes="有的：", no="没有：",
        ),
    ),
}  # fmt: skip
_FORM = re.compile(
    r"^(?:excuse me|hello|hi|please)?[, ]*(?:can|could|may|am i allowed to|are we allowed to|is it possible to|is there|are there|have you got|do you)\b"
    r"|\b(?:i|we|you|your|my|our|any|have|has|offer|offers|sell|sells|stock|carry|provide|there|available|please|allowed|possible)\b"
    "|请问|有没有|有无|是否|可不可以|能不能|能否|可否|支不支持|接不接受|可以|允许|支持|接受|提供|出售|供应|你们|您们|我们|咱们|本店|店里|这里|[我你您能有可卖吗么呢啊吧呀的了？?]"
)
_NAMED, _PLAIN = re.compile(r"(?<=[a-z,&] )[A-Z][A-Za-z]*"), re.compile(r"\b[a-z]+\b")
_ANY = re.compile(r"[a-z0-9]+")
_OPEN = re.compile(
    r"\b(?:or|what|when|where|which|who|whom|why|how|not|n't)\b|还是|什么|怎么|怎样|如何|为什么|哪|谁|多少|多久|几"
)
_CONDITION = re.compile(
    r"\b(?:if|unless|only|except|when|while|once|but|however|until|provided|depending|sometimes|usually|some|most|selected|certain|over|from \d+|above|below|under|at least|more than|less than|instead|other than|might|should|rather|before|after)\b"
    "|如果|若|除非|除了|只有|仅|但|不过|才|满|以上|以下|起|部分|某些|一般|通常|可能|除外|例外|前提|之前|之后|需先|需要先|否则"
)


def yes_or_no(question: str, sentence: str, language: Language) -> str:
    """What goes before the quotation; "" where nothing is plain."""
    asked, said = fold(question).strip(), fold(sentence).strip()
    if _OPEN.search(without_ways(asked)) or _CONDITION.search(said) or said.endswith(("?", "？")):
        return ""
    way = next((way for way in _WAYS["en" if language == "en" else "zh"] if way.asks.search(asked)), None)
    wanted = _telling(asked)
    if way is None or not _same_matter(wanted, asked, said) or wanted & _only_named(question, sentence):
        return ""
    whole = without_exclusions(said)
    around = way.denies.split(whole)
    rest = " ".join(around)
    if without_negations(rest).split() != rest.split():
        return ""  # something else is denied as well
    if len(around) > 1:
        sort = whole.split() != said.split() and not excluded_words(asked)  # no sugar-free drinks is not no drinks
        word = "" if sort or any(_narrowed(wanted, part) for part in around) else way.no
    else:
        word = way.yes if way.says.search(said) else ""
    return to_traditional(word) if language == "zh-Hant" else word


def without_ways(asked: str) -> str:
    """有没有, 能不能 hold a negation that denies nothing."""
    return re.sub("有没有|能不能|可不可以|支不支持|接不接受|有什么", " ", asked)


def _telling(asked: str) -> frozenset[str]:
    return frozenset(content_words(_FORM.sub(" ", without_exclusions(without_ways(asked)))))


def _same_matter(wanted: frozenset[str], asked: str, said: str) -> bool:
    """Every word of the question that tells something stands in the sentence, and what it leaves out is left out."""
    held = frozenset(content_words(without_exclusions(said)))
    return bool(wanted) and wanted <= held and excluded_words(asked) <= excluded_words(said)


def _only_named(question: str, sentence: str) -> frozenset[str]:
    """Words that the sentence has as parts of a name alone, and the question has not: the Wine Shop and wine."""
    named, plain = _NAMED.findall(sentence), _PLAIN.findall(sentence)
    return (
        frozenset(map(stem, map(str.lower, named)))
        - frozenset(map(stem, plain))
        - frozenset(map(stem, map(str.lower, _NAMED.findall(question))))
    )


def _narrowed(wanted: frozenset[str], part: str) -> bool:
    """Whether a denial is of one sort alone: no accessible parking is not no parking."""
    before = ""
    for word in _words(part):
        if word in wanted and before and before not in wanted:
            return True
        before = word
    return False


def _words(part: str) -> list[str]:
    """Stems and Chinese words in order; "" for a word that tells nothing, which parts two that do."""
    if not part.isascii():
        return content_words(part)
    return ["" if word in STOP_EN or word == "any" else stem(word) for word in _ANY.findall(part)]
