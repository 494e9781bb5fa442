"""A customer's rights over their data: all of it out, or all of it gone."""

from __future__ import annotations

import uuid

from django.db.models import F

from accounts.models import Customer, Visitor
from audit.api import SYSTEM, Actor, record
from bots.models import Case, Conversation, Feedback, Message
from knowledge import api as knowledge
from memory import api as memory


def export(customer_id: uuid.UUID, *, actor: Actor = SYSTEM) -> dict[str, object]:
    """JSON-ready, inside a scope: profile, conversations with messages and ratings, memory. Audited: it leaves here."""
    customer = Customer.objects.get(id=customer_id)
    talks = Conversation.objects.filter(customer_id=customer_id).order_by("created_at")
    record(verb="customer.exported", subject=("customer", str(customer_id)), actor=actor)
    return {
        "customer": {
            "id": str(customer.id),
            "external_id": customer.external_id,
            "name": customer.name,
            "email": customer.email,
            "locale": customer.locale,
            "time_zone": customer.time_zone,
            "created_at": customer.created_at.isoformat(),
        },
        "conversations": [_talk(talk) for talk in talks],
        "memory": memory.export_customer(customer_id),
    }


def erase(*, customer_id: uuid.UUID, actor: Actor) -> None:
    """Every row about this customer, of every app, in one transaction; the epoch stops jobs that are under way."""
    Customer.objects.filter(id=customer_id).update(erase_epoch=F("erase_epoch") + 1)
    memory.erase_customer(customer_id=customer_id)
    knowledge.forget_customer(customer_id)
    Case.objects.filter(customer_id=customer_id).delete()  # test cases hold the customer's words
    Conversation.objects.filter(customer_id=customer_id).delete()
    Visitor.objects.filter(customer_id=customer_id).delete()
    Customer.objects.filter(id=customer_id).update(external_id="", name="", email="", locale="", time_zone="")
    record(verb="customer.erased", subject=("customer", str(customer_id)), actor=actor)


def _talk(talk: Conversation) -> dict[str, object]:
    rows = list(Message.objects.filter(conversation=talk).order_by("seq"))
    ratings = dict(Feedback.objects.filter(message__in=[row.id for row in rows]).values_list("message_id", "rating"))
    return {
        "id": str(talk.id),
        "channel": talk.channel,
        "started_at": talk.created_at.isoformat(),
        "messages": [
            {
                "seq": row.seq,
                "author": row.author,
                "text": row.text,
                "at": row.created_at.isoformat(),
                "outcome": row.outcome,
                "rating": ratings.get(row.id),
            }
            for row in rows
        ],
    }
