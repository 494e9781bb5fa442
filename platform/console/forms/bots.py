"""The forms of a bot: its settings, made from and into BotSettings."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _
from pydantic import ValidationError

from bots.api import fingerprint
from bots.settings import BotSettings
from bots.types import BotView
from console.forms import memory
from console.forms.memory import MemoryFields
from console.forms.slider import SliderInput

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise as Text


class NewBotForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=200, help_text=_("Customers see it at the head of the chat."))


class WidgetForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=200)
    active = forms.BooleanField(label=_("Answers customers"), required=False)
    allowed_origins = forms.CharField(
        label=_("Sites that may show the chat"),
        widget=forms.Textarea(attrs={"rows": 4, "placeholder": "https://shop.example"}),
        required=False,
        help_text=_("One address a line. Empty: any site, and mobile apps."),
    )

    def __init__(self, data: object = None, *, bot: BotView) -> None:
        initial = {"name": bot.name, "active": bot.active, "allowed_origins": "\n".join(bot.allowed_origins)}
        super().__init__(data, initial=initial)  # type: ignore[arg-type]  # a QueryDict or nothing


def _lines(label: Text, hint: Text = "", rows: int = 4) -> forms.CharField:
    return forms.CharField(
        label=label, help_text=hint, required=False, widget=forms.Textarea(attrs={"rows": rows, "data-lines": ""})
    )


def _share(label: Text, hint: Text) -> forms.FloatField:
    return forms.FloatField(label=label, help_text=hint, min_value=0, max_value=1, widget=SliderInput())


_NAMED = _("One a line. Said only where the source or the customer has it.")
# Each field of the form: where it stands in BotSettings.
PLACES: dict[str, str] = {
    "identity": "anchor.identity", "tone": "anchor.tone", "pronoun": "anchor.pronoun", "emoji": "anchor.emoji",
    "longest_reply": "anchor.longest_reply", "must": "anchor.must", "must_never": "anchor.must_never",
    "forbidden_phrases": "anchor.forbidden_phrases", "forbidden_topics": "anchor.forbidden_topics",
    "forbidden_promises": "anchor.forbidden_promises", "languages": "languages", "greeting_zh": "greeting.zh",
    "greeting_en": "greeting.en", "not_found_zh": "not_found.zh", "not_found_en": "not_found.en",
    "retrieval": "thresholds.retrieval", "support": "thresholds.support", "model_name": "model.name",
    "temperature": "model.temperature", "max_tokens": "model.max_tokens",
    "prompt_tokens": "model.prompt_tokens", "first_token_seconds": "model.first_token_seconds",
    "total_seconds": "model.total_seconds", "handover": "handover.enabled", "on_request": "handover.on_request",
    "after_not_found": "handover.after_not_found", "on_anger": "handover.on_anger", "allowed_links": "allowed_links",
    "on_forbidden_topic": "handover.on_forbidden_topic", "on_words": "handover.on_words",
    "while_waiting": "handover.while_waiting",
    "named_people": "names.people", "named_products": "names.products", "derived_names": "names.derived",
} | memory.PLACES  # fmt: skip
LISTS = {
    "must",
    "must_never",
    "forbidden_phrases",
    "forbidden_topics",
    "forbidden_promises",
    "allowed_links",
    "on_words",
    "named_people",
    "named_products",
}
GROUPS: tuple[tuple[object, tuple[str, ...]], ...] = (
    (_("Role"), ("identity", "tone", "pronoun", "emoji", "longest_reply")),
    (_("Boundaries"), ("must", "must_never", "forbidden_phrases", "forbidden_topics", "forbidden_promises")),
    (_("Words"), ("languages", "greeting_en", "greeting_zh", "not_found_en", "not_found_zh")),
    (_("Evidence"), ("retrieval", "support", "allowed_links", "named_people", "named_products", "derived_names")),
    (_("Memory"), ("memory_mode", "window", "summary_every", "memory_limit", "memory_least", "memory_allowed")),
    (_("Days to keep; empty: for good"), tuple(name for name in memory.PLACES if name.startswith("keep_"))),
    (_("Model"), ("model_name", "temperature", "max_tokens", "prompt_tokens", "first_token_seconds", "total_seconds")),
    (
        _("Hand-over to people"),
        ("handover", "on_request", "after_not_found", "on_anger", "on_forbidden_topic", "on_words", "while_waiting"),
    ),
)


class SettingsForm(MemoryFields):
    """Everything of a version. `settings` holds the checked result after `is_valid`."""

    identity = forms.CharField(
        label=_("Who the bot is"), widget=forms.Textarea(attrs={"rows": 3}), max_length=4000, required=False,
        help_text=_("The role it keeps, whichever turn this is."),
    )  # fmt: skip
    tone = forms.ChoiceField(
        label=_("Tone"),
        choices=[("warm", _("Warm")), ("neutral", _("Neutral")), ("formal", _("Formal")), ("lively", _("Lively"))],
    )
    pronoun = forms.ChoiceField(label=_("In Chinese it says"), choices=[("您", "您"), ("你", "你")])
    emoji = forms.ChoiceField(
        label=_("Emoji"), choices=[("never", _("Never")), ("sparingly", _("Sparingly")), ("free", _("Freely"))]
    )
    longest_reply = forms.IntegerField(label=_("Longest reply, in characters"), min_value=50, max_value=4000)
    must = _lines(_("It must"), _("One rule a line."))
    must_never = _lines(_("It must never"), _("One rule a line."))
    forbidden_phrases = _lines(_("Words it never uses"), _("One a line."), rows=2)
    forbidden_topics = _lines(_("Topics it does not touch"), _("One a line."), rows=2)
    forbidden_promises = _lines(_("Promises it does not make"), _("One a line."), rows=2)
    languages = forms.MultipleChoiceField(
        label=_("Languages"), choices=[("zh", _("Chinese")), ("en", _("English"))], widget=forms.CheckboxSelectMultiple
    )
    greeting_en = forms.CharField(
        label=_("Greeting, English"), required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    greeting_zh = forms.CharField(
        label=_("Greeting, Chinese"), required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    not_found_en = forms.CharField(
        label=_("When nothing is found, English"), required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    not_found_zh = forms.CharField(
        label=_("When nothing is found, Chinese"), required=False, widget=forms.Textarea(attrs={"rows": 2})
    )
    retrieval = _share(_("Retrieval confidence"), _("Below it the bot says that it found nothing, and asks no model."))
    support = _share(_("Citation support"), _("A sentence that its source supports less than this is withheld."))
    allowed_links = _lines(_("Links that are always allowed"), _("One address a line."), rows=2)
    named_people = _lines(_("Names of people"), _("One a line. Said only where the source or the customer has it."), 2)
    named_products = _lines(
        _("Names of products"), _("One a line. Said only where the source or the customer has it."), 2
    )
    derived_names = forms.BooleanField(label=_("Also names in records and titles of documents"), required=False)
    model_name = forms.CharField(
        label=_("Model"),
        required=False,
        max_length=200,
        help_text=_("Empty: the one this installation is set up with."),
    )
    temperature = forms.FloatField(label=_("Temperature"), min_value=0, max_value=2)
    max_tokens = forms.IntegerField(label=_("Longest draft, in tokens"), min_value=16, max_value=8000)
    prompt_tokens = forms.IntegerField(label=_("Longest prompt, in tokens"), min_value=500, max_value=100_000)
    first_token_seconds = forms.FloatField(label=_("Seconds to the first word"), min_value=1, max_value=120)
    total_seconds = forms.FloatField(label=_("Seconds in all"), min_value=2, max_value=300)
    handover = forms.BooleanField(label=_("People may take over"), required=False)
    on_request = forms.BooleanField(label=_("When the customer asks for a human"), required=False)
    after_not_found = forms.IntegerField(
        label=_("After so many misses in a row"), min_value=0, max_value=10, help_text=_("0: never for this reason.")
    )
    on_anger = forms.BooleanField(label=_("When the customer is angry"), required=False)
    on_forbidden_topic = forms.BooleanField(label=_("At a topic it does not touch"), required=False)
    on_words = _lines(_("When the customer says one of these words"), _("One a line."), rows=2)
    while_waiting = forms.ChoiceField(
        label=_("Until the human is there"),
        choices=[
            ("help", _("It goes on answering questions")),
            ("silent", _("It says once that a colleague is coming, then nothing")),
        ],
    )
    note = forms.CharField(label=_("What changed"), required=False, max_length=500)
    based_on = forms.IntegerField(widget=forms.HiddenInput)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: object = None, *, settings: BotSettings, number: int, note: str = "") -> None:
        self._before = settings.model_dump(mode="json")
        initial = {name: _shown(name, _at(self._before, place)) for name, place in PLACES.items()}
        initial |= {"based_on": number, "seen": fingerprint(settings), "note": note}
        super().__init__(data, initial=initial)  # type: ignore[arg-type]  # a QueryDict or nothing
        self.settings = settings

    @property
    def groups(self) -> list[tuple[str, object, list[forms.BoundField]]]:
        """(anchor on the page, title, fields)."""
        return [(f"part-{place}", title, [self[name] for name in names]) for place, (title, names) in enumerate(GROUPS)]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        made: dict[str, Any] = deepcopy(self._before)  # what the form does not show stays as it was
        for name, place in PLACES.items():
            _put(made, place, _stored(name, cleaned.get(name)))
        made["memory"]["keep_days"] = {name: days for name, days in made["memory"]["keep_days"].items() if days}
        try:
            self.settings = BotSettings.model_validate(made)
        except ValidationError as error:
            fields = {place: name for name, place in PLACES.items()}
            for fault in error.errors():
                place = ".".join(str(part) for part in fault["loc"][:2])
                self.add_error(fields.get(place) or fields.get(str(fault["loc"][0])), fault["msg"])
        return cleaned


def _at(settings: Mapping[str, Any], place: str) -> Any:  # noqa: ANN401  whatever JSON holds
    value: Any = settings
    for part in place.split("."):
        value = value.get(part, "") if isinstance(value, Mapping) else ""
    return value


def _put(settings: dict[str, Any], place: str, value: object) -> None:
    *parents, last = place.split(".")
    for part in parents:
        settings = settings.setdefault(part, {})
    settings[last] = value


def _shown(name: str, value: object) -> object:
    return "\n".join(value) if name in LISTS and isinstance(value, list) else value


def _stored(name: str, value: object) -> object:
    if name in LISTS:
        return [line.strip() for line in str(value or "").splitlines() if line.strip()]
    return value
