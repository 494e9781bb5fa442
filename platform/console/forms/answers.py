"""Forms about answers: what is wrong with one, and what a right one is like."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bots.api import CaseView, Expected, ReportReason
from bots.types import AnswerView
from bots.verifying.markers import strip_markers
from console.answer_words import OUTCOMES, REPORT_REASONS

_SPEAKERS = ("customer", "bot", "agent")


def _lines(label: object, hint: object = "") -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": 2})
    return forms.CharField(label=label, help_text=hint, required=False, widget=widget)  # type: ignore[arg-type]  # lazy texts


class ExpectedForm(forms.Form):
    """What the answer of a test case must be like. `expected` holds it after `is_valid`."""

    contains = _lines(_("The answer contains"), _("One text a line; all of them."))
    lacks = _lines(_("The answer must not contain"), _("One text a line; none of them."))
    outcome = forms.ChoiceField(label=_("The answer is"), required=False)
    document = forms.ChoiceField(label=_("It cites"), required=False)

    def __init__(
        self, data: object = None, *, initial: dict[str, Any], documents: Sequence[tuple[str, str]] = ()
    ) -> None:
        super().__init__(data, initial=initial)  # type: ignore[arg-type]  # a QueryDict or nothing
        outcome, document = self.fields["outcome"], self.fields["document"]
        assert isinstance(outcome, forms.ChoiceField)
        assert isinstance(document, forms.ChoiceField)
        outcome.choices = [("", _("of any kind")), *OUTCOMES.items()]
        document.choices = [("", _("any source or none")), *documents]
        if not documents:
            del self.fields["document"]

    @property
    def expected(self) -> Expected:
        document = self.cleaned_data.get("document")
        return Expected(
            contains=_split(self.cleaned_data.get("contains")),
            lacks=_split(self.cleaned_data.get("lacks")),
            outcome=self.cleaned_data.get("outcome") or "",
            document_id=uuid.UUID(document) if document else None,
        )


class ReportForm(ExpectedForm):
    reason = forms.ChoiceField(label=_("What is wrong"), choices=list(REPORT_REASONS.items()))
    note = forms.CharField(
        label=_("What you know better"), required=False, max_length=4000, widget=forms.Textarea(attrs={"rows": 3})
    )
    field_order = ("reason", "note", "contains", "lacks", "outcome")

    def __init__(self, data: object = None, *, answer: AnswerView) -> None:
        sent = [str(row.get("text", "")) for row in answer.sentences if row.get("sent")]
        first = next(iter(sent), answer.message.text)
        super().__init__(data, initial={"lacks": _one_line(first)})

    @property
    def makes_case(self) -> bool:
        return self.data.get("then") != "report"

    @property
    def chosen(self) -> ReportReason:
        return ReportReason(self.cleaned_data["reason"])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors and self.makes_case and not self.expected.anything:
            self.add_error("contains", _("Say what a right answer is like, or only report."))
        return cleaned


class CaseForm(ExpectedForm):
    question = forms.CharField(label=_("The customer asks"), max_length=8000, widget=forms.Textarea(attrs={"rows": 2}))
    context = forms.CharField(
        label=_("What was said before"),
        required=False,
        max_length=50_000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One turn a line, as in “customer: Hello” and “bot: Hello! How can I help?”"),
    )
    note = forms.CharField(label=_("Note"), required=False, max_length=500)
    field_order = ("question", "context", "contains", "lacks", "outcome", "document", "note")

    def __init__(
        self, data: object = None, *, case: CaseView | None, documents: Sequence[tuple[str, str]] = ()
    ) -> None:
        super().__init__(data, initial=_initial(case) if case else {}, documents=documents)

    @property
    def turns(self) -> list[tuple[str, str]]:
        """A line without a speaker goes on with what the one before says."""
        turns: list[tuple[str, str]] = []
        for line in self.cleaned_data["context"].splitlines():
            speaker, colon, text = line.replace("：", ":").partition(":")
            if colon and speaker.strip().lower() in _SPEAKERS:
                turns.append((speaker.strip().lower(), text.strip()))
            elif turns and line.strip():
                turns[-1] = (turns[-1][0], f"{turns[-1][1]}\n{line}".strip())
            elif line.strip():
                turns.append(("customer", line.strip()))
        return turns

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors and not self.expected.anything:
            self.add_error("contains", _("Say what a right answer is like."))
        return cleaned


def _initial(case: CaseView) -> dict[str, Any]:
    return {
        "question": case.question,
        "context": "\n".join(f"{author}: {text}" for author, text in case.context),
        "contains": "\n".join(case.expected.contains),
        "lacks": "\n".join(case.expected.lacks),
        "outcome": case.expected.outcome,
        "document": str(case.expected.document_id or ""),
        "note": case.note,
    }


def _split(text: object) -> tuple[str, ...]:
    return tuple(line.strip() for line in str(text or "").splitlines() if line.strip())


def _one_line(text: str) -> str:
    return " ".join(strip_markers(text).split())
