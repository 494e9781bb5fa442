"""An anonymous conversation becomes a known customer's, by the visitor's own secret and a signed identity together."""

from __future__ import annotations

import uuid

from accounts.models import Customer, Visitor
from audit.api import Actor, record
from bots.models import Case, Conversation
from knowledge import api as knowledge
from memory import api as memory


def join(*, visitor: Visitor, known: Customer, conversation_id: uuid.UUID) -> bool:
    """Whether anything moved. Inside an open scope. Only an anonymous visitor's own conversation moves."""
    stranger = visitor.customer
    if stranger.external_id or stranger.id == known.id:
        return False
    if not Conversation.objects.filter(id=conversation_id, customer=stranger).exists():
        return False
    list(Customer.objects.select_for_update().filter(id__in=[stranger.id, known.id]).order_by("id"))
    memory.join_customer(known_id=known.id, anonymous_id=stranger.id)
    knowledge.move_customer(known_id=known.id, anonymous_id=stranger.id)
    Conversation.objects.filter(customer=stranger).update(customer=known)
    Case.objects.filter(customer=stranger).update(customer=known)
    Visitor.objects.filter(customer=stranger).update(customer=known)
    visitor.customer = known
    Customer.objects.filter(id=stranger.id).delete()
    actor = Actor(kind="customer", id=str(known.id))
    record(verb="customer.joined", subject=("customer", str(known.id)), actor=actor, detail={"from": str(stranger.id)})
    return True
