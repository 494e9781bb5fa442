"""Settings as versions."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from audit.api import SYSTEM, list_entries
from bots import api as bots
from bots.errors import Conflict, NoDraft, NotFound
from bots.settings import Anchor, BotSettings, Thresholds
from tenants.scope import tenant_scope
from tests.bots.conftest import Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


def test_a_draft_changes_nothing_until_it_is_published(shop: Shop) -> None:
    with tenant_scope(shop.tenant_id):
        bots.save_draft(bot_id=shop.bot_id, settings=BotSettings(anchor=Anchor(tone="formal")), actor=SYSTEM)
        view = bots.get_bot(shop.bot_id)
        assert view.live is not None
        assert view.live.settings.anchor.tone == "warm"
        assert bots.publish(bot_id=shop.bot_id, actor=SYSTEM).number == 2


def test_publishing_without_a_draft_is_refused(shop: Shop) -> None:
    with tenant_scope(shop.tenant_id), pytest.raises(NoDraft):
        bots.publish(bot_id=shop.bot_id, actor=SYSTEM)


def test_two_people_cannot_overwrite_each_other_unawares(shop: Shop) -> None:
    with tenant_scope(shop.tenant_id):
        bots.save_draft(bot_id=shop.bot_id, settings=BotSettings(), actor=SYSTEM, based_on=1)
        bots.publish(bot_id=shop.bot_id, actor=SYSTEM)
        with pytest.raises(Conflict):
            bots.save_draft(bot_id=shop.bot_id, settings=BotSettings(), actor=SYSTEM, based_on=1)


def test_rolling_back_brings_old_settings_as_a_new_version(shop: Shop) -> None:
    with tenant_scope(shop.tenant_id):
        bots.save_draft(bot_id=shop.bot_id, settings=BotSettings(thresholds=Thresholds(retrieval=0.9)), actor=SYSTEM)
        bots.publish(bot_id=shop.bot_id, actor=SYSTEM)
        made = bots.roll_back(bot_id=shop.bot_id, number=1, actor=SYSTEM)
        assert (made.number, made.settings) == (3, bots.get_version(shop.bot_id, 1).settings)
        assert [version.number for version in bots.list_versions(shop.bot_id)] == [3, 2, 1]


def test_rolling_back_keeps_the_draft_that_somebody_is_at(shop: Shop) -> None:
    wanted = BotSettings(thresholds=Thresholds(retrieval=0.7))
    with tenant_scope(shop.tenant_id):
        bots.save_draft(bot_id=shop.bot_id, settings=BotSettings(thresholds=Thresholds(retrieval=0.9)), actor=SYSTEM)
        bots.publish(bot_id=shop.bot_id, actor=SYSTEM)
        bots.save_draft(bot_id=shop.bot_id, settings=wanted, actor=SYSTEM, note="milder")
        bots.roll_back(bot_id=shop.bot_id, number=1, actor=SYSTEM)
        draft, live = bots.list_versions(shop.bot_id)[:2]
        assert (draft.state, draft.settings, draft.note) == ("draft", wanted, "milder")
        assert (live.state, live.settings) == ("published", bots.get_version(shop.bot_id, 1).settings)


def test_a_difference_names_the_field_and_both_values() -> None:
    before = BotSettings().model_dump(mode="json")
    after = BotSettings(thresholds=Thresholds(retrieval=0.9)).model_dump(mode="json")
    (change,) = bots.diff(before, after)
    assert (change.field, change.after) == ("thresholds.retrieval", "0.9")


def test_publishing_is_in_the_audit_record_with_the_changed_fields(shop: Shop) -> None:
    with tenant_scope(shop.tenant_id):
        bots.save_draft(bot_id=shop.bot_id, settings=BotSettings(thresholds=Thresholds(support=0.9)), actor=SYSTEM)
        bots.publish(bot_id=shop.bot_id, actor=SYSTEM)
        entry = next(entry for entry in list_entries() if entry.verb == "bot.version.published")
    assert entry.detail == {"version": 2, "changed": ["thresholds.support"]}


def test_another_companys_bot_is_not_there(shop: Shop, other_shop: Shop) -> None:
    with tenant_scope(other_shop.tenant_id), pytest.raises(NotFound):
        bots.get_bot(shop.bot_id)


@pytest.mark.parametrize("bad", [{"thresholds": {"retrieval": 2}}, {"languages": []}, {"nonsense": 1}])
def test_settings_that_make_no_sense_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        BotSettings.model_validate(bad)
