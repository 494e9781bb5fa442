"""Business records: typed tables whose rows have one right value each."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now

from tenants.models import TenantForeignKey, TenantModel


class OwnerKind(models.TextChoices):
    NOBODY = "nobody"  # a price list, opening hours: any customer may read it
    EXTERNAL_ID = "external_id"
    EMAIL = "email"


class RecordTable(TenantModel):
    name = models.SlugField(max_length=60)
    titles = models.JSONField(default=dict)  # language -> what a customer calls a row: "order", "订单"
    aliases = models.JSONField(default=list)  # other words by which a question means this table
    columns = models.JSONField(default=list)  # knowledge.records.columns.Column as objects
    key_column = models.CharField(max_length=100)
    name_column = models.CharField(max_length=100, blank=True)  # of a public table: by which a question names a row
    owner_kind = models.CharField(max_length=20, choices=OwnerKind.choices, default=OwnerKind.NOBODY)
    owner_column = models.CharField(max_length=100, blank=True)
    connector = models.JSONField(default=dict, blank=True)  # knowledge.records.connector.Connector; {} for an import
    secrets = models.TextField(blank=True)  # its secret headers, sealed
    rows = models.PositiveIntegerField(default=0)
    last_import = models.JSONField(default=dict, blank=True)  # knowledge.types.ImportSummary as an object
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "name"], name="recordtable_name")]


class RecordRow(TenantModel):
    table = TenantForeignKey(RecordTable, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    key_folded = models.CharField(max_length=200)  # as a customer may write it: no case, no marks
    name_folded = models.CharField(max_length=200, blank=True)
    owner = models.CharField(max_length=254, blank=True)  # folded
    values = models.JSONField(default=dict)  # column -> canonical text
    read_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "table", "key"], name="recordrow_key")]
        indexes = [
            models.Index(fields=["tenant", "key_folded"], name="recordrow_folded"),
            models.Index(fields=["tenant", "table", "owner"], name="recordrow_owner"),
        ]
