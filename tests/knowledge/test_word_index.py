from __future__ import annotations

import pytest
from django.db import connection, connections

from knowledge.models import Chunk, Document
from ports.ids import new_id
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])

_FILL = """
INSERT INTO knowledge_chunk
    (id, tenant_id, document_id, text_hash, heading, text, language, live, position, length, words)
SELECT gen_random_uuid(), %s, %s, n::text, '', 'text', 'en', true, n, 30,
       (SELECT string_agg(format('''w%%s'':1', (n * 31 + k * 7) %% 3000), ' ') FROM generate_series(1, 30) k)::tsvector
FROM generate_series(1, 4000) n
"""


def test_a_search_by_words_uses_the_word_index_under_row_level_security(tenant: TenantView) -> None:
    """`@@` has to be leakproof for that: without it each search read every passage of the tenant."""
    with tenant_scope(tenant.id):
        document = Document.objects.create(id=new_id(), kind="text", title="Many", language="en", state="live")
        with connection.cursor() as cursor:
            cursor.execute(_FILL, [tenant.id, document.id])
    with connections["owner"].cursor() as cursor:
        cursor.execute("ANALYZE knowledge_chunk")
    with tenant_scope(tenant.id), connection.cursor() as cursor:
        cursor.execute(
            "EXPLAIN SELECT id FROM knowledge_chunk WHERE tenant_id = %s AND live AND words @@ %s::tsquery",
            [tenant.id, "'w17' | 'w99'"],
        )
        plan = "\n".join(row[0] for row in cursor.fetchall())
        assert Chunk.objects.count() == 4000
    assert "chunk_words" in plan
