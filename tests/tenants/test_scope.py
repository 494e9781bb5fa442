import pytest
from django_scopes.exceptions import ScopeError

from accounts.models import Customer
from tenants.errors import WrongTenant
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


def test_a_query_outside_a_scope_raises() -> None:
    with pytest.raises(ScopeError):
        Customer.objects.count()


def test_the_scope_of_another_tenant_cannot_be_opened_inside(tenant: TenantView, other_tenant: TenantView) -> None:
    with tenant_scope(tenant.id), pytest.raises(WrongTenant), tenant_scope(other_tenant.id):
        pass


def test_a_tenant_sees_its_own_customers_only(tenant: TenantView, other_tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        Customer.objects.create(name="Alice")
    with tenant_scope(other_tenant.id):
        assert list(Customer.objects.all()) == []
    with tenant_scope(tenant.id):
        assert [customer.name for customer in Customer.objects.all()] == ["Alice"]
