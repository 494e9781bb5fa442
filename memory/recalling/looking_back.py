"""What a question about another time than now needs: an earlier version of a fact, or the points of a series.

Inside an open tenant scope; nothing is read unless the question asks for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from language.moments import local_time
from memory.models import Episode, Fact
from memory.recalling.asking.as_of import read_as_of, version_for
from memory.recalling.asking.question import read_question
from memory.recalling.asking.series import aggregate, point_of, read_series_question, say
from memory.recalling.outdated import asked_for, named_attributes
from memory.types import FactKind, FactStatus, LookedBack, RecalledFact, RecallQuery, SourceSpan
from memory.words import beings, canonical

_SEVERAL = 2
_SHOWN = 5  # points of a series that are shown as evidence, the latest


def look_back(query: RecallQuery, *, question: str) -> LookedBack | None:
    if query.mode == "stateless":
        return None
    return _from_series(query, question) or _from_versions(query, question)


def _from_series(query: RecallQuery, question: str) -> LookedBack | None:
    asked = read_series_question(question, now=local_time(query.now, query.time_zone))
    if asked is None:
        return None
    facts = _facts(query).filter(cardinality="series", attribute=asked.series, status="active")
    rows = [row for row in facts if row.subject == "" or canonical(row.subject) in beings(question)]
    about = {canonical(row.subject) for row in rows if row.subject} & beings(question)
    rows = [row for row in rows if (canonical(row.subject) in about) == bool(about)]
    told = aggregate(asked, [point_of(row.normal, row.value) for row in rows])
    if told is None or (asked.wanted not in ("count", "rate") and len(rows) < _SEVERAL):
        return None  # one value is a fact like any other
    days = {point.day.isoformat() for point in told.points}
    used = [row for row in rows if row.normal[:10] in days][-_SHOWN:]
    texts = {language: say(told, language=language) for language in ("zh", "en")}
    return LookedBack(texts=texts, facts=_recalled(used))


def _from_versions(query: RecallQuery, question: str) -> LookedBack | None:
    asked = read_as_of(question, now=local_time(query.now, query.time_zone))
    if asked is None:
        return None
    reading = read_question(question)
    chains: dict[str, list[Fact]] = {}
    told = _facts(query).filter(cardinality="one", status__in=("active", "superseded", "retracted"))
    for row in told.filter(attribute__in=named_attributes(reading)):
        if row.operation != "retract" and asked_for(reading, row):
            chains.setdefault(row.key, []).append(row)
    found = [version_for(asked, chain) for chain in chains.values()]
    rows = sorted((row for row in found if row is not None), key=lambda row: row.observed_at)
    return LookedBack(texts={}, facts=_recalled(rows[-1:])) if rows else None


def _facts(query: RecallQuery) -> QuerySet[Fact]:
    rows = Fact.objects.filter(customer_id=query.customer_id, merged_into=None)
    if query.message_id is not None:
        rows = rows.exclude(episode_id=query.message_id)
    here = Q(conversation_id=query.conversation_id)
    return rows.filter(here if query.mode == "conversation" else here | Q(only_here=False)).order_by(
        "observed_at", "id"
    )


def _recalled(rows: Sequence[Fact]) -> tuple[RecalledFact, ...]:
    ids = [row.episode_id for row in rows if row.episode_id]
    lines: Mapping[UUID, str] = dict(Episode.objects.filter(id__in=ids).values_list("id", "text"))
    return tuple(_one(row, lines) for row in rows)


def _one(row: Fact, lines: Mapping[UUID, str]) -> RecalledFact:
    line = lines.get(row.episode_id, row.text) if row.episode_id else row.text
    seen: datetime = row.observed_at
    return RecalledFact(
        fact_id=row.id, text=row.text, subject=row.subject, entity=row.entity, attribute=row.attribute,
        value=row.value, normal=row.normal, kind=FactKind(row.kind), status=FactStatus(row.status), score=1.0,
        confidence=row.confidence, observed_at=seen,
        source=SourceSpan(message_id=row.episode_id or row.id, text=line, start=row.span_start, end=row.span_end),
        negative=row.negative,
    )  # fmt: skip
