"""Conversations: open one, read one, list them."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.db.models import Count, Q
from django.db.models.functions import TruncDate

from bots.errors import NotFound, UnknownMessage
from bots.models import AnswerRecord, Author, BotVersion, Conversation, Feedback, Message, Mode, VersionState
from bots.types import AnswerView, Channel, ConversationView, FeedbackView, Guest, MessageView, Overview
from bots.views_of import conversation_view, message_view, told_names, version_view
from knowledge import api as knowledge
from ports import get_port
from tenants.scope import tenant_scope

_NEITHER = 3  # of five: neither good nor bad
_RECENT = timedelta(minutes=10)  # an older message without an answer was a human's to answer
_UNREAD = ("reply_to__text", "reply_to__html", "reply_to__citations", "version__settings")  # the heavy columns
_WITH = ("bot", "customer", "preview_version")


def open_conversation(
    *, guest: Guest, channel: Channel = "widget", locale: str = "", time_zone: str = "", preview: bool = False
) -> ConversationView:
    """`preview`: the bot's draft answers here, where it has one."""
    with tenant_scope(guest.tenant_id):
        draft = BotVersion.objects.filter(bot_id=guest.bot_id, state=VersionState.DRAFT).first() if preview else None
        row = Conversation.objects.create(
            bot_id=guest.bot_id,
            customer_id=guest.customer_id,
            visitor_id=guest.visitor_id,
            channel=channel,
            locale=locale[:20],
            time_zone=time_zone[:50],
            preview_version=draft,
        )
        return get_conversation(row.id)


def resume_conversation(*, guest: Guest, conversation_id: uuid.UUID) -> ConversationView:
    """The guest's own conversation with this bot. Raises NotFound for anybody else's."""
    with tenant_scope(guest.tenant_id):
        row = (
            Conversation.objects.select_related(*_WITH)
            .filter(id=conversation_id, bot_id=guest.bot_id, customer_id=guest.customer_id)
            .first()
        )
        if row is None:
            raise NotFound
        return conversation_view(row)


def get_conversation(conversation_id: uuid.UUID) -> ConversationView:
    """Inside a scope. Raises NotFound."""
    row = Conversation.objects.select_related(*_WITH).filter(id=conversation_id).first()
    if row is None:
        raise NotFound
    return conversation_view(row)


def list_conversations(
    *,
    mode: str = "",
    outcome: str = "",
    customer_id: uuid.UUID | None = None,
    bot_id: uuid.UUID | None = None,
    search: str = "",
    limit: int = 50,
    offset: int = 0,
) -> tuple[ConversationView, ...]:
    """Most recent first, inside a scope; without those in which nothing was said."""
    rows = Conversation.objects.select_related(*_WITH).filter(last_seq__gt=0)
    if mode:
        rows = rows.filter(mode=mode)
    if customer_id:
        rows = rows.filter(customer_id=customer_id)
    if bot_id:
        rows = rows.filter(bot_id=bot_id)
    if outcome:
        rows = rows.filter(id__in=Message.objects.filter(outcome=outcome).values("conversation_id"))
    if search:
        rows = rows.filter(id__in=Message.objects.filter(text__icontains=search).values("conversation_id"))
    return tuple(conversation_view(row) for row in rows.order_by("-last_message_at", "-id")[offset : offset + limit])


def messages_after(conversation_id: uuid.UUID, *, after_seq: int = 0, limit: int = 500) -> tuple[MessageView, ...]:
    """In order, inside a scope."""
    rows = list(
        Message.objects.select_related("reply_to", "version")
        .defer(*_UNREAD)
        .filter(conversation_id=conversation_id, seq__gt=after_seq)
        .order_by("seq")[:limit]
    )
    replies = [row.id for row in rows if row.author != Author.CUSTOMER]
    ratings = dict(Feedback.objects.filter(message__in=replies).values_list("message_id", "rating")) if replies else {}
    names = told_names(row.agent_id for row in rows if row.agent_id is not None)
    return tuple(
        message_view(row, rating=ratings.get(row.id), agent=names.get(row.agent_id, "") if row.agent_id else "")
        for row in rows
    )


def unanswered(conversation_id: uuid.UUID) -> tuple[int, ...]:
    """The seqs of the customer's recent messages for which the bot's answer is still to come, inside a scope."""
    since = get_port("clock").now() - _RECENT
    answered = Message.objects.filter(conversation_id=conversation_id, reply_to__isnull=False).values("reply_to_id")
    rows = Message.objects.filter(
        conversation_id=conversation_id,
        conversation__mode__in=(Mode.BOT, Mode.QUEUED),
        author=Author.CUSTOMER,
        for_human=False,
        created_at__gte=since,
    ).exclude(id__in=answered)
    return tuple(rows.order_by("seq").values_list("seq", flat=True)[:50])


def where_said(message_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, uuid.UUID]:
    """The conversation of each message, inside a scope; what is not there has none."""
    return dict(Message.objects.filter(id__in=list(message_ids)).values_list("id", "conversation_id"))


def answer_of(message_id: uuid.UUID) -> AnswerView:
    """The record of a bot's reply, inside a scope. Raises NotFound."""
    row = (
        AnswerRecord.objects.select_related("message__reply_to", "message__version")
        .filter(message_id=message_id)
        .first()
    )
    if row is None:
        raise NotFound
    version = version_view(row.message.version) if row.message.version is not None else None
    return AnswerView(
        message=message_view(row.message),
        question=row.question,
        route=row.route,
        decision=row.decision,
        blocks=tuple(row.blocks),
        evidence=tuple(row.evidence),
        rejected=tuple(row.rejected),
        memory=row.memory,
        sentences=tuple(row.sentences),
        model=row.model,
        timings_ms=row.timings_ms,
        settings=version.settings if version else None,
        version_number=version.number if version else None,
        created_at=row.created_at,
        asked=row.message.reply_to.text if row.message.reply_to is not None else "",
        drafts=tuple(row.drafts),
        anchors=row.anchors,
    )


def feedback_in(conversation_id: uuid.UUID) -> dict[uuid.UUID, FeedbackView]:
    """By the reply, inside a scope."""
    rows = Feedback.objects.filter(message__conversation_id=conversation_id)
    return {row.message_id: FeedbackView(rating=row.rating, comment=row.comment) for row in rows}


def rate(*, guest: Guest, conversation_id: uuid.UUID, seq: int, rating: int, comment: str = "") -> None:
    """A customer's verdict on a reply. Raises NotFound, or UnknownMessage for what is no reply."""
    resume_conversation(guest=guest, conversation_id=conversation_id)
    with tenant_scope(guest.tenant_id):
        message = Message.objects.filter(conversation_id=conversation_id, seq=seq).exclude(author="customer").first()
        if message is None:
            raise UnknownMessage
        values = {"rating": max(1, min(5, rating)), "comment": comment[:2000]}
        Feedback.objects.update_or_create(message=message, defaults=values)
        if rating != _NEITHER:
            knowledge.note_rating(reply_id=message.id, good=rating > _NEITHER)


def overview(*, days: int = 14) -> Overview:
    """Inside a scope."""
    since = get_port("clock").now() - timedelta(days=days)
    replies = Message.objects.filter(author="bot", created_at__gte=since)
    counts = dict(replies.values_list("outcome").annotate(n=Count("id")).values_list("outcome", "n"))
    daily = replies.annotate(day=TruncDate("created_at")).values_list("day").annotate(n=Count("id")).order_by("day")
    return Overview(
        conversations=Conversation.objects.filter(last_message_at__gte=since).count(),
        messages=Message.objects.filter(author="customer", created_at__gte=since).count(),
        answered=_sum(counts, ("answered", "hedged", "clarify")),
        not_found=counts.get("not_found", 0),
        handed_over=counts.get("handover", 0),
        failed=counts.get("failed", 0),
        waiting_for_human=Conversation.objects.filter(Q(mode=Mode.QUEUED)).count(),
        by_day=tuple((day.isoformat(), n) for day, n in daily),
    )


def _sum(counts: dict[str, int], names: Sequence[str]) -> int:
    return sum(counts.get(name, 0) for name in names)
