"""Reranking by any server with Cohere's interface, as Jina, vLLM, llama.cpp, LocalAI and Infinity have it too."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence

from adapters.circuit_breaker import CircuitBreaker
from adapters.deadline import Deadline
from adapters.model_server import ModelServer, pieces
from adapters.plain_text import plain
from ports.chat import Deadlines
from ports.errors import ChatError, PortMisconfigured, RerankError

_MOST_BYTES = 1024 * 1024
_OPEN_AFTER, _OPEN_SECONDS = 5, 30.0  # failures in a row, and for how long the server is then left alone


class HTTPReranker:
    def __init__(
        self,
        *,
        base_url: str,
        model: str = "",
        api_key: str = "",
        width: int = 20,
        longest: int = 2000,
        timeout: float = 2.0,
        headers: Mapping[str, str] | None = None,
        verify: bool | str = True,
    ) -> None:
        """`base_url` ends before /rerank. `width` passages are shown, of `longest` characters each. `timeout`: seconds
        in all; nobody waits for a better order longer than that, and there is no second attempt."""
        if width < 1 or timeout <= 0:
            raise PortMisconfigured("A reranker needs a width of at least 1 and a timeout above 0.")
        self.name = f"rerank:{model or base_url}"
        self.width = width
        self._model, self._longest, self._timeout = model, longest, timeout
        self._deadlines = Deadlines(connect=timeout, first_token=timeout, between_chunks=timeout, total=timeout)
        self._server = ModelServer(base_url=base_url, api_key=api_key, headers=headers, verify=verify)
        self._breaker = CircuitBreaker(failures=_OPEN_AFTER, seconds=_OPEN_SECONDS)

    def __repr__(self) -> str:
        return f"HTTPReranker({self.name!r}, {self._server!r})"

    def relevances(self, *, question: str, passages: Sequence[str]) -> list[float]:
        if not passages:
            return []
        try:
            self._breaker.enter(patience=self._timeout)
            scores = self._ask(question, passages)
        except ChatError as error:
            self._breaker.failed(error)
            raise RerankError(f"{self.name} gave no order: {error}") from error
        self._breaker.succeeded()
        return scores

    def _ask(self, question: str, passages: Sequence[str]) -> list[float]:
        body: dict[str, object] = {
            "query": plain(question, limit=self._longest),
            "documents": [plain(text, limit=self._longest) or " " for text in passages],
            "top_n": len(passages),
            "return_documents": False,
        }
        if self._model:
            body["model"] = self._model
        gathered = bytearray()
        with self._server.post("/rerank", body, deadline=Deadline(self._deadlines)) as response:
            for piece in pieces(response):
                gathered += piece
                if len(gathered) > _MOST_BYTES:
                    raise ChatError("bad_answer", f"more than {_MOST_BYTES} bytes")
        return _scores(bytes(gathered), len(passages))


def _scores(body: bytes, count: int) -> list[float]:
    """In the passages' order. Raises ChatError('bad_answer') unless each has exactly one finite score."""
    try:
        rows = json.loads(body)["results"]
        scores = {int(row["index"]): float(row["relevance_score"]) for row in rows}
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ChatError("bad_answer", f"no relevance scores: {type(error).__name__}") from error
    if len(rows) != count or scores.keys() != set(range(count)) or not all(map(math.isfinite, scores.values())):
        raise ChatError("bad_answer", f"{len(rows)} scores for {count} passages, or some that are no numbers")
    return [scores[place] for place in range(count)]
