"""The "why" panel of an answer, arranged for the page. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bots.types import AnswerView
from console.words import STEPS, word
from memory.types import ReceiptView

LONGEST_EXCERPT = 400  # characters


@dataclass(frozen=True, kw_only=True, slots=True)
class Block:
    name: str
    text: str
    tokens: int
    share: int  # per cent of the prompt
    dropped: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Why:
    answer: AnswerView
    evidence: tuple[Mapping[str, object], ...]
    fact_ids: frozenset[str]  # of the evidence, those that are facts and not earlier turns
    rejected: tuple[Mapping[str, object], ...]
    blocks: tuple[Block, ...]
    tokens: int
    sent: tuple[Mapping[str, object], ...]
    withheld: tuple[Mapping[str, object], ...]
    drifted: tuple[Mapping[str, object], ...]  # breaches of the role: rule, detail, mended
    receipts: tuple[ReceiptView, ...]
    threshold: float
    confidence: float
    timings: tuple[tuple[str, float], ...]


def explain(answer: AnswerView, receipts: Sequence[ReceiptView]) -> Why:
    tokens = sum(_number(block.get("tokens")) for block in answer.blocks)
    return Why(
        answer=answer,
        evidence=tuple(_evidence(item) for item in sorted(answer.evidence, key=lambda item: not item.get("cited"))),
        fact_ids=frozenset(str(row.item_id) for row in receipts if row.layer == "fact"),
        rejected=tuple({**item, "said": word(str(item.get("reason", "")), "reason")} for item in answer.rejected),
        blocks=tuple(_block(block, tokens) for block in answer.blocks),
        tokens=tokens,
        sent=tuple(row for row in answer.sentences if row.get("sent")),
        withheld=tuple(row for row in answer.sentences if not row.get("sent")),
        drifted=tuple(drift for row in answer.sentences for drift in _drift(row)),
        receipts=tuple(receipts),
        threshold=float(str(answer.decision.get("threshold", 0.0))),
        confidence=float(str(answer.decision.get("confidence", 0.0))),
        timings=_timings(answer.timings_ms),
    )


def _evidence(item: Mapping[str, object]) -> Mapping[str, object]:
    """With what heads it: a document by its title, a memory by what it says."""
    title, text = str(item.get("title") or item.get("heading") or ""), str(item.get("text") or "")
    if not title or title == text:
        return {**item, "shown": text, "excerpt": ""}
    excerpt = text if len(text) <= LONGEST_EXCERPT else text[: LONGEST_EXCERPT - 1] + "…"
    return {**item, "shown": title, "excerpt": excerpt}


def _drift(sentence: Mapping[str, object]) -> list[Mapping[str, object]]:
    found = sentence.get("drift")
    return found if isinstance(found, list) else []


def _block(block: Mapping[str, object], total: int) -> Block:
    tokens = _number(block.get("tokens"))
    return Block(
        name=str(block.get("name", "")),
        text=str(block.get("text", "")),
        tokens=tokens,
        share=round(100 * tokens / total) if total else 0,
        dropped=_number(block.get("dropped")),
    )


def _timings(timings_ms: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """In the order of a turn; what no list knows stands before the sum."""
    order = {name: place for place, name in enumerate(STEPS)}
    return tuple(sorted(timings_ms.items(), key=lambda row: order.get(row[0], len(order) - 1.5)))


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
