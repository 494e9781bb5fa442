"""Store the reply, its citations and why it is so, in one transaction behind the lease's fence."""

from __future__ import annotations

from dataclasses import asdict

from bots.accept import append, as_turn
from bots.brief import Brief, Evidence
from bots.decide import Decision
from bots.drafting.drafted import TOO_LONG, Draft
from bots.drafting.prompt import Prompt
from bots.gather import Found
from bots.handover import queue_for_human
from bots.markdown import render_html
from bots.models import AnswerRecord, Author, Conversation, Message
from bots.open_turn import Turn
from bots.push import push_stored
from bots.trace import Trace
from bots.verifying.verify import Verified, Withheld
from jobs.api import Lease, finishing
from knowledge import api as knowledge
from knowledge.types import AnswerNote
from memory import api as memory
from ports import get_port
from tenants.scope import current_tenant_id


def close_turn(
    lease: Lease,
    *,
    turn: Turn,
    brief: Brief,
    found: Found,
    prompt: Prompt,
    draft: Draft | None,
    decision: Decision,
    trace: Trace,
) -> None:
    """Raises LeaseLost, and stores nothing, where another worker has taken the job over."""
    cited = [item for label in decision.labels if (item := brief.labelled(label)) is not None]
    citations = [_citation(item) for item in cited]
    with finishing(lease):
        conversation = Conversation.objects.select_for_update().get(id=turn.conversation_id)
        message = append(
            conversation,
            author=Author.BOT,
            text=decision.text,
            html=render_html(decision.text, citations=citations),
            reply_to_id=turn.message.message_id,
            outcome=decision.outcome,
            confidence=decision.confidence,
            citations=citations,
            version_id=turn.version.id,
        )
        conversation.state = {**turn.state, **decision.state}
        conversation.save(update_fields=["state"])
        trace.mark("total")
        _record(message, brief=brief, found=found, prompt=prompt, draft=draft, decision=decision, trace=trace)
        _remember(turn, conversation, message, found, cited)
        _tell_knowledge(turn, found, message, cited, decision, brief)
        if decision.outcome == "handover":
            queue_for_human(conversation, reason=decision.reason)
    push_stored(turn.tenant_id, turn.conversation_id, seq=message.seq)


def fail_visibly(lease: Lease, text_for: dict[str, str]) -> None:
    """The answer died after its last attempt: the customer sees that, not nothing. In the burying transaction."""
    row = Message.objects.select_related("conversation").filter(id=lease.payload["message"]).first()
    if row is None or Message.objects.filter(reply_to=row, author=Author.BOT).exists():
        return
    conversation = Conversation.objects.select_for_update().get(id=row.conversation_id)
    language = "zh" if any("\u4e00" <= character <= "\u9fff" for character in row.text) else "en"
    text = text_for[language]
    message = append(
        conversation,
        author=Author.BOT,
        text=text,
        html=render_html(text, citations=[]),
        reply_to_id=row.id,
        outcome="failed",
        confidence=0.0,
    )
    push_stored(current_tenant_id(), conversation.id, seq=message.seq)


def _citation(item: Evidence) -> dict[str, object]:
    """The frame's citation. `id` opens the passage or the memory in the console."""
    snippet = item.best_sentence or item.text
    citation: dict[str, object] = {
        "label": item.label,
        "kind": item.kind,
        "title": item.title if item.kind != "memory" else "",
        "snippet": snippet[:400],
        "id": str(item.item_id) if item.item_id else "",
    }
    if item.url:
        citation["url"] = item.url
    if item.revision_id:
        citation["revision"] = str(item.revision_id)
    return citation


def _record(
    message: Message,
    *,
    brief: Brief,
    found: Found,
    prompt: Prompt,
    draft: Draft | None,
    decision: Decision,
    trace: Trace,
) -> None:
    finished = draft.finished if draft else None
    AnswerRecord.objects.create(
        message=message,
        question=brief.question,
        route={"kind": brief.route, "language": brief.language, **brief.topic},
        decision={
            "outcome": decision.outcome,
            "reason": decision.reason,
            "confidence": decision.confidence,
            "threshold": brief.settings.thresholds.retrieval,
            "labels": list(decision.labels),
        },
        blocks=[asdict(block) for block in (draft.prompt if draft and draft.prompt else prompt).blocks],
        evidence=[_evidence_row(item, cited=item.label in decision.labels) for item in brief.evidence],
        rejected=_rejected(found),
        memory=_memory_row(found, brief),
        sentences=[_sentence_row(sentence) for sentence in draft.sentences] if draft else [],
        model={
            "name": finished.model if finished else "",
            "calls": draft.calls if draft else 0,
            "fault": draft.fault if draft else "",
            "usage": asdict(finished.usage) if finished else {},
            "notes": [asdict(note) for note in draft.notes] if draft else [],
        },
        timings_ms=dict(trace.timings_ms),
    )


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


def _sentence_row(sentence: object) -> dict[str, object]:
    if isinstance(sentence, Verified):
        row: dict[str, object] = {"text": sentence.text, "sent": True, "labels": list(sentence.labels)}
        drift = [asdict(breach) for breach in sentence.breaches]
        return row | {"support": sentence.support} | ({"drift": drift} if drift else {})
    if not isinstance(sentence, Withheld):
        raise TypeError(type(sentence))
    kept = asdict(sentence)
    if sentence.reason == TOO_LONG:
        kept["drift"] = [{"rule": TOO_LONG, "detail": "", "mended": True}]
    if sentence.reason == "anchor":  # a drift that verification stopped
        rule, _, detail = sentence.detail.partition(": ")
        kept["drift"] = [{"rule": rule, "detail": detail, "mended": False}]
    return kept | {"sent": False}


def _remember(turn: Turn, conversation: Conversation, message: Message, found: Found, cited: list[Evidence]) -> None:
    if turn.settings.memory.mode != "stateless":
        memory.note_reply(reply=as_turn(conversation, message, mode=turn.settings.memory.mode))
        memory.queue_write(message=turn.message)
    if found.recall is not None:
        used = [item.item_id for item in cited if item.kind == "memory" and item.item_id is not None]
        memory.mark_used(reply_id=message.id, recall=found.recall, used_ids=used)


def _tell_knowledge(
    turn: Turn, found: Found, message: Message, cited: list[Evidence], decision: Decision, brief: Brief
) -> None:
    if not found.search.timings_ms:
        return  # knowledge was not asked
    knowledge.note_answer(
        note=AnswerNote(
            reply_id=message.id,
            conversation_id=turn.conversation_id,
            bot_id=turn.bot_id,
            customer_id=turn.customer_id,
            question=brief.question,
            language=turn.language,
            confidence=found.search.confidence,
            threshold=turn.settings.thresholds.retrieval,
            outcome=decision.outcome,
            cited_chunks=tuple(item.item_id for item in cited if item.kind == "document" and item.item_id),
            best_chunk=found.search.passages[0].chunk_id if found.search.passages else None,
            at=get_port("clock").now(),
        )
    )
