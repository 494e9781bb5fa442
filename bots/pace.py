"""How fast messages may come: by address, customer, conversation and company, whatever the door."""

from __future__ import annotations

import uuid

from django.conf import settings

from bots.errors import TooFast
from ports import get_port
from ports.limits import Allowance


def check_greeting_pace(*, address: str) -> None:
    """A new chat from an address. Raises TooFast."""
    _take({"greeting": address})


def check_message_pace(
    *, tenant_id: uuid.UUID, customer_id: uuid.UUID, conversation_id: uuid.UUID, address: str = ""
) -> None:
    """One message. `address` is empty where many customers share the caller's. Raises TooFast."""
    _take(
        {
            "address": address,
            "customer": str(customer_id),
            "conversation": str(conversation_id),
            "tenant": str(tenant_id),
        }
    )


def check_key_pace(*, key_id: uuid.UUID) -> None:
    """A request with an API key. Raises TooFast."""
    _take({"key": str(key_id)})


def _take(keys: dict[str, str]) -> None:
    limits: dict[str, tuple[float, float]] = settings.CHAT_LIMITS
    wait = get_port("limiter").take(
        [
            Allowance(key=f"{kind}:{value}", rate=limits[kind][0], burst=limits[kind][1])
            for kind, value in keys.items()
            if value and kind in limits
        ]
    )
    if wait:
        raise TooFast(retry_after=wait)
