"""Every tenant table, as the role that serves: the second lock holds without any help from Django."""

from __future__ import annotations

import uuid

import pytest
from django.db import DatabaseError, IntegrityError, connection, models, transaction

from postgres.grants import APPEND_ONLY
from tenants.models import TenantForeignKey, TenantModel
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.rows import make_row, tenant_models

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])

MODELS = tenant_models()
every_table = pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
REFERENCES = [
    (model, field)
    for model in MODELS
    for field in model._meta.concrete_fields
    if isinstance(field, TenantForeignKey) and model._meta.db_table not in APPEND_ONLY
]
every_reference = pytest.mark.parametrize(
    ("model", "field"), REFERENCES, ids=[f"{model._meta.label}.{field.name}" for model, field in REFERENCES]
)

Model = type[TenantModel]


def run(statement: str, values: list[object]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.rowcount


def count(model: Model, where: str = "true", values: list[object] | None = None) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {model._meta.db_table} WHERE {where}", values or [])
        return int(cursor.fetchone()[0])


def copy_as(model: Model, row: models.Model, *, tenant: uuid.UUID) -> None:
    """INSERT the row once more, under a new id, as `tenant`'s."""
    columns = [field for field in model._meta.concrete_fields if not isinstance(field, models.GeneratedField)]
    names = [field.column for field in columns]
    chosen = ", ".join({"id": "%s", "tenant_id": "%s"}.get(name, f'"{name}"') for name in names)
    values: dict[str, object] = {"id": uuid.uuid4(), "tenant_id": tenant}
    listed = ", ".join(f'"{name}"' for name in names)
    table = model._meta.db_table
    run(
        f"INSERT INTO {table} ({listed}) SELECT {chosen} FROM {table} WHERE id = %s",
        [*(values[name] for name in names if name in values), row.pk],
    )


def row_of(tenant: TenantView, model: type[models.Model]) -> models.Model:
    with tenant_scope(tenant.id):
        return make_row(model)


def test_the_tests_themselves_serve_as_the_app_role() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        assert cursor.fetchone()[0] == "anamnesis_app"


@every_table
def test_without_a_tenant_there_are_no_rows(model: Model, tenant: TenantView) -> None:
    row_of(tenant, model)
    assert count(model) == 0


@every_table
def test_another_tenants_rows_are_not_there(model: Model, tenant: TenantView, other_tenant: TenantView) -> None:
    row = row_of(other_tenant, model)
    with tenant_scope(tenant.id):
        assert count(model, "id = %s OR tenant_id = %s", [row.pk, other_tenant.id]) == 0
    with tenant_scope(other_tenant.id):
        assert count(model, "id = %s", [row.pk]) == 1


@every_table
def test_a_row_cannot_be_written_as_another_tenants(model: Model, tenant: TenantView, other_tenant: TenantView) -> None:
    row = row_of(tenant, model)
    with pytest.raises(DatabaseError, match="row-level security"), tenant_scope(tenant.id):
        copy_as(model, row, tenant=other_tenant.id)


@every_table
def test_an_own_row_cannot_be_given_to_another_tenant(
    model: Model, tenant: TenantView, other_tenant: TenantView
) -> None:
    row = row_of(tenant, model)
    with pytest.raises(DatabaseError, match=r"row-level security|permission denied"), tenant_scope(tenant.id):
        run(f"UPDATE {model._meta.db_table} SET tenant_id = %s WHERE id = %s", [other_tenant.id, row.pk])


@every_table
def test_another_tenants_row_cannot_be_changed_or_deleted(
    model: Model, tenant: TenantView, other_tenant: TenantView
) -> None:
    row = row_of(other_tenant, model)
    table = model._meta.db_table
    if table in APPEND_ONLY:
        with pytest.raises(DatabaseError, match="permission denied"), tenant_scope(tenant.id):
            run(f"DELETE FROM {table} WHERE id = %s", [row.pk])
        return
    with tenant_scope(tenant.id):
        assert run(f"UPDATE {table} SET id = id WHERE id = %s", [row.pk]) == 0
        assert run(f"DELETE FROM {table} WHERE id = %s", [row.pk]) == 0


@every_reference
def test_another_tenants_row_cannot_be_referred_to(
    model: Model, field: TenantForeignKey, tenant: TenantView, other_tenant: TenantView
) -> None:
    foreign = row_of(other_tenant, field.related_model)
    row = row_of(tenant, model)
    with pytest.raises(IntegrityError, match="foreign key"), tenant_scope(tenant.id):  # at the latest when it commits
        run(f'UPDATE {model._meta.db_table} SET "{field.column}" = %s WHERE id = %s', [foreign.pk, row.pk])


def test_the_tenants_table_shows_the_own_row_only(tenant: TenantView, other_tenant: TenantView) -> None:
    with tenant_scope(tenant.id), connection.cursor() as cursor:
        cursor.execute("SELECT id FROM tenants_tenant")
        assert cursor.fetchall() == [(tenant.id,)]


def test_a_savepoint_rolled_back_keeps_the_tenant(tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            raise ZeroDivisionError
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('app.tenant', true)")
            assert cursor.fetchone()[0] == str(tenant.id)
