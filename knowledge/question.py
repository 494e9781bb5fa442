"""A question, read once for all parts of a search. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from knowledge.confidence.expectation import Expected, expected_kind
from knowledge.terms import terms_of

_CONTEXT_WEIGHT, _CONTEXT_DECAY = 0.7, 0.7  # of the words of earlier turns; measured on dialogues about venues
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
    weights |= dict.fromkeys(terms, 1.0)
    strongest = sorted(weights, key=lambda term: -weights[term])[:_MOST_TERMS]
    return Question(
        text=text,
        embedded_text=text,
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
