"""A question, read once for all parts of a search. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from knowledge.confidence.expectation import Expected, expected_kind
from knowledge.terms import terms_of

_CONTEXT_WEIGHT, _CONTEXT_DECAY = 0.7, 0.7  # of the words of earlier turns; measured on dialogues about venues
_FORM_WEIGHT = 0.3  # of words that only make a sentence a question
_FORM = re.compile(
    "请问|什么时候|多长时间|多久|多少钱|多少|怎么样|怎么办|怎么回事|怎么|怎样|如何|为什么|为何|是什么|什么|哪些|哪个|哪里|哪儿|是否"
    "|能不能|可不可以|可以|能否|可否|有没有|是不是|会不会|要不要|你们|我们|咱们|他们|我想|我要|想要|需要|一下|的话|这个|那个|有哪些"
    "|[吗呢吧啊呀嘛了的是在有谁几想要能会我你您他她它]"
)
_MOST_TERMS = 64
_LONGEST = 2000  # characters of a question that search reads
_NAMED = re.compile(
    r"[`“\"《「『]([^`”\"》」』]{1,60})[`”\"》」』]"  # quoted
    r"|([A-Za-z][\w.\-/]*\d[\w.\-/]*|\d[\w.:%\-/]*|[a-z]+_[a-z_]+)"  # codes, versions, numbers
    r"|(?<=[^.?!\s] )([A-Z][\w\-]+(?: [A-Z][\w\-]+)*)"  # names, not the first word of a sentence
    r"|(?<![A-Za-z])([A-Z][A-Za-z]*[A-Z][A-Za-z]*)"  # TiDB, USPS
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    text: str
    embedded_text: str
    terms: tuple[str, ...]  # of the question itself, without stop words
    weights: Mapping[str, float]  # of its terms and, weaker, those of the turns before
    names: tuple[str, ...]  # what it names: quoted words, codes, numbers, proper names; lower case
    expects: Expected


def view_question(text: str, recent: Sequence[str] = ()) -> Question:
    """`recent`: earlier turns, newest last."""
    text = text[:_LONGEST]
    terms = _own_terms(text)
    weights: dict[str, float] = {}
    weight = _CONTEXT_WEIGHT
    for turn in reversed(recent):
        for term in _own_terms(turn[:_LONGEST]):
            weights.setdefault(term, weight)
        weight *= _CONTEXT_DECAY
    telling = set(_own_terms(_FORM.sub(" ", text)))
    weights |= {term: 1.0 if term in telling else _FORM_WEIGHT for term in terms}
    strongest = sorted(weights, key=lambda term: -weights[term])[:_MOST_TERMS]
    return Question(
        text=text,
        embedded_text=" ".join([*recent[-1:], text]),  # the turn before says what "it" is
        terms=terms,
        weights={term: weights[term] for term in strongest},
        names=_names(text),
        expects=expected_kind(text),
    )


def _own_terms(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(terms_of(text)))[:_MOST_TERMS]


def _names(text: str) -> tuple[str, ...]:
    found = [next(group for group in match.groups() if group) for match in _NAMED.finditer(text)]
    return tuple(dict.fromkeys(name.strip().lower() for name in found))
