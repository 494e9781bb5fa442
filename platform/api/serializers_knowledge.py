"""What goes in and out of the REST API about sources and business records."""

from __future__ import annotations

from rest_framework import serializers

from knowledge.types import NewSource

_KINDS = ["page", "sitemap", "feed", "folder", "push"]
_RHYTHMS = ["manual", "hourly", "daily", "weekly", "cron"]
_TYPES = ["text", "integer", "money", "date", "time", "datetime", "enum"]


class SourceIn(serializers.Serializer[object]):
    """`url` for a page, a sitemap or a feed; `cron` (five fields, in the company's time zone) with the rhythm cron."""

    kind = serializers.ChoiceField(choices=_KINDS)
    name = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)
    url = serializers.CharField(max_length=2000, required=False, default="", allow_blank=True)
    rhythm = serializers.ChoiceField(choices=_RHYTHMS, required=False, default="daily")
    cron = serializers.CharField(max_length=100, required=False, default="", allow_blank=True)
    prefix = serializers.CharField(max_length=2000, required=False, default="", allow_blank=True)
    most_pages = serializers.IntegerField(min_value=1, max_value=5000, required=False, default=200)
    overrides = serializers.BooleanField(required=False, default=False)

    @property
    def new_source(self) -> NewSource:
        return NewSource(**self.validated_data)


class TroubleOut(serializers.Serializer[object]):
    url = serializers.CharField()
    code = serializers.CharField()
    detail = serializers.CharField()


class SourceOut(serializers.Serializer[object]):
    id = serializers.UUIDField(source="source_id")
    name = serializers.CharField()
    kind = serializers.CharField()
    url = serializers.CharField()
    rhythm = serializers.CharField()
    cron = serializers.CharField()
    paused = serializers.BooleanField()
    running = serializers.BooleanField()
    documents = serializers.IntegerField(source="pages")
    last_run_at = serializers.DateTimeField(allow_null=True)
    next_run_at = serializers.DateTimeField(allow_null=True)
    last_result = serializers.DictField(child=serializers.IntegerField())
    error = serializers.CharField()
    troubles = TroubleOut(many=True)


class PushIn(serializers.Serializer[object]):
    """An empty text removes the document."""

    title = serializers.CharField(max_length=300, required=False, default="", allow_blank=True)
    text = serializers.CharField(max_length=2_000_000, allow_blank=True)


class PushOut(serializers.Serializer[object]):
    fate = serializers.ChoiceField(choices=["added", "changed", "unchanged", "removed"])


class ColumnIn(serializers.Serializer[object]):
    name = serializers.CharField(max_length=100)
    type = serializers.ChoiceField(choices=_TYPES)
    labels = serializers.DictField(child=serializers.CharField(max_length=60), required=False, default=dict)
    currency = serializers.RegexField(r"^[A-Z]{3}$", required=False, default="", allow_blank=True)
    shown = serializers.BooleanField(required=False, default=True)


class RecordTableIn(serializers.Serializer[object]):
    """`owner_column` empty: every customer may read every row. `columns` left out: told from the rows."""

    name = serializers.SlugField(max_length=60)
    titles = serializers.DictField(child=serializers.CharField(max_length=60))
    key_column = serializers.CharField(max_length=100)
    owner_column = serializers.CharField(max_length=100, required=False, default="", allow_blank=True)
    owner_kind = serializers.ChoiceField(choices=["external_id", "email"], required=False, default="external_id")
    columns = ColumnIn(many=True, required=False)
    rows = serializers.ListField(child=serializers.DictField(), max_length=10_000, required=False, default=list)


class RecordTableOut(serializers.Serializer[object]):
    id = serializers.UUIDField(source="table_id")
    name = serializers.CharField()
    titles = serializers.DictField(child=serializers.CharField())
    rows = serializers.IntegerField()
    key_column = serializers.CharField()
    owner_column = serializers.CharField()
    connected = serializers.BooleanField()
    updated_at = serializers.DateTimeField()


class RecordRowsIn(serializers.Serializer[object]):
    """Objects whose names are the table's columns; a row whose key is known is replaced."""

    rows = serializers.ListField(child=serializers.DictField(), min_length=1, max_length=10_000)


class RecordRowsOut(serializers.Serializer[object]):
    added = serializers.IntegerField()
    changed = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    without_key = serializers.IntegerField()
    without_owner = serializers.IntegerField()
    repeated = serializers.IntegerField()
    misfits = serializers.DictField(child=serializers.IntegerField())
    unknown = serializers.ListField(child=serializers.CharField())


class RecordRowOut(serializers.Serializer[object]):
    key = serializers.CharField()
    owner = serializers.CharField()
    values = serializers.DictField(child=serializers.CharField())
    read_at = serializers.DateTimeField()
