"""The question as it stands alone: with the last mention, or with what the customer decided or asked for last."""

from __future__ import annotations

from django.db.models import Q

from memory.models import Point
from memory.recalling.asking.rewrite import only_points, rewrite
from memory.types import RecallQuery
from tenants.scope import tenant_scope


def stand_alone(query: RecallQuery) -> str:
    """Only a question that points at nothing said in this conversation costs a look at the decisions."""
    question = rewrite(query.question, recent=query.recent)
    if question != query.question or not only_points(question):
        return question
    with tenant_scope(query.tenant_id):
        decided = _latest_decision(query)
    return f"{question} ({decided})" if decided else question


def _latest_decision(query: RecallQuery) -> str:
    here = Q(conversation_id=query.conversation_id)
    rows = Point.objects.filter(customer_id=query.customer_id, state="open", kind__in=_DECIDED)
    rows = rows.filter(here if query.mode == "conversation" else here | Q(only_here=False))
    return rows.order_by("-at").values_list("text", flat=True).first() or ""


_DECIDED = ("chosen", "ruled_out", "request", "promise")
