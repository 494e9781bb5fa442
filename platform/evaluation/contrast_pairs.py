# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Contrast pairs (Gardner et al. 2020): a sentence of the evidence, and the same with one thing turned to its opposite."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from evaluation.contrast_kinds import MORE
from language.literals import LiteralKind, find_literals
from language.script import has_han
from language.sentences import split_sentences

_DIGIT = re.compile(r"\d")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,})?")
_NAME_ZH = re.compile(r"[\u4e00-\u9fff]{2,6}?(?=省|市|县|区|公司|大学|集团|银行|医院)")
_NEGATE_EN = (
    (re.compile(r"\b(can|could|will|would|should|must|is|are|was|were|has|have|had)\b(?! not|n't)"), r"\1 not"),
    (
        re.compile(r"\b(?:can|could|will|would|should|must|is|are|was|were|do|does|did|has|have|had)(?: not|n't)\b"),
        None,
    ),
)
_NEGATE_ZH = (
    (
        re.compile(r"不能|不会|不可以|不得|没有|未能"),
        {"不能": "能", "不会": "会", "不可以": "可以", "不得": "可以", "没有": "有", "未能": "能够"},
    ),
    (
        re.compile(r"(?<![不没未])(?:可以|能够|必须|需要)"),
        {"可以": "不可以", "能够": "不能", "必须": "不必", "需要": "不需要"},
    ),
    (re.compile(r"(?<![不没未])是(?=[\u4e00-\u9fff])(?!否)"), {"是": "不是"}),
)


_MOST = 150


@dataclass(frozen=True, kw_only=True, slots=True)
class Pair:
    kind: str  # negation, number, date, name, swapped, or one of contrast_kinds.MORE
    language: str
    evidence: str
    true: str
    false: str


def contrast_pairs(evidences: Sequence[str], *, seed: int = 1) -> Iterator[Pair]:
    """At most one of each kind for each evidence, and of the rarer turns no more than _MOST for each language."""
    chance = random.Random(seed)  # noqa: S311  not for secrets
    names = sorted({match.group() for text in evidences for match in _NAME.finditer(text)})
    makers: dict[str, Callable[[str], str]] = {
        "negation": _negate,
        "number": lambda sentence: _other_value(sentence, chance, dates=False),
        "date": lambda sentence: _other_value(sentence, chance, dates=True),
        "name": lambda sentence: _other_name(sentence, names, chance),
        "swapped": _swap_names,
    }
    made: Counter[tuple[str, str]] = Counter()
    for evidence in evidences:
        sentences = [text for text in split_sentences(evidence) if 12 <= len(text) <= 220]
        for kind, make in {**makers, **MORE}.items():
            for sentence in sentences:
                language = "zh" if has_han(sentence) else "en"
                if kind in MORE and made[kind, language] >= _MOST:
                    continue
                false = make(sentence)
                if false and false != sentence and false not in evidence:
                    made[kind, language] += 1
                    yield Pair(kind=kind, language=language, evidence=evidence, true=sentence, false=false)
                    break


def _negate(sentence: str) -> str:
    if has_han(sentence):
        for pattern, words in _NEGATE_ZH:
            if match := pattern.search(sentence):
                return sentence[: match.start()] + words[match.group()] + sentence[match.end() :]
        return ""
    positive, negative = _NEGATE_EN
    if match := negative[0].search(sentence):
        return sentence[: match.start()] + re.split(r" not|n't", match.group())[0] + sentence[match.end() :]
    return positive[0].sub(positive[1] or "", sentence, count=1) if positive[0].search(sentence) else ""


def _other_value(sentence: str, chance: random.Random, *, dates: bool) -> str:
    wanted = (
        (LiteralKind.DATE, LiteralKind.TIME)
        if dates
        else tuple(set(LiteralKind) - {LiteralKind.DATE, LiteralKind.TIME})
    )
    for literal in find_literals(sentence):
        digits = list(_DIGIT.finditer(literal.text))
        if literal.kind in wanted and digits:
            place = digits[-1 if len(digits) < 3 else chance.randrange(1, len(digits))]
            digit = str((int(place.group()) + chance.choice((1, 2, 3))) % 10)
            changed = literal.text[: place.start()] + digit + literal.text[place.end() :]
            return sentence[: literal.start] + changed + sentence[literal.end :]
    return ""


def _other_name(sentence: str, names: Sequence[str], chance: random.Random) -> str:
    if match := _NAME.search(sentence):
        return sentence[: match.start()] + chance.choice(names) + sentence[match.end() :] if names else ""
    if match := _NAME_ZH.search(sentence):
        other = chance.choice(("青田", "海陵", "云浮", "昭通", "塔城", "永济"))
        return sentence[: match.start()] + other + sentence[match.end() :]
    return ""


def _swap_names(sentence: str) -> str:
    found = list(_NAME.finditer(sentence))
    if len(found) < 2 or found[0].group() == found[1].group() or found[1].start() - found[0].end() < 8:
        return ""
    one, two = found[0], found[1]
    between = sentence[one.end() : two.start()]
    if re.fullmatch(r"[^a-z]*(?:and|or)?[^a-z]*", between) or not re.search(r"[a-z]{4}", between):
        return ""
    return sentence[: one.start()] + two.group() + between + one.group() + sentence[two.end() :]
