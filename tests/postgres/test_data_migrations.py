"""Changing rows of all tenants in a migration, from a populated database."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connections
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState

from accounts.models import Customer
from postgres.operations import Changed, ChangeTenantData
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])

RENAME = "UPDATE accounts_customer SET name = upper(name)"


def run(operation: ChangeTenantData) -> None:
    state = ProjectState.from_apps(apps)
    with connections["owner"].schema_editor(atomic=True) as editor:
        operation.database_forwards("accounts", editor, state, state)


def rename(expected: int) -> ChangeTenantData:
    def act(_: object, editor: BaseDatabaseSchemaEditor) -> Changed:
        with editor.connection.cursor() as cursor:
            cursor.execute(RENAME)
            return Changed(rows=cursor.rowcount, expected=expected)

    return ChangeTenantData(["accounts_customer"], act)


def names(*tenants: TenantView) -> list[str]:
    found = []
    for tenant in tenants:
        with tenant_scope(tenant.id):
            found += Customer.objects.values_list("name", flat=True)
    return found


def forced() -> bool:
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT relforcerowsecurity FROM pg_class WHERE oid = 'accounts_customer'::regclass")
        return bool(cursor.fetchone()[0])


@pytest.fixture
def populated(tenant: TenantView, other_tenant: TenantView) -> tuple[TenantView, TenantView]:
    for each, name in ((tenant, "alice"), (other_tenant, "bob")):
        with tenant_scope(each.id):
            Customer.objects.create(name=name)
    return tenant, other_tenant


def test_a_plain_update_by_the_owner_silently_changes_nothing(populated: tuple[TenantView, TenantView]) -> None:
    """The trap which the operation is there for."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(RENAME)
        assert cursor.rowcount == 0


def test_the_operation_changes_the_rows_of_all_tenants(populated: tuple[TenantView, TenantView]) -> None:
    run(rename(expected=2))
    assert names(*populated) == ["ALICE", "BOB"]


def test_row_level_security_is_forced_again_afterwards(populated: tuple[TenantView, TenantView]) -> None:
    run(rename(expected=2))
    assert forced()


def test_a_wrong_count_undoes_everything(populated: tuple[TenantView, TenantView]) -> None:
    with pytest.raises(ValueError, match="changed 2 rows and had to change 3"):
        run(rename(expected=3))
    assert names(*populated) == ["alice", "bob"]
    assert forced()
