"""The sockets of the public side."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from widget.consumer import ChatConsumer

websocket_urlpatterns: list[URLPattern | URLResolver] = [
    path("ws/chat/<str:widget_key>/", ChatConsumer.as_asgi()),
]
