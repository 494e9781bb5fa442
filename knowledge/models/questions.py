"""What customers asked, and which passages answered."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now

from tenants.models import TenantForeignKey, TenantModel


class AskedQuestion(TenantModel):
    """One answered or declined question, for gaps and the threshold lab."""

    reply_id = models.UUIDField()  # bots stand above knowledge: these ids are only handed back to them
    conversation_id = models.UUIDField()
    bot_id = models.UUIDField()
    customer_id = models.UUIDField()
    question = models.TextField()
    language = models.CharField(max_length=10)
    confidence = models.FloatField()
    fitted = models.FloatField(null=True)  # the confidence before the tenant's own correction
    fitted_by = models.CharField(max_length=40, blank=True)  # the version of the shipped model
    threshold = models.FloatField()
    outcome = models.CharField(max_length=20)
    good = models.BooleanField(null=True)  # the customer's thumb or an operator's mark
    best_chunk_id = models.UUIDField(null=True)
    solved_at = models.DateTimeField(null=True, blank=True)  # an operator closed this gap
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "reply_id"], name="askedquestion_reply")]
        indexes = [
            models.Index(fields=["tenant", "bot_id", "-at"], name="askedquestion_bot"),
            models.Index(fields=["tenant", "customer_id"], name="askedquestion_customer"),
        ]


class PassageCitation(TenantModel):
    chunk = TenantForeignKey("knowledge.Chunk", on_delete=models.CASCADE, related_name="+")
    reply_id = models.UUIDField()
    conversation_id = models.UUIDField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "reply_id", "chunk"], name="citation_once")]
        indexes = [models.Index(fields=["tenant", "chunk", "-at"], name="citation_chunk")]


class TestQuestion(TenantModel):
    """A question with what it must lead to, for the threshold lab."""

    __test__ = False  # for pytest, which takes its name for a test's

    question = models.TextField()
    document = TenantForeignKey("knowledge.Document", on_delete=models.CASCADE, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now(), editable=False)


class Contradiction(TenantModel):
    """Two live passages that say the same thing with different values."""

    first = TenantForeignKey("knowledge.Chunk", on_delete=models.CASCADE, related_name="+")
    second = TenantForeignKey("knowledge.Chunk", on_delete=models.CASCADE, related_name="+")
    first_sentence = models.TextField()
    second_sentence = models.TextField()
    first_value = models.CharField(max_length=100)
    second_value = models.CharField(max_length=100)
    found_at = models.DateTimeField()
    dismissed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "first", "second"], name="contradiction_once")]
