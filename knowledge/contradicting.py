"""Two sentences that say the same thing with different values. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from knowledge.terms import terms_of
from language.literals import Literal, LiteralKind, find_literals
from language.script import fold
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
        if _shared(one, other) >= _SAME_WORDS and not _of_different_things(one.sentence, other.sentence)
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


def _of_different_things(one: str, other: str) -> bool:
    """Opened and unopened bags, Norway and Germany, the single and the double room: each its own value."""
    mine, theirs = _marks(one), _marks(other)
    if any(mine[line] and theirs[line] and mine[line] != theirs[line] for line in mine.keys() & theirs.keys()):
        return True
    here, there = _names(one), _names(other)
    return bool(here - there and there - here)


def _marks(sentence: str) -> dict[int, frozenset[str]]:
    """The words of knowledge/contrasts.txt in a sentence, by their line. Of 未拆封 and 拆封 the longer is meant."""
    pattern, lines = _contrasts()
    found: dict[int, set[str]] = {}
    for match in pattern.finditer(fold(sentence)):
        for line in lines[match[0]]:
            found.setdefault(line, set()).add(match[0])
    return {line: frozenset(words) for line, words in found.items()}


@cache
def _contrasts() -> tuple[re.Pattern[str], dict[str, tuple[int, ...]]]:
    text = files("knowledge").joinpath("contrasts.txt").read_text(encoding="utf-8")
    lines: dict[str, tuple[int, ...]] = {}
    for number, line in enumerate(text.splitlines()):
        for word in () if line.startswith("#") else (word.strip() for word in line.split(",")):
            lines[word] = (*lines.get(word, ()), number)
    words = sorted(lines, key=len, reverse=True)
    return re.compile(
        "|".join(rf"(?<![\w-]){re.escape(w)}(?![\w-])" if w.isascii() else re.escape(w) for w in words)
    ), lines


def _names(sentence: str) -> frozenset[str]:
    """Words with a capital inside of a sentence, as far as that tells a name."""
    return frozenset(match[0].lower() for match in _NAME.finditer(sentence))


_NAME = re.compile(r"(?<=[a-z,;:] )[A-Z][\w'-]+")


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
    """Of the shorter sentence's words; of the longer one's, where a word or two are all that they share."""
    both, sizes = len(one.words & other.words), (len(one.words), len(other.words))
    return both / max(min(sizes) if both > _FEWEST_WORDS else max(sizes), 1)


def _different(one: _Said, other: _Said) -> tuple[Literal, Literal] | None:
    """A kind of value of which each has one, and not the same."""
    for kind in _COMPARED:
        mine = {value.value: value for value in one.values if value.kind is kind}
        theirs = {value.value: value for value in other.values if value.kind is kind}
        if len(mine) == len(theirs) == 1 and mine.keys() != theirs.keys():
            return next(iter(mine.values())), next(iter(theirs.values()))
    return None
