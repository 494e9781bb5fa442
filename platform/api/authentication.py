"""Bearer keys, and the scope that a view asks for."""

from __future__ import annotations

from typing import Literal

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from api.errors import KeyInvalid
from api.keys import KeyView, find_key
from api.scopes import Scope


class KeyAuthentication(BaseAuthentication):
    """`Authorization: Bearer ak_…`. The tenant is the key's own, whatever the request says."""

    def authenticate(self, request: Request) -> tuple[None, KeyView] | None:
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not text:
            return None
        try:
            return None, find_key(text.strip())
        except KeyInvalid as error:
            raise AuthenticationFailed("This API key is unknown or was revoked.") from error

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class HasScope(BasePermission):
    """The key holds the scope that the view names for this method."""

    message = "This API key does not have the scope that this needs."

    def has_permission(self, request: Request, view: APIView) -> bool:
        key = request.auth
        wanted = getattr(view, "scopes", {}).get(request.method or "", None)
        if not isinstance(key, KeyView):
            return False
        return wanted is None or wanted in key.scopes


class KeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # the base registers its subclasses
    target_class = "api.authentication.KeyAuthentication"
    name = "key"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


Method = Literal["GET", "POST", "DELETE", "PATCH", "PUT"]
Scopes = dict[str, Scope]
