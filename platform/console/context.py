"""What the frame of every console page reads."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from accounts.roles import Permission


@dataclass(frozen=True, kw_only=True, slots=True)
class TenantChoice:
    id: str
    name: str


def console(request: HttpRequest) -> dict[str, object]:
    here = getattr(request, "here", None)
    if here is None:
        return {}
    choices = [TenantChoice(id=str(row.tenant_id), name=row.tenant_name) for row in here.memberships]
    return {
        "here": here,
        "current_tenant": next(choice for choice in choices if choice.id == str(here.tenant_id)),
        "tenants": choices,
        "may": {permission.value.replace(".", "_"): here.may(permission) for permission in Permission},
    }
