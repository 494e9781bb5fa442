"""Which embedder answers a tenant's searches, and which ones a new passage must be embedded by."""

from __future__ import annotations

import threading
import time
import uuid

from knowledge.models import Embedding, IndexSpace
from knowledge.types import IndexMove
from ports import get_port
from ports.embedding import Embedder
from tenants.scope import tenant_scope

_LOOK_AGAIN = 5.0  # seconds
_MOST = 10_000  # tenants remembered
_seen: dict[uuid.UUID, tuple[float, str]] = {}
_lock = threading.Lock()


def serving_embedder(tenant_id: uuid.UUID) -> Embedder:
    """The one whose vectors are complete; the present one where the old one cannot be had any more. Opens its own
    scope now and then, so it must not be called inside another tenant's."""
    now = time.monotonic()
    with _lock:
        looked, space = _seen.get(tenant_id, (-_LOOK_AGAIN, ""))
    if now - looked >= _LOOK_AGAIN:
        with tenant_scope(tenant_id):
            space = serving_space()
        with _lock:
            if len(_seen) >= _MOST:
                _seen.clear()
            _seen[tenant_id] = (now, space)
    return embedder_of(space) or get_port("embedder")


def serving_space() -> str:
    """Inside the tenant's scope. Without a row yet, the space of whatever was embedded, else the present embedder's."""
    row = IndexSpace.objects.first()
    if row is not None:
        return row.space
    embedded = Embedding.objects.values_list("space", flat=True).first()
    return embedded or get_port("embedder").name


def embedder_of(space: str) -> Embedder | None:
    """None: it is neither the present embedder nor a former one that can still be had."""
    present = get_port("embedder")
    return present if present.name == space else get_port("former_embedders").named(space)


def embedders_to_fill() -> list[Embedder]:
    """Inside the tenant's scope: the present one, and while another still serves, that one as well."""
    present, serving = get_port("embedder"), embedder_of(serving_space())
    return [present] if serving is None or serving.name == present.name else [present, serving]


def spaces_to_fill() -> list[str]:
    return [embedder.name for embedder in embedders_to_fill()]


def index_move() -> IndexMove | None:
    """Inside the tenant's scope: the move to another embedder that is under way."""
    row = IndexSpace.objects.exclude(target="").first()
    return IndexMove(space=row.space, target=row.target, done=row.done, total=row.total) if row else None


def forget_serving(tenant_id: uuid.UUID) -> None:
    """Look again at the next search of this process; others look within seconds."""
    with _lock:
        _seen.pop(tenant_id, None)
