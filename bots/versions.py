"""Settings are versions: draft, publish, roll back, diff."""

from __future__ import annotations

import hashlib
import json
import uuid

from audit.api import Actor, record
from bots.errors import Conflict, NoDraft, NotFound
from bots.models import Bot, BotVersion, Conversation, VersionState
from bots.settings import BotSettings
from bots.types import SettingChange, VersionView
from bots.views_of import version_view
from ports import get_port


def settings_for(conversation: Conversation) -> VersionView:
    """The version that answers here: the one tried out, or the live one. Raises NotFound."""
    if conversation.preview_version_id is not None:
        return version_view(BotVersion.objects.get(id=conversation.preview_version_id))
    live = BotVersion.objects.filter(bot_id=conversation.bot_id, state=VersionState.PUBLISHED).first()
    if live is None:
        raise NotFound
    return version_view(live)


def list_versions(bot_id: uuid.UUID) -> tuple[VersionView, ...]:
    """Newest first."""
    _bot(bot_id)
    return tuple(version_view(row) for row in BotVersion.objects.filter(bot_id=bot_id).order_by("-number"))


def get_version(bot_id: uuid.UUID, number: int) -> VersionView:
    row = BotVersion.objects.filter(bot_id=bot_id, number=number).first()
    if row is None:
        raise NotFound
    return version_view(row)


def save_draft(
    *,
    bot_id: uuid.UUID,
    settings: BotSettings,
    actor: Actor,
    based_on: int | None = None,
    seen: str = "",
    note: str = "",
) -> VersionView:
    """Make or change the draft. `based_on` and `seen` are the number and the fingerprint of what the person was
    looking at: raises Conflict where somebody else saved or published in between."""
    _bot(bot_id, lock=True)
    newest = BotVersion.objects.filter(bot_id=bot_id).order_by("-number").first()
    if newest is not None and _is_other(newest, number=based_on, seen=seen):
        raise Conflict
    draft = newest if newest is not None and newest.state == VersionState.DRAFT else None
    if draft is None:
        draft = BotVersion(bot_id=bot_id, number=(newest.number if newest else 0) + 1, created_by=_person(actor))
    draft.settings, draft.note = settings.model_dump(mode="json"), note[:500]
    draft.save()
    record(verb="bot.draft.saved", subject=("bot", str(bot_id)), actor=actor, detail={"version": draft.number})
    return version_view(draft)


def publish(*, bot_id: uuid.UUID, actor: Actor, note: str = "") -> VersionView:
    """The draft goes live; the next reply uses it. Raises NoDraft."""
    _bot(bot_id, lock=True)
    draft = BotVersion.objects.filter(bot_id=bot_id, state=VersionState.DRAFT).first()
    if draft is None:
        raise NoDraft
    live = BotVersion.objects.filter(bot_id=bot_id, state=VersionState.PUBLISHED).first()
    changed = [change.field for change in diff(live.settings, draft.settings)] if live else []
    BotVersion.objects.filter(bot_id=bot_id, state=VersionState.PUBLISHED).update(state=VersionState.RETIRED)
    draft.state, draft.published_at = VersionState.PUBLISHED, get_port("clock").now()
    if note:
        draft.note = note[:500]
    draft.save()
    detail = {"version": draft.number, "changed": changed}
    record(verb="bot.version.published", subject=("bot", str(bot_id)), actor=actor, detail=detail)
    return version_view(draft)


def roll_back(*, bot_id: uuid.UUID, number: int, actor: Actor) -> VersionView:
    """The settings of an old version go live again, as a new version: history is never rewritten.

    A draft that somebody is at stays a draft, after it.
    """
    _bot(bot_id, lock=True)
    old = get_version(bot_id, number)
    row = BotVersion.objects.filter(bot_id=bot_id, state=VersionState.DRAFT).first()
    draft = version_view(row) if row is not None else None
    BotVersion.objects.filter(bot_id=bot_id, state=VersionState.DRAFT).delete()
    save_draft(bot_id=bot_id, settings=old.settings, actor=actor)
    made = publish(bot_id=bot_id, actor=actor, note=f"= {number}")
    if draft is not None:
        save_draft(bot_id=bot_id, settings=draft.settings, actor=actor, note=draft.note)
    return made


def discard_draft(*, bot_id: uuid.UUID, actor: Actor) -> None:
    _bot(bot_id, lock=True)
    BotVersion.objects.filter(bot_id=bot_id, state=VersionState.DRAFT).delete()
    record(verb="bot.draft.discarded", subject=("bot", str(bot_id)), actor=actor)


def diff(before: dict[str, object], after: dict[str, object]) -> tuple[SettingChange, ...]:
    """What differs, field by field."""
    old, new = _flat(before), _flat(after)
    return tuple(
        SettingChange(field=name, before=old.get(name, ""), after=new.get(name, ""))
        for name in sorted(old.keys() | new.keys())
        if old.get(name, "") != new.get(name, "")
    )


def fingerprint(settings: BotSettings) -> str:
    """Tells two settings apart; 16 hexadecimal digits."""
    return hashlib.sha256(settings.model_dump_json().encode()).hexdigest()[:16]


def _is_other(version: BotVersion, *, number: int | None, seen: str) -> bool:
    if number is not None and version.number != number:
        return True
    return bool(seen) and fingerprint(version_view(version).settings) != seen


def _flat(settings: dict[str, object], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for name, value in settings.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{name}.")
        elif isinstance(value, list):
            flat[prefix + name] = "\n".join(item if isinstance(item, str) else json.dumps(item) for item in value)
        else:
            flat[prefix + name] = "" if value is None else str(value)
    return flat


def _bot(bot_id: uuid.UUID, *, lock: bool = False) -> Bot:
    rows = Bot.objects.select_for_update() if lock else Bot.objects.all()
    bot = rows.filter(id=bot_id).first()
    if bot is None:
        raise NotFound
    return bot


def _person(actor: Actor) -> uuid.UUID | None:
    return uuid.UUID(actor.id) if actor.kind == "person" and actor.id else None
