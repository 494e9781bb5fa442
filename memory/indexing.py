"""Make turns findable: by their search terms and by their vectors. Inside an open tenant scope."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from memory.models import EpisodeTerm, EpisodeVector
from memory.readings import pack
from memory.words import terms
from ports.ids import new_id

LONGEST_READ = 4000  # characters of a turn that are indexed
_TERMS = 300  # of one turn


def index_turns(
    customer_id: UUID, turns: Sequence[tuple[UUID, str]], vectors: NDArray[np.float32], *, space: str
) -> None:
    """Safe to repeat. `vectors`: float32, shape (turns, dimensions), from the embedder named `space`."""
    EpisodeVector.objects.bulk_create(
        [
            EpisodeVector(
                id=new_id(), customer_id=customer_id, episode_id=key, space=space, vector=vector, reading=pack(text)
            )
            for (key, text), vector in zip(turns, vectors, strict=True)
        ],
        ignore_conflicts=True,
    )
    EpisodeTerm.objects.bulk_create(
        [
            EpisodeTerm(id=new_id(), customer_id=customer_id, episode_id=key, term=term)
            for key, text in turns
            for term in search_terms(text)
        ],
        ignore_conflicts=True,
        batch_size=2000,
    )


def search_terms(text: str) -> list[str]:
    """Each once; a longer one than the column holds is cut, in questions alike."""
    return list(dict.fromkeys(term[:64] for term in terms(text[:LONGEST_READ])))[:_TERMS]
