"""Does a sentence turn its evidence round: deny it, swap its parts, put in another value or another name? Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import rjieba

from bots.verifying.held import held_words, holds
from bots.verifying.near_copy import near_copy_changed, reversed_parts, words_of
from bots.verifying.polarity import contradicts
from bots.verifying.support import without_literals
from bots.verifying.turned import turned
from language.literals import LiteralKind, find_literals
from language.script import fold, has_han
from language.sentences import split_sentences
from language.tokens import content_words

_CLAUSE = re.compile(r"[,，;；。.!?！？\n]\s*(?!\d)|\s-\s|\bwhile\b|\bbut\b|\band\b|而|但")
_NAME_EN = re.compile(r"(?<![.!?\"“(:\n*•] )(?<!^)(?<!\w)[A-Z][a-z]{2,}(?:[A-Z][a-z]+)?(?!\w)")
_NAME_TAGS = frozenset(("nr", "ns", "nt", "nz", "nrt", "nrfg"))
_PASSIVE = re.compile(r"\bby\b|被|由")
_COMMON = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december english chinese sorry please thank thanks hello sure okay yes".split()
)


def changed(claim: str, sources: Sequence[str], *, known: Sequence[str] = (), prose: bool = True) -> tuple[str, str]:
    """(`negation` | `swapped` | `value` | `name` | `unsupported`, detail), or ("", "") where nothing looks changed.

    `known` lends names and words only, never what is true.
    `prose`: values stand in the clause of what they belong to; in a record's row they do not.
    """
    sentences = [sentence for source in sources for sentence in _sentences(source)]
    aligned = _closest(claim, sentences)
    if aligned:
        everything = fold(" ".join((*sources, *known)))
        if prose and (found := turned(claim, aligned, fold(" ".join(known))))[0]:
            return found
        for sentence in aligned:
            kind, detail = near_copy_changed(claim, sentence, everything)
            if kind:
                return kind, detail
            if words_of(claim) == words_of(sentence):
                return "", ""  # word for word
        if word := contradicts(claim, aligned, sentences):
            return "negation", word
        if pair := _swapped(claim, aligned[0]):
            return "swapped", pair
        if prose and (value := _misplaced(claim, sentences)):
            return "value", value
        if pair := reversed_parts(claim, aligned[0]):
            return "swapped", pair
    name = unknown_name(claim, [*sources, *known])
    return ("name", name) if name else ("", "")


def unknown_name(claim: str, sources: Sequence[str]) -> str:
    """A name, as capitals or the dictionary show it, that stands nowhere in the sources."""
    everything = fold(" ".join(sources))
    held = held_words(tuple(sources))
    for match in _NAME_EN.finditer(claim):
        word = fold(match.group())
        if (
            word not in everything
            and word not in _COMMON
            and not holds(content_words(word)[0] if content_words(word) else word, held)
        ):
            return match.group()
    if has_han(claim):
        for word, tag in rjieba.tag(fold(claim)):
            if tag in _NAME_TAGS and len(word) > 1 and has_han(word) and word not in everything:
                return str(word)
    return ""


@lru_cache(maxsize=256)
def _sentences(source: str) -> tuple[str, ...]:
    return tuple(split_sentences(source))


def _closest(claim: str, sentences: Sequence[str]) -> list[str]:
    """The sentence that holds most of the claim's words, and those nearly as close; none where little is shared."""
    words = content_words(claim)
    if not words:
        return []
    shares = [
        (sum(holds(word, held_words((sentence,))) for word in words) / len(words), sentence) for sentence in sentences
    ]
    best = max((share for share, _ in shares), default=0.0)
    if best < 0.4:
        return []
    ranked = sorted(shares, key=lambda item: -item[0])
    return [sentence for share, sentence in ranked if share >= best - 0.1][:2]


def _swapped(claim: str, sentence: str) -> str:
    """Two parts of the sentence that have changed places around a third: "A pays B" for "B pays A"."""
    if bool(_PASSIVE.search(fold(claim))) != bool(_PASSIVE.search(fold(sentence))):
        return ""
    source = content_words(sentence)
    mine = [word for word in content_words(claim) if source.count(word) == 1]
    if len(mine) < 3 or len(set(mine)) < len(mine) or len(mine) < 0.85 * len(content_words(claim)):
        return ""
    places = [source.index(word) for word in mine]
    while places and places[0] == min(places):
        places, mine = places[1:], mine[1:]
    while places and places[-1] == max(places):
        places, mine = places[:-1], mine[:-1]
    runs: list[list[int]] = []
    for place in places:
        if runs and place > runs[-1][-1]:
            runs[-1].append(place)
        else:
            runs.append([place])
    descending = all(runs[i][0] > runs[i + 1][-1] for i in range(len(runs) - 1))
    return f"{mine[0]}, {mine[-1]}" if len(runs) >= 3 and descending else ""


def _misplaced(claim: str, sentences: Sequence[str]) -> str:
    """A value that the evidence gives to something else: the clause of the claim's words holds another of its kind."""
    clauses = _clauses(tuple(sentences))
    for part in _parts(claim):
        words = [word for word in content_words(without_literals(part)) if not word.isdigit()]
        if len(words) < 2:
            continue
        for literal in find_literals(part):
            same = [(share, values) for share, values in _shares(words, clauses, literal.kind)]
            best = max((share for share, _ in same), default=0.0)
            right = max(
                (share for share, values in same if literal.value in values or literal.number in values), default=0.0
            )
            if best >= 0.75 and best - right >= 0.3:
                return literal.text
    return ""


def _shares(words: Sequence[str], clauses: Sequence[str], kind: LiteralKind) -> list[tuple[float, set[str]]]:
    made = []
    for clause in clauses:
        literals = find_literals(clause)
        if not any(literal.kind == kind for literal in literals):
            continue
        held = held_words((clause,))
        values = {literal.value for literal in literals} | {literal.number for literal in literals if literal.number}
        made.append((sum(holds(word, held) for word in words) / len(words), values))
    return made


@lru_cache(maxsize=256)
def _clauses(sentences: tuple[str, ...]) -> tuple[str, ...]:
    """Of each sentence its clauses; the whole of it only where no two of them hold values that could be confused."""
    made: list[str] = []
    for sentence in sentences:
        parts = [part.strip() for part in _CLAUSE.split(sentence) if part.strip()]
        made.extend(parts)
        if sum(bool(find_literals(part)) for part in parts) < 2:
            made.append(sentence)
    return tuple(dict.fromkeys(made))


def _parts(claim: str) -> list[str]:
    return [part for part in _CLAUSE.split(claim) if part.strip()] or [claim]
