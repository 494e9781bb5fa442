"""Which embedder's vectors answer a tenant's searches."""

from __future__ import annotations

from django.db import models

from tenants.models import TenantModel


class IndexSpace(TenantModel):
    """One row a tenant, from its first passage on. While another embedder's vectors are made, the old ones serve."""

    space = models.CharField(max_length=60)  # serves; an embedder's name
    target = models.CharField(max_length=60, blank=True)  # is being made; "" when nothing is
    done = models.PositiveIntegerField(default=0)  # passages of the target
    total = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant"], name="indexspace_once")]
