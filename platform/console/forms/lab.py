"""Forms of the threshold lab."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from knowledge.lab import WANTED_PRECISION
from knowledge.types import DocumentRow

NOTHING = "nothing"
PRECISIONS = [("0.8", "80 %"), ("0.9", "90 %"), ("0.95", "95 %"), ("0.99", "99 %")]


class LabForm(forms.Form):
    wanted = forms.ChoiceField(
        label=_("Right, of what is answered"), choices=PRECISIONS, initial=str(WANTED_PRECISION), required=False
    )
    threshold = forms.FloatField(
        label=_("Threshold"),
        min_value=0,
        max_value=1,
        required=False,
        widget=forms.NumberInput(attrs={"step": "0.01"}),
        help_text=_("Empty: the suggestion."),
    )

    def chosen(self) -> float | None:
        return self.cleaned_data.get("threshold") if self.is_bound and self.is_valid() else None

    def precision(self) -> float:
        given = self.cleaned_data.get("wanted") if self.is_bound and self.is_valid() else ""
        return float(given or WANTED_PRECISION)


class ThresholdForm(forms.Form):
    threshold = forms.FloatField(min_value=0, max_value=1)


class TestForm(forms.Form):
    """A question with the document that answers it, or with none."""

    __test__ = False  # for pytest, which takes its name for a test's

    question = forms.CharField(label=_("A customer's question"), max_length=1000)
    document = forms.CharField(label=_("What answers it"), max_length=40, widget=forms.Select())

    def __init__(self, data: object = None, *, documents: Sequence[DocumentRow]) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # request.POST or None
        titles = [(str(row.document_id), row.title) for row in documents]
        widget = self.fields["document"].widget
        assert isinstance(widget, forms.Select)
        widget.choices = [(NOTHING, _("Nothing does: it must be declined")), *titles]

    def clean_document(self) -> uuid.UUID | None:
        given = self.cleaned_data["document"]
        try:
            return None if given == NOTHING else uuid.UUID(given)
        except ValueError as error:
            raise forms.ValidationError(_("Choose what answers it.")) from error

    @property
    def document_id(self) -> uuid.UUID | None:
        found = self.cleaned_data["document"]
        return found if isinstance(found, uuid.UUID) else None
