"""{{ code|word:"reason" }} and {{ fact.source|marked }} in templates."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from console.words import word as named
from memory.types import SourceSpan

register = template.Library()


@register.filter
def word(code: object, book: str) -> str:
    return named(str(code or ""), book)


@register.filter
def told(error: str) -> SafeString:
    """An error as a background job kept it: its sentence in the reader's language, below it what a technician needs."""
    sentence, _newline, detail = error.partition("\n")
    said = gettext(sentence) if sentence else ""
    return format_html('{} <code class="known-as">{}</code>', said, detail) if detail else format_html("{}", said)


@register.filter
def marked(source: SourceSpan) -> SafeString:
    """The sentence, with the part that a fact was read from marked, unless that is all of it."""
    before, part, after = (
        source.text[: source.start], source.text[source.start : source.end], source.text[source.end :],
    )  # fmt: skip
    if not part.strip() or not (before + after).strip(" .,!?;。，！？；"):
        return format_html("{}", source.text)
    return format_html("{}<mark>{}</mark>{}", before, part, after)
