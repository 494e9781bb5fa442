"""Look at a source again: which pages it has, what changed on each, what is gone."""

from __future__ import annotations

import hashlib
import time
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from django.utils.translation import gettext_noop

from jobs.api import Lease, finishing, heartbeat
from knowledge.errors import EmptyDocument
from knowledge.models import Source
from knowledge.models.documents import DocumentState, Origin
from knowledge.models.sources import SourceKind
from knowledge.reading import markdown_of
from knowledge.revisions import NewText
from knowledge.sources.discovery import feed_pages, sitemap_pages
from knowledge.sources.pages import Fate, drop_missing, drop_page, key_of, pages_of, put_page
from knowledge.sources.politeness import asked_to_wait
from knowledge.sources.robots import Robots
from knowledge.sources.schedule import next_run
from knowledge.sources.troubles import kept
from knowledge.types import Trouble, TroubleCode
from ports import get_port
from ports.errors import FetchError, ParseError
from ports.fetching import Fetched, FetchRequest
from ports.parsing import ParsedFile
from tenants.api import get_tenant
from tenants.scope import current_tenant_id, tenant_scope

_GONE = frozenset({404, 410})
NOTHING_FETCHED = gettext_noop("No page of this source could be fetched.")
BUSY = gettext_noop("The site is busy and asks to wait. The rest follows then.")
NO_LIST = gettext_noop("The list of its pages could not be read.")
CRASHED = gettext_noop("The run failed several times. Run it again; if it fails again, look at the jobs.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """What a run needs to know, read in one short transaction."""

    source_id: uuid.UUID
    kind: str
    url: str
    prefix: str
    most_pages: int


@dataclass(kw_only=True, slots=True)
class Tally:
    counts: Counter[Fate] = field(default_factory=Counter)
    troubles: list[Trouble] = field(default_factory=list)
    error: str = ""
    wait: timedelta | None = None  # as the site asks; nothing more is fetched in this run


class _RefusedError(Exception):
    """One page brought nothing; the run goes on."""

    def __init__(self, code: TroubleCode, detail: str = "", *, wait: timedelta | None = None) -> None:
        super().__init__(code)
        self.code, self.detail, self.wait = code, detail, wait


def refresh_source(lease: Lease) -> None:
    """Steps: read, discover, fetch and store each page, drop what is gone, note the result."""
    plan = _read(lease)
    if plan is None:
        return
    tally = Tally()
    pages = _list(plan, tally)
    robots = Robots(get_port("fetcher"))
    for url in pages:
        _count(lease, plan, url, robots, tally)
        heartbeat(lease)
        if tally.wait is not None:
            break
    if pages and tally.counts.total() == tally.counts["failed"] + tally.counts["forbidden"]:
        tally.error = NOTHING_FETCHED
    if tally.wait is not None:
        tally.error = BUSY
    with finishing(lease):
        if not tally.error and plan.kind == SourceKind.SITEMAP and pages:
            tally.counts["removed"] += drop_missing(Source.objects.get(id=plan.source_id), pages)
        _finish(plan.source_id, tally)


def bury_source(lease: Lease) -> None:
    """The job gave up: the source says so, and waits for its next time."""
    if Source.objects.filter(id=lease.payload["source"]).exists():
        _finish(uuid.UUID(lease.payload["source"]), Tally(error=CRASHED))


def _read(lease: Lease) -> Plan | None:
    with tenant_scope(lease.tenant_id):
        source = Source.objects.filter(id=lease.payload["source"]).first()
        if source is None or source.kind not in {SourceKind.PAGE, SourceKind.SITEMAP, SourceKind.FEED}:
            return None
        Source.objects.filter(id=source.id).update(running=True)
        return Plan(
            source_id=source.id,
            kind=source.kind,
            url=source.url,
            prefix=source.prefix,
            most_pages=source.most_pages,
        )


def _list(plan: Plan, tally: Tally) -> Sequence[str]:
    try:
        return _discover(plan)
    except FetchError as error:
        status = str(error) if error.fault == "status" else ""
        tally.troubles.append(Trouble(url=plan.url, code=error.fault, detail=status))
        tally.error = NO_LIST
        if error.asked_to_wait is not None:
            tally.wait = timedelta(seconds=error.asked_to_wait)
        return ()


def _count(lease: Lease, plan: Plan, url: str, robots: Robots, tally: Tally) -> None:
    """One page's failure does not stop the others."""
    try:
        tally.counts[_refresh_page(lease, plan, url, robots)] += 1
    except _RefusedError as refused:
        tally.counts["forbidden" if refused.code == "robots" else "failed"] += 1
        tally.troubles.append(Trouble(url=url, code=refused.code, detail=refused.detail))
        tally.wait = refused.wait


def _discover(plan: Plan) -> Sequence[str]:
    if plan.kind == SourceKind.SITEMAP:
        return sitemap_pages(plan.url, _get, most=plan.most_pages, prefix=plan.prefix)
    if plan.kind == SourceKind.FEED:
        return feed_pages(plan.url, _get, most=plan.most_pages)
    return [plan.url]


def _get(url: str, *, max_bytes: int) -> Fetched:
    page = get_port("fetcher").fetch(FetchRequest(url=url, max_bytes=max_bytes))
    if page.status != 200:
        wait = asked_to_wait(page, now=get_port("clock").now())
        seconds = None if wait is None else wait.total_seconds()
        raise FetchError(str(page.status), fault="status", asked_to_wait=seconds)
    return page


def _refresh_page(lease: Lease, plan: Plan, url: str, robots: Robots) -> Fate:
    """Raises _RefusedError."""
    try:
        if not robots.allows(url):
            raise _RefusedError("robots")
        time.sleep(robots.delay(url))
        page = _fetch_again(lease, plan, url)
    except FetchError as error:
        raise _RefusedError(error.fault) from error
    if page.not_modified:
        return "unchanged"
    if page.status in _GONE:
        with tenant_scope(lease.tenant_id):
            return drop_page(Source.objects.get(id=plan.source_id), url)
    if page.status != 200:
        raise _RefusedError("status", str(page.status), wait=asked_to_wait(page, now=get_port("clock").now()))
    return _store(lease, plan, url, page)


def _fetch_again(lease: Lease, plan: Plan, url: str) -> Fetched:
    with tenant_scope(lease.tenant_id):
        source = Source.objects.get(id=plan.source_id)
        live = pages_of(source).filter(origin_key=key_of(url)).exclude(state=DocumentState.REMOVED)
        known = live.values_list("validators", flat=True).first() or {}
    return get_port("fetcher").fetch(
        FetchRequest(url=url, etag=known.get("etag", ""), last_modified=known.get("last_modified", ""))
    )


def _store(lease: Lease, plan: Plan, url: str, page: Fetched) -> Fate:
    media_type = page.headers.get("content-type", "text/html")
    try:
        parsed = get_port("parser").parse(name=_file_name(url, media_type), content=page.body, media_type=media_type)
        with tenant_scope(lease.tenant_id):
            return put_page(Source.objects.get(id=plan.source_id), url, _text(parsed, url, page), _validators(page))
    except ParseError as error:
        raise _RefusedError("unreadable", str(error)) from error
    except EmptyDocument as error:
        raise _RefusedError("empty") from error


def _text(parsed: ParsedFile, url: str, page: Fetched) -> NewText:
    text = markdown_of(parsed)
    return NewText(
        title=(parsed.title or url)[:300],
        text=text,
        origin=Origin.REFRESH,
        source_text=text,
        content_hash=hashlib.sha256(page.body).hexdigest(),
        encoding=parsed.encoding,
        notes=parsed.notes,
    )


def _validators(page: Fetched) -> dict[str, str]:
    return {"etag": page.headers.get("etag", ""), "last_modified": page.headers.get("last-modified", "")}


def _file_name(url: str, media_type: str) -> str:
    last = url.split("?", maxsplit=1)[0].rstrip("/").rpartition("/")[2]
    return last if "." in last and "html" not in media_type else "page.html"


def _finish(source_id: uuid.UUID, tally: Tally) -> None:
    source = Source.objects.select_for_update().get(id=source_id)
    now = get_port("clock").now()
    source.running, source.last_run_at, source.error = False, now, tally.error
    source.failures = source.failures + 1 if tally.error else 0
    source.last_result, source.troubles = dict(tally.counts), kept(tally.troubles)
    zone = get_tenant(current_tenant_id()).time_zone
    source.next_run_at = next_run(
        source.rhythm,
        cron=source.cron,
        time_zone=zone,
        after=now,
        failures=source.failures,
        asked_to_wait=tally.wait or timedelta(),
    )
    source.save()
