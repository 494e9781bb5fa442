"""Names of people and products in the tenant's own lists: one that no source of the sentence holds is withheld. Pure.

A listed name is what a model most easily puts in the place of another. The operator's lists are matched as they are
written; what is derived from records and titles only where it is plainly a name: a product may be called "Morning".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bots.brief import Brief
from language.script import fold, has_han

_WORD = re.compile(r"[^\W_]+(?:[-'&.][^\W_]+)*")
_LONGEST = 6  # words of a name
_LONGEST_HAN = 12  # characters
_SHORTEST_HAN = 3  # of a derived name: two characters are too often a word


def foreign_name(sentence: str, sources: Sequence[str], brief: Brief) -> str:
    """The first listed name in the sentence that stands in none of the sources; "" where there is none."""
    names = brief.settings.names
    listed = {fold(name): name for name in (*names.people, *names.products)}
    derived = frozenset(brief.names) if names.derived else frozenset()
    if not listed and not derived:
        return ""
    known = fold(" ".join(sources))
    for said, first in _candidates(sentence):
        folded = fold(said)
        if folded in listed and _as_written(said, listed[folded]) and folded not in known:
            return said
        if folded in derived and _plainly(said, first=first) and folded not in known:
            return said
    return ""


def _as_written(said: str, name: str) -> bool:
    """A single word is only a name with the capitals that the operator gave it: May, not may."""
    return said == name if name.isascii() and " " not in name and name != name.lower() else True


def _plainly(said: str, *, first: bool) -> bool:
    if has_han(said):
        return len(said) >= _SHORTEST_HAN
    return " " in said or (said[:1].isupper() and not first) or any(map(str.isdigit, said))


def _candidates(sentence: str) -> Iterator[tuple[str, bool]]:
    """Runs of words and of Chinese characters, the longest first, and whether the sentence begins with it."""
    places = [(match.start(), match.end()) for match in _WORD.finditer(sentence)]
    for size in range(min(_LONGEST, len(places)), 0, -1):
        for i in range(len(places) - size + 1):
            yield sentence[places[i][0] : places[i + size - 1][1]], i == 0
    for match in re.finditer(r"[\u3400-\u4dbf\u4e00-\u9fffA-Za-z0-9·]+", sentence):
        run = match.group()
        if has_han(run):
            for size in range(min(_LONGEST_HAN, len(run)), 1, -1):
                for start in range(len(run) - size + 1):
                    yield run[start : start + size], False


def names_said(brief: Brief, drafts: Sequence[str]) -> tuple[str, ...]:
    """Of the derived names those that stand in a draft: what a record needs to be checked again."""
    everything = fold(" ".join(drafts))
    return tuple(name for name in brief.names if name in everything)
