"""Forms of sources."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from console.words import RHYTHMS
from knowledge.types import NewSource, SourceKindName, SourceRow

FETCHED: tuple[SourceKindName, ...] = ("page", "sitemap", "feed")
_ADDRESSES = {
    "page": _("The address of one page."),
    "sitemap": _("The address of the sitemap, such as https://example.com/sitemap.xml; a sitemap of sitemaps will do."),
    "feed": _("The address of an RSS or Atom feed; each entry's page becomes a document."),
}


class SourceForm(forms.Form):
    """Only what its kind needs."""

    url = forms.CharField(label=_("Address"), max_length=2000, widget=forms.URLInput(attrs={"placeholder": "https://"}))
    name = forms.CharField(label=_("Name"), max_length=200, required=False)
    rhythm = forms.ChoiceField(label=_("How often"), choices=list(RHYTHMS.items()), initial="daily")
    cron = forms.CharField(
        label=_("Schedule of its own"),
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "0 6 * * 1-5", "class": "mono", "autocomplete": "off"}),
    )
    begins = forms.CharField(
        label=_("Only addresses that begin with"),
        max_length=2000,
        required=False,
        widget=forms.URLInput(attrs={"placeholder": "https://example.com/help/"}),
    )
    most_pages = forms.IntegerField(label=_("At most so many pages"), min_value=1, max_value=5000, initial=200)
    overrides = forms.BooleanField(
        label=_("Overrides what a model believes"),
        required=False,
        help_text=_("The prompt says that this is current and wins."),
    )

    def __init__(
        self,
        data: object = None,
        *,
        kind: SourceKindName,
        zone: str,
        shown: SourceRow | None = None,
    ) -> None:
        super().__init__(data, initial=_initial(shown))  # type: ignore[arg-type]  # request.POST or None
        self.kind = kind
        for name in _unwanted(kind, known=shown is not None):
            del self.fields[name]
        if "url" in self.fields:
            self.fields["url"].help_text = _ADDRESSES[kind]
        if "cron" in self.fields:
            self.fields["cron"].help_text = _(
                "Minute, hour, day, month, day of the week, by the clock of %(zone)s; 0 6 * * 1-5 is six o'clock from "
                "Monday to Friday. Only read when it is chosen above."
            ) % {"zone": zone}
        if kind in ("folder", "push"):
            self.fields["name"].required = True

    @property
    def source(self) -> NewSource:
        given = self.cleaned_data
        return NewSource(
            name=given.get("name", ""),
            kind=self.kind,
            url=given.get("url", ""),
            rhythm=given.get("rhythm", "manual"),
            cron=given.get("cron", ""),
            prefix=given.get("begins", ""),
            most_pages=given.get("most_pages") or 200,
            overrides=given["overrides"],
        )


def _initial(shown: SourceRow | None) -> dict[str, object]:
    if shown is None:
        return {}
    names = ("name", "rhythm", "cron", "most_pages", "overrides")
    return {"begins": shown.prefix, **{name: getattr(shown, name) for name in names}}


def _unwanted(kind: SourceKindName, *, known: bool) -> list[str]:
    unwanted = [] if kind in FETCHED else ["rhythm", "cron", "url"]
    if known and "url" not in unwanted:
        unwanted.append("url")
    if kind != "sitemap":
        unwanted.append("begins")
    if kind not in ("sitemap", "feed"):
        unwanted.append("most_pages")
    return unwanted
