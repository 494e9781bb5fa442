"""The public pages: the widget's script, the framed chat, the demo shop."""

from __future__ import annotations

from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from bots import api as bots
from bots.errors import NotFound
from bots.types import WidgetBot
from widget.demo import demo_beans, demo_key
from widget.framing import allow_framing
from widget.words import chat_words

MAX_CHARACTERS = 8_000
_UI_LANGUAGES = {"zh": "zh-hans", "en": "en"}


@require_safe
def script(request: HttpRequest) -> HttpResponse:
    """`/widget.js`. Cached for minutes only, since shops never change the tag that loads it."""
    path = finders.find("widget/loader.js")
    if path is None:
        raise Http404
    response = HttpResponse(Path(path).read_bytes(), content_type="text/javascript; charset=utf-8")
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    patch_cache_control(response, public=True, max_age=300)
    return response


@require_safe
def frame(request: HttpRequest, widget_key: str) -> HttpResponse:
    """`/w/<widget_key>/`. Holds no personal data: those come over the socket, to those who prove who they are."""
    try:
        bot = bots.find_widget_bot(widget_key)
    except NotFound as error:
        raise Http404 from error
    language = _language(request, bot)
    with translation.override(language):
        response = render(request, "widget/frame.html", frame_context(request, bot, widget_key, language))
    response["Content-Language"] = language
    return allow_framing(response, bot.allowed_origins)


@require_safe
def demo(request: HttpRequest) -> HttpResponse:
    """`/demo/`: a shop page with the widget in it, as a customer's site would have it."""
    language = _UI_LANGUAGES.get(request.GET.get("lang", "")[:2], request.LANGUAGE_CODE)
    with translation.override(language):
        context = {"widget_key": demo_key(), "beans": demo_beans()}
        return render(request, "demo/shop.html", context)


def _language(request: HttpRequest, bot: WidgetBot) -> str:
    """What the page asks for, else what the browser asks for, if the bot speaks it; else the bot's first language."""
    for wanted in (request.GET.get("locale", "")[:2].lower(), (request.LANGUAGE_CODE or "")[:2]):
        if wanted in bot.languages and wanted in _UI_LANGUAGES:
            return _UI_LANGUAGES[wanted]
    return _UI_LANGUAGES.get(bot.languages[0] if bot.languages else "en", "en")


def frame_context(request: HttpRequest, bot: WidgetBot, widget_key: str, language: str) -> dict[str, object]:
    theme = request.GET.get("theme", "")
    config = {
        "bot": widget_key,
        "socket": f"/ws/chat/{widget_key}/",
        "locale": language,
        "storage": "session" if request.GET.get("storage") == "session" else "local",
        "preview": request.GET.get("preview", "")[:2_000],  # signed by the console; the socket checks it
        "greeting": bot.greeting.get(language[:2], ""),
        "max_length": MAX_CHARACTERS,
        "strings": chat_words(),
    }
    return {"bot": bot, "config": config, "theme": theme if theme in ("light", "dark") else ""}
