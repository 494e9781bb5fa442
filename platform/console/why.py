"""The "why" panel of an answer, arranged for the page. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bots.types import AnswerView
from memory.types import ReceiptView


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
    rejected: tuple[Mapping[str, object], ...]
    blocks: tuple[Block, ...]
    tokens: int
    sent: tuple[Mapping[str, object], ...]
    withheld: tuple[Mapping[str, object], ...]
    receipts: tuple[ReceiptView, ...]
    threshold: float
    confidence: float
    timings: tuple[tuple[str, float], ...]


def explain(answer: AnswerView, receipts: Sequence[ReceiptView]) -> Why:
    tokens = sum(_number(block.get("tokens")) for block in answer.blocks)
    return Why(
        answer=answer,
        evidence=tuple(sorted(answer.evidence, key=lambda item: not item.get("cited"))),
        rejected=answer.rejected,
        blocks=tuple(_block(block, tokens) for block in answer.blocks),
        tokens=tokens,
        sent=tuple(row for row in answer.sentences if row.get("sent")),
        withheld=tuple(row for row in answer.sentences if not row.get("sent")),
        receipts=tuple(receipts),
        threshold=float(str(answer.decision.get("threshold", 0.0))),
        confidence=float(str(answer.decision.get("confidence", 0.0))),
        timings=tuple(answer.timings_ms.items()),
    )


def _block(block: Mapping[str, object], total: int) -> Block:
    tokens = _number(block.get("tokens"))
    return Block(
        name=str(block.get("name", "")),
        text=str(block.get("text", "")),
        tokens=tokens,
        share=round(100 * tokens / total) if total else 0,
        dropped=_number(block.get("dropped")),
    )


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
