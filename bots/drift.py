"""How far a reply kept to the bot's anchors: every breach, with its rule and its sentence. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bots.drafting.drafted import TOO_LONG
from bots.verifying.verify import Verified, Withheld


@dataclass(frozen=True, kw_only=True, slots=True)
class Drift:
    """`mended`: put right, then sent; else the sentence was withheld."""

    rule: str
    detail: str
    sentence: str
    mended: bool


def drifts_of(sentence: Verified | Withheld) -> list[Drift]:
    if isinstance(sentence, Verified):
        return [
            Drift(rule=breach.rule, detail=breach.detail, sentence=sentence.text, mended=True)
            for breach in sentence.breaches
        ]
    if sentence.reason == TOO_LONG:
        return [Drift(rule=TOO_LONG, detail="", sentence=sentence.text, mended=False)]
    if sentence.reason != "anchor":
        return []
    rule, _, detail = sentence.detail.partition(": ")
    return [Drift(rule=rule, detail=detail, sentence=sentence.text, mended=False)]


def measure(sentences: Sequence[Verified | Withheld]) -> dict[str, object]:
    """For the record: how many sentences were drafted, and how many of them kept every rule as they came."""
    broken = sum(bool(drifts_of(sentence)) for sentence in sentences)
    return {"sentences": len(sentences), "kept": len(sentences) - broken}
