"""Passes to try a draft out."""

import uuid

import pytest

from bots.errors import NotFound
from bots.preview import may_preview, preview_pass

BOT, PERSON = uuid.uuid4(), uuid.uuid4()


def test_two_passes_of_one_second_differ() -> None:
    assert preview_pass(bot_id=BOT, person_id=PERSON) != preview_pass(bot_id=BOT, person_id=PERSON)


def test_a_pass_opens_its_own_bot_alone() -> None:
    token = preview_pass(bot_id=BOT, person_id=PERSON)
    assert may_preview(bot_id=BOT, token=token)
    with pytest.raises(NotFound):
        may_preview(bot_id=uuid.uuid4(), token=token)


def test_a_forged_pass_opens_nothing() -> None:
    with pytest.raises(NotFound):
        may_preview(bot_id=BOT, token=preview_pass(bot_id=BOT, person_id=PERSON)[:-2] + "xx")
