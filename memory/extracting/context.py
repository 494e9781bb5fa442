# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""One clause with what surrounds it, and the making of candidates from it. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from language.tokens import content_words
from memory.extracting.phrases import level
from memory.extracting.reading import Clause, Reading
from memory.facts import Candidate, Operation
from memory.types import Cardinality, FactKind
from memory.words import beings, canonical, concepts, naming_words, plain

_GENERIC = frozenset(
    "quantity relation city language size time date choice like dislike cancel start end age cause distance frequency "
    "person plan goal diet reference name appointment colour fault material nickname".split()
)
_TAIL = re.compile(
    r"\s+(?:because|cause|cos|since|so|but|which|who|if|when|while|unless|as (?:i|we|it)|and (?:i|we|he|she|it|they|my|the|that))\b.*$"
    r"|(?:因为|不然|免得|所以|但是|不过|的话).*$",
    re.I | re.S,
)
_EDGES = " \t,，。.!！?？;；:：'\"“”「」~～…-"
_ZH_ENDINGS = re.compile(r"(?:就行了?|就好了?|就可以了?|吧|啊|呢|哈|哦|啦|嘛|呀|了|的|喔|咯|先)+$")
_EN_ENDINGS = re.compile(
    r"\s+(?:please|pls|thanks|thank you|now|though|tho|lol|(?:last|this|next) (?:week|month|year)|yesterday|today|recently|mate|too|actually|instead|again)$",
    re.I,
)


@dataclass(frozen=True, kw_only=True)
class Context:
    """`flat`: the clause levelled, of the same length. `subject` is empty for the customer."""

    reading: Reading
    clause: Clause
    subject: str
    operation: Operation
    before: str  # what the line says before this clause
    keeps: bool = False  # the line is surely worth keeping

    @cached_property
    def flat(self) -> str:
        return level(self.clause.text)

    @cached_property
    def topic(self) -> str:
        """What the clause is about: its own concept, else that of the line before it."""
        return topic_of(self.clause.text) or topic_of(self.before)

    def make(self, kind: FactKind, attribute: str, value: str, **more: object) -> Candidate:
        clause = self.clause
        fields: dict[str, object] = {
            "kind": kind,
            "subject": self.subject,
            "entity": "",
            "attribute": attribute,
            "value": value.strip(_EDGES),
            "normal": normalise(value),
            "text": clause.text,
            "start": clause.start,
            "end": clause.end,
            "operation": self.operation,
        }
        return Candidate(**(fields | more))  # type: ignore[arg-type]  # the keywords are Candidate's own

    def at(self, start: int, end: int, kind: FactKind, attribute: str, **more: object) -> Candidate:
        """A candidate whose value and source are the characters [start, end) of the clause."""
        value = self.clause.text[start:end]
        left = len(value) - len(value.lstrip(_EDGES))
        value = value.strip(_EDGES)
        start += left + self.clause.start
        return self.make(kind, attribute, value, **({"start": start, "end": start + len(value)} | more))


@lru_cache(maxsize=8192)
def topic_of(text: str) -> str:
    """The first concept that a whole word of the text names."""
    for word in _nouns(text):
        about = sorted(concepts(word) - _GENERIC)
        if about:
            return about[0]
    return ""


_ENGLISH = re.compile(r"[a-z][a-z'-]+")


def _nouns(text: str) -> list[str]:
    """English words as they stand, since a concept is looked up by its stem; Chinese ones as they are segmented."""
    flat = plain(text).lower()
    chinese = [word for word in content_words(flat) if not word.isascii() and (len(word) > 1 or beings(word))]
    return chinese + _ENGLISH.findall(flat)


def normalise(value: str) -> str:
    return re.sub(r"[\s,，。.!！]+", " ", plain(value).lower()).strip()


def object_end(clause: str, start: int) -> int:
    """Where the object that begins at `start` ends: before a reason, a condition, or particles of speech."""
    flat = level(clause)[start:]  # levelled whole: a part alone may not show whose dialect it is
    size = len(_TAIL.sub("", flat).rstrip(_EDGES))
    while True:
        short = _EN_ENDINGS.sub("", _ZH_ENDINGS.sub("", flat[:size])).rstrip(_EDGES)
        if len(short) == size or not short:
            return start + size
        size = len(short)


def head_of(text: str) -> str:
    """The thing that words before a value name: its canonical name, else its last naming word."""
    words = [word for word in _nouns(text) if naming_words(word) or beings(word)]
    return canonical(words[-1]) if words else ""


SET = Cardinality.SET
