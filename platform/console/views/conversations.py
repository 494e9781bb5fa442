"""Conversations: what was said, why the bot said it, and a person's turn to speak."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.roles import Permission
from bots import api
from bots.errors import BadMessage, ConversationEnded, NotFound
from bots.types import ConversationView, FeedbackView, MessageView
from console.access import ConsoleRequest, console_view
from console.drift_chart import chart_of, rules_of
from console.why import explain
from memory import api as memory

PAGE = 40
FILTERS = ("mode", "outcome")


@require_safe
@console_view(Permission.CONVERSATIONS_READ)
def conversation_list(request: ConsoleRequest) -> HttpResponse:
    number = request.GET.get("page", "1")
    page = max(1, int(number)) if number.isdecimal() and len(number) < 7 else 1
    search = request.GET.get("q", "").replace("\x00", "")[:200]
    rows = api.list_conversations(
        mode=request.GET.get("mode", ""),
        outcome=request.GET.get("outcome", ""),
        search=search,
        limit=PAGE + 1,
        offset=(page - 1) * PAGE,
    )
    context = {
        "section": "conversations",
        "rows": rows[:PAGE],
        "page": page,
        "more": len(rows) > PAGE,
        "q": search,
        "mode": request.GET.get("mode", ""),
        "outcome": request.GET.get("outcome", ""),
    }
    return render(request, "console/conversations/list.html", context)


@require_safe
@console_view(Permission.CONVERSATIONS_READ)
def detail(request: ConsoleRequest, conversation_id: uuid.UUID) -> HttpResponse:
    report = api.drift_of_conversation(conversation_id)
    drift = {"drift": report, "chart": chart_of(report), "rules": rules_of(report)}
    return render(request, "console/conversations/detail.html", dict(_context(conversation_id)) | drift)


@require_safe
@console_view(Permission.CONVERSATIONS_READ)
def turns(request: ConsoleRequest, conversation_id: uuid.UUID) -> HttpResponse:
    """What is new since ?stamp=, for the page to refresh itself; 204 where nothing is."""
    seen = request.GET.get("stamp", "")
    if seen == _stamp(_conversation(conversation_id)):
        return HttpResponse(status=204)
    context = _context(conversation_id)
    context["mode_changed"] = seen.partition(".")[2] != context["conversation"].mode
    return render(request, "console/conversations/_live.html", dict(context))


@require_safe
@console_view(Permission.CONVERSATIONS_READ)
def why(request: ConsoleRequest, conversation_id: uuid.UUID, message_id: uuid.UUID) -> HttpResponse:
    """Evidence, prompt, memory, timing and version behind one reply."""
    _conversation(conversation_id)
    try:
        answer = api.answer_of(message_id)
    except NotFound as error:
        raise Http404 from error
    if answer.message.conversation_id != conversation_id:
        raise Http404
    context = {"section": "conversations", "why": explain(answer, memory.receipts_for_reply(message_id))}
    template = (
        "console/conversations/_why.html" if request.headers.get("HX-Request") else "console/conversations/why.html"
    )
    return render(request, template, context)


@require_POST
@console_view(Permission.CONVERSATIONS_REPLY)
def take_over(request: ConsoleRequest, conversation_id: uuid.UUID) -> HttpResponse:
    person_id = request.here.person.id
    return _move(
        request,
        conversation_id,
        lambda: api.take_over(conversation_id=conversation_id, person_id=person_id),
        "#reply",  # a long conversation would else open at its beginning
    )


@require_POST
@console_view(Permission.CONVERSATIONS_REPLY)
def release(request: ConsoleRequest, conversation_id: uuid.UUID) -> HttpResponse:
    person_id = request.here.person.id
    return _move(
        request, conversation_id, lambda: api.release_to_bot(conversation_id=conversation_id, person_id=person_id)
    )


@require_POST
@console_view(Permission.CONVERSATIONS_REPLY)
def end(request: ConsoleRequest, conversation_id: uuid.UUID) -> HttpResponse:
    actor = request.here.actor
    return _move(request, conversation_id, lambda: api.end_conversation(conversation_id=conversation_id, actor=actor))


@require_POST
@console_view(Permission.CONVERSATIONS_REPLY)
def say(request: ConsoleRequest, conversation_id: uuid.UUID) -> HttpResponse:
    """A person's own words; whoever speaks has taken over."""
    shown = _conversation(conversation_id)
    try:
        if shown.mode != "human":
            api.take_over(conversation_id=conversation_id, person_id=request.here.person.id)
        api.append_agent_message(
            tenant_id=request.here.tenant_id,
            conversation_id=conversation_id,
            agent_id=request.here.person.id,
            text=request.POST.get("text", ""),
        )
    except BadMessage as error:
        messages.error(request, str(error.text))
    except ConversationEnded:
        messages.info(request, _("This conversation has ended."))
    return _back_to(conversation_id, "#reply")


def _back_to(conversation_id: uuid.UUID, place: str = "") -> HttpResponse:
    return redirect(f"{reverse('console:conversation', args=[conversation_id])}{place}")


def _move(
    request: ConsoleRequest, conversation_id: uuid.UUID, act: Callable[[], object], place: str = ""
) -> HttpResponse:
    """From one who answers to the next."""
    _conversation(conversation_id)
    try:
        act()
    except ConversationEnded:
        messages.info(request, _("This conversation has ended."))
    return _back_to(conversation_id, place)


def _conversation(conversation_id: uuid.UUID) -> ConversationView:
    try:
        return api.get_conversation(conversation_id)
    except NotFound as error:
        raise Http404 from error


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """A message; `shift` where a new topic begins with it."""

    message: MessageView
    shift: api.TopicShift | None
    reported: bool
    feedback: FeedbackView | None


class Shown(TypedDict):
    section: str
    conversation: ConversationView
    turns: tuple[Said, ...]
    stamp: str
    mode_changed: NotRequired[bool]


def _context(conversation_id: uuid.UUID) -> Shown:
    conversation = _conversation(conversation_id)
    return {
        "section": "conversations",
        "conversation": conversation,
        "turns": _said(conversation_id),
        "stamp": _stamp(conversation),
    }


def _stamp(conversation: ConversationView) -> str:
    return f"{conversation.last_seq}.{conversation.mode}"


def _said(conversation_id: uuid.UUID) -> tuple[Said, ...]:
    shifts, wrong = api.topic_shifts(conversation_id), api.reported(conversation_id)
    feedback = api.feedback_in(conversation_id)
    return tuple(
        Said(
            message=message,
            shift=shifts.get(message.seq),
            reported=message.id in wrong,
            feedback=feedback.get(message.id),
        )
        for message in api.messages_after(conversation_id, limit=2000)
    )
