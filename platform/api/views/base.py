"""What the API's views share: the key's tenant."""

from __future__ import annotations

import uuid

from rest_framework.request import Request
from rest_framework.views import APIView

from api.authentication import Scopes
from api.keys import KeyView
from audit.api import Actor
from bots.api import check_key_pace


class TenantView(APIView):
    """A view for holders of a key, who may not ask faster than CHAT_LIMITS says."""

    scopes: Scopes = {}

    def check_throttles(self, request: Request) -> None:
        check_key_pace(key_id=self.key(request).id)

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
