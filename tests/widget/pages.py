"""The pages of the fake chat server: the product's own templates, and shop pages that embed the widget."""

from __future__ import annotations

import uuid
from urllib.parse import parse_qs, urlsplit

from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from bots.types import WidgetBot
from tests.widget import styleguide
from widget.demo import demo_beans
from widget.views import frame_context

BOT = WidgetBot(
    tenant_id=uuid.UUID(int=1),
    bot_id=uuid.UUID(int=2),
    name="Bean",
    greeting={"en": "Hello, I am Bean.", "zh": "您好，我是小豆。"},
    languages=("en", "zh"),
    allowed_origins=(),
)
KEY, SECOND_KEY = "wk_first", "wk_second"


def page(path: str) -> str | None:
    """HTML of a path; a first line "policy:…" replaces the usual policy."""
    parts = urlsplit(path)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    if parts.path.startswith("/w/"):
        return _frame(path, parts.path.split("/")[2], query)
    if parts.path == "/host":
        return _host(query)
    if parts.path == "/demo/":
        return _demo(query)
    if parts.path == "/guide/":
        return _guide(path, query)
    return None


def _frame(path: str, key: str, query: dict[str, str]) -> str | None:
    if key not in (KEY, SECOND_KEY):
        return None
    language = "zh-hans" if query.get("locale", "").startswith("zh") else "en"
    with translation.override(language):
        context = frame_context(RequestFactory().get(path), BOT, key, language)
        return render_to_string("widget/frame.html", context)


def _host(query: dict[str, str]) -> str:
    """Another company's page with the strictest policy that still names the widget's origin."""
    origin = query["origin"]
    policy = f"policy:default-src 'none'; script-src {origin}; frame-src {origin}; require-trusted-types-for 'script'"
    extra = query.get("attributes", "")
    second = f'<script async src="{origin}/widget.js" data-bot="{SECOND_KEY}"></script>' if "two" in query else ""
    key = query.get("bot", KEY)
    return (
        f'{policy}\n<!doctype html><html lang="en"><title>Shop</title>'
        '<meta name="viewport" content="width=device-width">'
        f'<h1>A shop</h1><p><a href="#bought" id="buy">Buy</a></p>'
        f'<script async src="{origin}/widget.js" data-bot="{key}" {extra}></script>{second}</html>'
    )


def _demo(query: dict[str, str]) -> str:
    with translation.override("zh-hans" if query.get("lang") == "zh" else "en"):
        return render_to_string("demo/shop.html", {"widget_key": KEY, "beans": demo_beans()})


def _guide(path: str, query: dict[str, str]) -> str:
    chinese = query.get("lang") == "zh"
    request = RequestFactory().get(path)
    if theme := query.get("theme"):
        request.COOKIES["theme"] = theme
    with translation.override("zh-hans" if chinese else "en"):
        context = styleguide.context(chinese=chinese) | {"request": request}
        return render_to_string("styleguide/index.html", context)
