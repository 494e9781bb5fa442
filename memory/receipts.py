"""Which answers were given which memories, and why others stayed out."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import F

from memory.forgetting.decay import warm_up
from memory.models import Episode, Fact, Receipt
from memory.types import FactStatus, Recall, ReceiptView
from ports import get_port
from ports.ids import new_id


def mark_used(*, reply_id: UUID, recall: Recall, used_ids: Sequence[UUID]) -> None:
    used = set(used_ids)
    rows = [_row(reply_id, f.fact_id, "fact", True, f.fact_id in used, "relevant", f.score) for f in recall.facts]
    rows += [
        _row(reply_id, e.episode_id, "episode", True, e.episode_id in used, "relevant", e.score)
        for e in recall.episodes
    ]
    rows += [_row(reply_id, r.item_id, r.layer, False, False, r.reason, r.score) for r in recall.rejected]
    known = {row.item_id for row in rows}
    wishes = Fact.objects.filter(id__in=used - known).values_list("id", "confidence")
    rows += [_row(reply_id, fact_id, "fact", True, True, "wish", sure) for fact_id, sure in wishes]
    owner = _owner(recall) or Fact.objects.filter(id__in=used).values_list("customer_id", flat=True).first()
    if owner is None:
        return
    for row in rows:
        row.customer_id = owner
    Receipt.objects.bulk_create(rows, ignore_conflicts=True)
    now = get_port("clock").now()
    touched = [row.item_id for row in rows if row.used and row.layer == "fact"]
    Fact.objects.filter(id__in=touched).update(use_count=F("use_count") + 1, touched_at=now)
    cold = Fact.objects.filter(episode_id__in=used, status=FactStatus.COLD.value).values_list("id", flat=True)
    warm_up(fact_ids=[*touched, *cold], now=now)


def receipts_of(*, fact_id: UUID, limit: int = 50) -> tuple[ReceiptView, ...]:
    """Of the fact and of the line it was read from, since an answer is given one or the other."""
    line = Fact.objects.filter(id=fact_id).values_list("episode_id", flat=True).first()
    rows = Receipt.objects.filter(item_id__in=[fact_id, *([line] if line else [])])
    return tuple(_view(row) for row in rows.order_by("-at", "-layer")[:limit])


def receipts_for_reply(reply_id: UUID) -> tuple[ReceiptView, ...]:
    return tuple(_view(row) for row in Receipt.objects.filter(reply_id=reply_id).order_by("-injected", "-score"))


def _owner(recall: Recall) -> UUID | None:
    ids = [e.episode_id for e in recall.episodes] + [r.item_id for r in recall.rejected if r.layer == "episode"]
    return Episode.objects.filter(id__in=ids[:1]).values_list("customer_id", flat=True).first()


def _row(reply_id: UUID, item_id: UUID, layer: str, injected: bool, used: bool, reason: str, score: float) -> Receipt:
    return Receipt(
        id=new_id(),
        reply_id=reply_id,
        item_id=item_id,
        layer=layer,
        injected=injected,
        used=used,
        reason=reason,
        score=score,
        at=get_port("clock").now(),
    )


def _view(row: Receipt) -> ReceiptView:
    return ReceiptView(
        reply_id=row.reply_id,
        item_id=row.item_id,
        layer=row.layer,  # type: ignore[arg-type]  # fact or episode
        injected=row.injected,
        reason=row.reason,
        score=row.score,
        used=row.used,
        at=row.at,
    )
