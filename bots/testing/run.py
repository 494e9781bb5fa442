"""The job behind a run of test cases: the production turn for each, without side effects."""

from __future__ import annotations

import logging
import uuid
from dataclasses import asdict
from datetime import timedelta

from bots.models import Case, CaseResult, CaseRun, WorkState
from bots.replaying.rerun import answer_silently
from bots.testing.cases import expected_of
from bots.testing.expect import Failure, failures
from bots.testing.runs import RUN
from bots.testing.turn import turn_of_case
from jobs.api import Lease, finishing, handles, heartbeat
from knowledge import api as knowledge
from knowledge.errors import PassageNotFound
from ports import get_port
from tenants.scope import tenant_scope

logger = logging.getLogger(__name__)


def _fail(lease: Lease) -> None:
    CaseRun.objects.filter(id=lease.payload["run"]).update(state=WorkState.FAILED)


@handles(RUN, max_attempts=3, lease=timedelta(seconds=120), on_dead=_fail)
def run_cases(lease: Lease) -> None:
    """What another worker has done of the run stays done."""
    run_id = uuid.UUID(lease.payload["run"])
    with tenant_scope(lease.tenant_id):
        run = CaseRun.objects.filter(id=run_id).first()
        done = CaseResult.objects.filter(run_id=run_id).values("case_id")
        cases = list(Case.objects.filter(bot_id=run.bot_id).exclude(id__in=done).order_by("created_at")) if run else []
    if run is None:
        return
    for case in cases:
        heartbeat(lease)
        _try(lease.tenant_id, run, case)
    with finishing(lease):
        CaseRun.objects.filter(id=run_id).update(state=WorkState.DONE, finished_at=get_port("clock").now())


def _try(tenant_id: uuid.UUID, run: CaseRun, case: Case) -> None:
    begun = get_port("clock").monotonic()
    try:
        with tenant_scope(tenant_id):
            turn = turn_of_case(case, run)
        result = answer_silently(turn)
        text, outcome = str(result["text"]), str(result["outcome"])
        with tenant_scope(tenant_id):
            wrong = failures(expected_of(case), text=text, outcome=outcome, cited_documents=_cited(result))
    except Exception as error:  # one case that cannot be answered is a failure of that case, not of the run
        logger.exception("test case %s: %s", case.id, type(error).__name__)
        text, outcome, wrong = "", "failed", (Failure(code="error", expected=type(error).__name__),)
    ms = round((get_port("clock").monotonic() - begun) * 1000, 1)
    with tenant_scope(tenant_id):
        if Case.objects.filter(id=case.id).exists():  # else removed meanwhile
            CaseResult.objects.get_or_create(
                run=run,
                case=case,
                defaults={
                    "passed": not wrong,
                    "failures": [asdict(failure) for failure in wrong],
                    "reply": text,
                    "outcome": outcome,
                    "ms": ms,
                },
            )


def _cited(result: dict[str, object]) -> set[uuid.UUID]:
    citations = result["citations"]
    chunks = [str(item["id"]) for item in citations if item["kind"] == "document" and item["id"]]  # type: ignore[attr-defined]  # rows of citation_of
    return {document for chunk in chunks if (document := _document_of(uuid.UUID(chunk))) is not None}


def _document_of(chunk_id: uuid.UUID) -> uuid.UUID | None:
    try:
        return knowledge.passage(chunk_id).document_id
    except PassageNotFound:
        return None
