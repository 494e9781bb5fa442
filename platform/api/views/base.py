"""What the API's views share: the key's tenant."""

from __future__ import annotations

import uuid

from rest_framework.request import Request
from rest_framework.views import APIView

from api.authentication import Scopes
from api.keys import KeyView
from audit.api import Actor


class TenantView(APIView):
    """A view for holders of a key."""

    scopes: Scopes = {}

    @staticmethod
    def key(request: Request) -> KeyView:
        assert isinstance(request.auth, KeyView)
        return request.auth

    @classmethod
    def tenant_id(cls, request: Request) -> uuid.UUID:
        return cls.key(request).tenant_id

    @classmethod
    def actor(cls, request: Request) -> Actor:
        return Actor(kind="api_key", id=str(cls.key(request).id))
