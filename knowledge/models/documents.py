"""Documents, their revisions, and the chunks that search reads."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models.functions import Now

from tenants.models import TenantForeignKey, TenantModel


class DocumentKind(models.TextChoices):
    TEXT = "text"
    PAIR = "pair"
    FILE = "file"
    PAGE = "page"


class DocumentState(models.TextChoices):
    WAITING = "waiting"
    INDEXING = "indexing"
    LIVE = "live"
    FAILED = "failed"
    REMOVED = "removed"


class Origin(models.TextChoices):
    UPLOAD = "upload"
    EDIT = "edit"
    REFRESH = "refresh"
    ROLLBACK = "rollback"


class Document(TenantModel):
    kind = models.CharField(max_length=10, choices=DocumentKind.choices)
    title = models.CharField(max_length=300)
    language = models.CharField(max_length=10)
    url = models.URLField(max_length=2000, blank=True)
    origin_key = models.CharField(max_length=300, blank=True)  # the name of an upload or the address of a page
    source = TenantForeignKey("knowledge.Source", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    validators = models.JSONField(default=dict, blank=True)  # of the last fetch: etag, last_modified, hash
    state = models.CharField(max_length=10, choices=DocumentState.choices, default=DocumentState.WAITING)
    error = models.TextField(blank=True)
    embedded = models.PositiveIntegerField(default=0)  # progress of the revision that is being indexed
    embeddable = models.PositiveIntegerField(default=0)
    overrides = models.BooleanField(default=False)
    effective_from = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    bot_ids = ArrayField(models.UUIDField(), default=list, blank=True)  # empty: every bot
    live_revision = TenantForeignKey("knowledge.Revision", on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    updated_at = models.DateTimeField(db_default=Now())
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["tenant", "state", "-updated_at"], name="document_list"),
            models.Index(fields=["tenant", "origin_key"], name="document_origin"),
        ]
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=DocumentState.values), name="document_state"),
            models.CheckConstraint(condition=models.Q(kind__in=DocumentKind.values), name="document_kind"),
        ]

    def __str__(self) -> str:
        return self.title


class Revision(TenantModel):
    """The text of a document at one time. Never changed, so that an old citation still opens what it cited."""

    document = TenantForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    origin = models.CharField(max_length=10, choices=Origin.choices)
    title = models.CharField(max_length=300)
    text = models.TextField()  # Markdown; of a question-answer pair, "## question" and the answer
    text_hash = models.CharField(max_length=64)
    source_text = models.TextField(blank=True)  # as fetched, before manual edits were merged in
    content_hash = models.CharField(max_length=64, blank=True)  # of the file's or page's bytes
    encoding = models.CharField(max_length=40, blank=True)
    notes = models.JSONField(default=list)
    added = models.PositiveIntegerField(default=0)  # lines against the revision before
    removed = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField()
    live_from = models.DateTimeField(null=True, blank=True)
    live_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "document", "number"], name="revision_number")]


class ScheduledRevision(TenantModel):
    """A text that waits for its day. It is no revision before: what comes until then goes into it."""

    document = TenantForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    title = models.CharField(max_length=300)
    text = models.TextField()
    base_title = models.CharField(max_length=300)  # what stood there when it was written
    base_text = models.TextField()
    due_at = models.DateTimeField()
    made_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["tenant", "due_at"], name="scheduledrevision_due")]


class Chunk(TenantModel):
    """A passage. Revisions share the chunks whose text did not change."""

    document = TenantForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    text_hash = models.CharField(max_length=64)  # of title, heading and text: what is embedded
    heading = models.TextField(blank=True)
    text = models.TextField()
    language = models.CharField(max_length=10)
    live = models.BooleanField(default=False)
    position = models.PositiveIntegerField(default=0)  # in the live revision, or in the last one that held it
    length = models.PositiveIntegerField(default=0)  # search tokens
    words = SearchVectorField()  # 'simple': CJK bigrams, stems, codes

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "document", "text_hash"], name="chunk_once")]
        indexes = [
            # A list of pending entries would be read by every search until a vacuum.
            GinIndex(fields=["words"], name="chunk_words", fastupdate=False),
            models.Index(fields=["tenant", "document", "position"], name="chunk_place", condition=models.Q(live=True)),
        ]


class RevisionChunk(TenantModel):
    """Which passage stands where in which revision."""

    revision = TenantForeignKey(Revision, on_delete=models.CASCADE, related_name="+")
    chunk = TenantForeignKey(Chunk, on_delete=models.CASCADE, related_name="+")
    position = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "revision", "position"], name="revision_place")]
        indexes = [models.Index(fields=["tenant", "chunk"], name="revisionchunk_chunk")]


class Embedding(TenantModel):
    """What an embedder made of a text, kept by the text's hash: the same text is never embedded twice."""

    space = models.CharField(max_length=60)
    text_hash = models.CharField(max_length=64)
    vector = models.BinaryField()  # float16, little-endian, L2-normalised

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "space", "text_hash"], name="embedding_once")]


class TermCount(TenantModel):
    """In how many live chunks a search token stands: what makes a rare word weigh more."""

    term = models.CharField(max_length=120)
    chunks = models.IntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "term"], name="termcount_term")]
