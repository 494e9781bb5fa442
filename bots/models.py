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
    for_human = models.BooleanField(default=False)  # a customer's message that the bot leaves to a human
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
    given = models.JSONField(default=dict)  # all that the pure steps read: bots.replaying.given
    drafts = models.JSONField(default=list)  # what each request to a model gave, word for word
    anchors = models.JSONField(default=dict)  # how far the reply kept to the anchors: bots.drift
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "message"], name="answer_record_one")]


class DriftEvent(TenantModel):
    """A sentence that broke an anchor: put right before it was sent, or not sent at all."""

    bot = TenantForeignKey(Bot, on_delete=models.CASCADE, related_name="+")
    message = TenantForeignKey(Message, on_delete=models.CASCADE, related_name="+")  # the reply
    rule = models.CharField(max_length=20)
    detail = models.TextField(blank=True)
    sentence = models.TextField()
    mended = models.BooleanField()  # sent, put right; else withheld
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["tenant", "bot", "-at"], name="drift_recent")]


class Feedback(TenantModel):
    message = TenantForeignKey(Message, on_delete=models.CASCADE, related_name="+")
    rating = models.SmallIntegerField()  # 1 to 5; thumbs are 5 and 1
    comment = models.TextField(blank=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "message"], name="feedback_one")]


class WorkState(models.TextChoices):
    QUEUED = "queued"
    DONE = "done"
    FAILED = "failed"


class Rerun(TenantModel):
    """A turn answered again with today's settings and knowledge, for a person who wants to compare."""

    message = TenantForeignKey(Message, on_delete=models.CASCADE, related_name="+")  # the reply of then
    person_id = models.UUIDField(null=True)
    state = models.CharField(max_length=10, choices=WorkState.choices, default=WorkState.QUEUED)
    result = models.JSONField(default=dict)
    created_at = models.DateTimeField()


class ReportReason(models.TextChoices):
    INCORRECT = "incorrect"
    OUTDATED = "outdated"
    INCOMPLETE = "incomplete"
    NOT_ALLOWED = "not_allowed"
    OTHER = "other"


class WrongReport(TenantModel):
    """What a person of the company found wrong with a reply."""

    message = TenantForeignKey(Message, on_delete=models.CASCADE, related_name="+")
    reason = models.CharField(max_length=20, choices=ReportReason.choices)
    note = models.TextField(blank=True)
    person_id = models.UUIDField(null=True)
    created_at = models.DateTimeField()


class Case(TenantModel):
    """A test case: a question in its context, and what its answer must be like."""

    bot = TenantForeignKey(Bot, on_delete=models.CASCADE, related_name="+")
    customer = TenantForeignKey(Customer, on_delete=models.CASCADE, null=True, related_name="+")  # in whose name
    message = TenantForeignKey(Message, on_delete=models.SET_NULL, null=True, related_name="+")  # made from this reply
    question = models.TextField()
    context = models.JSONField(default=list)  # the turns before: author, text
    contains = models.JSONField(default=list)
    lacks = models.JSONField(default=list)
    outcome = models.CharField(max_length=20, blank=True)  # "": any
    document_id = models.UUIDField(null=True)  # of knowledge: the answer must cite it
    note = models.CharField(max_length=500, blank=True)
    created_by = models.UUIDField(null=True)
    created_at = models.DateTimeField()


class CaseRun(TenantModel):
    """All test cases of a bot, against one version of its settings."""

    bot = TenantForeignKey(Bot, on_delete=models.CASCADE, related_name="+")
    version = TenantForeignKey(BotVersion, on_delete=models.SET_NULL, null=True, related_name="+")
    number = models.PositiveIntegerField()  # of the version; a draft's may be deleted
    settings = models.JSONField()  # as they were when the run began: a draft changes
    draft = models.BooleanField(default=False)
    state = models.CharField(max_length=10, choices=WorkState.choices, default=WorkState.QUEUED)
    total = models.PositiveIntegerField()
    person_id = models.UUIDField(null=True)
    created_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)


class CaseResult(TenantModel):
    run = TenantForeignKey(CaseRun, on_delete=models.CASCADE, related_name="+")
    case = TenantForeignKey(Case, on_delete=models.CASCADE, related_name="+")
    passed = models.BooleanField()
    failures = models.JSONField(default=list)  # code and what was expected
    reply = models.TextField()
    outcome = models.CharField(max_length=20)
    ms = models.FloatField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "run", "case"], name="case_result_one")]
