"""The measurements of this installation. They belong to no tenant: each was made in one that is gone."""

from __future__ import annotations

from django.db import models

from ports.ids import new_id


class EvaluationRun(models.Model):
    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    suite = models.CharField(max_length=40)
    files = models.JSONField(default=list)  # names without their folders
    chat = models.CharField(max_length=200, blank=True)
    figures = models.JSONField(default=list)  # pairs of name and value: jsonb keeps the order of lists alone
    seconds = models.FloatField(default=0)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["suite", "-at"], name="evaluation_run_suite")]

    def __str__(self) -> str:
        return f"{self.suite} {self.at:%Y-%m-%d %H:%M}"
