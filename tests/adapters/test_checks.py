"""The check of the chat model's settings."""

from __future__ import annotations

import pytest
from django.test import override_settings

from adapters.checks import check_chat_model


def entry(**options: object) -> dict[str, object]:
    return {"chat": {"BACKEND": "adapters.openai_chat.OpenAIChat", "OPTIONS": options}}


@override_settings(PORTS=entry(base_url="http://127.0.0.1:9/v1", model="any"))
def test_a_server_that_is_merely_away_is_no_fault_of_settings() -> None:
    assert check_chat_model(None) == []


@pytest.mark.parametrize("options", [{"base_url": "localhost:8080"}, {"base_url": "http://x/v1", "modell": "typo"}, {}])
def test_a_bad_entry_is_told_with_what_to_correct(options: dict[str, object]) -> None:
    with override_settings(PORTS=entry(**options)):
        (fault,) = check_chat_model(None)
    assert "PORTS['chat']" in fault.msg or "no address" in fault.msg
    assert "OPENAI_BASE_URL" in (fault.hint or "")
