from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from config import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("accounts/", include("allauth.urls")),
    path("api/", include("api.urls")),
    path("console/", include("console.urls")),
    path("", RedirectView.as_view(url="/console/")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("widget.urls")),
]
