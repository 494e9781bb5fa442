"""Bearer keys, and the scope that a view asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from api.errors import KeyInvalid
from api.keys import KeyView, find_key
from api.scopes import Scope

if TYPE_CHECKING:  # the framework's views read this module's name from the settings while they load
    from rest_framework.views import APIView


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


Method = Literal["GET", "POST", "DELETE", "PATCH", "PUT"]
Scopes = dict[str, Scope]
