"""Which page of a long list is asked for."""

from __future__ import annotations

from django.http import HttpRequest


def page_number(request: HttpRequest) -> int:
    """From 1; whatever else stands in the address is page 1."""
    number = request.GET.get("page", "1")
    return max(1, int(number)) if number.isascii() and number.isdecimal() and len(number) < 7 else 1
