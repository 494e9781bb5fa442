"""API keys."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now

from tenants.models import TenantModel


class ApiKey(TenantModel):
    """A program's key. Its text is shown once; only a hash is kept, by which it is found before a tenant is known."""

    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12)  # enough to tell keys apart in a list
    key_hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_by = models.UUIDField(null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
