"""The reference page says of every operation what it does."""

from __future__ import annotations

from drf_spectacular.generators import SchemaGenerator

from api.views.base import TenantView


def test_every_operation_has_a_sentence_of_its_own() -> None:
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    said = [str(operation.get("description", "")) for methods in paths.values() for operation in methods.values()]
    assert len(said) > 8
    assert all(said)
    assert str(TenantView.__doc__) not in said
