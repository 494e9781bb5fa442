"""Let the model draft, and release only what verification passes, sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager

from bots.brief import Brief
from bots.drafting.again import correction
from bots.drafting.composer import ExtractiveComposer
from bots.drafting.drafted import Draft, Raw
from bots.drafting.prompt import Prompt
from bots.drafting.shrink import shrink
from bots.open_turn import Turn
from bots.push import push_delta
from bots.stopping import AnswerStopped, stop_signal
from bots.trace import Trace
from bots.verifying.judge import Judging
from bots.verifying.verify import Verified, Withheld, verified_stream
from ports import get_port
from ports.chat import (
    ChatEvent,
    ChatMessage,
    ChatModel,
    ChatNote,
    ChatRequest,
    ContextOverflow,
    Deadlines,
    Restarted,
    TextDelta,
)
from ports.errors import ChatError

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")  # a model may write it; PostgreSQL takes neither


class _BeginsAnewError(Exception):
    """The model failed in mid-answer and the next one begins."""


def draft_reply(turn: Turn, brief: Brief, prompt: Prompt, trace: Trace) -> Draft:
    """The model's draft, verified. Where nothing of it holds, the builtin composer drafts from the same evidence.

    Raises AnswerStopped, and leaves the model alone, where nobody waits any more.
    """
    draft = Draft()
    with trace.step("draft"):
        try:
            _stream(get_port("chat"), turn, brief, prompt, draft, trace)
        except ChatError as error:
            if error.fault == "cancelled":
                raise AnswerStopped from error
            draft.fault = error.fault
            draft.notes.append(ChatNote(model="", fault=error.fault, detail=error.detail, attempts=error.attempts))
        _once_more(turn, brief, prompt, draft, trace)
        if not draft.verified:
            _stream(ExtractiveComposer(), turn, brief, prompt, draft, trace)
    return draft


def _once_more(turn: Turn, brief: Brief, prompt: Prompt, draft: Draft, trace: Trace) -> None:
    """What was withheld is asked for again, once; a fault here leaves what was sent as it is."""
    messages = correction(prompt, draft)
    if not messages:
        return
    sent, finished = len(draft.verified), draft.finished
    draft.calls += 1
    try:
        _stream(
            get_port("chat"), turn, brief, Prompt(blocks=prompt.blocks, messages=messages), draft, trace, again=True
        )
    except ChatError as error:
        if error.fault == "cancelled":
            raise AnswerStopped from error
        draft.notes.append(ChatNote(model="", fault=error.fault, detail=error.detail, attempts=error.attempts))
        draft.finished = finished
    draft.mended = len(draft.verified) - sent


def _stream(
    model: ChatModel, turn: Turn, brief: Brief, prompt: Prompt, draft: Draft, trace: Trace, *, again: bool = False
) -> None:
    settings = turn.settings.model
    request = ChatRequest(
        messages=prompt.messages,
        model=settings.name,
        temperature=settings.temperature,
        max_tokens=settings.max_tokens,
        deadlines=Deadlines(first_token=settings.first_token_seconds, total=settings.total_seconds),
        brief=brief,
        cancel=stop_signal(),
        shrink=lambda overflow: _shrunk(brief, draft, prompt, overflow),
    )
    with _closed(model.stream(request)) as events:
        _read(events, model, turn, brief, draft, trace, again=again)


@contextmanager
def _closed(events: Iterator[ChatEvent]) -> Iterator[Iterator[ChatEvent]]:
    """Given up in the middle, a stream frees its connection at once."""
    try:
        yield events
    finally:
        if isinstance(events, Generator):
            events.close()


def _read(
    events: Iterator[ChatEvent], model: ChatModel, turn: Turn, brief: Brief, draft: Draft, trace: Trace, *, again: bool
) -> None:
    while True:
        draft.raw.append(Raw(model=model.name, again=again))
        opinion = None if model.name == "builtin" else Judging(judge=get_port("judge"), verdicts=draft.raw[-1].verdicts)
        try:
            for outcome in verified_stream(_texts(events, draft, trace), brief, opinion=opinion):
                _take(outcome, turn, draft, trace)
        except _BeginsAnewError:
            continue
        draft.raw[-1].whole = True
        return


def _take(outcome: Verified | Withheld, turn: Turn, draft: Draft, trace: Trace) -> None:
    piece = draft.take(outcome, longest=turn.settings.anchor.longest_reply)
    if piece:
        trace.mark("first verified text")
        push_delta(turn.tenant_id, turn.conversation_id, reply_to=turn.reply_to, n=len(draft.verified) - 1, text=piece)


def _shrunk(brief: Brief, draft: Draft, prompt: Prompt, overflow: ContextOverflow) -> tuple[ChatMessage, ...] | None:
    smaller = shrink(brief, draft.prompt or prompt, overflow)
    if smaller is None:
        return None
    draft.prompt = smaller
    return smaller.messages


def _texts(events: Iterator[ChatEvent], draft: Draft, trace: Trace) -> Iterator[str]:
    """Raises _BeginsAnewError where another model takes over, so that the sentence begun by the first is dropped."""
    stop = stop_signal()
    for event in events:
        if stop is not None and stop.is_set():
            raise ChatError("cancelled", "nobody waits for this draft any more")
        if isinstance(event, TextDelta):
            trace.mark("first token")
            text = _UNSTORABLE.sub("", event.text)
            draft.raw[-1].text += text
            yield text
        elif isinstance(event, Restarted):
            raise _BeginsAnewError
        else:
            draft.finished = event
            draft.notes.extend(event.notes)
