"""An append-only, hash-chained record of every change to settings, memory, people and documents."""

from __future__ import annotations

from django.db import models

from postgres.grants import append_only
from tenants.models import TenantModel


class AuditEntry(TenantModel):
    """hash = HMAC-SHA256(audit key, previous hash and this row, canonically encoded)."""

    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    verb = models.CharField(max_length=100)
    actor_kind = models.CharField(max_length=20)
    actor_id = models.CharField(max_length=100, blank=True)
    subject_kind = models.CharField(max_length=50)
    subject_id = models.CharField(max_length=100, blank=True)
    detail = models.JSONField(default=dict)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "seq"], name="audit_entry_seq")]
        indexes = [models.Index(fields=["tenant", "subject_kind", "subject_id"], name="audit_entry_subject")]


class AuditHead(TenantModel):
    """The end of a tenant's chain. Its row is the lock that keeps the chain from forking, and shows a cut tail."""

    seq = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64, default="0" * 64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant"], name="audit_head_one")]


append_only("audit_auditentry")
