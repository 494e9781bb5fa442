"""Which pages may frame a bot's chat."""

from __future__ import annotations

from collections.abc import Iterable

from csp.constants import SELF
from django.http import HttpResponse

# An empty allow-list means any site, and the web views of mobile apps, whose origins have schemes of their own.
_ANYWHERE = ("*", "capacitor:", "ionic:", "app:")


def frame_ancestors(allowed_origins: Iterable[str]) -> list[str]:
    """The directive's sources; our own pages (the demo, the console's trial) always may."""
    return [SELF, *(tuple(allowed_origins) or _ANYWHERE)]


def allow_framing(response: HttpResponse, allowed_origins: Iterable[str]) -> HttpResponse:
    """Lift the ban on framing for these origins; X-Frame-Options cannot name any, so it gives way to CSP."""
    response.xframe_options_exempt = True  # Django's middleware reads it
    response._csp_replace = {"frame-ancestors": frame_ancestors(allowed_origins)}  # type: ignore[attr-defined]  # django-csp
    return response
