"""What is remembered, as an admin reads it. Inside an open tenant scope."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db.models import Count, Exists, F, Max, OuterRef, Q, Subquery

from accounts.models import Customer
from memory.errors import UnknownCustomer, UnknownFact
from memory.models import Alias, Episode, Fact, Point, Receipt, Summary
from memory.types import (
    Authority,
    Cardinality,
    CustomerMemory,
    CustomerRow,
    FactKind,
    FactStatus,
    FactView,
    OpenPoint,
    SourceSpan,
)


def list_customers(*, search: str = "", limit: int = 50, offset: int = 0) -> tuple[CustomerRow, ...]:
    """Those who spoke last come first; whoever only opened a chat, or was erased, is nobody yet."""
    spoke = Episode.objects.filter(customer_id=OuterRef("id"))
    rows = Customer.objects.filter(Exists(spoke) | ~Q(external_id=""))
    if search:
        rows = rows.filter(Q(name__icontains=search) | Q(external_id__icontains=search) | Q(email__icontains=search))
    facts = Fact.objects.filter(customer_id=OuterRef("id"), status="active").values("customer_id")
    turns = Episode.objects.filter(customer_id=OuterRef("id")).values("customer_id")
    rows = rows.annotate(
        facts=Subquery(facts.annotate(n=Count("id")).values("n")),
        turns=Subquery(turns.annotate(n=Count("id")).values("n")),
        seen=Subquery(turns.annotate(last=Max("at")).values("last")),
    ).order_by(F("seen").desc(nulls_last=True), "-id")
    return tuple(
        CustomerRow(
            customer_id=row.id,
            name=row.name,
            external_id=row.external_id,
            active_facts=row.facts or 0,
            episodes=row.turns or 0,
            last_seen=row.seen,
        )
        for row in rows[offset : offset + limit]
    )


def memory_of(customer_id: UUID, *, standing: bool = True) -> CustomerMemory:
    """Without `standing`, of the facts only those in quarantine; the timeline has the others by the page.

    Raises UnknownCustomer.
    """
    if not Customer.objects.filter(id=customer_id).exists():
        raise UnknownCustomer
    facts = Fact.objects.filter(customer_id=customer_id).exclude(status="erased").order_by("-observed_at", "-id")
    views = fact_views(list(facts if standing else facts.filter(status="quarantined")))
    return CustomerMemory(
        customer_id=customer_id,
        facts=tuple(v for v in views if v.status is not FactStatus.QUARANTINED),
        open_points=tuple(
            _point(row) for row in Point.objects.filter(customer_id=customer_id, state="open").order_by("-at")
        ),
        quarantined=tuple(v for v in views if v.status is FactStatus.QUARANTINED),
        summary="\n".join(
            Summary.objects.filter(customer_id=customer_id).order_by("at").values_list("text", flat=True)
        ),
        episode_count=Episode.objects.filter(customer_id=customer_id).count(),
    )


def history_of(fact_id: UUID) -> tuple[FactView, ...]:
    """All versions of the same fact, oldest first. Raises UnknownFact."""
    fact = the_fact(fact_id)
    rows = Fact.objects.filter(customer_id=fact.customer_id, key=fact.key).exclude(status="erased")
    return fact_views(list(rows.order_by("observed_at", "id")))


def quarantined(*, limit: int = 100) -> tuple[FactView, ...]:
    return fact_views(list(Fact.objects.filter(status="quarantined").order_by("-created_at")[:limit]))


def export_customer(customer_id: UUID) -> dict[str, object]:
    """All that is held about a customer, ready for JSON. Raises UnknownCustomer."""
    if not Customer.objects.filter(id=customer_id).exists():
        raise UnknownCustomer
    facts = Fact.objects.filter(customer_id=customer_id).exclude(status="erased").order_by("observed_at")
    turns = Episode.objects.filter(customer_id=customer_id).order_by("at", "seq")
    return {
        "customer": str(customer_id),
        "facts": [_plain(v) for v in facts.values(*_FACT_COLUMNS)],
        "turns": [_plain(v) for v in turns.values("id", "conversation_id", "seq", "author", "text", "at")],
        "points": [
            _plain(v) for v in Point.objects.filter(customer_id=customer_id).values("kind", "text", "at", "state")
        ],
        "summaries": list(Summary.objects.filter(customer_id=customer_id).values_list("text", flat=True)),
        "aliases": [_plain(v) for v in Alias.objects.filter(customer_id=customer_id).values("word", "canonical", "at")],
        "receipts": [
            _plain(v)
            for v in Receipt.objects.filter(customer_id=customer_id).values(
                "reply_id", "item_id", "injected", "used", "at"
            )
        ],
    }


_FACT_COLUMNS = (
    "id", "kind", "subject", "entity", "attribute", "value", "normal", "status", "authority", "confidence",
    "observed_at", "episode_id",
)  # fmt: skip


def _plain(row: Mapping[str, object]) -> dict[str, object]:
    return {k: v if isinstance(v, str | int | float | bool | None) else str(v) for k, v in row.items()}


def the_fact(fact_id: UUID) -> Fact:
    """Raises UnknownFact."""
    fact = Fact.objects.filter(id=fact_id).exclude(status="erased").first()
    if fact is None:
        raise UnknownFact
    return fact


def fact_views(rows: Sequence[Fact]) -> tuple[FactView, ...]:
    texts = dict(Episode.objects.filter(id__in={r.episode_id for r in rows}).values_list("id", "text"))
    replaced_by = dict(
        Fact.objects.filter(replaces_id__in=[r.id for r in rows])
        .exclude(status="erased")
        .values_list("replaces_id", "id")
    )
    return tuple(_fact_view(row, texts, replaced_by) for row in rows)


def _fact_view(row: Fact, texts: dict[uuid.UUID, str], replaced_by: dict[uuid.UUID, uuid.UUID]) -> FactView:
    text = texts.get(row.episode_id) if row.episode_id else None
    source = (
        SourceSpan(message_id=row.episode_id, text=text, start=row.span_start, end=row.span_end)
        if row.episode_id and text is not None
        else None
    )
    return FactView(
        fact_id=row.id,
        customer_id=row.customer_id,
        text=row.text,
        subject=row.subject,
        entity=row.entity,
        attribute=row.attribute,
        value=row.value,
        normal=row.normal,
        kind=FactKind(row.kind),
        status=FactStatus(row.status),
        cardinality=Cardinality(row.cardinality),
        authority=Authority(row.authority),
        confidence=row.confidence,
        pinned=row.pinned,
        observed_at=row.observed_at,
        valid_from=row.valid_from,
        valid_until=row.valid_until,
        use_count=row.use_count,
        source=source,
        replaces=row.replaces_id,
        replaced_by=replaced_by.get(row.id),
        merged_into=row.merged_into_id,
        conversation_id=row.conversation_id,
    )


def _point(row: Point) -> OpenPoint:
    return OpenPoint(
        point_id=row.id,
        kind=row.kind,  # type: ignore[arg-type]  # the column holds one of the four
        text=row.text,
        at=row.at,
        source=SourceSpan(message_id=row.episode_id, text=row.text, start=row.span_start, end=row.span_end),
    )
