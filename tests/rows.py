"""A row of any tenant table, made from what its model declares. Call inside a tenant scope."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

from django.apps import apps
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from pgvector.django import VectorField

from accounts.models import Person
from tenants.models import TenantModel

_numbers = itertools.count(1)
_AT = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)

# Columns that a check constraint binds more tightly than their type does.
SPECIAL: dict[str, Callable[[], dict[str, Any]]] = {
    "accounts.Visitor": lambda: {"bot_id": make_row(apps.get_model("bots.Bot")).pk},
}


def tenant_models() -> list[type[TenantModel]]:
    found = [model for model in apps.get_models() if issubclass(model, TenantModel)]
    return sorted(found, key=lambda model: model._meta.label)


def make_row(model: type[models.Model], **given: Any) -> models.Model:
    values = {**SPECIAL.get(model._meta.label, dict)(), **given}
    for field in model._meta.concrete_fields:
        if field.name not in values and field.attname not in values and _must_be_given(field):
            values[field.name] = _value(field)
    row = model(**values)
    row.save(force_insert=True)
    return row


def _must_be_given(field: models.Field[Any, Any]) -> bool:
    if field.unique and not field.primary_key:
        return True
    if isinstance(field, models.GeneratedField):
        return False
    return not (field.null or field.has_default() or field.has_db_default() or field.name == "tenant")


def _value(field: models.Field[Any, Any]) -> Any:
    number = next(_numbers)
    if isinstance(field, models.ForeignKey):
        return _person(number) if field.related_model is Person else make_row(field.related_model)
    if field.choices:
        return next(iter(dict(field.flatchoices)))
    if isinstance(field, VectorField):
        return [0.1] * (field.dimensions or 384)
    if isinstance(field, SearchVectorField):
        return f"'row{number}':1"
    if isinstance(field, models.EmailField):
        return f"row{number}@example.org"
    if isinstance(field, models.CharField):
        return f"row{number}"[: field.max_length]
    return _plain_value(field, number)


def _plain_value(field: models.Field[Any, Any], number: int) -> Any:
    by_type: dict[type[models.Field[Any, Any]], Any] = {
        models.TextField: f"row {number}",
        models.UUIDField: uuid.uuid4(),
        models.DateTimeField: _AT,
        models.DateField: date(2026, 3, 1),
        models.BooleanField: False,
        models.FloatField: 0.5,
        models.JSONField: {},
        models.BinaryField: b"row",
        models.IntegerField: number,
        models.DurationField: _AT - _AT,
        models.DecimalField: number,
        SearchVectorField: f"'row{number}':1",
    }
    for kind in type(field).__mro__:
        if kind in by_type:
            return by_type[kind]
    raise TypeError(f"{field} is of a kind that no test knows yet: add it here")


def _person(number: int) -> Person:
    return Person.objects.create(email=f"person{number}-{uuid.uuid4().hex[:8]}@example.org")
