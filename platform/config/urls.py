from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from config import health, key_screen

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("accounts/", include("allauth.urls")),
    path("api/", include("api.urls")),
    path("console/keys/", key_screen.keys, name="keys"),
    path("console/keys/<uuid:key_id>/revoke/", key_screen.revoke, name="revoke_key"),
    path("console/", include("console.urls")),
    path("", RedirectView.as_view(url="/console/")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("widget.urls")),
]
