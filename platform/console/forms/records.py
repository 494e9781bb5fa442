"""Forms of business records; their columns are lines of console.columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from console.columns import Line, Roles
from knowledge.records.columns import Column
from knowledge.records.connector import Connector
from knowledge.records.importing import TableView
from knowledge.records.tables import NewTable

_HEADER = re.compile(r"^([A-Za-z0-9!#$%&'*+.^_`|~-]+):[ \t]*(\S[^\r\n]*)$")


class TableForm(forms.Form):
    name = forms.SlugField(
        label=_("Name of the table"),
        max_length=60,
        help_text=_("Short, in letters, digits and dashes, such as orders. It does not change later."),
    )
    title_zh = forms.CharField(
        label=_("What a customer calls a row, in Chinese"),
        max_length=60,
        widget=forms.TextInput({"placeholder": "订单"}),
    )
    title_en = forms.CharField(
        label=_("What a customer calls a row, in English"),
        max_length=60,
        widget=forms.TextInput({"placeholder": "order"}),
    )
    aliases = forms.CharField(
        label=_("Other words for it"), max_length=500, required=False, help_text=_("Separated by commas.")
    )
    currency = forms.RegexField(
        r"^[A-Z]{3}$",
        label=_("Currency of amounts without a sign"),
        required=False,
        help_text=_("Three letters, such as EUR. Needed where a column holds money."),
        widget=forms.TextInput({"maxlength": 3, "autocapitalize": "characters"}),
    )

    def __init__(self, data: QueryDict | None = None, *, shown: TableView | None = None) -> None:
        super().__init__(data, initial=_initial(shown))
        if shown is not None:
            del self.fields["name"]

    def needs_currency(self, lines: Sequence[Line]) -> bool:
        """Adds the error where a column of money has none."""
        lacking = any(line.type == "money" for line in lines) and not self.cleaned_data.get("currency")
        if lacking:
            self.add_error("currency", _("A column holds money: say in which currency, such as EUR."))
        return lacking

    def table(self, lines: Sequence[Line], roles: Roles, *, name: str = "") -> NewTable:
        given = self.cleaned_data
        return NewTable(
            name=name or given["name"],
            titles={"zh": given["title_zh"], "en": given["title_en"]},
            key_column=roles.key,
            owner_column=roles.owner,
            owner_kind=roles.owner_kind,
            name_column=roles.name,
            aliases=tuple(word.strip() for word in re.split(r"[,，、]", given["aliases"]) if word.strip()),
            columns=tuple(_column(line, given["currency"]) for line in lines),
            currency=given["currency"],
        )


class ConnectorForm(TableForm):
    method = forms.ChoiceField(label=_("Method"), choices=[("GET", "GET"), ("POST", "POST")])
    url = forms.CharField(
        label=_("Address"),
        max_length=2000,
        widget=forms.TextInput({"placeholder": "https://erp.example.com/orders/{key}", "class": "mono"}),
        help_text=_("{key} stands for the number that a customer names, {owner} for the customer's own number."),
    )
    body = forms.CharField(
        label=_("Body of a POST"),
        max_length=4000,
        required=False,
        widget=forms.Textarea({"rows": 3, "placeholder": '{"order": "{key}"}', "class": "mono"}),
    )
    headers = forms.CharField(
        label=_("Secret headers"),
        max_length=8000,
        required=False,
        widget=forms.Textarea(
            {"rows": 3, "placeholder": "Authorization: Bearer …", "class": "mono", "autocomplete": "off"}
        ),
        help_text=_("One a line, as Name: value. They are stored sealed and never shown again."),
    )
    rows_at = forms.CharField(
        label=_("Where the rows stand in the answer"),
        max_length=200,
        required=False,
        widget=forms.TextInput({"placeholder": "data.orders", "class": "mono"}),
        help_text=_("Names joined by dots; empty when the answer itself is the row or the list."),
    )
    timeout = forms.FloatField(label=_("Longest wait, in seconds"), min_value=0.5, max_value=15, initial=5)
    cache_seconds = forms.IntegerField(label=_("Ask again after, in seconds"), min_value=0, max_value=86400, initial=60)

    def __init__(self, data: QueryDict | None = None, *, shown: TableView | None = None) -> None:
        super().__init__(data, shown=shown)
        if shown is not None and shown.secret_names:
            self.fields["headers"].help_text = _(
                "Set: %(names)s. Leave empty to keep them; one a line to replace all."
            ) % {"names": ", ".join(shown.secret_names)}

    def clean_headers(self) -> dict[str, str]:
        lines = [line.strip() for line in self.cleaned_data["headers"].splitlines() if line.strip()]
        found = [_HEADER.match(line) for line in lines]
        if not all(found):
            raise forms.ValidationError(_("Write each header as Name: value."))
        headers = {match[1]: match[2].strip() for match in found if match}
        if any(not value.isascii() for value in headers.values()):
            raise forms.ValidationError(_("A header holds only plain letters, digits and signs."))
        return headers

    def clean(self) -> dict[str, object] | None:
        given = super().clean()
        where = self.cleaned_data.get("url", "") + self.cleaned_data.get("body", "")
        if "url" in self.cleaned_data and "{key}" not in where and "{owner}" not in where:
            self.add_error("url", _("Put {key} or {owner} where the other program expects it."))
        return given

    def connector(self, lines: Sequence[Line]) -> Connector:
        given = self.cleaned_data
        return Connector(
            url=given["url"],
            method=given["method"],
            body=given["body"],
            rows_at=given["rows_at"],
            fields={line.name: line.path or line.name for line in lines},
            timeout=given["timeout"],
            cache_seconds=given["cache_seconds"],
        )


def posted_connector(data: QueryDict, lines: Sequence[Line]) -> Connector:
    """For a trial, before the form is complete."""
    return Connector(
        url=data.get("url", "").strip(),
        method="POST" if data.get("method") == "POST" else "GET",
        body=data.get("body", ""),
        rows_at=data.get("rows_at", "").strip(),
        fields={line.name: line.path or line.name for line in lines},
        timeout=_seconds(data.get("timeout", "")),
    )


def posted_headers(data: QueryDict) -> dict[str, str] | None:
    """None: nothing was written, so what is stored counts."""
    lines = [line.strip() for line in data.get("headers", "").splitlines() if line.strip()]
    return {match[1]: match[2].strip() for line in lines if (match := _HEADER.match(line))} if lines else None


def _column(line: Line, currency: str) -> Column:
    return Column(
        name=line.name,
        type=line.type,
        labels={"zh": line.zh or line.name, "en": line.en or line.name},
        currency=currency if line.type == "money" else "",
        shown=line.shown,
    )


def _initial(shown: TableView | None) -> dict[str, object]:
    if shown is None:
        return {}
    currency = next((column.currency for column in shown.columns if column.currency), "")
    made: dict[str, object] = {
        "title_zh": shown.row.titles.get("zh", ""),
        "title_en": shown.row.titles.get("en", ""),
        "aliases": ", ".join(shown.aliases),
        "currency": currency,
    }
    if shown.connector:
        names = ("method", "url", "body", "rows_at", "timeout", "cache_seconds")
        made |= {name: getattr(shown.connector, name) for name in names}
    return made


def _seconds(text: str) -> float:
    try:
        return min(max(float(text), 0.5), 15.0)
    except ValueError:
        return 5.0
