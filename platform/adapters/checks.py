"""A bad setting of the chat model is told at the start, not to the first customer."""

from __future__ import annotations

from collections.abc import Sequence

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error

from ports.errors import PortMisconfigured
from ports.registry import build_adapter


def check_chat_model(app_configs: Sequence[AppConfig] | None, **options: object) -> list[CheckMessage]:
    """Makes the adapter once, which opens no connection."""
    try:
        build_adapter(settings.PORTS["chat"], named_by="PORTS['chat']")
    except PortMisconfigured as error:
        hint = "Correct OPENAI_BASE_URL, OPENAI_MODEL or the entry in ANAMNESIS_PORTS."
        return [Error(str(error), hint=hint, id="adapters.E001")]
    return []
