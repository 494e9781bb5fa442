"""Make turns findable: by their search terms and by their vectors. Inside an open tenant scope."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import connection

from memory.embedding import Embedded
from memory.models import EpisodeTerm, EpisodeVector
from memory.readings import pack
from memory.words import terms
from ports.ids import new_id
from tenants.scope import current_tenant_id

LONGEST_READ = 4000  # characters of a turn that are indexed
_TERMS = 300  # of one turn


def index_turns(customer_id: UUID, turns: Sequence[tuple[UUID, str]], embedded: Embedded) -> None:
    """Safe to repeat. `embedded`: the turns' texts, in their order."""
    EpisodeVector.objects.bulk_create(
        [
            EpisodeVector(
                id=new_id(), customer_id=customer_id, episode_id=key, space=embedded.space,
                vector=vector, signs=signs, reading=pack(text),
            )
            for (key, text), vector, signs in zip(turns, embedded.vectors, embedded.signs, strict=True)
        ],
        ignore_conflicts=True,
    )  # fmt: skip
    _sign_older(customer_id, embedded)
    EpisodeTerm.objects.bulk_create(
        [
            EpisodeTerm(id=new_id(), customer_id=customer_id, episode_id=key, term=term)
            for key, text in turns
            for term in search_terms(text)
        ],
        ignore_conflicts=True,
        batch_size=2000,
    )


def _sign_older(customer_id: UUID, embedded: Embedded) -> None:
    """Turns that were indexed before signs counted from the middle of their space; as signs_of does it."""
    middle = "[" + ",".join(map(repr, embedded.middle.tolist())) + "]"
    with connection.cursor() as cursor:
        cursor.execute(_SIGN_OLDER, [middle, current_tenant_id(), customer_id, embedded.space, _OLDER])


_OLDER = 500  # at a time
_SIGN_OLDER = """
UPDATE memory_episodevector SET signs = binary_quantize(vector - %s::vector) WHERE id IN (
  SELECT id FROM memory_episodevector
  WHERE tenant_id = %s AND customer_id = %s AND space = %s AND signs IS NULL LIMIT %s
)
"""


def search_terms(text: str) -> list[str]:
    """Each once; a longer one than the column holds is cut, in questions alike."""
    return list(dict.fromkeys(term[:64] for term in terms(text[:LONGEST_READ])))[:_TERMS]
