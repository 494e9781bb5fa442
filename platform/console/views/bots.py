"""Bots: settings as versions, and the way into a shop's page."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.roles import Permission
from bots import api
from bots.errors import Conflict, NoDraft, NotFound
from bots.settings import BotSettings
from bots.types import BotView, SettingChange
from console.access import ConsoleRequest, console_view
from console.forms.bots import NewBotForm, SettingsForm, WidgetForm
from console.views.trial import preview_url


@require_safe
@console_view(Permission.BOTS_READ)
def bot_list(request: ConsoleRequest) -> HttpResponse:
    return render(request, "console/bots/list.html", {"section": "bots", "bots": api.list_bots()})


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.BOTS_WRITE)
def new_bot(request: ConsoleRequest) -> HttpResponse:
    form = NewBotForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        bot = api.create_bot(name=form.cleaned_data["name"], settings=BotSettings(), actor=request.here.actor)
        return redirect("console:bot", bot_id=bot.id)
    return render(request, "console/bots/new.html", {"section": "bots", "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.BOTS_READ)
def edit(request: ConsoleRequest, bot_id: uuid.UUID) -> HttpResponse:
    """The settings beside a chat that uses them."""
    bot = _bot(bot_id)
    shown = bot.draft or bot.live
    settings = shown.settings if shown else BotSettings()
    number, note = (shown.number if shown else 0), (bot.draft.note if bot.draft else "")
    form = SettingsForm(request.POST or None, settings=settings, number=number, note=note)
    mine: tuple[SettingChange, ...] = ()
    if request.method == "POST":
        if not request.here.may(Permission.BOTS_WRITE):
            raise Http404
        if form.is_valid():
            try:
                _save(request, bot, form)
            except Conflict:
                mine = api.diff(settings.model_dump(mode="json"), form.settings.model_dump(mode="json"))
                form = SettingsForm(_knowingly(request, form), settings=settings, number=number, note=note)
            else:
                return redirect("console:bot", bot_id=bot_id)
    context = {
        "section": "bots",
        "bot": bot,
        "form": form,
        "shown": shown,
        "mine": mine,
        "preview_url": preview_url(request, bot),
    }
    return render(request, "console/bots/edit.html", context, status=409 if mine else 200)


@require_POST
@console_view(Permission.BOTS_WRITE)
def publish(request: ConsoleRequest, bot_id: uuid.UUID) -> HttpResponse:
    _bot(bot_id)
    try:
        version = api.publish(bot_id=bot_id, actor=request.here.actor, note=request.POST.get("note", ""))
    except NoDraft:
        messages.info(request, _("There is no draft to publish."))
    else:
        messages.success(request, _("Version %(number)s is live.") % {"number": version.number})
    return redirect("console:bot", bot_id=bot_id)


@require_POST
@console_view(Permission.BOTS_WRITE)
def discard(request: ConsoleRequest, bot_id: uuid.UUID) -> HttpResponse:
    _bot(bot_id)
    api.discard_draft(bot_id=bot_id, actor=request.here.actor)
    return redirect("console:bot", bot_id=bot_id)


@require_safe
@console_view(Permission.BOTS_READ)
def versions(request: ConsoleRequest, bot_id: uuid.UUID) -> HttpResponse:
    context = {"section": "bots", "bot": _bot(bot_id), "versions": api.list_versions(bot_id)}
    return render(request, "console/bots/versions.html", context)


@require_safe
@console_view(Permission.BOTS_READ)
def version(request: ConsoleRequest, bot_id: uuid.UUID, number: int) -> HttpResponse:
    """One version against the one that is live, or against ?against=N."""
    bot = _bot(bot_id)
    try:
        shown = api.get_version(bot_id, number)
        against = request.GET.get("against", "")
        other = api.get_version(bot_id, int(against)) if against.isdecimal() else bot.live
    except NotFound as error:
        raise Http404 from error
    changes = api.diff(other.settings.model_dump(mode="json"), shown.settings.model_dump(mode="json")) if other else ()
    context = {"section": "bots", "bot": bot, "shown": shown, "other": other, "changes": changes}
    return render(request, "console/bots/version.html", context)


@require_POST
@console_view(Permission.BOTS_WRITE)
def roll_back(request: ConsoleRequest, bot_id: uuid.UUID, number: int) -> HttpResponse:
    _bot(bot_id)
    try:
        made = api.roll_back(bot_id=bot_id, number=number, actor=request.here.actor)
    except NotFound as error:
        raise Http404 from error
    text = _("Version %(old)s is live again, as version %(new)s.") % {"old": number, "new": made.number}
    messages.success(request, text)
    return redirect("console:bot", bot_id=bot_id)


@require_http_methods(["GET", "HEAD", "POST"])
@console_view(Permission.BOTS_WRITE)
def widget(request: ConsoleRequest, bot_id: uuid.UUID) -> HttpResponse:
    """The script tag, and which sites may show it."""
    bot = _bot(bot_id)
    form = WidgetForm(request.POST or None, bot=bot)
    if request.method == "POST" and form.is_valid():
        try:
            api.update_bot(
                bot_id=bot_id,
                actor=request.here.actor,
                name=form.cleaned_data["name"],
                active=form.cleaned_data["active"],
                allowed_origins=form.cleaned_data["allowed_origins"].splitlines(),
            )
        except ValidationError as error:
            form.add_error(None, [text for texts in error.message_dict.values() for text in texts])
        else:
            messages.success(request, _("Saved."))
            return redirect("console:widget", bot_id=bot_id)
    context = {
        "section": "bots",
        "bot": bot,
        "form": form,
        "script_url": request.build_absolute_uri("/widget.js"),
        "demo_url": f"/w/{bot.widget_key}/",
    }
    return render(request, "console/bots/widget.html", context)


@require_POST
@console_view(Permission.BOTS_WRITE)
def identity_secret(request: ConsoleRequest, bot_id: uuid.UUID) -> HttpResponse:
    """A new secret, shown on this page alone."""
    bot = _bot(bot_id)
    secret = api.set_identity_secret(bot_id=bot_id, actor=request.here.actor)
    response = render(request, "console/bots/secret.html", {"section": "bots", "bot": bot, "secret": secret})
    response["Cache-Control"] = "no-store"
    return response


def _bot(bot_id: uuid.UUID) -> BotView:
    try:
        return api.get_bot(bot_id)
    except NotFound as error:
        raise Http404 from error


def _save(request: ConsoleRequest, bot: BotView, form: SettingsForm) -> None:
    """Raises Conflict."""
    saved = api.save_draft(
        bot_id=bot.id,
        settings=form.settings,
        actor=request.here.actor,
        based_on=form.cleaned_data["based_on"],
        seen=form.cleaned_data["seen"],
        note=form.cleaned_data["note"],
    )
    if request.POST.get("then") == "publish":
        saved = api.publish(bot_id=bot.id, actor=request.here.actor)
        text = _("Version %(number)s is live.")
    else:
        text = _("Draft %(number)s is saved; it is not live yet.")
    messages.success(request, text % {"number": saved.number})


def _knowingly(request: ConsoleRequest, form: SettingsForm) -> QueryDict:
    """The same wishes, now based on what the other person saved: sent again, they win."""
    data = request.POST.copy()
    for name in ("based_on", "seen"):
        data[name] = str(form.get_initial_for_field(form.fields[name], name))
    return data
