"""The twin of the chat model: it says what a test wrote down, in pieces, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ports.chat import ChatEvent, ChatRequest, Finished, TextDelta, Usage
from ports.errors import ChatError


@dataclass(kw_only=True)
class ScriptedChat:
    """`replies` are given one by one, the last again and again. A ChatError among them is raised.

    `answer` says them from the request instead. `fail_after` raises "cut" after that many pieces.
    """

    replies: list[str | ChatError] = field(default_factory=list)
    answer: Callable[[ChatRequest], str] | None = None
    piece: int = 4  # characters
    fail_after: int | None = None
    name: str = "scripted"
    structured: bool = True
    requests: list[ChatRequest] = field(default_factory=list)

    def stream(self, request: ChatRequest) -> Iterator[ChatEvent]:
        self.requests.append(request)
        text = self.answer(request) if self.answer else self._next()
        for number, start in enumerate(range(0, len(text), self.piece)):
            if number == self.fail_after:
                raise ChatError("cut", "the script ends here")
            yield TextDelta(text=text[start : start + self.piece])
        words = sum(len(message.content.split()) for message in request.messages)
        yield Finished(model=self.name, usage=Usage(prompt_tokens=words, completion_tokens=len(text.split())))

    def _next(self) -> str:
        if not self.replies:
            raise ChatError("empty", "the script has no reply")
        reply = self.replies[min(len(self.requests), len(self.replies)) - 1]
        if isinstance(reply, ChatError):
            raise reply
        return reply
