"""Turns and questions as vectors, each with its signs, which a long history is searched by first.

The vectors of a model share a large part, whatever is said; signs count from the middle of usual sentences. Measured
among 3,851 turns: the 400 nearest by signs held .97 of the 24 nearest by cosine; .64 where signs counted from zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memory.words import plain, word_list
from ports import get_port
from ports.embedding import Embedder, Vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """`vectors`: float32, shape (texts, dimensions), in `space`. `signs`: a 0 or 1 for each number of a vector."""

    space: str
    vectors: Vectors
    signs: tuple[str, ...]
    middle: Vectors  # shape (dimensions,): what the signs count from


def embed_turns(texts: Sequence[str]) -> Embedded:
    """Outside of any transaction. Raises EmbeddingError."""
    embedder = get_port("embedder")
    return _embedded(embedder, embedder.embed_documents([plain(text) for text in texts]))


def embed_question(question: str) -> Embedded:
    """One row. Raises EmbeddingError."""
    embedder = get_port("embedder")
    return _embedded(embedder, embedder.embed_queries([plain(question)]))


def _embedded(embedder: Embedder, vectors: Vectors) -> Embedded:
    middle = middle_of(embedder)
    return Embedded(space=embedder.name, vectors=vectors, signs=signs_of(vectors, middle), middle=middle)


def signs_of(vectors: Vectors, middle: Vectors) -> tuple[str, ...]:
    """Two of them differ in about as many places as the angle between the vectors, seen from `middle`, is wide."""
    return tuple(row.tobytes().decode() for row in np.where(vectors > middle, b"1", b"0"))


def middle_of(embedder: Embedder) -> Vectors:
    """Shape (dimensions,). Embedded once in each process."""
    if embedder.name not in _middles:
        _middles[embedder.name] = embedder.embed_documents(word_list("usual")).mean(axis=0)
    return _middles[embedder.name]


_middles: dict[str, Vectors] = {}
