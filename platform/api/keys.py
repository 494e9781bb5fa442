"""Make, list, revoke and find API keys."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from api.errors import KeyInvalid
from api.models import ApiKey
from api.scopes import Scope
from audit.api import Actor, record
from ports import get_port
from tenants.scope import lookup_scope, tenant_scope


@dataclass(frozen=True, kw_only=True, slots=True)
class KeyView:
    id: uuid.UUID
    tenant_id: uuid.UUID
    name: str
    prefix: str
    scopes: tuple[Scope, ...]
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None


def create_key(*, name: str, scopes: Sequence[Scope], actor: Actor) -> tuple[KeyView, str]:
    """(the key's row, its text, shown this once). Inside a scope. Raises ValidationError."""
    text = f"ak_{secrets.token_urlsafe(32)}"
    row = ApiKey(
        name=name.strip(),
        prefix=text[:9],
        key_hash=_hash(text),
        scopes=[scope.value for scope in scopes],
        created_by=uuid.UUID(actor.id) if actor.kind == "person" else None,
    )
    row.full_clean(exclude=["tenant", "scopes"])
    row.save(force_insert=True)
    row.refresh_from_db()
    record(verb="api_key.created", subject=("api_key", str(row.id)), actor=actor, detail={"scopes": row.scopes})
    return _view(row), text


def list_keys() -> tuple[KeyView, ...]:
    """Inside a scope, newest first."""
    return tuple(_view(row) for row in ApiKey.objects.order_by("-created_at"))


def revoke_key(*, key_id: uuid.UUID, actor: Actor) -> None:
    """Inside a scope. Raises KeyInvalid."""
    changed = ApiKey.objects.filter(id=key_id, revoked_at=None).update(revoked_at=get_port("clock").now())
    if not changed:
        raise KeyInvalid
    record(verb="api_key.revoked", subject=("api_key", str(key_id)), actor=actor)


def find_key(text: str) -> KeyView:
    """By its text, before a tenant is known. Raises KeyInvalid."""
    digest = _hash(text)
    with lookup_scope(digest):
        row = ApiKey.objects.filter(key_hash=digest, revoked_at=None).first()
    if row is None:
        raise KeyInvalid
    view = _view(row)
    now = get_port("clock").now()
    if view.last_used_at is None or (now - view.last_used_at).total_seconds() > 60:
        with tenant_scope(view.tenant_id):
            ApiKey.objects.filter(id=view.id).update(last_used_at=now)
    return view


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _view(row: ApiKey) -> KeyView:
    tenant_id = row.tenant_id
    assert tenant_id is not None
    return KeyView(
        id=row.id,
        tenant_id=tenant_id,
        name=row.name,
        prefix=row.prefix,
        scopes=tuple(Scope(scope) for scope in row.scopes),
        created_at=row.created_at,
        last_used_at=row.last_used_at,
        revoked_at=row.revoked_at,
    )
