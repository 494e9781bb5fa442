"""Embeddings from any server with OpenAI's HTTP interface."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import numpy as np

from adapters.deadline import Deadline
from adapters.event_stream import LONGEST_LINE
from adapters.model_server import ModelServer, pieces
from adapters.plain_text import plain
from adapters.retrying import RetryPolicy
from adapters.vector_cache import VectorCache
from ports.chat import Deadlines
from ports.embedding import Vectors
from ports.errors import ChatError, EmbeddingError, PortMisconfigured

_MOST_BYTES = 64 * LONGEST_LINE  # 64 vectors of 4,096 numbers in twenty digits are 5 MB


class OpenAIEmbedder:
    def __init__(  # noqa: PLR0913  each is one of OPTIONS
        self,
        *,
        base_url: str,
        model: str,
        dimensions: int,
        api_key: str = "",
        query_prefix: str = "",
        document_prefix: str = "",
        ask_dimensions: bool = False,
        batch: int = 64,
        longest: int = 8000,
        timeout: float = 30.0,
        attempts: int = 4,
        cache: int = 2048,
        headers: Mapping[str, str] | None = None,
        verify: bool | str = True,
    ) -> None:
        """`dimensions` is what the model gives, or with `ask_dimensions` what it is asked to give. The prefixes are
        what e5 and its kind want ("query: ", "passage: "). `longest` counts characters, `timeout` seconds a batch."""
        if dimensions < 1 or batch < 1:
            raise PortMisconfigured("An embedder needs dimensions and batch of at least 1.")
        self.name = f"openai:{model}:{dimensions}"
        self.dimensions = dimensions
        self._model = model
        self._extra: dict[str, object] = {"dimensions": dimensions} if ask_dimensions else {}
        self._query_prefix, self._document_prefix = query_prefix, document_prefix
        self._batch, self._longest = batch, longest
        self._deadlines = Deadlines(first_token=timeout, between_chunks=timeout, total=timeout)
        self._server = ModelServer(base_url=base_url, api_key=api_key, headers=headers, verify=verify)
        self._retry = RetryPolicy(attempts=attempts, longest=timeout / 2)
        self._cache = VectorCache(capacity=cache, dimensions=dimensions)

    def __repr__(self) -> str:
        return f"OpenAIEmbedder({self.name!r}, {self._server!r})"

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        return self._embed([self._document_prefix + text for text in texts])

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return self._cache.embed([self._query_prefix + text for text in texts], self._embed)

    def _embed(self, texts: Sequence[str]) -> Vectors:
        parts = [self._embed_batch(texts[at : at + self._batch]) for at in range(0, len(texts), self._batch)]
        return np.concatenate(parts) if parts else np.empty((0, self.dimensions), dtype=np.float32)

    def _embed_batch(self, texts: Sequence[str]) -> Vectors:
        # An empty input is refused by some servers, with the whole batch.
        inputs = [plain(text, limit=self._longest) or " " for text in texts]
        deadline = Deadline(self._deadlines)
        attempt = 0
        while True:
            attempt += 1
            try:
                vectors = self._ask(inputs, deadline)
            except ChatError as error:
                pause = self._retry.pause(error, attempt=attempt, left=deadline.left_in_all())
                if pause is None:
                    raise EmbeddingError(f"{self.name} gave no vectors after {attempt} attempts: {error}") from error
                deadline.pause(pause)
            else:
                self._retry.succeeded()
                return vectors

    def _ask(self, inputs: Sequence[str], deadline: Deadline) -> Vectors:
        deadline.begin_attempt()
        body = {"model": self._model, "input": list(inputs), "encoding_format": "float", **self._extra}
        gathered = bytearray()
        with self._server.post("/embeddings", body, deadline=deadline) as response:
            for piece in pieces(response):
                gathered += piece
                if len(gathered) > _MOST_BYTES:
                    raise ChatError("bad_answer", f"more than {_MOST_BYTES} bytes")
        return self._vectors(bytes(gathered), len(inputs))

    def _vectors(self, body: bytes, count: int) -> Vectors:
        """Raises ChatError('bad_answer') unless there is one finite vector of the right length for each text."""
        try:
            rows = sorted(json.loads(body)["data"], key=lambda row: int(row["index"]))
            vectors = np.array([row["embedding"] for row in rows], dtype=np.float32)
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise ChatError("bad_answer", f"no embeddings: {type(error).__name__}") from error
        if vectors.shape != (count, self.dimensions):
            raise ChatError("bad_answer", f"vectors of shape {vectors.shape}, not {(count, self.dimensions)}")
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        if not np.isfinite(lengths).all() or not lengths.all():
            raise ChatError("bad_answer", "a vector without a direction")
        normalised: Vectors = vectors / lengths
        return normalised
