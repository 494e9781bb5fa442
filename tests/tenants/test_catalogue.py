"""What PostgreSQL's own catalogue says about every table, so that a forgotten migration operation cannot hide."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connections

from jobs.enqueue import enqueue
from jobs.registry import handles
from postgres.grants import APPEND_ONLY, SWEEPER_COLUMNS
from tenants.models import GLOBAL_TABLES
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])

APP, SWEEPER = "anamnesis_app", "anamnesis_sweeper"


@handles("test.catalogue")
def nothing(lease: object) -> None:
    pass


def rows(statement: str, *values: object) -> list[tuple[object, ...]]:
    with connections["owner"].cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


def test_every_table_has_a_tenant_or_stands_in_the_list_of_global_ones() -> None:
    found = rows("""
        SELECT relname FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
           AND NOT EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = c.oid AND attname = 'tenant_id')""")
    assert {row[0] for row in found} - set(GLOBAL_TABLES) == set()


def test_every_tenant_table_has_row_level_security_enabled_and_forced() -> None:
    found = rows("""
        SELECT relname FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
           AND (relname = 'tenants_tenant'
                OR EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = c.oid AND attname = 'tenant_id'))
           AND NOT (relrowsecurity AND relforcerowsecurity)""")
    assert found == []


def test_every_tenant_table_has_one_policy_for_all_commands_that_asks_for_the_tenant() -> None:
    found = rows("""
        SELECT c.relname FROM pg_class c
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
           AND EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = c.oid AND attname = 'tenant_id')
           AND NOT EXISTS (
               SELECT 1 FROM pg_policies p WHERE p.tablename = c.relname AND p.cmd = 'ALL'
                  AND p.qual LIKE '%%tenant_id%%app.tenant%%' AND p.with_check LIKE '%%tenant_id%%app.tenant%%')""")
    assert found == []


def test_no_policy_lets_anybody_write_except_the_tenants_own() -> None:
    found = rows("""
        SELECT tablename, policyname FROM pg_policies
         WHERE cmd NOT IN ('SELECT') AND NOT (cmd = 'ALL' AND policyname = 'tenant')""")
    assert found == []


def test_policies_without_a_condition_are_the_sweepers_alone() -> None:
    found = rows("SELECT tablename FROM pg_policies WHERE qual = 'true' AND roles <> ARRAY[%s]::name[]", SWEEPER)
    assert found == []


def test_every_foreign_key_between_tenant_tables_holds_the_tenant() -> None:
    found = rows("""
        SELECT k.conrelid::regclass::text, k.conname FROM pg_constraint k
         WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
           AND EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = k.conrelid AND attname = 'tenant_id')
           AND EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = k.confrelid AND attname = 'tenant_id')
           AND NOT EXISTS (SELECT 1 FROM pg_attribute a
                            WHERE a.attrelid = k.conrelid AND a.attnum = ANY(k.conkey) AND a.attname = 'tenant_id')""")
    assert found == []


def test_every_reference_column_between_tenant_tables_has_a_constraint_at_all() -> None:
    from tenants.models import TenantForeignKey  # noqa: PLC0415  only this test walks the models
    from tests.rows import tenant_models  # noqa: PLC0415

    declared = {
        (model._meta.db_table, field.column)
        for model in tenant_models()
        for field in model._meta.concrete_fields
        if isinstance(field, TenantForeignKey)
    }
    held = rows("""
        SELECT k.conrelid::regclass::text, a.attname FROM pg_constraint k
          JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY(k.conkey)
         WHERE k.contype = 'f' AND array_length(k.conkey, 1) = 2""")
    assert declared - set(held) == set()


def test_every_unique_key_of_a_tenant_table_holds_the_tenant() -> None:
    """Else a refused INSERT tells whether another tenant has that value."""
    found = rows("""
        SELECT i.indrelid::regclass::text, i.indexrelid::regclass::text FROM pg_index i
          JOIN pg_class c ON c.oid = i.indrelid
         WHERE i.indisunique AND NOT i.indisprimary AND c.relnamespace = 'public'::regnamespace
           AND EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = c.oid AND attname = 'tenant_id')
           AND NOT EXISTS (SELECT 1 FROM pg_attribute a
                            WHERE a.attrelid = c.oid AND a.attnum = ANY(i.indkey) AND a.attname = 'tenant_id')""")
    assert [row for row in found if row[0] not in GLOBAL_TABLES] == []


def test_there_is_nothing_that_reads_past_the_policies() -> None:
    """Plain views and SECURITY DEFINER functions run as the owner; a materialized view is a copy without policies."""
    found = rows("""
        SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
           AND (c.relkind = 'm' OR c.relkind = 'v' AND NOT 'security_invoker=true' = ANY(coalesce(c.reloptions, '{}')))
        UNION ALL
        SELECT p.proname FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef""")
    assert found == []


@pytest.mark.parametrize("role", [APP, SWEEPER])
def test_a_serving_role_has_no_power_over_the_policies(role: str) -> None:
    found = rows(
        "SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication FROM pg_roles WHERE rolname = %s",
        role,
    )
    assert found == [(False, False, False, False, False)]


@pytest.mark.parametrize("role", [APP, SWEEPER])
def test_a_serving_role_owns_nothing_and_is_a_member_of_nothing(role: str) -> None:
    owned = rows("SELECT relname FROM pg_class WHERE pg_get_userbyid(relowner) = %s", role)
    member = rows("SELECT roleid::regrole::text FROM pg_auth_members WHERE member = %s::regrole", role)
    assert (owned, member) == ([], [])


@pytest.mark.parametrize("role", [APP, SWEEPER])
def test_a_serving_role_may_not_truncate_reference_or_create(role: str) -> None:
    """TRUNCATE and REFERENCES stand outside row-level security."""
    found = rows(
        """
        SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
           AND has_table_privilege(%s, oid, 'TRUNCATE, REFERENCES, TRIGGER')""",
        role,
    )
    assert found == []
    assert rows("SELECT has_schema_privilege(%s, 'public', 'CREATE')", role) == [(False,)]


def test_append_only_tables_can_be_added_to_and_read() -> None:
    for table in APPEND_ONLY:
        found = rows(
            "SELECT has_table_privilege(%s, %s, 'INSERT'), has_table_privilege(%s, %s, 'UPDATE, DELETE')",
            *(APP, table, APP, table),
        )
        assert found == [(True, False)], table


def test_the_sweeper_reads_ids_kinds_states_and_times_and_no_content() -> None:
    found = rows(
        """
        SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0
           AND NOT a.attisdropped AND has_column_privilege(%s, c.oid, a.attnum, 'SELECT')""",
        SWEEPER,
    )
    assert set(found) == {(table, column) for table, columns in SWEEPER_COLUMNS.items() for column in columns}
    assert ("jobs_job", "payload") not in found


def test_the_sweeper_writes_nothing() -> None:
    found = rows(
        """
        SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
           AND (has_table_privilege(%s, oid, 'INSERT, UPDATE, DELETE')
                OR has_any_column_privilege(%s, oid, 'UPDATE'))""",
        *(SWEEPER, SWEEPER),
    )
    assert found == []


def test_the_sweeper_sees_that_a_job_is_due_and_not_what_it_holds(tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        enqueue(kind="test.catalogue", dedup_key="1", payload={"message": "secret"})
    with connections["sweeper"].cursor() as cursor:
        cursor.execute("SELECT kind, state FROM jobs_job WHERE kind = 'test.catalogue'")
        assert cursor.fetchall() == [("test.catalogue", "due")]
        with pytest.raises(DatabaseError, match="permission denied"):
            cursor.execute("SELECT payload FROM jobs_job")
