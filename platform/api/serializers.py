"""What goes in and out of the REST API."""

from __future__ import annotations

from rest_framework import serializers

# Serializers validate and document; each names its fields, so that nothing else can be set.


class BotOut(serializers.Serializer[object]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    active = serializers.BooleanField()
    live_number = serializers.IntegerField(allow_null=True)
    widget_key = serializers.CharField()


class ConversationIn(serializers.Serializer[object]):
    external_id = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)
    name = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)
    email = serializers.EmailField(required=False, default="", allow_blank=True)
    locale = serializers.CharField(max_length=20, required=False, default="", allow_blank=True)
    time_zone = serializers.CharField(max_length=50, required=False, default="", allow_blank=True)


class ConversationOut(serializers.Serializer[object]):
    id = serializers.UUIDField()
    bot = serializers.UUIDField(source="bot_id")
    customer = serializers.UUIDField(source="customer_id")
    mode = serializers.CharField()
    created_at = serializers.DateTimeField()


class MessageIn(serializers.Serializer[object]):
    client_id = serializers.UUIDField()
    text = serializers.CharField(trim_whitespace=False, allow_blank=True, max_length=200_000)


class CitationOut(serializers.Serializer[object]):
    label = serializers.CharField()  # type: ignore[assignment]  # the contract's name; DRF's own attribute is not used
    kind = serializers.ChoiceField(choices=["document", "record", "memory"])
    title = serializers.CharField()
    url = serializers.CharField(required=False)
    snippet = serializers.CharField()
    revision = serializers.CharField(required=False)
    heading = serializers.CharField(required=False)
    at = serializers.DateTimeField(required=False, help_text="said, read or in force since")
    key = serializers.CharField(required=False, help_text="of a record")
    columns = serializers.ListField(child=serializers.DictField(), required=False, help_text="of a record: name, value")


class ReplyOut(serializers.Serializer[object]):
    type = serializers.CharField()
    seq = serializers.IntegerField()
    reply_to = serializers.IntegerField()
    text = serializers.CharField()
    html = serializers.CharField()
    outcome = serializers.CharField()
    confidence = serializers.FloatField(allow_null=True)
    citations = CitationOut(many=True)


class AcceptedOut(serializers.Serializer[object]):
    client_id = serializers.UUIDField()
    seq = serializers.IntegerField()


class DocumentIn(serializers.Serializer[object]):
    """A text with a title, a question with its answer, or (as multipart/form-data) a file."""

    title = serializers.CharField(max_length=300, required=False)
    text = serializers.CharField(max_length=2_000_000, required=False)
    question = serializers.CharField(max_length=2_000, required=False)
    answer = serializers.CharField(max_length=20_000, required=False)
    file = serializers.FileField(required=False, max_length=200)
    language = serializers.ChoiceField(choices=["zh", "zh-Hant", "en"], required=False)
    url = serializers.URLField(required=False, default="", allow_blank=True)

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        whole = [names for names in ({"title", "text"}, {"question", "answer"}, {"file"}) if names <= attrs.keys()]
        if len(whole) != 1:
            raise serializers.ValidationError("Give title and text, or question and answer, or a file.")
        return attrs


class DocumentChange(serializers.Serializer[object]):
    title = serializers.CharField(max_length=300, required=False)
    text = serializers.CharField(max_length=2_000_000, required=False)


class DocumentOut(serializers.Serializer[object]):
    id = serializers.UUIDField(source="document_id")
    title = serializers.CharField()
    kind = serializers.CharField()
    state = serializers.CharField()
    language = serializers.CharField()
    chunks = serializers.IntegerField()
    revision = serializers.IntegerField(source="revision_number")
    error = serializers.CharField()


class FactOut(serializers.Serializer[object]):
    id = serializers.UUIDField(source="fact_id")
    text = serializers.CharField()
    subject = serializers.CharField()
    entity = serializers.CharField()
    attribute = serializers.CharField()
    value = serializers.CharField()
    status = serializers.CharField()
    confidence = serializers.FloatField()
    observed_at = serializers.DateTimeField()


class CaseOut(serializers.Serializer[object]):
    id = serializers.UUIDField()
    question = serializers.CharField()
    contains = serializers.ListField(child=serializers.CharField(), source="expected.contains")
    lacks = serializers.ListField(child=serializers.CharField(), source="expected.lacks")
    outcome = serializers.CharField(source="expected.outcome")
    document = serializers.UUIDField(source="expected.document_id", allow_null=True)
    note = serializers.CharField()
    passed = serializers.BooleanField(allow_null=True, help_text="in its last run")


class CaseRunIn(serializers.Serializer[object]):
    settings = serializers.ChoiceField(choices=["live", "draft"], default="live")


class FailureOut(serializers.Serializer[object]):
    code = serializers.CharField()
    expected = serializers.CharField()


class CaseResultOut(serializers.Serializer[object]):
    case = serializers.UUIDField(source="case.id")
    question = serializers.CharField(source="case.question")
    passed = serializers.BooleanField()
    failures = FailureOut(many=True)
    reply = serializers.CharField()
    outcome = serializers.CharField()


class CaseRunOut(serializers.Serializer[object]):
    id = serializers.UUIDField(source="run.id")
    state = serializers.CharField(source="run.state")
    version = serializers.IntegerField(source="run.number")
    total = serializers.IntegerField(source="run.total")
    done = serializers.IntegerField(source="run.done")
    passed = serializers.IntegerField(source="run.passed")
    results = CaseResultOut(many=True)
