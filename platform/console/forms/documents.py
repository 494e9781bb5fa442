"""Forms of documents."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from knowledge.types import BulkChange

ACTIONS = [
    ("override", _("Let them override what a model believes")),
    ("no_override", _("Let them override no longer")),
    ("expire", _("Let them hold until")),
    ("language", _("Move them to the language")),
    ("remove", _("Remove them")),
]
LANGUAGES = [("", _("Find out")), ("zh", _("Chinese")), ("en", _("English"))]


_TERMS = ("language", "overrides", "effective_from", "expires_at")


class TermsFields(forms.Form):
    overrides = forms.BooleanField(
        label=_("Overrides what a model believes"),
        required=False,
        help_text=_("The prompt says that this is current and wins."),
    )
    effective_from = forms.DateTimeField(
        label=_("Holds from"), required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )
    expires_at = forms.DateTimeField(
        label=_("Holds until"), required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )


class TextForm(TermsFields):
    title = forms.CharField(label=_("Title"), max_length=300)
    text = forms.CharField(
        label=_("Text"),
        widget=forms.Textarea(attrs={"rows": 14}),
        help_text=_("Markdown headings keep sections apart."),
    )
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES, required=False)
    field_order: tuple[str, ...] = ("title", "text", *_TERMS)


class PairForm(TermsFields):
    question = forms.CharField(label=_("Question"), max_length=1000, widget=forms.Textarea(attrs={"rows": 2}))
    answer = forms.CharField(label=_("Answer"), max_length=20_000, widget=forms.Textarea(attrs={"rows": 6}))
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES, required=False)
    field_order: tuple[str, ...] = ("question", "answer", *_TERMS)


class EditTerms(forms.Form):
    """Only for a document that is there."""

    goes_live_at = forms.DateTimeField(
        label=_("This text goes live on"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
        help_text=_("Empty: at once. Until then the present text stays; what its source brings goes into this one."),
    )


class EditTextForm(EditTerms, TextForm):
    field_order: tuple[str, ...] = (
        "title",
        "text",
        "goes_live_at",
        "language",
        "overrides",
        "effective_from",
        "expires_at",
    )


class EditPairForm(EditTerms, PairForm):
    field_order: tuple[str, ...] = (
        "question",
        "answer",
        "goes_live_at",
        "language",
        "overrides",
        "effective_from",
        "expires_at",
    )


class SearchForm(forms.Form):
    question = forms.CharField(label=_("A customer's question"), max_length=1000)


class BulkForm(forms.Form):
    """What to do with the documents that were chosen."""

    action = forms.ChoiceField(choices=ACTIONS)
    expires_at = forms.DateTimeField(required=False)
    language = forms.ChoiceField(choices=LANGUAGES, required=False)

    def clean(self) -> dict[str, object] | None:
        given = super().clean()
        if self.cleaned_data.get("action") == "language" and not self.cleaned_data.get("language"):
            self.add_error("language", _("Choose a language."))
        return given

    @property
    def change(self) -> BulkChange:
        given = self.cleaned_data
        match given["action"]:
            case "remove":
                return BulkChange(remove=True)
            case "expire":
                return BulkChange(sets_expiry=True, expires_at=given["expires_at"])
            case "language":
                return BulkChange(language=given["language"])
            case _:
                return BulkChange(overrides=given["action"] == "override")
