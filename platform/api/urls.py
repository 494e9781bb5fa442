"""The REST API's routes."""

from __future__ import annotations

from django.urls import path, re_path
from drf_spectacular.views import SpectacularAPIView

from api.problems import not_found
from api.views import cases, chat, docs, records, resources, sources

urlpatterns = [
    path("v1/bots/", resources.Bots.as_view(), name="api-bots"),
    path("v1/bots/<uuid:bot_id>/conversations/", chat.Conversations.as_view(), name="api-conversations"),
    path("v1/bots/<uuid:bot_id>/cases/", cases.Cases.as_view(), name="api-cases"),
    path("v1/bots/<uuid:bot_id>/case-runs/", cases.CaseRuns.as_view(), name="api-case-runs"),
    path("v1/case-runs/<uuid:case_run_id>/", cases.CaseRun.as_view(), name="api-case-run"),
    path("v1/conversations/<uuid:conversation_id>/", chat.Conversation.as_view(), name="api-conversation"),
    path("v1/conversations/<uuid:conversation_id>/messages/", chat.Messages.as_view(), name="api-messages"),
    path("v1/documents/", resources.Documents.as_view(), name="api-documents"),
    path("v1/documents/<uuid:document_id>/", resources.Document.as_view(), name="api-document"),
    path("v1/sources/", sources.Sources.as_view(), name="api-sources"),
    path("v1/sources/<uuid:source_id>/", sources.Source.as_view(), name="api-source"),
    path("v1/sources/<uuid:source_id>/run/", sources.SourceRun.as_view(), name="api-source-run"),
    path(
        "v1/sources/<uuid:source_id>/documents/<path:key>/",
        sources.SourceDocument.as_view(),
        name="api-source-document",
    ),
    path("v1/records/", records.RecordTables.as_view(), name="api-record-tables"),
    path("v1/records/<uuid:table_id>/rows/", records.RecordRows.as_view(), name="api-record-rows"),
    path("v1/records/<uuid:table_id>/rows/<path:key>/", records.RecordRow.as_view(), name="api-record-row"),
    path("v1/customers/<uuid:customer_id>/memories/", resources.Memories.as_view(), name="api-memories"),
    path("v1/memories/<uuid:fact_id>/", resources.Memory.as_view(), name="api-memory"),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", docs.docs, name="api-docs"),
    re_path(r"^.*$", not_found),
]
