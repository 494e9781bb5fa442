"""A message that asks two things: each is looked up by itself, so that the reply can say which it found. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bots.brief import Brief, Evidence, PreparedAnswer, QuestionPart
from bots.verifying.support import coverage

_SPOKEN_OF = 0.5  # share of a part's words in the best passage from which the part is not called uncovered


@dataclass(frozen=True, kw_only=True, slots=True)
class Looked:
    """What was found for one part, under labels of its own, and an answer that a program made of it."""

    evidence: tuple[Evidence, ...] = ()
    answer: PreparedAnswer | None = None


def with_parts(brief: Brief, texts: Sequence[str], look: Callable[[str], Looked]) -> Brief:
    parts: list[QuestionPart] = []
    evidence = list(brief.evidence)
    for text in texts:
        looked = look(text)
        labels = [_label(item, evidence) for item in looked.evidence]
        documents = [
            (item, label) for item, label in zip(looked.evidence, labels, strict=True) if item.kind == "document"
        ]
        best, label = max(documents, key=lambda pair: pair[0].confidence, default=(None, ""))
        answer = looked.answer
        if answer is not None and not answer.labels:
            rows = [label for item, label in zip(looked.evidence, labels, strict=True) if item.kind == "record"]
            answer = replace(answer, labels=tuple(rows))
        elif answer is not None:
            here = dict(zip((item.label for item in looked.evidence), labels, strict=True))
            answer = replace(answer, labels=tuple(here.get(label, label) for label in answer.labels))
        confidence = best.confidence if best is not None else 0.0
        parts.append(QuestionPart(text=text, confidence=confidence, label=label, answer=answer))
    return replace(brief, evidence=tuple(evidence), parts=tuple(parts))


def covered(part: QuestionPart, brief: Brief) -> bool:
    if part.answer is not None or part.confidence >= brief.settings.thresholds.retrieval:
        return True
    passages = sorted((item for item in brief.evidence if item.kind == "document"), key=lambda item: -item.confidence)
    answering = [item.text for item in passages[:2] if item.confidence >= brief.settings.thresholds.retrieval]
    return bool(answering) and coverage(part.text, answering) >= _SPOKEN_OF


def uncovered(brief: Brief) -> tuple[QuestionPart, ...]:
    """Empty also where no part is covered: then nothing was found at all."""
    missing = tuple(part for part in brief.parts if not covered(part, brief))
    return missing if len(missing) < len(brief.parts) else ()


def _label(item: Evidence, evidence: list[Evidence]) -> str:
    """Of the same passage or row where the turn has it already, the surer figure kept; else of a new one."""
    for place, known in enumerate(evidence):
        same_row = item.kind == "record" and (known.title, known.heading) == (item.title, item.heading)
        if known.kind == item.kind and (same_row or (item.item_id is not None and known.item_id == item.item_id)):
            if item.confidence > known.confidence:
                evidence[place] = replace(known, confidence=item.confidence, best_sentence=item.best_sentence)
            return known.label
    prefix = {"record": "R", "memory": "M"}.get(item.kind, "")
    label = f"{prefix}{1 + sum(known.kind == item.kind for known in evidence)}"
    evidence.append(replace(item, label=label))
    return label
