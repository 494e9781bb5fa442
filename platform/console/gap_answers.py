"""What colleagues already answered to the questions of a gap."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bots.types import MessageView
from knowledge.types import Gap


@dataclass(frozen=True, kw_only=True, slots=True)
class Given:
    conversation_id: uuid.UUID
    text: str


def given_to(gap: Gap, conversations: Sequence[tuple[uuid.UUID, Sequence[MessageView]]]) -> tuple[Given, ...]:
    """The first reply of a human after one of the questions, from each conversation; each text once."""
    found = {
        text: Given(conversation_id=conversation_id, text=text)
        for conversation_id, messages in conversations
        for text in _replies(set(gap.examples), messages)
    }
    return tuple(found.values())


def _replies(questions: set[str], messages: Sequence[MessageView]) -> Iterator[str]:
    asked = False
    for message in messages:
        if message.author == "customer":
            asked = asked or message.text in questions
        elif message.author == "agent" and asked:
            yield message.text
            return
