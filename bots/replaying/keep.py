"""Everything behind an answer, as the columns of its record."""

from __future__ import annotations

from dataclasses import asdict, replace

from bots.brief import Brief, Evidence
from bots.drafting.prompt import shared_prefix
from bots.drift import drifts_of, measure
from bots.gather import Found
from bots.models import AnswerRecord, DriftEvent, Message
from bots.open_turn import Turn
from bots.replaying.given import Given, as_row
from bots.trace import Trace
from bots.verifying.listed_names import names_said
from bots.verifying.verify import Verified, Withheld
from bots.worked import Worked
from ports import get_port


def keep_record(message: Message, *, turn: Turn, worked: Worked, trace: Trace) -> None:
    """Inside the transaction that stores the reply."""
    columns = columns_of(worked, turn=turn, trace=trace)
    columns["model"] = {**_model_row(worked, turn), "prefix_shared": _prefix_shared(message, columns["blocks"])}
    AnswerRecord.objects.create(message=message, **columns)
    at = get_port("clock").now()
    for sentence in worked.draft.sentences if worked.draft else ():
        for drift in drifts_of(sentence):
            DriftEvent.objects.create(bot_id=turn.bot_id, message=message, at=at, **asdict(drift))


def columns_of(worked: Worked, *, turn: Turn, trace: Trace) -> dict[str, object]:
    """JSON-ready, by the names of AnswerRecord's columns."""
    brief, draft, decision = worked.brief, worked.draft, worked.decision
    shrunk = draft.prompt if draft else None
    return {
        "question": brief.question,
        "route": {"kind": brief.route, "language": brief.language, **brief.topic},
        "decision": {
            "outcome": decision.outcome,
            "reason": decision.reason,
            "confidence": decision.confidence,
            "threshold": brief.settings.thresholds.retrieval,
            "labels": list(decision.labels),
        },
        "blocks": [asdict(block) for block in (shrunk or worked.prompt).blocks],
        "evidence": [_evidence_row(item, cited=item.label in decision.labels) for item in brief.evidence],
        "rejected": _rejected(worked.found),
        "memory": _memory_row(worked.found, brief),
        "sentences": [sentence_row(sentence) for sentence in draft.sentences] if draft else [],
        "model": _model_row(worked, turn),
        "timings_ms": dict(trace.timings_ms),
        "given": as_row(
            Given(
                brief=_without_unsaid_names(worked),
                route=worked.route,
                state=turn.state,
                mode=turn.mode,
                shrunk=shrunk is not None,
            )
        ),
        "drafts": [asdict(raw) for raw in draft.raw] if draft else [],
        "anchors": measure(draft.sentences) if draft else {},
    }


def _prefix_shared(message: Message, blocks: object) -> float:
    """How much of this prompt stood at the beginning of the last one of the conversation."""
    earlier = AnswerRecord.objects.filter(
        message__conversation_id=message.conversation_id, message__seq__lt=message.seq
    ).order_by("-message__seq")
    before = earlier.values_list("blocks", flat=True).first() or []
    return shared_prefix(_texts(before), _texts(blocks))


def _texts(blocks: object) -> list[str]:
    rows = blocks if isinstance(blocks, list) else []
    return [str(block.get("text", "")) for block in rows if isinstance(block, dict)]


def _without_unsaid_names(worked: Worked) -> Brief:
    """The tenant's names may be thousands; only those that a draft said bear on it."""
    drafts = [raw.text for raw in worked.draft.raw] if worked.draft else []
    return replace(worked.brief, names=names_said(worked.brief, drafts))


def sentence_row(sentence: Verified | Withheld) -> dict[str, object]:
    drift = [{"rule": item.rule, "detail": item.detail, "mended": item.mended} for item in drifts_of(sentence)]
    more = {"drift": drift} if drift else {}
    if isinstance(sentence, Verified):
        support: dict[str, object] = {"labels": list(sentence.labels), "support": sentence.support}
        if sentence.judged:
            support["judged"] = sentence.judged
        if sentence.replaces:
            support["replaces"] = sentence.replaces
        return {"text": sentence.text, "sent": True, **support, **more}
    return {**asdict(sentence), "sent": False, **more}


def _model_row(worked: Worked, turn: Turn) -> dict[str, object]:
    draft, settings = worked.draft, turn.settings.model
    finished = draft.finished if draft else None
    return {
        "name": finished.model if finished else "",
        "asked": settings.name,
        "temperature": settings.temperature,
        "max_tokens": settings.max_tokens,
        "attempts": finished.attempts if finished else 0,
        "calls": draft.calls if draft else 0,
        "fault": draft.fault if draft else "",
        "usage": asdict(finished.usage) if finished else {},
        "notes": [asdict(note) for note in draft.notes] if draft else [],
    }


def _evidence_row(item: Evidence, *, cited: bool) -> dict[str, object]:
    return {
        "label": item.label,
        "kind": item.kind,
        "title": item.title,
        "heading": item.heading,
        "text": item.text,
        "confidence": round(item.confidence, 4),
        "id": str(item.item_id) if item.item_id else "",
        "revision": str(item.revision_id) if item.revision_id else "",
        "cited": cited,
    }


def _rejected(found: Found) -> list[dict[str, object]]:
    passages: list[dict[str, object]] = [
        {"kind": "document", "id": str(row.chunk_id), "text": row.title, "score": row.confidence, "reason": row.reason}
        for row in found.search.rejected
    ]
    memories: list[dict[str, object]] = [
        {
            "kind": row.layer,
            "id": str(row.item_id),
            "text": row.text,
            "score": round(row.score, 4),
            "reason": row.reason,
        }
        for row in (found.recall.rejected if found.recall else ())
    ]
    return [*passages, *memories]


def _memory_row(found: Found, brief: Brief) -> dict[str, object]:
    recall = found.recall
    if recall is None:
        return {"gate": "closed", "reason": "route"}
    return {
        "gate": "open" if recall.gate_open else "closed",
        "reason": recall.gate_reason,
        "facts": [str(fact.fact_id) for fact in recall.facts],
        "summary": recall.summary,
        "decisions": [asdict(point) for point in brief.decisions],
        "timings_ms": dict(recall.timings_ms),
    }
