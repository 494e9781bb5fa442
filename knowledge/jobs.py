"""Background work of knowledge."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _

from jobs.api import Lease, LeaseLost, every, finishing, handles
from knowledge.calibrating import recalibrate
from knowledge.contradictions import compare_document
from knowledge.indexing import bury, forget_document, index_revision, tell
from knowledge.moving import queue_move, reembed
from knowledge.scheduling import publish_due
from knowledge.sources.manage import queue_due
from knowledge.sources.refresh import bury_source, refresh_source
from ports import get_port
from tenants.scope import tenant_scope


def _failed(lease: Lease) -> None:
    bury(lease, lambda: _("Indexing failed several times. Index the document again."))


@handles("knowledge.index", max_attempts=6, lease=timedelta(seconds=120), gives_way=True, on_dead=_failed)
def index(lease: Lease) -> None:
    try:
        index_revision(lease)
    except LeaseLost:
        raise
    except Exception as error:  # whatever it is, the document's page tells it while the job waits
        with tenant_scope(lease.tenant_id):
            tell(lease, _("Indexing failed and is tried again by itself."), error)
        raise


@handles("knowledge.forget_vectors", gives_way=True)
def forget_vectors(lease: Lease) -> None:
    forget_document(lease)


@handles("knowledge.compare", lease=timedelta(seconds=180), gives_way=True)
def compare(lease: Lease) -> None:
    compare_document(lease)


@handles("knowledge.refresh", max_attempts=3, lease=timedelta(seconds=180), on_dead=bury_source)
def refresh(lease: Lease) -> None:
    refresh_source(lease)


@handles("knowledge.refresh_due")
def refresh_due(lease: Lease) -> None:
    with finishing(lease):
        queue_due()
        publish_due()  # none is forgotten, should its own job have died


every("knowledge.refresh_due", minutes=5)


@handles("knowledge.scheduled")
def go_live_on_time(lease: Lease) -> None:
    with finishing(lease):
        publish_due()


@handles("knowledge.calibrate", lease=timedelta(minutes=10))
def calibrate(lease: Lease) -> None:
    recalibrate(lease.tenant_id)


every("knowledge.calibrate", hours=24)


@handles("knowledge.reembed", max_attempts=10, lease=timedelta(hours=1))
def move_index(lease: Lease) -> None:
    reembed(lease)


@handles("knowledge.tune", lease=timedelta(minutes=30))
def tune(lease: Lease) -> None:
    get_port("vectors").tune(tenant_id=lease.tenant_id, space=get_port("embedder").name)
    with finishing(lease):
        queue_move()


every("knowledge.tune", hours=1)
