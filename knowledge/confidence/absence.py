"""Of "coffee without caffeine" both searches see coffee and caffeine, and a passage rich in caffeine comes first. Pure.

What is asked to be left out is read, and where one passage says it to be absent and another only names it, the first is
the one that both numbers were about: they are exchanged. So the number shown stays the number compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.ranking import Ranked
from language.exclusions import excluded_words, without_exclusions
from language.script import fold
from language.sentences import split_sentences
from language.tokens import content_words


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """What a passage says of what the question wants left out."""

    says: str = ""  # the sentence that says it to be absent
    names: bool = False  # it is named, and not said to be absent
    held: frozenset[str] = frozenset()  # the question's other words that the passage holds


def read_absence(question: str, ranked: Sequence[Ranked], best: Sequence[str]) -> list[Reading]:
    """One for each passage; `best`: their best sentences. Empty where the question wants nothing left out."""
    unwanted = excluded_words(question)
    if not unwanted:
        return []
    others = frozenset(content_words(without_exclusions(question))) - unwanted
    return [_read(item, sentence, unwanted, others) for item, sentence in zip(ranked, best, strict=False)]


def exchanged(numbers: Sequence[float], readings: Sequence[Reading]) -> list[int]:
    """Whose number each passage gets: places, in order, two of them exchanged or none."""
    places = list(range(len(numbers)))
    suited = max((p for p in places if readings[p].says), key=lambda p: numbers[p], default=None)
    named = max((p for p in places if readings[p].names), key=lambda p: numbers[p], default=None)
    if suited is None or named is None or numbers[suited] >= numbers[named]:
        return places
    if readings[named].held <= readings[suited].held:  # else it is about another thing: decaf coffee for tea
        places[suited], places[named] = named, suited
    return places


def _read(item: Ranked, best: str, unwanted: frozenset[str], others: frozenset[str]) -> Reading:
    candidate = item.candidate
    head = f"{candidate.title}\n{candidate.heading}"
    whole = f"{head}\n{candidate.text}"
    sentences = [best, *split_sentences(candidate.text)]
    says = next((text for text in sentences if unwanted & excluded_words(text)), "")
    if not says and unwanted & excluded_words(head):
        says = best
    folded = fold(whole)
    return Reading(
        says=says,
        names=not says and any(word in folded for word in unwanted),
        held=others & frozenset(content_words(whole)),
    )
