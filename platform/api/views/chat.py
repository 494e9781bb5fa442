"""REST chat for programs: a conversation, then messages that answer with the finished reply."""

from __future__ import annotations

import time
import uuid
from concurrent.futures import wait

from django.db import connection
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.scopes import Scope
from api.serializers import AcceptedOut, ConversationIn, ConversationOut, MessageIn, ReplyOut
from api.views.base import TenantView
from bots import api as bots
from bots.errors import NotFound
from bots.frames import message_of, reply_of
from bots.types import MessageView
from tenants.scope import tenant_scope

WAIT = 90.0  # seconds for a reply that another process is working out
_PAUSE = 0.05


class Conversations(TenantView):
    scopes = {"POST": Scope.CHAT}

    @extend_schema(request=ConversationIn, responses={201: ConversationOut})
    def post(self, request: Request, bot_id: uuid.UUID) -> Response:
        """Start a conversation. `external_id` names a customer for whom the caller's server vouches."""
        given = ConversationIn(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = given.validated_data
        with tenant_scope(self.tenant_id(request)):
            bots.get_bot(bot_id)
        identity = None
        if wanted["external_id"]:
            identity = bots.Identity(
                external_id=wanted["external_id"], name=wanted["name"], email=wanted["email"], locale=wanted["locale"]
            )
        guest = bots.admit(
            tenant_id=self.tenant_id(request),
            bot_id=bot_id,
            identity=identity,
            locale=wanted["locale"],
            time_zone=wanted["time_zone"],
        )
        talk = bots.open_conversation(
            guest=guest, channel="api", locale=wanted["locale"], time_zone=wanted["time_zone"]
        )
        return Response(ConversationOut(talk).data, status=status.HTTP_201_CREATED)


class Conversation(TenantView):
    scopes = {"GET": Scope.CHAT}

    @extend_schema(responses={200: ConversationOut})
    def get(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """A conversation: who speaks in it, and who answers."""
        with tenant_scope(self.tenant_id(request)):
            return Response(ConversationOut(bots.get_conversation(conversation_id)).data)


class Messages(TenantView):
    scopes = {"GET": Scope.CHAT, "POST": Scope.CHAT}

    @extend_schema(
        parameters=[OpenApiParameter("after_seq", int, description="only messages after this one")],
        responses={200: OpenApiResponse(description="The messages in order, as the socket's frames.")},
    )
    def get(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """What was said, in order."""
        after = request.query_params.get("after_seq", "0")
        with tenant_scope(self.tenant_id(request)):
            bots.get_conversation(conversation_id)
            seq = int(after) if after.isdecimal() and len(after) < 10 else 0
            views = bots.messages_after(conversation_id, after_seq=seq)
        return Response([message_of(view) for view in views])

    @extend_schema(
        request=MessageIn,
        parameters=[OpenApiParameter("Prefer", str, OpenApiParameter.HEADER, description="respond-async")],
        responses={200: ReplyOut, 202: AcceptedOut},
    )
    def post(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Say something. The same `client_id` again is the same message and the same reply."""
        given = MessageIn(data=request.data)
        given.is_valid(raise_exception=True)
        tenant_id = self.tenant_id(request)
        with tenant_scope(tenant_id):
            talk = bots.get_conversation(conversation_id)
        if talk.channel != "api":
            raise NotFound  # a key speaks in the conversations that keys began, never for a visitor
        bots.check_message_pace(tenant_id=tenant_id, customer_id=talk.customer_id, conversation_id=conversation_id)
        accepted = bots.accept_message(
            tenant_id=tenant_id,
            conversation_id=conversation_id,
            customer_id=talk.customer_id,
            client_id=given.validated_data["client_id"],
            text=given.validated_data["text"],
        )
        receipt = {"client_id": str(given.validated_data["client_id"]), "seq": accepted.seq}
        if not accepted.duplicate:
            bots.push_stored(tenant_id, conversation_id, seq=accepted.seq)
        answering = bots.answer_here(tenant_id, accepted.job_id) if accepted.job_id is not None else None
        if _wants_no_wait(request) or accepted.for_human:
            return Response(receipt, status=status.HTTP_202_ACCEPTED)
        if answering is not None:
            connection.close()  # back to the pool: others need it while this request waits
            wait([answering], timeout=WAIT)
        reply = _await_reply(tenant_id, conversation_id, accepted.seq)
        if reply is None:
            return Response(receipt, status=status.HTTP_202_ACCEPTED)
        return Response(reply_of(reply))


def _wants_no_wait(request: Request) -> bool:
    """RFC 7240: preferences are separated by commas, their parameters by semicolons."""
    wishes = request.headers.get("Prefer", "").split(",")
    return any(wish.split(";")[0].strip().lower() == "respond-async" for wish in wishes)


def _await_reply(tenant_id: uuid.UUID, conversation_id: uuid.UUID, seq: int) -> MessageView | None:
    """The stored reply; None when it is not there in time, and will come."""
    end = time.monotonic() + WAIT
    while True:
        with tenant_scope(tenant_id):
            for view in bots.messages_after(conversation_id, after_seq=seq):
                if view.reply_to == seq and view.author == "bot":
                    return view
        if time.monotonic() >= end:
            return None
        time.sleep(_PAUSE)
