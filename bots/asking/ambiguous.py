# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Is it unclear what the customer means? Passages that answer otherwise for different things, and words that point at
more than one. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bots.asking.pending import Choice, telling_apart
from bots.brief import Brief, Evidence
from bots.verifying.polarity import polarity, without_negations
from bots.verifying.support import without_literals
from language.literals import LiteralKind, find_literals
from language.script import fold
from language.tokens import content_words, search_tokens

_NEAR = 0.25  # of confidence: what lies further behind is no rival
_ALIKE = 0.6  # share of words that two answers to the same question have in common (Jaccard)
_RIVALS = 4
_ASKS_FOR = frozenset("what when where which who how much many long 什么 多少 多久 怎么 如何".split())


def rivals(brief: Brief) -> tuple[Choice, ...]:
    """Passages that answer the question alike but for another thing each: at least two, or none."""
    least = brief.settings.thresholds.retrieval
    documents = sorted(
        (item for item in brief.evidence if item.kind == "document" and item.confidence >= least),
        key=lambda item: -item.confidence,
    )[:_RIVALS]
    if len(documents) < 2:
        return ()
    best = documents[0]
    group = [best, *(item for item in documents[1:] if _rivals(best, item))]
    named = _named(group)
    return named if len(named) > 1 else ()


def meant(choices: Sequence[Choice], brief: Brief) -> Choice | None:
    """The only one of them that the customer has spoken of, in this question or as far as is remembered."""
    memories = " ".join(item.text for item in brief.evidence if item.kind == "memory")
    for words in (brief.message, brief.question, *reversed(brief.customer_words), memories):
        said = {*content_words(words), *search_tokens(words)}
        hits = [choice for choice, own in telling_apart(choices) if own & said]
        if len(hits) == 1:
            return hits[0]
    return None


def narrowed(brief: Brief, choice: Choice, choices: Sequence[Choice]) -> Brief:
    """Without the passages that stand behind the other choices."""
    others = {other.item for other in choices if other.item and other != choice}
    kept = tuple(item for item in brief.evidence if str(item.item_id or item.label) not in others)
    return replace(brief, evidence=kept)


def _rivals(one: Evidence, other: Evidence) -> bool:
    if one.confidence - other.confidence > _NEAR or one.overrides or one.revision_id == other.revision_id is not None:
        return False
    mine, theirs = _answer(one), _answer(other)
    if not (_values_differ(mine, theirs) or _denied_by_one(mine, theirs)):
        return False
    words = [set(content_words(without_negations(without_literals(text)))) for text in (mine, theirs)]
    both = words[0] & words[1]
    return bool(both) and len(both) >= _ALIKE * len(words[0] | words[1])


def _answer(item: Evidence) -> str:
    return item.best_sentence or item.text[:300]


def _values_differ(one: str, other: str) -> bool:
    for kind in LiteralKind:
        mine, theirs = ({item.value for item in find_literals(text) if item.kind is kind} for text in (one, other))
        if mine and theirs and not mine & theirs:
            return True
    return False


def _denied_by_one(one: str, other: str) -> bool:
    return bool(polarity(one).negations) != bool(polarity(other).negations)


def _named(items: Sequence[Evidence]) -> tuple[Choice, ...]:
    """By titles where these tell them apart and are no questions, else by the words that only each answer holds."""
    titles = [_title(item) for item in items]
    if len(set(titles)) == len(titles) and all(titles):
        choices = [
            Choice(name=title, item=str(item.item_id or item.label)) for title, item in zip(titles, items, strict=True)
        ]
        return tuple(choice for choice, own in telling_apart(choices) if _tells(own))
    texts = [Choice(name=f"{item.title} {_answer(item)}", item=str(item.item_id or item.label)) for item in items]
    made = [
        Choice(name=_phrase(choice.name, own), item=choice.item) for choice, own in telling_apart(texts) if _tells(own)
    ]
    return tuple(made) if len({choice.name for choice in made}) == len(items) else ()


def _title(item: Evidence) -> str:
    name = item.heading.rpartition(" > ")[2] or item.title
    return "" if name.rstrip().endswith(("?", "？")) or len(name) > 60 else name.strip()


def _tells(words: frozenset[str]) -> bool:
    return any(not word.isdigit() and word not in _ASKS_FOR for word in words)


def _phrase(text: str, own: frozenset[str]) -> str:
    """The first of its own words that is no value, as it is written, with the word behind it: "Pro plan"."""
    plain = without_literals(text)
    for match in re.finditer(r"[A-Za-z][\w-]*(?: [a-z]+)?|[\u4e00-\u9fff]{2,4}", plain):
        if set(content_words(match.group())) & own:
            return match.group().strip()
    return ""


_POINTS = re.compile(
    r"^(?:and |so |ok(?:ay)?,? |then )?(?:how(?: \w+)?|when|where|what|is|are|was|does|do|can|could|will|would|may)\b.{0,40}\b(?:it|that one|this one|the one)\b"
    r"|^(?:那|那么)?(?:它|这个|那个|这款|那款|这家|那家|这单|那单)"
)  # fmt: skip


def points_at_many(brief: Brief, offered: Sequence[str]) -> tuple[Choice, ...]:
    """The things that the last reply named, where a short question points at one of them and does not say which."""
    folded = fold(brief.message)
    if len(offered) < 2 or _POINTS.search(folded) is None or len(content_words(folded)) > 5:
        return ()
    choices = [Choice(name=name) for name in dict.fromkeys(offered)]
    said = {*content_words(folded), *search_tokens(folded)}
    named = [choice for choice, own in telling_apart(choices) if own & said]
    return () if named or len(choices) > _RIVALS else tuple(choices)


def offered_by(cited: Sequence[Evidence]) -> list[str]:
    """Names of the things of one kind that a reply rests on: rows of one table, or documents."""
    rows = [item for item in cited if item.kind == "record"]
    if len({item.title for item in rows}) == 1:
        return list(dict.fromkeys(item.heading for item in rows if item.heading))
    titles = [_title(item) for item in cited if item.kind == "document"]
    return list(dict.fromkeys(title for title in titles if title)) if not rows else []
