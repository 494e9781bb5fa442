"""Two sentences that say the same thing with different values. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from knowledge.terms import terms_of
from language.literals import Literal, LiteralKind, find_literals
from language.sentences import split_sentences

_COMPARED = frozenset(
    {
        LiteralKind.MONEY,
        LiteralKind.DURATION,
        LiteralKind.PERCENT,
        LiteralKind.TIME,
        LiteralKind.QUANTITY,
        LiteralKind.PHONE,
        LiteralKind.EMAIL,
    }
)
_SAME_WORDS = 0.6  # of the shorter sentence's words, values left out
_FEWEST_WORDS = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Clash:
    first_sentence: str
    second_sentence: str
    first_value: str
    second_value: str


@dataclass(frozen=True, kw_only=True, slots=True)
class _Said:
    sentence: str
    words: frozenset[str]
    values: Sequence[Literal]


def find_clash(first: str, second: str) -> Clash | None:
    """The clearest one; None when the texts agree or speak of different things."""
    pairs = [
        (_shared(one, other), one, other)
        for one in _said(first)
        for other in _said(second)
        if _shared(one, other) >= _SAME_WORDS
    ]
    for _share, one, other in sorted(pairs, key=lambda pair: -pair[0]):
        different = _different(one, other)
        if different is not None:
            return Clash(
                first_sentence=one.sentence,
                second_sentence=other.sentence,
                first_value=different[0].text[:100],
                second_value=different[1].text[:100],
            )
    return None


def _said(text: str) -> Iterator[_Said]:
    for sentence in split_sentences(text):
        values = [value for value in find_literals(sentence) if value.kind in _COMPARED]
        if values:
            bare = sentence
            for value in values:
                bare = bare.replace(value.text, " ")
            words = frozenset(term for term in terms_of(bare) if not any(map(str.isdigit, term)))
            if len(words) >= _FEWEST_WORDS:
                yield _Said(sentence=sentence, words=words, values=values)


def _shared(one: _Said, other: _Said) -> float:
    return len(one.words & other.words) / max(min(len(one.words), len(other.words)), 1)


def _different(one: _Said, other: _Said) -> tuple[Literal, Literal] | None:
    """A kind of value of which each has one, and not the same."""
    for kind in _COMPARED:
        mine = {value.value: value for value in one.values if value.kind is kind}
        theirs = {value.value: value for value in other.values if value.kind is kind}
        if len(mine) == len(theirs) == 1 and mine.keys() != theirs.keys():
            return next(iter(mine.values())), next(iter(theirs.values()))
    return None
