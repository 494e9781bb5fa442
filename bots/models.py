"""Bots with versioned settings, conversations, messages, and the record of each answer."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now

from accounts.models import Customer, Visitor
from tenants.models import TenantForeignKey, TenantModel


class Bot(TenantModel):
    name = models.CharField(max_length=200)
    active = models.BooleanField(default=True)
    allowed_origins = models.JSONField(default=list, blank=True)  # where the widget may be framed; empty: anywhere
    identity_secret = models.TextField(blank=True)  # encrypted; signs the identity tokens of known customers (HS256)
    identity_public_key = models.TextField(blank=True)  # PEM, for ES256
    created_at = models.DateTimeField(db_default=Now(), editable=False)


class WidgetKey(TenantModel):
    """The public key that stands in a shop's page. It names a bot and opens nothing else."""

    bot = TenantForeignKey(Bot, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=40, unique=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)


class VersionState(models.TextChoices):
    DRAFT = "draft"
    PUBLISHED = "published"
    RETIRED = "retired"


class BotVersion(TenantModel):
    """Settings, whole. A published version is never changed again."""

    bot = TenantForeignKey(Bot, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    settings = models.JSONField()
    state = models.CharField(max_length=10, choices=VersionState.choices, default=VersionState.DRAFT)
    note = models.CharField(max_length=500, blank=True)
    created_by = models.UUIDField(null=True)  # a person's id
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tenant", "bot", "number"], name="version_number"),
            models.UniqueConstraint(
                fields=["tenant", "bot"], condition=models.Q(state="published"), name="version_one_live"
            ),
            models.UniqueConstraint(
                fields=["tenant", "bot"], condition=models.Q(state="draft"), name="version_one_draft"
            ),
        ]


class Mode(models.TextChoices):
    BOT = "bot"
    QUEUED = "queued"  # a human was promised
    HUMAN = "human"
    ENDED = "ended"


class Conversation(TenantModel):
    bot = TenantForeignKey(Bot, on_delete=models.CASCADE, related_name="+")
    customer = TenantForeignKey(Customer, on_delete=models.CASCADE, related_name="+")
    visitor = TenantForeignKey(Visitor, on_delete=models.SET_NULL, null=True, related_name="+")
    preview_version = TenantForeignKey(BotVersion, on_delete=models.SET_NULL, null=True, related_name="+")
    channel = models.CharField(max_length=10, default="widget")  # widget, api, test
    mode = models.CharField(max_length=10, choices=Mode.choices, default=Mode.BOT)
    agent_id = models.UUIDField(null=True)  # the person who took over
    locale = models.CharField(max_length=20, blank=True)
    time_zone = models.CharField(max_length=50, blank=True)
    last_seq = models.PositiveIntegerField(default=0)
    state = models.JSONField(default=dict)  # topic, pending question: what the next turn starts from
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    last_message_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["tenant", "-last_message_at"], name="conversation_recent"),
            models.Index(fields=["tenant", "customer"], name="conversation_customer"),
        ]


class Author(models.TextChoices):
    CUSTOMER = "customer"
    BOT = "bot"
    AGENT = "agent"


class Message(TenantModel):
    conversation = TenantForeignKey(Conversation, on_delete=models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField()
    author = models.CharField(max_length=10, choices=Author.choices)
    client_id = models.UUIDField(null=True)
    reply_to = TenantForeignKey("self", on_delete=models.CASCADE, null=True, related_name="+")
    text = models.TextField()
    html = models.TextField(blank=True)  # sanitised, of bots and agents only
    outcome = models.CharField(max_length=20, blank=True)
    confidence = models.FloatField(null=True)
    citations = models.JSONField(default=list)
    version = TenantForeignKey(BotVersion, on_delete=models.PROTECT, null=True, related_name="+")
    agent_id = models.UUIDField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tenant", "conversation", "seq"], name="message_seq"),
            models.UniqueConstraint(
                fields=["tenant", "conversation", "client_id"],
                condition=models.Q(client_id__isnull=False),
                name="message_client_id",
            ),
            models.UniqueConstraint(
                fields=["tenant", "reply_to"], condition=models.Q(author="bot"), name="message_one_answer"
            ),
        ]


class AnswerRecord(TenantModel):
    """Why a reply is what it is: enough to replay it, and to run it again."""

    message = TenantForeignKey(Message, on_delete=models.CASCADE, related_name="+")
    question = models.TextField()  # as rewritten
    route = models.JSONField(default=dict)
    decision = models.JSONField(default=dict)
    blocks = models.JSONField(default=list)  # name, text, tokens, trimmed
    evidence = models.JSONField(default=list)
    rejected = models.JSONField(default=list)
    memory = models.JSONField(default=dict)
    sentences = models.JSONField(default=list)  # sent and withheld, with reasons
    model = models.JSONField(default=dict)  # name, usage, attempts, notes
    timings_ms = models.JSONField(default=dict)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "message"], name="answer_record_one")]


class Feedback(TenantModel):
    message = TenantForeignKey(Message, on_delete=models.CASCADE, related_name="+")
    rating = models.SmallIntegerField()  # 1 to 5; thumbs are 5 and 1
    comment = models.TextField(blank=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "message"], name="feedback_one")]
