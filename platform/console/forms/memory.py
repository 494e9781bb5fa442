"""What a bot may remember, and for how long: the part of its settings that is about memory."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from bots.settings import DETAIL_CLASSES, DetailClass
from console.forms.slider import SliderInput
from console.memory_words import DETAILS

PLACES = {
    "memory_mode": "memory.mode", "memory_allowed": "memory.allowed", "window": "memory.window",
    "summary_every": "memory.summary_every", "memory_limit": "memory.limit", "memory_least": "memory.least",
} | {f"keep_{name}": f"memory.keep_days.{name}" for name in DETAIL_CLASSES}  # fmt: skip


def _days(name: DetailClass) -> forms.IntegerField:
    label = DETAILS[name]
    return forms.IntegerField(label=label, min_value=0, max_value=36_500, required=False)  # type: ignore[arg-type]  # lazy


class MemoryFields(forms.Form):
    memory_mode = forms.ChoiceField(
        label=_("Memory"),
        choices=[
            ("long_term", _("Long-term: remembers customers between conversations")),
            ("conversation", _("This conversation only")),
            ("stateless", _("None: writes and reads nothing")),
        ],
    )
    window = forms.IntegerField(label=_("Recent turns given word for word"), min_value=0, max_value=50)
    summary_every = forms.IntegerField(label=_("Turns between two summaries"), min_value=2, max_value=100)
    memory_limit = forms.IntegerField(label=_("Memories given at most"), min_value=0, max_value=20)
    memory_least = forms.FloatField(
        label=_("Memory confidence"),
        min_value=0,
        max_value=1,
        widget=SliderInput(),
        help_text=_("Below it nothing remembered is given. 0: as measured for this installation."),
    )
    memory_allowed = forms.MultipleChoiceField(
        label=_("What may be remembered"),
        choices=[(name, DETAILS[name]) for name in DETAIL_CLASSES],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("Anything else is blacked out before it is kept. What is remembered already stays until its term."),
    )
    keep_contact = _days("contact")
    keep_address = _days("address")
    keep_health = _days("health")
    keep_payment = _days("payment")
    keep_identity = _days("identity")
    keep_preference = _days("preference")
    keep_order = _days("order")
    keep_other = _days("other")
