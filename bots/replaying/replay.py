"""Answer once more from the record alone, by the same checks: the reply must come out the same."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from bots.decide import Decision, decide, decide_at_once, decide_before_draft
from bots.drafting.drafted import Draft, Raw
from bots.drafting.prompt import Prompt, assemble
from bots.drafting.redraft import redraft
from bots.errors import NotFound
from bots.markdown import render_html
from bots.models import AnswerRecord
from bots.replaying.citations import citation_of
from bots.replaying.given import Given, from_row
from bots.replaying.keep import sentence_row
from bots.waiting import announce, on_its_own, while_waiting


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """One thing that a replay compares. `then` and `now` as text, where they differ."""

    name: str
    same: bool
    then: str = ""
    now: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Replay:
    parts: tuple[Part, ...]
    text: str
    html: str

    @property
    def identical(self) -> bool:
        return all(part.same for part in self.parts)


def replay(message_id: uuid.UUID) -> Replay:
    """Inside a scope; reads the record and nothing else. Raises NotFound or Unreplayable."""
    record = AnswerRecord.objects.select_related("message").filter(message_id=message_id).first()
    if record is None:
        raise NotFound
    given = from_row(record.given)
    prompt, draft, decision = _again(given, [Raw(**row) for row in record.drafts])
    citations = [
        citation_of(item, reply=decision.text)
        for label in decision.labels
        if (item := given.brief.labelled(label)) is not None
    ]
    html = render_html(decision.text, citations=citations)
    now = [sentence_row(sentence) for sentence in draft.sentences] if draft else []
    parts = (
        _part("prompt", "" if given.shrunk else _prompt_of(record.blocks), "" if given.shrunk else _text_of(prompt)),
        _part("sentences", _lines(record.sentences), _lines(now)),
        _part("decision", _decided(record.decision), f"{decision.outcome}: {decision.reason}"),
        _part("text", record.message.text, decision.text),
        _part("citations", _labels(record.message.citations), _labels(citations)),
        _part("html", record.message.html, html),
    )
    return Replay(parts=parts, text=decision.text, html=html)


def _again(given: Given, raws: list[Raw]) -> tuple[Prompt, Draft | None, Decision]:
    brief, route, mode, state = given.brief, given.route, given.mode, given.state
    prompt, draft, alone = assemble(brief), None, on_its_own(brief, mode=mode)
    decision = (
        decide_at_once(brief)
        or announce(brief, route, mode=mode, state=state)
        or decide_before_draft(alone, route, state=state)
    )
    if decision is None:
        draft = redraft(raws, brief)
        decision = decide(alone, route, draft=draft, state=state)
    return prompt, draft, while_waiting(decision, brief=brief, mode=mode, state=state)


def _part(name: str, then: str, now: str) -> Part:
    same = then == now
    return Part(name=name, same=same, then="" if same else then, now="" if same else now)


def _text_of(prompt: Prompt) -> str:
    return "\n\n".join(f"{block.name}\n{block.text}" for block in prompt.blocks)


def _prompt_of(blocks: list[dict[str, object]]) -> str:
    return "\n\n".join(f"{block['name']}\n{block['text']}" for block in blocks)


def _lines(rows: list[dict[str, object]]) -> str:
    """Each sentence with what became of it."""
    marks = ((row, "✓" if row.get("sent") else f"✗ {row.get('reason')}") for row in rows)
    return "\n".join(f"{mark} {row.get('support')}: {row.get('text')}" for row, mark in marks)


def _decided(decision: dict[str, object]) -> str:
    return f"{decision.get('outcome')}: {decision.get('reason')}"


def _labels(citations: list[dict[str, object]]) -> str:
    return "\n".join(f"[{item.get('label')}] {item.get('title')}: {item.get('snippet')}" for item in citations)
