"""Durable work: an outbox row that becomes a leased job. PostgreSQL is the truth, the broker only a hint."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now

from postgres.grants import sweeper_sees
from tenants.models import TenantModel


class State(models.TextChoices):
    DUE = "due"
    RUNNING = "running"
    DONE = "done"
    DEAD = "dead"


class Job(TenantModel):
    kind = models.CharField(max_length=60)
    partition = models.CharField(max_length=100, blank=True)  # one job of a partition at a time, oldest first
    dedup_key = models.CharField(max_length=200)
    payload = models.JSONField(default=dict)  # ids and codes of settings, never a word of a person
    state = models.CharField(max_length=10, choices=State.choices, default=State.DUE)
    attempts = models.PositiveSmallIntegerField(default=0)
    max_attempts = models.PositiveSmallIntegerField(default=5)
    available_at = models.DateTimeField(db_default=Now())
    lease_token = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    last_error = models.TextField(blank=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tenant", "kind", "dedup_key"], name="job_once"),
            models.CheckConstraint(condition=models.Q(state__in=State.values), name="job_state"),
        ]
        indexes = [
            models.Index(fields=["available_at"], name="job_due", condition=models.Q(state="due")),
            models.Index(fields=["lease_until"], name="job_running", condition=models.Q(state="running")),
            models.Index(
                fields=["tenant", "partition", "id"],
                name="job_partition",
                condition=models.Q(state__in=["due", "running"]),
            ),
        ]


sweeper_sees("jobs_job", "id", "tenant_id", "kind", "partition", "state", "available_at", "lease_until")
