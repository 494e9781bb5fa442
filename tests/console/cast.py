"""Who plays: Olivia owns Alpha, Oscar, Ada and Aki work there; Bela owns Beta; Stella works nowhere."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.test import Client

from accounts.models import Invitation, Membership, Person
from accounts.roles import Role
from api.models import ApiKey
from bots.models import AnswerRecord, Bot, BotVersion, Case, CaseRun, Conversation, Message, Rerun
from jobs.api import run_until_idle
from knowledge import api as knowledge
from knowledge.models import Contradiction, RecordTable, Source
from memory.models import Alias, Compaction, Fact, WriteRun
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.rows import make_row

_BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
_MODELS = {
    "bot_id": Bot,
    "conversation_id": Conversation,
    "membership_id": Membership,
    "invitation_id": Invitation,
    "key_id": ApiKey,
    "run_id": Compaction,
    "alias_id": Alias,
    "source_id": Source,
    "table_id": RecordTable,
}
Ids = dict[str, object]


def person(name: str) -> Person:
    return Person.objects.create_user(f"{name.lower()}@example.org", name=name)


def employ(who: Person, tenant: TenantView, role: Role) -> Person:
    with tenant_scope(tenant.id):
        Membership.objects.create(person=who, role=role.value)
    return who


def logged_in(who: Person) -> Client:
    client = Client()
    client.force_login(who, backend=_BACKEND)
    return client


def member(tenant: TenantView, role: Role, name: str = "") -> Client:
    return logged_in(employ(person(name or role.value), tenant, role))


def things_of(tenant: TenantView) -> Ids:
    """The id of one row of each kind that a route may name."""
    with tenant_scope(tenant.id):
        document_id = knowledge.add_text(title="Returns", text="Bags may come back within 30 days.", language="en")
    run_until_idle()
    with tenant_scope(tenant.id):
        document = knowledge.document(document_id)
        ids: Ids = {name: make_row(model).pk for name, model in _MODELS.items()}
        ids["fact_id"] = make_row(Fact, kind="preference").pk
        chunk_id = document.chunks[0].chunk_id
        contradiction = make_row(Contradiction, first_id=chunk_id, second_id=chunk_id)
        version = make_row(BotVersion, bot_id=ids["bot_id"], number=1, state="published")
        question = make_row(Message, conversation_id=ids["conversation_id"], author="customer", seq=1)
        reply = make_row(
            Message, conversation_id=ids["conversation_id"], author="bot", seq=2, reply_to=question, version=version
        )
        make_row(AnswerRecord, message=reply)
        ids["rerun_id"] = make_row(Rerun, message=reply).pk
        ids["case_id"] = make_row(Case, bot_id=ids["bot_id"]).pk
        ids["case_run_id"] = make_row(CaseRun, bot_id=ids["bot_id"], version=version).pk
        ids["line_id"] = WriteRun.objects.values_list("episode_id", flat=True).get(id=make_row(WriteRun).pk)
        customer_id = Fact.objects.values_list("customer_id", flat=True).get(id=str(ids["fact_id"]))
    return ids | {
        "contradiction_id": contradiction.pk,
        "document_id": document_id,
        "chunk_id": chunk_id,
        "customer_id": customer_id,
        "message_id": reply.pk,
        "number": 1,
        "key": "faq-1",
        "token": "t" * 43,
        "widget_key": "wk_x",
    }


def absent_things(like: Ids) -> Ids:
    return {name: uuid.uuid4() if isinstance(value, uuid.UUID) else value for name, value in like.items()}


@dataclass(frozen=True)
class Ask:
    method: str
    name: str
    path: str
