"""The tables of memory: every row belongs to a tenant and to one customer.

Versions, never updates: a fact's value and source never change; a newer row replaces it and points at it."""

from __future__ import annotations

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.functions import Now
from pgvector.django import VectorField

from accounts.models import Customer
from tenants.models import TenantForeignKey, TenantModel


class Episode(TenantModel):
    """One turn, word by word. Its id is the message's."""

    customer = TenantForeignKey(Customer, on_delete=models.CASCADE, related_name="+")
    conversation_id = models.UUIDField()
    seq = models.PositiveIntegerField()
    author = models.CharField(max_length=10)
    speaker = models.CharField(max_length=80, blank=True)  # a name, where several people talk
    text = models.TextField()
    at = models.DateTimeField()
    time_zone = models.CharField(max_length=50, default="UTC")
    only_here = models.BooleanField(default=False)  # said to a bot whose memory ends with the conversation
    quarantined = models.BooleanField(default=False)  # an order to the machine that poses as a fact
    answers = models.BooleanField(default=False)  # of a bot's or an agent's turn: it answered what was asked before

    class Meta:
        indexes = [
            models.Index(fields=["tenant", "customer", "at"], name="episode_customer"),
            models.Index(fields=["tenant", "conversation_id", "seq"], name="episode_conversation"),
        ]


class EpisodeTerm(TenantModel):
    """A search term of a turn, written by the pipeline. In a b-tree, newest first: under row-level security PostgreSQL
    uses no GIN index of an array, since its operators are not leakproof (measured: all turns of a tenant were read)."""

    customer = TenantForeignKey(Customer, on_delete=models.CASCADE, related_name="+")
    episode = TenantForeignKey(Episode, on_delete=models.CASCADE, related_name="+")
    term = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tenant", "customer", "term", "episode"], name="episode_term_once"),
        ]


class SignBits(models.TextField):  # type: ignore[type-arg]  # not subscriptable at run time
    """The signs of a vector's numbers, counted from the middle of its space (memory/embedding.py)."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return "bit varying"


class EpisodeVector(TenantModel):
    """Narrow on purpose: a scan over a customer's vectors must not read their texts, nor a first look the vectors."""

    customer = TenantForeignKey(Customer, on_delete=models.CASCADE, related_name="+")
    episode = TenantForeignKey(Episode, on_delete=models.CASCADE, related_name="+")
    space = models.CharField(max_length=60)  # the embedder's name: vectors of two names are never compared
    vector = VectorField()
    reading = models.TextField(blank=True)  # what ranking looks at in a turn of the customer (readings.py)
    signs = SignBits(null=True)  # none: of a turn that was indexed before signs counted from the middle

    class Meta:
        indexes = [
            models.Index(
                fields=["tenant", "customer", "space"], include=["signs", "episode"], name="episode_vector_signs"
            )
        ]
        constraints = [models.UniqueConstraint(fields=["tenant", "episode", "space"], name="episode_vector_once")]


class Fact(TenantModel):
    customer = TenantForeignKey(Customer, on_delete=models.CASCADE, related_name="+")
    episode = TenantForeignKey(Episode, on_delete=models.CASCADE, null=True, related_name="+")
    conversation_id = models.UUIDField(null=True)
    only_here = models.BooleanField(default=False)
    kind = models.CharField(max_length=12)
    subject = models.CharField(max_length=120, blank=True)  # empty: the customer
    entity = models.CharField(max_length=200, blank=True)
    attribute = models.CharField(max_length=120)
    key = models.CharField(max_length=400)  # subject, entity and attribute by their canonical names
    cardinality = models.CharField(max_length=8, default="one")
    text = models.TextField()
    value = models.TextField()
    normal = models.TextField(blank=True)
    negative = models.BooleanField(default=False)
    confidence = models.FloatField(default=0.7)
    authority = models.CharField(max_length=10, default="customer")
    operation = models.CharField(max_length=12, default="state")
    origin = models.CharField(max_length=12, default="prewrite")
    status = models.CharField(max_length=12, default="active")
    status_before = models.CharField(max_length=12, blank=True)  # what an undo goes back to
    observed_at = models.DateTimeField()
    valid_from = models.DateTimeField(null=True)
    valid_until = models.DateTimeField(null=True)
    span_start = models.PositiveIntegerField(default=0)
    span_end = models.PositiveIntegerField(default=0)
    replaces = TenantForeignKey("memory.Fact", on_delete=models.SET_NULL, null=True, related_name="+")
    alias = TenantForeignKey("memory.Alias", on_delete=models.SET_NULL, null=True, related_name="+")
    merged_into = TenantForeignKey("memory.Fact", on_delete=models.SET_NULL, null=True, related_name="+")
    pinned = models.BooleanField(default=False)
    use_count = models.PositiveIntegerField(default=0)
    touched_at = models.DateTimeField()
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        indexes = [
            models.Index(fields=["tenant", "customer", "status", "observed_at"], name="fact_customer"),
            models.Index(fields=["tenant", "customer", "key"], name="fact_key"),
            models.Index(fields=["tenant", "episode"], name="fact_episode"),
            models.Index(
                fields=["tenant", "customer"],
                condition=models.Q(pinned=True) | ~models.Q(authority="customer") | models.Q(origin="compaction"),
                name="fact_always_read",
            ),
            models.Index(fields=["tenant", "status", "created_at"], name="fact_status"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["tenant", "episode", "key", "operation", "span_start", "span_end"],
                condition=models.Q(episode__isnull=False, origin__in=["prewrite", "pipeline"]),
                name="fact_said_once",
            )
        ]


class Tombstone(TenantModel):
    """What was forgotten stays forgotten, also when its sentence is read again."""

    customer = TenantForeignKey(Customer, on_delete=models.CASCADE, related_name="+")
    episode_id = models.UUIDField(null=True)
    key = models.CharField(max_length=400, blank=True)
    normal_hash = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["tenant", "customer", "key"], name="tombstone_key")]


class Alias(TenantModel):
    """A customer's own word for a thing, and the name it stands under: how it was learnt, and whether it was undone."""

    customer = TenantForeignKey(Customer, on_delete=models.CASCADE, related_name="+")
    word = models.CharField(max_length=200)
    canonical = models.CharField(max_length=200)
    how = models.CharField(max_length=10, default="meaning")  # meaning, model, staff
    score = models.FloatField(default=1.0)  # cosine of the two words
    at = models.DateTimeField(db_default=Now())
    undone_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "customer", "word"], name="alias_word")]


class Point(TenantModel):
    """A standing decision, an open request or a promise made by staff."""

    customer = TenantForeignKey(Customer, on_delete=models.CASCADE, related_name="+")
    conversation_id = models.UUIDField()
    episode = TenantForeignKey(Episode, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10)
    topic = models.CharField(max_length=200, blank=True)
    text = models.TextField()
    at = models.DateTimeField()
    state = models.CharField(max_length=10, default="open")  # open, replaced, closed
    only_here = models.BooleanField(default=False)
    span_start = models.PositiveIntegerField(default=0)
    span_end = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["tenant", "customer", "state", "at"], name="point_customer")]
        constraints = [
            models.UniqueConstraint(fields=["tenant", "episode", "kind", "span_start"], name="point_said_once")
        ]


class Summary(TenantModel):
    """The course of one conversation, rewritten every few turns."""

    customer = TenantForeignKey(Customer, on_delete=models.CASCADE, related_name="+")
    conversation_id = models.UUIDField()
    text = models.TextField()
    upto_seq = models.PositiveIntegerField()
    at = models.DateTimeField()
    only_here = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "conversation_id"], name="summary_conversation")]


class Receipt(TenantModel):
    """One candidate of one answer: injected or rejected, why, and whether the reply used it."""

    customer = TenantForeignKey(Customer, on_delete=models.CASCADE, related_name="+")
    reply_id = models.UUIDField()
    item_id = models.UUIDField()
    layer = models.CharField(max_length=8)
    injected = models.BooleanField()
    used = models.BooleanField(default=False)
    reason = models.CharField(max_length=30)
    score = models.FloatField()
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["tenant", "item_id", "at"], name="receipt_item")]
        constraints = [models.UniqueConstraint(fields=["tenant", "reply_id", "item_id"], name="receipt_once")]


class WriteRun(TenantModel):
    """The trace of one write: what each step made of the line."""

    customer = TenantForeignKey(Customer, on_delete=models.CASCADE, related_name="+")
    episode = TenantForeignKey(Episode, on_delete=models.CASCADE, related_name="+")
    steps = models.JSONField(default=list)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "episode"], name="write_run_once")]


class Compaction(TenantModel):
    """One weekly run over a customer's facts, with all it takes to undo it."""

    customer = TenantForeignKey(Customer, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    clusters = models.JSONField(default=list)  # [{"general": fact id, "sources": [fact ids]}]
    undone_at = models.DateTimeField(null=True)
