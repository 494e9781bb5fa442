"""Where documents come from by themselves, and when they are looked at again."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now

from tenants.models import TenantModel


class SourceKind(models.TextChoices):
    PAGE = "page"
    SITEMAP = "sitemap"
    FEED = "feed"
    FOLDER = "folder"  # uploaded together: what is no longer among them is removed
    PUSH = "push"  # another program puts documents by REST


class Rhythm(models.TextChoices):
    MANUAL = "manual"
    HOURLY = "hourly"
    DAILY = "daily"
    WEEKLY = "weekly"
    CRON = "cron"


class Source(TenantModel):
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=10, choices=SourceKind.choices)
    url = models.URLField(max_length=2000, blank=True)
    rhythm = models.CharField(max_length=10, choices=Rhythm.choices, default=Rhythm.MANUAL)
    cron = models.CharField(max_length=100, blank=True)
    prefix = models.CharField(max_length=2000, blank=True)  # only addresses that start so
    most_pages = models.PositiveIntegerField(default=200)
    overrides = models.BooleanField(default=False)
    paused = models.BooleanField(default=False)
    running = models.BooleanField(default=False)
    failures = models.PositiveIntegerField(default=0)  # in a row
    last_run_at = models.DateTimeField(null=True, blank=True)
    next_run_at = models.DateTimeField(null=True, blank=True)
    last_result = models.JSONField(default=dict, blank=True)  # pages added, changed, removed, unchanged, failed
    error = models.TextField(blank=True)
    troubles = models.JSONField(default=list, blank=True)  # of the last run: url, code, detail
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        indexes = [models.Index(fields=["tenant", "next_run_at"], name="source_due")]

    def __str__(self) -> str:
        return self.name
