"""An answer of then beside the one that the same question gets now. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bots.types import AnswerView
from console.wording import Compared, compare

Row = Mapping[str, object]


@dataclass(frozen=True, kw_only=True, slots=True)
class EvidenceChange:
    """`then` and `now`: the confidence of each side, None where that side did not have it."""

    title: str
    kind: str
    text: str
    then: float | None
    now: float | None
    cited_then: bool
    cited_now: bool

    @property
    def state(self) -> str:
        if self.then is None:
            return "added"
        return "gone" if self.now is None else "kept"


@dataclass(frozen=True, kw_only=True, slots=True)
class ThenAndNow:
    text: Compared
    question: Compared
    then: Row
    now: Row
    evidence: tuple[EvidenceChange, ...]
    withheld: tuple[tuple[Row, ...], tuple[Row, ...]]

    @property
    def same(self) -> bool:
        return self.text.same and self.then == self.now


def then_and_now(answer: AnswerView, result: Row) -> ThenAndNow:
    decision = _row(result.get("decision"))
    return ThenAndNow(
        text=compare(answer.message.text, str(result.get("text", ""))),
        question=compare(answer.question, str(result.get("question", ""))),
        then=_facts(answer.version_number, answer.message.outcome, answer.decision, answer.model),
        now=_facts(result.get("version"), str(result.get("outcome", "")), decision, _row(result.get("model"))),
        evidence=_evidence(answer.evidence, _rows(result.get("evidence"))),
        withheld=(_withheld(answer.sentences), _withheld(_rows(result.get("sentences")))),
    )


def _facts(version: object, outcome: str, decision: Row, model: Row) -> Row:
    return {
        "version": version,
        "outcome": outcome,
        "reason": str(decision.get("reason", "")),
        "confidence": float(str(decision.get("confidence") or 0.0)),
        "threshold": float(str(decision.get("threshold") or 0.0)),
        "model": str(model.get("name", "")),
    }


def _evidence(then: Sequence[Row], now: Sequence[Row]) -> tuple[EvidenceChange, ...]:
    """Cited ones first. A passage is the same one where its text is: a refreshed document keeps what did not change."""
    before, after = {_key(row): row for row in then}, {_key(row): row for row in now}
    changes = [_change(before.get(key), after.get(key)) for key in dict.fromkeys([*before, *after])]
    return tuple(sorted(changes, key=lambda change: not (change.cited_then or change.cited_now)))


def _key(row: Row) -> tuple[str, str]:
    return str(row.get("kind")), str(row.get("text"))


def _change(then: Row | None, now: Row | None) -> EvidenceChange:
    shown = now or then or {}
    title, text = str(shown.get("title") or shown.get("heading") or ""), str(shown.get("text") or "")
    return EvidenceChange(
        title=title or text,
        kind=str(shown.get("kind", "document")),
        text=text if title and title != text else "",
        then=float(str(then.get("confidence"))) if then is not None else None,
        now=float(str(now.get("confidence"))) if now is not None else None,
        cited_then=bool(then and then.get("cited")),
        cited_now=bool(now and now.get("cited")),
    )


def _withheld(sentences: Iterable[Row]) -> tuple[Row, ...]:
    return tuple(row for row in sentences if not row.get("sent"))


def _row(value: object) -> Row:
    return value if isinstance(value, Mapping) else {}


def _rows(value: object) -> list[Row]:
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list) else []
