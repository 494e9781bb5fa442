"""Models one after the other: when one fails the next begins anew, and the last should be one that cannot fail."""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from ports.chat import ChatEvent, ChatModel, ChatNote, ChatRequest, Finished, Restarted, TextDelta
from ports.errors import ChatError, PortMisconfigured
from ports.registry import build_adapter
from ports.structured import answers_schemas

logger = logging.getLogger(__name__)


class ChatChain:
    """`models` are entries in the shape of PORTS, best first; the builtin composer ends the list in settings.

    A request may name a model by the entry's name, and the chain begins there; another name goes to the first.
    """

    def __init__(self, *, models: Sequence[Mapping[str, object] | ChatModel], name: str = "chain") -> None:
        if not models:
            raise PortMisconfigured("A chat chain needs at least one model.")
        self.name = name
        self._models = [_model(entry, number) for number, entry in enumerate(models)]

    @property
    def structured(self) -> bool:
        """Whether any of them answers after a JSON schema."""
        return any(answers_schemas(model) for model in self._models)

    def stream(self, request: ChatRequest) -> Iterator[ChatEvent]:
        ends = time.monotonic() + request.deadlines.total
        notes: list[ChatNote] = []
        candidates = self._candidates(request)
        for number, model in enumerate(candidates):
            left = max(0.05, ends - time.monotonic())
            asked = replace(self._asked(request, model), deadlines=replace(request.deadlines, total=left))
            note = yield from self._draft(model, asked, notes)
            if note is None:
                return
            notes.append(note)
            logger.warning("model %s failed after %d attempts: %s", note.model, note.attempts, note.fault)
            if note.characters and number < len(candidates) - 1:
                yield Restarted(note=note)
        if not notes:
            raise ChatError("refused", "no model of this chain answers after a schema")
        told = "; ".join(f"{note.model}: {note.fault}: {note.detail}" for note in notes)
        raise ChatError(notes[-1].fault, told, attempts=sum(note.attempts for note in notes))

    def _draft(
        self, model: ChatModel, request: ChatRequest, notes: Sequence[ChatNote]
    ) -> Generator[ChatEvent, None, ChatNote | None]:
        """One model's events; returns None when it came to its end, else what to note about its failure."""
        began, said = time.monotonic(), 0
        try:
            for event in model.stream(request):
                if isinstance(event, Finished):
                    yield replace(event, notes=(*notes, *event.notes))
                    return None
                said += len(event.text) if isinstance(event, TextDelta) else 0
                yield event
            error = ChatError("cut", "the draft ended without a last word")
        except ChatError as raised:
            if raised.fault == "cancelled":
                raise
            error = raised
        except Exception as raised:  # a fault of an adapter's code must not cost the customer the answer
            logger.exception("model %s broke", model.name)
            error = ChatError("bad_answer", f"{type(raised).__name__} in the adapter")
        return ChatNote(
            model=model.name,
            fault=error.fault,
            detail=error.detail,
            attempts=error.attempts,
            seconds=round(time.monotonic() - began, 3),
            characters=said,
        )

    def _candidates(self, request: ChatRequest) -> list[ChatModel]:
        names = [model.name for model in self._models]
        start = names.index(request.model) if request.model in names else 0
        return [model for model in self._models[start:] if request.schema is None or answers_schemas(model)]

    def _asked(self, request: ChatRequest, model: ChatModel) -> ChatRequest:
        """A model's name means nothing to another server, and an entry's name is not a model's."""
        mine = model is self._models[0] and request.model not in {each.name for each in self._models}
        return request if mine else replace(request, model="")


def _model(entry: Mapping[str, object] | ChatModel, number: int) -> ChatModel:
    if not isinstance(entry, Mapping):
        return entry
    return cast("ChatModel", build_adapter(entry, named_by=f"model {number + 1} of the chat chain"))
