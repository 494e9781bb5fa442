"""Whom "he" and "she" of a quoted line mean: the line before it that names somebody. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from memory.extracting.reading import KIN
from memory.recalling.asking.question import QuestionReading
from memory.recalling.ranking.values import named_people
from memory.telling.choosing import Told
from memory.words import plain

_ASKS_WHO = re.compile(
    r"谁|哪[个位](?:人|医生|大夫|老师|师傅|教练|顾问|客服)?|\bwho(?:'s|s|se|m)?\b"
    r"|\bwhich (?:one|person|doctor|dentist|nurse|teacher|tutor|coach|trainer|adviser|advisor|agent|driver|vet)\b",
    re.I,
)
_POINTS = re.compile(r"^\W*(?:[他她]|(?:(?:and|so|oh|but) )?(?:he|she|his|her|hes|shes)\b)", re.I)  # it begins with one
_SOON = timedelta(minutes=30)


def antecedent(question: QuestionReading, chosen: Told, said: str, lines: Sequence[Told]) -> Told | None:
    """The latest line, not long before `chosen`, that names a person; None where `said` names one or nobody is asked
    for."""
    flat = plain(said)
    if not _ASKS_WHO.search(plain(question.text)) or not _POINTS.search(flat.strip()) or _names_somebody(said):
        return None
    before = [
        line for line in lines if timedelta() < chosen.at - line.at <= _SOON and _names_somebody(line.reading.text)
    ]
    return max(before, key=lambda line: line.at, default=None)


def _names_somebody(text: str) -> bool:
    return bool(KIN.search(plain(text)) or named_people(text))
