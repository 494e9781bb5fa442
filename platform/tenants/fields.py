"""References inside one tenant."""

from __future__ import annotations

from typing import Any

from django.db import models


class TenantForeignKey(models.ForeignKey):  # type: ignore[type-arg]  # the stubs' two parameters follow from the call
    """A foreign key whose constraint is (tenant_id, x_id) -> (tenant_id, id), added by SecureTenantTable.

    Django's own constraint on x_id alone would accept another tenant's row, so it is left out.
    """

    composite = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  Django's own signature
        kwargs["db_constraint"] = False
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:  # noqa: ANN401  Django's own signature
        name, path, args, kwargs = super().deconstruct()
        kwargs.pop("db_constraint", None)
        return name, path, args, kwargs
