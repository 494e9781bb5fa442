"""How a tenant's own marks correct the confidence."""

from __future__ import annotations

from django.db import models

from tenants.models import TenantModel


class Calibration(TenantModel):
    """One version. The newest that is not undone is used, as long as the model under it is the shipped one."""

    number = models.PositiveIntegerField()
    model = models.CharField(max_length=40)  # the version of the shipped model whose probabilities it corrects
    intercept = models.FloatField()
    slope = models.FloatField()
    feedback = models.PositiveIntegerField()  # marks by customers and operators
    tests = models.PositiveIntegerField()  # test questions of the threshold lab
    right = models.PositiveIntegerField()  # of both
    error_before = models.FloatField()  # expected calibration error without it
    error_after = models.FloatField()  # and with it, on marks it was not fitted on
    made_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "number"], name="calibration_number")]
