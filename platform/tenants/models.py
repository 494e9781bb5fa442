"""The tenant, and what each row of a tenant shares."""

from __future__ import annotations

from typing import ClassVar, Self

from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django_scopes import ScopedManager

from ports.ids import new_id
from postgres.grants import sweeper_sees
from tenants.fields import TenantForeignKey
from tenants.scope import tenant_or_none

__all__ = ["GLOBAL_TABLES", "Tenant", "TenantForeignKey", "TenantModel"]

# Tables without tenant_id, or with a unique key that is looked up before a tenant is known. Any other such table fails
# a test.
GLOBAL_TABLES: dict[str, str] = {
    "tenants_tenant": "the tenants themselves; its policy shows the own one",
    "accounts_person": "a person may belong to several tenants; found by e-mail at log-in",
    "accounts_membership": "the own memberships are read at log-in, by the person's id",
    "accounts_invitation": "found by the hash of its token",
    "bots_widgetkey": "found by the key that stands in a shop's page",
    "api_apikey": "found by the hash of the key",
    "account_emailaddress": "django-allauth: the e-mail addresses of people",
    "account_emailconfirmation": "django-allauth",
    "evaluation_evaluationrun": "measurements of the installation; made in tenants that are gone",
    "django_session": "sessions of people",
    "django_content_type": "Django's own",
    "django_migrations": "Django's own",
    "auth_group": "Django's own, empty",
    "auth_group_permissions": "Django's own, empty",
    "auth_permission": "Django's own",
    "accounts_person_groups": "Django's own, empty",
    "accounts_person_user_permissions": "Django's own, empty",
}

SLUG = RegexValidator(r"^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$", _("Use 1 to 40 small letters, digits and hyphens."))


class Tenant(models.Model):
    """A company. Its own row is all it sees of this table."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    slug = models.CharField(max_length=40, unique=True, validators=[SLUG])
    name = models.CharField(max_length=200)
    locale = models.CharField(max_length=10, default="en")
    time_zone = models.CharField(max_length=50, default="UTC")
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return self.name


class TenantModel(models.Model):
    """A row of one tenant. Its table goes behind row-level security by SecureTenantTable."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    tenant = models.ForeignKey(
        Tenant,
        on_delete=models.CASCADE,
        default=tenant_or_none,
        editable=False,
        related_name="+",
        db_index=False,  # each index of a tenant's table begins with it; one of it alone only misleads the planner
    )

    objects: ClassVar[models.Manager[Self]] = ScopedManager(tenant="tenant")

    class Meta:
        abstract = True


sweeper_sees("tenants_tenant", "id")
