"""Compactions as an admin reads them: what one would gather, and whether each source of a past one is still there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from memory.admin_types import CompactionView, Gathering, Proof, ProvenGathering
from memory.browse import fact_views
from memory.errors import UnknownRun
from memory.forgetting.compact import plan_compaction
from memory.models import Compaction, Fact
from memory.types import FactStatus, FactView


def planned(customer_id: UUID) -> tuple[Gathering, ...]:
    """The dry run, in words. Inside an open scope; changes nothing."""
    plan = plan_compaction(customer_id)
    views = _views(fact_id for cluster in plan for fact_id in (cluster.general, *cluster.sources))
    return tuple(
        Gathering(general=views[cluster.general], sources=tuple(views[source] for source in cluster.sources))
        for cluster in plan
    )


def compactions_of(customer_id: UUID, *, limit: int = 20) -> tuple[CompactionView, ...]:
    """Newest first."""
    rows = Compaction.objects.filter(customer_id=customer_id).order_by("-at", "-id")[:limit]
    return tuple(_view(row) for row in rows)


def compaction(run_id: UUID) -> CompactionView:
    """Raises UnknownRun."""
    row = Compaction.objects.filter(id=run_id).first()
    if row is None:
        raise UnknownRun
    return _view(row)


def _view(row: Compaction) -> CompactionView:
    pairs = [(UUID(cluster["general"]), [UUID(source) for source in cluster["sources"]]) for cluster in row.clusters]
    views = _views(fact_id for general, sources in pairs for fact_id in (general, *sources))
    return CompactionView(
        run_id=row.id,
        customer_id=row.customer_id,
        at=row.at,
        undone_at=row.undone_at,
        gatherings=tuple(
            ProvenGathering(
                general_id=general,
                general=views.get(general),
                sources=tuple(_proof(source, general, views, undone=row.undone_at is not None) for source in sources),
            )
            for general, sources in pairs
        ),
    )


def _proof(fact_id: UUID, general: UUID, views: Mapping[UUID, FactView], *, undone: bool) -> Proof:
    """What a person had forgotten since is gone on purpose, and counts as not reachable."""
    fact = views.get(fact_id)
    there = fact is not None and fact.status is not FactStatus.ERASED and fact.source is not None
    behind = fact is not None and (undone or fact.merged_into == general)
    return Proof(fact_id=fact_id, fact=fact, reachable=there and behind)


def _views(fact_ids: Iterable[UUID]) -> dict[UUID, FactView]:
    rows = list(Fact.objects.filter(id__in=set(fact_ids)))
    return {view.fact_id: view for view in fact_views(rows)}
