"""Asking the chat adapter, with short deadlines, and keeping what came of it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from adapters.openai_chat import OpenAIChat
from ports.chat import ChatMessage, ChatRequest, Deadlines, Finished, TextDelta
from ports.errors import ChatError

KEY = "sk-very-secret-1234"
SHORT = Deadlines(connect=0.3, first_token=0.4, between_chunks=0.4, total=0.9)
ROOMY = Deadlines(connect=5, first_token=5, between_chunks=5, total=9)  # where the fault, not the time, is the point
LIMIT = SHORT.total + 1.0  # seconds to a visible outcome, whatever the server does
ASK = ChatRequest(messages=(ChatMessage(role="user", content="How long do returns take?"),), deadlines=SHORT)


@dataclass(frozen=True, kw_only=True)
class Outcome:
    text: str
    finished: Finished | None
    error: ChatError | None
    seconds: float


def chat_at(url: str, **options: object) -> OpenAIChat:
    return OpenAIChat(base_url=url, model="fault-1", api_key=KEY, retry_base=0.01, **options)  # type: ignore[arg-type]


def ask(chat: OpenAIChat, request: ChatRequest = ASK) -> Outcome:
    began, text, finished, error = time.monotonic(), "", None, None
    try:
        for event in chat.stream(request):
            if isinstance(event, TextDelta):
                text += event.text
            elif isinstance(event, Finished):
                finished = event
    except ChatError as raised:
        error = raised
    return Outcome(text=text, finished=finished, error=error, seconds=time.monotonic() - began)
