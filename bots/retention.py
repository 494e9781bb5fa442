"""How long each bot's customers' details are kept: what is over is erased every day, and each end is shown before."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime

from bots.accept import policy_of
from bots.models import BotVersion, Conversation, VersionState
from bots.settings import BotSettings
from memory import api as memory
from memory.policy import MemoryPolicy, class_of
from memory.types import FactView
from ports import get_port
from tenants.scope import tenant_scope

_AT_ONCE = 500  # conversations in one transaction


def erase_what_is_over(tenant_id: uuid.UUID) -> int:
    """The number of facts erased. Opens its own scopes, a short one for each batch of conversations."""
    with tenant_scope(tenant_id):
        terms = _terms()
        talks = {bot_id: list(_talks(bot_id)) for bot_id in terms}
    erased = 0
    for bot_id, policy in terms.items():
        for batch in _batches(talks[bot_id]):
            with tenant_scope(tenant_id):
                erased += memory.expire(conversation_ids=batch, policy=policy, now=get_port("clock").now())
    return erased


def ends_of(facts: Iterable[FactView]) -> dict[uuid.UUID, datetime]:
    """When each fact will be erased, inside a scope; what is kept for good is not in it."""
    known = list(facts)
    terms = _terms()
    if not terms:
        return {}
    talks = {fact.conversation_id for fact in known if fact.conversation_id}
    bots = dict(Conversation.objects.filter(id__in=talks).values_list("id", "bot_id"))
    out = {}
    for fact in known:
        bot_id = bots.get(fact.conversation_id) if fact.conversation_id else None
        policy = terms.get(bot_id) if bot_id else None
        ends = policy.ends(class_of(fact), said_at=fact.observed_at) if policy else None
        if ends is not None:
            out[fact.fact_id] = ends
    return out


def _terms() -> dict[uuid.UUID, MemoryPolicy]:
    """Of the live settings of each bot that sets a term at all."""
    live = BotVersion.objects.filter(state=VersionState.PUBLISHED).values_list("bot_id", "settings")
    policies = {bot_id: policy_of(BotSettings.model_validate(settings).memory) for bot_id, settings in live}
    return {bot_id: policy for bot_id, policy in policies.items() if policy.keep_days}


def _talks(bot_id: uuid.UUID) -> Iterable[uuid.UUID]:
    return Conversation.objects.filter(bot_id=bot_id).order_by("id").values_list("id", flat=True)


def _batches(ids: Sequence[uuid.UUID]) -> Iterable[Sequence[uuid.UUID]]:
    return (ids[start : start + _AT_ONCE] for start in range(0, len(ids), _AT_ONCE))
