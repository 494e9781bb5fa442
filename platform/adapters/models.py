"""The one table an adapter keeps: vectors of passages, when PostgreSQL itself is the vector store."""

from __future__ import annotations

from django.db import models
from pgvector.django import VectorField

from tenants.models import TenantModel


class PassageVector(TenantModel):
    """Narrow on purpose: an exact scan reads it whole. Rebuilt from knowledge's embeddings at any time."""

    space = models.CharField(max_length=60)
    chunk_id = models.UUIDField()
    document_id = models.UUIDField()
    vector = VectorField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "space", "chunk_id"], name="passagevector_chunk")]
