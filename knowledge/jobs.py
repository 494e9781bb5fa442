"""Background work of knowledge."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext as _

from jobs.api import Lease, handles
from knowledge.indexing import bury, forget_document, index_revision


def _failed(lease: Lease) -> None:
    bury(lease, lambda: _("Indexing failed several times. Index the document again."))


@handles("knowledge.index", max_attempts=6, lease=timedelta(seconds=120), on_dead=_failed)
def index(lease: Lease) -> None:
    index_revision(lease)


@handles("knowledge.forget_vectors")
def forget_vectors(lease: Lease) -> None:
    forget_document(lease)
