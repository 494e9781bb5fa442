"""A run leaves its figures behind, and nothing of the tenant that it was made in."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command
from django.db import connections
from django.test import Client

from accounts.roles import Role
from adapters.memory_vectors import MemoryVectorStore
from audit.api import record
from evaluation.record import keep_run, list_runs
from evaluation.throwaway import throwaway_tenant
from ports import port_scope
from ports.vectors import VectorRow
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.console.cast import member
from tests.rows import make_row, tenant_models

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
PLACED = """
SELECT c.relname FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
   AND EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = c.oid AND attname = 'tenant_id')
"""


def tables_with(tenant: TenantView) -> list[str]:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT set_config('app.tenant', %s, false)", [str(tenant.id)])
        cursor.execute(PLACED)
        names = [row[0] for row in cursor.fetchall()]
        held = []
        for name in names:
            cursor.execute(f"SELECT count(*) FROM {name} WHERE tenant_id = %s", [tenant.id])
            held += [name] if cursor.fetchone()[0] else []
        cursor.execute("SELECT set_config('app.tenant', '', false)")
    return held


def test_nothing_of_a_throw_away_tenant_is_left_in_any_table_and_nothing_of_another_goes(tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        record(verb="test.done", subject=("test", "1"))
    with throwaway_tenant() as made:
        with tenant_scope(made.id):
            for model in tenant_models():
                make_row(model)
        assert len(tables_with(made)) > 30
    assert tables_with(made) == []
    assert "audit_auditentry" in tables_with(tenant)


def test_a_throw_away_tenant_leaves_no_vector_in_a_store_of_its_own() -> None:
    store, vector = MemoryVectorStore(), np.ones(4, dtype=np.float32)
    with port_scope(vectors=store):
        with throwaway_tenant() as made:
            row = VectorRow(chunk_id=made.id, document_id=made.id, vector=vector)
            store.upsert(tenant_id=made.id, space="s", rows=[row])
            assert store.count(tenant_id=made.id, space="s") == 1
        assert store.count(tenant_id=made.id, space="s") == 0


def test_the_command_keeps_the_figures_of_its_run(tmp_path: Path, transactional_db: None) -> None:
    rows = [{"qid": "q1", "question": "?", "evidence": ["t1"], "category": "one"}]
    talk = {"turns": [{"turn_id": "t1", "text": "My cat is called Potato", "speaker": "Ann"}], "questions": rows}
    file = tmp_path / "talks.jsonl"
    file.write_text(json.dumps({"conversation_id": "c1", **talk}) + "\n")
    call_command("evaluate", "recall", "--data", str(file), stdout=io.StringIO())
    [run] = list_runs()
    assert (run.suite, run.files, run.figures["questions"]) == ("recall", ("talks.jsonl",), 1)


def test_the_screen_shows_a_run_by_category_and_language_and_what_changed(tenant: TenantView) -> None:
    figures = {"strict": 0.81, "by_category": {"time": {"strict": 0.75}}, "by_language": {"zh": {"strict": 0.83}}}
    keep_run(suite="scripts", files=["a.jsonl"], chat="", figures={"strict": 0.8}, seconds=3)
    run_id = keep_run(suite="scripts", files=["a.jsonl"], chat="", figures=figures, seconds=3)
    client = member(tenant, Role.AUDITOR)
    assert "0.81" in _page(client, "")
    shown = _page(client, f"?run={run_id}")
    assert shown.index("By category") < shown.index("0.75")
    assert shown.index("By language") < shown.index("0.83")
    assert "+0.01" in shown
    assert client.get("/console/evaluation/?run=x").status_code == 404


def _page(client: Client, query: str) -> str:
    response = client.get(f"/console/evaluation/{query}")
    assert response.status_code == 200
    return response.content.decode()
