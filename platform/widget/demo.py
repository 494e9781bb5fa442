"""The demo shop's bot."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext as _

from bots import api as bots
from tenants.api import find_tenant
from tenants.errors import UnknownTenant
from tenants.scope import tenant_scope

DEMO_TENANT = "lucky-bean"


def demo_key() -> str:
    """The widget key of the demo's first active bot. Raises Http404 where there is no demo."""
    try:
        tenant = find_tenant(DEMO_TENANT)
    except UnknownTenant as error:
        raise Http404 from error
    with tenant_scope(tenant.id):
        rows = [row for row in bots.list_bots() if row.active and row.widget_key]
    if not rows:
        raise Http404
    return rows[0].widget_key


def demo_beans() -> list[dict[str, str]]:
    """What the shop sells, as its documents say."""
    return [
        {
            "key": "morning",
            "name": _("Morning House Blend"),
            "taste": _("Chocolate, hazelnut"),
            "note": _("Medium roast"),
            "price": _("€8.90"),
        },
        {
            "key": "yirgacheffe",
            "name": _("Yirgacheffe"),
            "taste": _("Jasmine, lemon"),
            "note": _("Light roast"),
            "price": _("€12.50"),
        },
        {
            "key": "midnight",
            "name": _("Midnight Decaf"),
            "taste": _("Caramel, red apple"),
            "note": _("Decaf"),
            "price": _("€10.90"),
        },
        {
            "key": "espresso",
            "name": _("Swiss Water Decaf Espresso"),
            "taste": _("Cocoa"),
            "note": _("Decaf, dark roast"),
            "price": _("€11.50"),
        },
    ]
