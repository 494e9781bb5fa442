"""The routes of documents, sources, records and the threshold lab."""

from __future__ import annotations

from django.urls import path

from console.views import bulk, connectors, documents, lab, lab_questions, mend, records, search, sources, uploads

urlpatterns = [
    path("bots/<uuid:bot_id>/lab/", lab.lab, name="lab"),
    path("bots/<uuid:bot_id>/lab/apply/", lab.apply, name="apply_threshold"),
    path("documents/", documents.document_list, name="documents"),
    path("documents/text/", documents.new_text, name="new_text"),
    path("documents/pair/", documents.new_pair, name="new_pair"),
    path("documents/upload/", uploads.upload, name="upload"),
    path("documents/preview/", uploads.preview, name="preview_upload"),
    path("documents/pairs/", uploads.import_pairs, name="import_pairs"),
    path("documents/bulk/", bulk.bulk, name="bulk"),
    path("documents/search/", search.test_search, name="test_search"),
    path("documents/search/would/<uuid:bot_id>/", search.would, name="would"),
    path("documents/tests/", lab_questions.add_test, name="add_test"),
    path("documents/tests/remove/", lab_questions.remove_test, name="remove_test"),
    path("documents/mend/", mend.mend, name="mend"),
    path("documents/mend/close/", mend.close_gap, name="close_gap"),
    path("documents/mend/<uuid:contradiction_id>/dismiss/", mend.dismiss, name="dismiss"),
    path("documents/<uuid:document_id>/", documents.detail, name="document"),
    path("documents/<uuid:document_id>/edit/", documents.edit, name="edit_document"),
    path("documents/<uuid:document_id>/remove/", documents.remove, name="remove_document"),
    path("documents/<uuid:document_id>/diff/", documents.diff, name="document_diff"),
    path("documents/<uuid:document_id>/roll-back/", documents.roll_back, name="roll_back_document"),
    path("sources/", sources.source_list, name="sources"),
    path("sources/new/", sources.new_source, name="new_source"),
    path("sources/<uuid:source_id>/", sources.detail, name="source"),
    path("sources/<uuid:source_id>/edit/", sources.edit, name="edit_source"),
    path("sources/<uuid:source_id>/run/", sources.run_now, name="run_source"),
    path("sources/<uuid:source_id>/pause/", sources.pause, name="pause_source"),
    path("sources/<uuid:source_id>/remove/", sources.remove, name="remove_source"),
    path("sources/<uuid:source_id>/files/", sources.fill, name="fill_source"),
    path("records/", records.table_list, name="records"),
    path("records/new/", records.new_table, name="new_table"),
    path("records/preview/", records.preview, name="preview_table"),
    path("records/connect/", connectors.connect, name="connect_table"),
    path("records/try/", connectors.try_out, name="try_connector"),
    path("records/<uuid:table_id>/", records.detail, name="record_table"),
    path("records/<uuid:table_id>/edit/", records.edit, name="edit_table"),
    path("records/<uuid:table_id>/connector/", connectors.edit, name="edit_connector"),
    path("records/<uuid:table_id>/import/", records.import_rows, name="import_rows"),
    path("records/<uuid:table_id>/remove/", records.remove, name="remove_table"),
    path("passages/<uuid:chunk_id>/", documents.passage, name="passage"),
]
