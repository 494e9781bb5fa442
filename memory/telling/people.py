"""Who is meant by a question that asks who: the one person that the answering words speak of. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from language.script import aligned
from memory.extracting.reading import EN_KIN, KIN_PATTERN
from memory.recalling.asking.question import QuestionReading
from memory.recalling.ranking.trust import asks_name
from memory.telling.choosing import Told
from memory.telling.quoting import answering_clause
from memory.types import RecalledFact
from memory.words import beings, plain, word_list

PRONOUN = re.compile(r"[他她]|\b(?:he|she|him|his|her|hers|they|their|hes|shes)\b", re.I)
_WHO = re.compile(r"谁|哪位|\bwho(?:'s|s)?\b", re.I)
_OTHERWISE = re.compile(r"谁的|\bwhose\b|\bwho (?:do|did|should|must|can) (?:i|you|we)\b", re.I)


def asks_who(question: QuestionReading) -> bool:
    flat = plain(question.text)
    return bool(_WHO.search(flat)) and not _OTHERWISE.search(flat) and not asks_name(question)


def whom(question: QuestionReading, chosen: Told, said: str, facts: Sequence[RecalledFact]) -> list[RecalledFact]:
    """The fact that names the one person who is spoken of; empty where that is not sure."""
    if not asks_who(question) or len(beings(said) - _VAGUE) != 1:
        return []
    named = [fact for fact in facts if fact.attribute == "name" and fact.value in said and fact.entity in beings(said)]
    return named if len(named) == 1 and _is_of_another(answering_clause(question, chosen.reading).text) else []


_VAGUE = frozenset({"stranger", "family"})


def _is_of_another(clause: str) -> bool:
    """It speaks of a relative or of him or her, not of what the customer is or does."""
    flat = _MY_KIN.sub("*", plain(clause))
    return bool(("*" in flat or PRONOUN.search(flat)) and not _I.search(flat))


_MY_KIN = re.compile(rf"(?:[我俺咱](?:家|们|的|那个?)*)?{KIN_PATTERN}|\b{EN_KIN}\b", re.I)
_I = re.compile(r"\b(?:i|i'm|im|i've|i'd)\b|[我俺咱]", re.I)


def word_for(being: str, told: Sequence[str], asked: str = "", *, chinese: bool) -> str:
    """The customer's own word for a relative or an animal of theirs: of the question, where what was told, the clause
    before the whole line, speaks of the same; empty where it speaks of another's."""
    rows = (line.partition(": ") for line in word_list("beings"))
    words = [word for name, _, row in rows if name == being for word in row.split(", ") if word.isascii() != chinese]
    text = next((text for text in told if being in beings(text)), "")
    standing = max((as_said(word, text) for word in words), key=len, default="")
    return standing and (max((as_said(word, asked) for word in words), key=len) or standing)


def as_said(word: str, text: str) -> str:
    """A word for a relative or an animal of the customer's as it stands in a text; empty where it does not, or is of
    another's: "his sister"."""
    match = re.search(rf"(?<![a-z]){re.escape(word)}(?![a-z])", aligned(text), re.I)
    return text[match.start() : match.end()] if match and not _OF_ANOTHER.search(text[: match.start()]) else ""


_OF_ANOTHER = re.compile(
    r"(?:\b(?:his|her|their|your)|['’]s|s['’])(?: [a-z]+)? $|[他她佢您你](?:们|們|哋|家|的|嘅)*$"
    r"|(?<![我俺咱家们們])[的嘅]$",
    re.I,
)
