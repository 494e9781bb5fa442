"""Message HTML: Markdown made by markdown-it, cleaned by nh3. No raw HTML, no image, no link that is not allowed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from html import escape

import nh3
from markdown_it import MarkdownIt

from bots.verifying.markers import MARKER, labels_of

_TAGS = {"p", "br", "strong", "em", "code", "pre", "ul", "ol", "li", "blockquote", "table", "thead", "tbody", "tr",
         "th", "td", "a", "h3", "h4", "button", "hr"}  # fmt: skip
_ATTRIBUTES = {"a": {"href"}, "button": {"class", "type", "data-citation", "aria-label"}, "ol": {"start"}}


def render_html(
    text: str, *, citations: Sequence[Mapping[str, object]] = (), allowed_links: Collection[str] = ()
) -> str:
    """Sanitised HTML. A marker such as [1] becomes a button where a citation has that label, and goes otherwise.

    A link stays only where its address stands among the citations' own or in `allowed_links`; else its text remains.
    """
    labels = {str(item["label"]): str(item.get("title", "")) for item in citations}
    links = {str(item["url"]) for item in citations if item.get("url")} | set(allowed_links)
    html = nh3.clean(
        _markdown().render(text),
        tags=_TAGS - {"button"},
        attributes={name: set(values) for name, values in _ATTRIBUTES.items() if name != "button"},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
        attribute_filter=lambda tag, name, value: value if name != "href" or value in links else None,
    )
    return MARKER.sub(lambda match: "".join(_button(label, labels) for label in labels_of(match.group())), html)


def _button(label: str, labels: Mapping[str, str]) -> str:
    if label not in labels:
        return ""
    name = escape(f"{label} {labels[label]}".strip(), quote=True)
    return f'<button type="button" class="citation" data-citation="{label}" aria-label="{name}">{label}</button>'


@lru_cache(maxsize=1)
def _markdown() -> MarkdownIt:
    return (
        MarkdownIt("commonmark", {"html": False, "breaks": True})
        .enable("table")
        .disable(["image", "html_block", "html_inline"])
    )
