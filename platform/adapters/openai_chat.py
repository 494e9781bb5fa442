"""A chat model behind any server with OpenAI's HTTP interface: vLLM, llama.cpp, Ollama, OpenAI and many more."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import replace

import httpx

from adapters.circuit_breaker import CircuitBreaker
from adapters.completion import Completion
from adapters.deadline import Deadline
from adapters.dialect import Dialect, SchemaMode
from adapters.event_stream import LONGEST_LINE, EventStream
from adapters.model_server import ModelServer, pieces
from adapters.retrying import RetryPolicy
from adapters.server_faults import readable
from language.script import count_han
from ports.chat import ChatEvent, ChatNote, ChatRequest, ContextOverflow, Finished, TextDelta
from ports.errors import ChatError

_MOST_SHRINKS = 4
_CHARACTERS_PER_TOKEN = 16  # generous: the limit is for a server that ignores max_tokens


class OpenAIChat:
    structured = True  # answers after a JSON schema

    def __init__(  # noqa: PLR0913  each is one of OPTIONS
        self,
        *,
        base_url: str,
        model: str = "",
        api_key: str = "",
        name: str = "",
        attempts: int = 3,
        retry_base: float = 0.3,
        breaker_failures: int = 5,
        breaker_seconds: float = 30.0,
        schema_mode: SchemaMode = "json_schema",
        context_tokens: int = 0,
        extra_body: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        verify: bool | str = True,
        proxy: str = "",
    ) -> None:
        """`base_url` ends before /chat/completions, mostly in /v1. `extra_body` goes into each request.

        `context_tokens`: what the model takes, where known: a prompt is cut before it is sent, as for a later model of
        a chain that takes less than the first. 0: the server says so when it was too long.
        """
        self.name = name or model or "openai"
        self._model = model
        self._context_tokens = context_tokens
        self._server = ModelServer(base_url=base_url, api_key=api_key, headers=headers, verify=verify, proxy=proxy)
        self._dialect = Dialect(schema_mode=schema_mode, extra=extra_body)
        self._retry = RetryPolicy(attempts=attempts, base=retry_base)
        self._breaker = CircuitBreaker(failures=breaker_failures, seconds=breaker_seconds)

    def __repr__(self) -> str:
        return f"OpenAIChat({self.name!r}, {self._server!r})"

    def stream(self, request: ChatRequest) -> Iterator[ChatEvent]:
        deadline = Deadline(request.deadlines, request.cancel)
        request = self._fitting(request)
        notes: list[ChatNote] = []
        attempt = shrinks = adapted = 0
        while True:
            attempt += 1
            began, said = time.monotonic(), 0
            try:
                with closing(self._attempt(request, deadline)) as events:
                    for event in events:
                        if isinstance(event, Finished):
                            yield replace(event, attempts=attempt, notes=tuple(notes))
                            return
                        said += len(event.text)
                        yield event
            except ChatError as error:
                error.attempts = attempt
                notes.append(self._note(error, began=began, said=said))
                if said:
                    raise
                smaller = self._shrunk(request, error) if shrinks < _MOST_SHRINKS else None
                if smaller is not None:
                    request, shrinks = smaller, shrinks + 1
                elif self._dialect.learn(error, structured=request.schema is not None):
                    adapted += 1
                else:
                    tries = attempt - shrinks - adapted
                    pause = self._retry.pause(error, attempt=tries, left=deadline.left_in_all())
                    if pause is None:
                        raise
                    deadline.pause(pause)

    def close(self) -> None:
        self._server.close()

    def _attempt(self, request: ChatRequest, deadline: Deadline) -> Generator[TextDelta | Finished, None, None]:
        """One request, guarded by the breaker."""
        self._breaker.enter(patience=max(1.0, deadline.left_in_all()))
        deadline.begin_attempt()
        try:
            yield from self._draft(request, deadline)
        except ChatError as error:
            self._breaker.failed(error)
            raise
        except GeneratorExit:
            self._breaker.left()
            raise

    def _draft(self, request: ChatRequest, deadline: Deadline) -> Iterator[TextDelta | Finished]:
        model = request.model or self._model
        body = self._dialect.body(request, model=model)
        with self._server.post("/chat/completions", body, deadline=deadline) as response:
            completion = Completion(
                charset=response.charset_encoding or "",
                most_characters=max(4000, request.max_tokens * _CHARACTERS_PER_TOKEN),
                by_tool=self._dialect.answers_by_tool(request),
            )
            for text in _texts(response, completion, deadline):
                yield TextDelta(text=text)
        self._breaker.succeeded()
        self._retry.succeeded()
        yield Finished(model=completion.model or model, reason=completion.reason, usage=completion.usage)

    def _fitting(self, request: ChatRequest) -> ChatRequest:
        """With less in it, where the whole would surely be too long for this model."""
        for _ in range(_MOST_SHRINKS if self._context_tokens and request.shrink is not None else 0):
            tokens = sum(_estimated(message.content) for message in request.messages)
            if tokens + request.max_tokens <= self._context_tokens or request.shrink is None:
                break
            smaller = request.shrink(ContextOverflow(limit=self._context_tokens, prompt_tokens=tokens))
            if smaller is None:
                break
            request = replace(request, messages=smaller)
        return request

    def _shrunk(self, request: ChatRequest, error: ChatError) -> ChatRequest | None:
        if error.fault != "context_overflow" or request.shrink is None:
            return None
        smaller = request.shrink(ContextOverflow(limit=error.limit, prompt_tokens=error.prompt_tokens))
        return None if smaller is None else replace(request, messages=smaller)

    def _note(self, error: ChatError, *, began: float, said: int) -> ChatNote:
        seconds = round(time.monotonic() - began, 3)
        return ChatNote(model=self.name, fault=error.fault, detail=error.detail, seconds=seconds, characters=said)


def _estimated(text: str) -> int:
    """Tokens: one a Chinese character, one for four others."""
    han = count_han(text)
    return han + (len(text) - han + 3) // 4


def _texts(response: httpx.Response, completion: Completion, deadline: Deadline) -> Iterator[str]:
    """Texts as they come. Raises ChatError('cut') where the body ends before the answer does."""
    try:
        for data, event_id in _events(pieces(response)):
            text = completion.feed(data, event_id)
            if text:
                yield text
            if completion.too_long:
                break
            if completion.done or completion.finish_reason:
                deadline.finishing(done=completion.done)
            elif completion.progress:
                deadline.heard()
    except (ChatError, httpx.HTTPError) as error:
        # After finish_reason only usage and [DONE] may come, and some servers hang up or fall silent instead.
        fatal = isinstance(error, ChatError) and error.fault not in {"timeout", "cut"}
        if fatal or not (completion.finish_reason or completion.done):
            raise
    if not (completion.done or completion.finish_reason or completion.too_long) and completion.characters:
        raise ChatError("cut", "the stream ended in the middle of the answer")
    rest = completion.end()
    if rest:
        yield rest


def _events(body: Iterator[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """(data, id) of each event; a server that does not stream gives one event, the whole object."""
    beginning = b""
    for piece in body:
        beginning = (beginning + piece).lstrip(b"\xef\xbb\xbf \t\r\n")
        if beginning:
            break
    if beginning.startswith(b"<"):
        raise ChatError("bad_answer", f"a page instead of JSON: {readable(beginning.decode('utf-8', 'replace'))}")
    if beginning.startswith((b"{", b"[")):
        yield _whole(beginning, body), b""
        return
    stream = EventStream()
    for event in stream.feed(beginning):
        yield event.data, event.id
    for piece in body:
        for event in stream.feed(piece):
            yield event.data, event.id
    for event in stream.end():
        yield event.data, event.id


def _whole(beginning: bytes, body: Iterator[bytes]) -> bytes:
    gathered = bytearray(beginning)
    for piece in body:
        gathered += piece
        if len(gathered) > LONGEST_LINE:
            raise ChatError("bad_answer", f"an answer of more than {LONGEST_LINE} bytes")
    return bytes(gathered)
