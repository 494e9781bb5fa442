"""The turn that a test case asks for."""

from __future__ import annotations

import uuid
from typing import cast

from accounts.models import Customer
from bots.brief import RecentTurn
from bots.models import AnswerRecord, Case, CaseRun, Message
from bots.open_turn import Turn, language_of
from bots.settings import BotSettings
from bots.types import AuthorName, VersionView
from memory.types import CustomerMessage
from ports import get_port
from ports.ids import new_id
from tenants.api import get_tenant
from tenants.scope import current_tenant_id


def turn_of_case(case: Case, run: CaseRun) -> Turn:
    """Inside a scope. Where the case was made from a reply, in the name of its customer and in its place, so that the
    same memories and records are found, and not the question itself among them; else of nobody and nowhere."""
    settings, now = BotSettings.model_validate(run.settings), get_port("clock").now()
    reply = Message.objects.filter(id=case.message_id).first() if case.message_id else None
    customer = Customer.objects.filter(id=case.customer_id).first() if case.customer_id else None
    recent = tuple(
        RecentTurn(author=cast("AuthorName", turn["author"]), text=str(turn["text"]))
        for turn in case.context[-settings.memory.window * 2 or len(case.context) :]
    )
    words = [turn.text for turn in recent if turn.author == "customer"]
    zone = customer.time_zone if customer and customer.time_zone else "UTC"
    message = CustomerMessage(
        customer_id=customer.id if customer else new_id(),
        conversation_id=reply.conversation_id if reply else new_id(),
        message_id=(reply.reply_to_id if reply else None) or new_id(),
        seq=len(recent) + 1,
        text=case.question,
        at=now,
        time_zone=zone,
        mode=settings.memory.mode,
    )
    return Turn(
        tenant_id=current_tenant_id(),
        bot_id=case.bot_id,
        conversation_id=message.conversation_id,
        customer_id=message.customer_id,
        external_id=customer.external_id if customer else "",
        email=customer.email if customer and customer.external_id else "",
        message=message,
        reply_to=message.seq,
        text=case.question,
        language=language_of(case.question, recent, locale=customer.locale if customer else ""),
        version=_version(run),
        recent=recent,
        customer_words=(*words, case.question),
        company=get_tenant(current_tenant_id()).name,
        mode="bot",
        turn_number=len(words) + 1,
        at=now,
        state=_state(case),
    )


def _state(case: Case) -> dict[str, object]:
    """What the turn before had left: a question of the bot's that stood open, what was settled."""
    if case.message_id is None:
        return {}
    given = AnswerRecord.objects.filter(message_id=case.message_id).values_list("given", flat=True).first() or {}
    return dict(given.get("state") or {})


def _version(run: CaseRun) -> VersionView:
    return VersionView(
        id=run.version_id or uuid.UUID(int=0),
        bot_id=run.bot_id,
        number=run.number,
        state="draft" if run.draft else "published",
        settings=BotSettings.model_validate(run.settings),
        note="",
        created_by=None,
        created_at=run.created_at,
        published_at=None,
    )
