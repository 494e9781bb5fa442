"""The ASGI application: pages and REST over HTTP, chats over WebSockets."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

_django = get_asgi_application()  # fills the registry of apps, which the imports below need

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402  as above

from config.lifespan import Lifespan  # noqa: E402  as above
from config.static_files import StaticFiles  # noqa: E402  as above
from widget.routing import websocket_urlpatterns  # noqa: E402  as above

application = ProtocolTypeRouter(
    {
        "http": StaticFiles(_django),
        "websocket": URLRouter(websocket_urlpatterns),
        "lifespan": Lifespan(),
    }
)
