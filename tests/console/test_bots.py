"""An operator's settings: draft, publish, roll back, and what happens when two people edit at once."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Person
from audit.api import Actor
from bots import api as bots
from bots.models import Bot
from bots.settings import Anchor, BotSettings
from bots.types import BotView
from console.forms.bots import PLACES, SettingsForm
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def _form(bot: BotView, **changed: object) -> dict[str, object]:
    """What the browser would send."""
    shown = bot.draft or bot.live
    assert shown is not None
    form = SettingsForm(settings=shown.settings, number=shown.number)
    sent = {name: form.get_initial_for_field(form.fields[name], name) for name in [*PLACES, "based_on", "seen"]}
    kept = {name: value for name, value in sent.items() if value is not False}
    return {**kept, "note": "", "then": "draft", **changed}


def test_every_setting_has_its_place_in_the_form() -> None:
    changes = bots.diff({}, BotSettings(allowed_links=("a",)).model_dump(mode="json"))
    empty = {
        place
        for place in PLACES.values()
        if place.startswith(
            ("anchor.", "allowed_links", "model.name", "handover.on_words", "memory.keep_days.", "names.")
        )
    }
    assert {change.field for change in changes} | empty == set(PLACES.values())


def _now(tenant: TenantView, bot: BotView) -> BotView:
    with tenant_scope(tenant.id):
        return bots.get_bot(bot.id)


def test_a_saved_draft_answers_nobody_yet(screen: Client, tenant: TenantView, bot: BotView) -> None:
    screen.post(f"/console/bots/{bot.id}/", _form(bot, identity="You are Bean, a barista."))
    now = _now(tenant, bot)
    assert (now.live and now.live.number, now.draft and now.draft.number) == (1, 2)
    assert now.draft is not None
    assert now.draft.settings.anchor.identity == "You are Bean, a barista."


def test_publishing_makes_the_settings_live_with_their_note(screen: Client, tenant: TenantView, bot: BotView) -> None:
    screen.post(f"/console/bots/{bot.id}/", _form(bot, retrieval="0.61", note="Stricter", then="publish"))
    live = _now(tenant, bot).live
    assert live is not None
    assert (live.number, live.note, live.settings.thresholds.retrieval) == (2, "Stricter", 0.61)


def test_lines_become_rules(screen: Client, tenant: TenantView, bot: BotView) -> None:
    screen.post(f"/console/bots/{bot.id}/", _form(bot, must_never="Promise a date.\r\n\r\n  Give discounts. "))
    draft = _now(tenant, bot).draft
    assert draft is not None
    assert draft.settings.anchor.must_never == ("Promise a date.", "Give discounts.")


def test_what_may_be_remembered_and_for_how_long_is_kept_with_the_settings(
    screen: Client, tenant: TenantView, bot: BotView
) -> None:
    form = _form(bot, memory_allowed=["order", "preference"], keep_order="90", keep_other="0")
    screen.post(f"/console/bots/{bot.id}/", form)
    draft = _now(tenant, bot).draft
    assert draft is not None
    assert set(draft.settings.memory.allowed) == {"order", "preference"}
    assert draft.settings.memory.keep_days == {"order": 90}


def test_saving_over_somebody_elses_draft_shows_the_difference_first(
    screen: Client, tenant: TenantView, bot: BotView, olivia: Person
) -> None:
    mine = _form(bot, identity="Mine")
    with tenant_scope(tenant.id):
        theirs = BotSettings(anchor=Anchor(identity="Theirs"))
        bots.save_draft(bot_id=bot.id, settings=theirs, actor=Actor(kind="person", id=str(olivia.id)))
    refused = screen.post(f"/console/bots/{bot.id}/", mine)
    assert refused.status_code == 409
    assert b"<del>Theirs</del>" in refused.content
    assert b"<ins>Mine</ins>" in refused.content
    kept = _now(tenant, bot).draft
    assert kept is not None
    assert kept.settings.anchor.identity == "Theirs"


def test_saving_again_after_the_difference_was_shown_wins(screen: Client, tenant: TenantView, bot: BotView) -> None:
    first = _form(bot, identity="First")
    screen.post(f"/console/bots/{bot.id}/", first)
    again = screen.post(f"/console/bots/{bot.id}/", {**first, "identity": "Second"})
    assert again.status_code == 409
    knowing = {name: str(again.context["form"].data[name]) for name in ("based_on", "seen")}
    screen.post(f"/console/bots/{bot.id}/", {**first, "identity": "Second", **knowing})
    draft = _now(tenant, bot).draft
    assert draft is not None
    assert draft.settings.anchor.identity == "Second"


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("retrieval", "1.5", "less than or equal to 1"),
        ("languages", [], "This field is required"),
        ("identity", "x" * 4001, "at most 4000 characters"),
        ("must", "y" * 501, "at most 500 characters"),
        ("tone", "rude", "not one of the available choices"),
    ],
)
def test_a_setting_out_of_bounds_is_named_and_nothing_is_saved(
    screen: Client, tenant: TenantView, bot: BotView, field: str, value: object, said: str
) -> None:
    response = screen.post(f"/console/bots/{bot.id}/", _form(bot, **{field: value}))
    assert said in " ".join(str(text) for texts in response.context["form"].errors.values() for text in texts)
    assert _now(tenant, bot).draft is None


def test_an_earlier_version_comes_back_as_a_new_one(screen: Client, tenant: TenantView, bot: BotView) -> None:
    screen.post(f"/console/bots/{bot.id}/", _form(bot, identity="Second", then="publish"))
    screen.post(f"/console/bots/{bot.id}/versions/1/roll-back/")
    live = _now(tenant, bot).live
    assert live is not None
    assert live.number == 3
    assert live.settings.anchor.identity == BotSettings().anchor.identity


def test_a_version_shows_how_it_differs_from_the_live_one(screen: Client, bot: BotView) -> None:
    screen.post(f"/console/bots/{bot.id}/", _form(bot, identity="Second", then="publish"))
    page = screen.get(f"/console/bots/{bot.id}/versions/1/").content.decode()
    assert "<del>Second</del>" in page


def test_a_discarded_draft_is_gone(screen: Client, tenant: TenantView, bot: BotView) -> None:
    screen.post(f"/console/bots/{bot.id}/", _form(bot, identity="Second"))
    screen.post(f"/console/bots/{bot.id}/discard/")
    assert _now(tenant, bot).draft is None


def test_an_identity_secret_is_shown_once_and_kept_encrypted(screen: Client, tenant: TenantView, bot: BotView) -> None:
    response = screen.post(f"/console/bots/{bot.id}/widget/secret/")
    secret = response.context["secret"]
    assert secret in response.content.decode()
    assert response.headers["Cache-Control"] == "no-store"
    assert secret not in screen.get(f"/console/bots/{bot.id}/widget/").content.decode()
    with tenant_scope(tenant.id):
        assert secret not in str(Bot.objects.values())


def test_an_address_with_a_path_is_no_origin(screen: Client, tenant: TenantView, bot: BotView) -> None:
    path = f"/console/bots/{bot.id}/widget/"
    sent = {"name": "Bean", "active": "on", "allowed_origins": "https://shop.example/cart"}
    assert "without a path" in screen.post(path, sent).content.decode()
    screen.post(path, {**sent, "allowed_origins": "https://shop.example"})
    assert _now(tenant, bot).allowed_origins == ("https://shop.example",)


def test_the_trial_opens_the_real_chat_with_a_fresh_pass(screen: Client, bot: BotView) -> None:
    location = screen.get(f"/console/bots/{bot.id}/trial/").headers["Location"]
    assert location.startswith(f"/w/{bot.widget_key}/?preview=")
    assert screen.get(location).status_code == 200
