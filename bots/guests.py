"""Who chats: a browser known by a random token, or a customer named by a signed one."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from dataclasses import dataclass

from accounts.models import Customer, Visitor
from bots.errors import NotFound
from bots.joining import join
from bots.types import Guest
from ports import get_port
from tenants.scope import tenant_scope


@dataclass(frozen=True, kw_only=True, slots=True)
class Identity:
    """The checked claims of an identity token."""

    external_id: str
    name: str = ""
    email: str = ""
    locale: str = ""


def admit(
    *,
    tenant_id: uuid.UUID,
    bot_id: uuid.UUID,
    visitor_token: str = "",
    identity: Identity | None = None,
    locale: str = "",
    time_zone: str = "",
    wanted: uuid.UUID | None = None,
) -> Guest:
    """Find or make the guest. An unknown visitor token is worth nothing: a new visitor gets a new token.

    `wanted` is the conversation to be resumed: who could not own it is not made a guest for it. Raises NotFound.

    An anonymous visitor who brings an identity token becomes that customer, and takes the conversation asked for along;
    an anonymous one never sees a named customer's history: a visitor bound to one is not used without the token.
    """
    with tenant_scope(tenant_id):
        visitor = _known(bot_id, visitor_token)
        if wanted is not None and identity is None and (visitor is None or visitor.customer.external_id):
            raise NotFound
        if identity is not None:
            customer = _named(identity)
            if visitor is not None and wanted is not None:
                join(visitor=visitor, known=customer, conversation_id=wanted)
        elif visitor is not None and not visitor.customer.external_id:
            customer = visitor.customer
        else:
            visitor, customer = None, Customer.objects.create(locale=locale[:20], time_zone=time_zone[:50])
        if visitor is None or visitor.customer_id != customer.id:
            visitor, visitor_token = _new_visitor(bot_id, customer)
        _seen(visitor, customer, locale, time_zone)
        return Guest(
            tenant_id=tenant_id,
            bot_id=bot_id,
            customer_id=customer.id,
            visitor_id=visitor.id,
            visitor_token=visitor_token,
            named=identity is not None,
        )


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _known(bot_id: uuid.UUID, token: str) -> Visitor | None:
    if not token:
        return None
    rows = Visitor.objects.select_related("customer")
    return rows.filter(bot_id=bot_id, token_hash=hash_token(token)).first()


def _named(identity: Identity) -> Customer:
    customer, _ = Customer.objects.get_or_create(external_id=identity.external_id[:200])
    for field in ("name", "email", "locale"):
        value = getattr(identity, field)
        if value:
            setattr(customer, field, value[:200] if field != "locale" else value[:20])
    customer.save()
    return customer


def _new_visitor(bot_id: uuid.UUID, customer: Customer) -> tuple[Visitor, str]:
    token = secrets.token_urlsafe(32)
    return Visitor.objects.create(bot_id=bot_id, customer=customer, token_hash=hash_token(token)), token


def _seen(visitor: Visitor, customer: Customer, locale: str, time_zone: str) -> None:
    now = get_port("clock").now()
    visitor.last_seen_at = customer.last_seen_at = now
    visitor.save(update_fields=["last_seen_at"])
    if locale and not customer.locale:
        customer.locale = locale[:20]
    if time_zone:
        customer.time_zone = time_zone[:50]
    customer.save(update_fields=["last_seen_at", "locale", "time_zone"])
