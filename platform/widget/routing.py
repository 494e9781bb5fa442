"""The sockets of the public side."""

from __future__ import annotations

from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import URLPattern, URLResolver, path, re_path

from widget.consumer import ChatConsumer


class NoSuchSocket(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels ships no types
    """Any other address is refused; without it the router raises, and each scanner's probe is an error in the log."""

    async def connect(self) -> None:
        await self.close()


websocket_urlpatterns: list[URLPattern | URLResolver] = [
    path("ws/chat/<str:widget_key>/", ChatConsumer.as_asgi()),
    re_path(r"", NoSuchSocket.as_asgi()),
]
