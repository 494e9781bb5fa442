"""People: staff, who log in, and customers, who chat."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Now

from accounts.roles import ROLE_NAMES, Role
from ports.ids import new_id
from tenants.models import TenantForeignKey, TenantModel


class PersonManager(BaseUserManager["Person"]):
    def create_user(self, email: str, password: str | None = None, **fields: object) -> Person:
        person = self.model(email=self.normalize_email(email).lower(), **fields)
        person.set_password(password)
        person.save(using=self._db)
        return person

    def get_by_natural_key(self, username: str | None) -> Person:
        return self.get(email__iexact=username or "")


class Person(AbstractBaseUser, PermissionsMixin):
    """Staff. One person may work for several tenants."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    email = models.EmailField(unique=True)
    name = models.CharField(max_length=200, blank=True)
    locale = models.CharField(max_length=10, blank=True)
    theme = models.CharField(max_length=10, blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    objects: ClassVar[PersonManager] = PersonManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    def __str__(self) -> str:
        return self.name or self.email


class Membership(TenantModel):
    """A person's role in a tenant."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    role = models.CharField(max_length=20, choices=[(role.value, name) for role, name in ROLE_NAMES.items()])
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tenant", "person"], name="membership_once"),
            models.CheckConstraint(condition=models.Q(role__in=[role.value for role in Role]), name="membership_role"),
        ]
        indexes = [models.Index(fields=["person"], name="membership_person")]


class Invitation(TenantModel):
    """A link by which somebody joins. Only the hash of its token is kept."""

    email = models.EmailField()
    role = models.CharField(max_length=20, choices=[(role.value, name) for role, name in ROLE_NAMES.items()])
    token_hash = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)


class Customer(TenantModel):
    """Somebody who chats with a tenant's bots."""

    external_id = models.CharField(max_length=200, blank=True)  # the `sub` of an identity token
    name = models.CharField(max_length=200, blank=True)
    email = models.CharField(max_length=254, blank=True)
    locale = models.CharField(max_length=20, blank=True)
    time_zone = models.CharField(max_length=50, blank=True)
    erase_epoch = models.PositiveIntegerField(
        default=0
    )  # raised by an erasure; a job of an earlier epoch stores nothing
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    last_seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tenant", "external_id"], condition=~models.Q(external_id=""), name="customer_external"
            )
        ]

    def __str__(self) -> str:
        return self.name or self.external_id or str(self.id)


class Visitor(TenantModel):
    """A browser that chats, known by a random token of which only the hash is kept; bound to one bot."""

    bot_id = models.UUIDField()  # bots stand above accounts: the composite key to bots_bot is added in their migration
    customer = TenantForeignKey(Customer, on_delete=models.CASCADE, related_name="+")
    token_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    last_seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tenant", "bot_id", "token_hash"], name="visitor_token")]


__all__ = ["Customer", "Invitation", "Membership", "Person", "Visitor"]
