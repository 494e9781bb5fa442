"""Secrets at rest: AES-256-GCM, bound to their tenant, under a key that is not in the database."""

from __future__ import annotations

import base64
import hashlib
import os
import uuid

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

from tenants.errors import SealBroken


def seal(plain: str, *, tenant_id: uuid.UUID) -> str:
    """Base64 of nonce (12 bytes) and ciphertext; in another tenant's row it does not open."""
    nonce = os.urandom(12)
    return base64.b64encode(nonce + _cipher().encrypt(nonce, plain.encode(), tenant_id.bytes)).decode()


def unseal(sealed: str, *, tenant_id: uuid.UUID) -> str:
    """Raises SealBroken."""
    try:
        raw = base64.b64decode(sealed)
        return _cipher().decrypt(raw[:12], raw[12:], tenant_id.bytes).decode()
    except (InvalidTag, ValueError) as error:
        raise SealBroken from error


def _cipher() -> AESGCM:
    return AESGCM(hashlib.sha256(str(settings.VAULT_KEY).encode()).digest())
