"""Identity tokens: a shop's server vouches for a customer. RFC 7519, with the algorithm fixed by us."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Mapping
from datetime import timedelta

import jwt
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from audit.api import Actor, record
from bots.errors import BadIdentity, BadPublicKey, NotFound
from bots.guests import Identity
from bots.models import Bot
from ports import get_port
from tenants.scope import current_tenant_id, tenant_scope
from tenants.vault import seal, unseal

LONGEST = timedelta(minutes=10)
_LEEWAY = 10  # seconds that two clocks may differ


def read_identity(*, tenant_id: uuid.UUID, bot_id: uuid.UUID, token: str) -> Identity:
    """The signed claims. Raises BadIdentity for anything else, without saying what was wrong with it."""
    with tenant_scope(tenant_id):
        bot = Bot.objects.filter(id=bot_id).first()
        if bot is None:
            raise BadIdentity
        secret, public_key = bot.identity_secret, bot.identity_public_key
    key, algorithm = (public_key, "ES256") if public_key else ("", "HS256")
    if not public_key:
        if not secret:
            raise BadIdentity
        key = unseal(secret, tenant_id=tenant_id)
    try:
        claims = jwt.decode(
            token, key, algorithms=[algorithm], leeway=_LEEWAY,
            options={"require": ["sub", "iat", "exp"], "verify_aud": False},
        )  # fmt: skip
    except (jwt.PyJWTError, ValueError, TypeError) as error:
        raise BadIdentity from error
    return _identity(claims)


def set_identity_secret(*, bot_id: uuid.UUID, actor: Actor) -> str:
    """A new HS256 secret, returned this once. Inside a scope."""
    bot = _bot(bot_id)
    secret = secrets.token_urlsafe(48)
    bot.identity_secret, bot.identity_public_key = seal(secret, tenant_id=current_tenant_id()), ""
    bot.save(update_fields=["identity_secret", "identity_public_key"])
    record(verb="bot.identity.secret_set", subject=("bot", str(bot_id)), actor=actor)
    return secret


def set_identity_public_key(*, bot_id: uuid.UUID, pem: str, actor: Actor) -> None:
    """An EC P-256 public key for ES256. Raises BadPublicKey."""
    try:
        key = load_pem_public_key(pem.encode())
    except ValueError as error:
        raise BadPublicKey from error
    if not isinstance(key, EllipticCurvePublicKey) or not isinstance(key.curve, SECP256R1):
        raise BadPublicKey
    bot = _bot(bot_id)
    bot.identity_secret, bot.identity_public_key = "", pem
    bot.save(update_fields=["identity_secret", "identity_public_key"])
    record(verb="bot.identity.key_set", subject=("bot", str(bot_id)), actor=actor)


def _identity(claims: Mapping[str, object]) -> Identity:
    subject, issued, expires = claims["sub"], claims["iat"], claims["exp"]
    if not isinstance(subject, str) or not subject.strip() or len(subject) > 200 or not subject.isprintable():
        raise BadIdentity
    if not isinstance(issued, (int, float)) or not isinstance(expires, (int, float)):
        raise BadIdentity
    if expires - get_port("clock").now().timestamp() > LONGEST.total_seconds() + _LEEWAY:
        raise BadIdentity
    return Identity(external_id=subject, **{name: _text(claims.get(name)) for name in ("name", "email", "locale")})


def _text(value: object) -> str:
    return "".join(filter(str.isprintable, value)) if isinstance(value, str) else ""


def _bot(bot_id: uuid.UUID) -> Bot:
    bot = Bot.objects.select_for_update().filter(id=bot_id).first()
    if bot is None:
        raise NotFound
    return bot
