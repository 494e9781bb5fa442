"""Where the words of a reply come from, as its frame says it. Pure."""

from __future__ import annotations

from bots.brief import Evidence


def citation_of(item: Evidence, *, reply: str) -> dict[str, object]:
    """The frame's citation. `id` opens the passage or the memory in the console."""
    said = item.title if item.kind == "memory" else ""  # a memory is shown in the customer's own words
    snippet = said or item.best_sentence or item.text
    citation: dict[str, object] = {
        "label": item.label,
        "kind": item.kind,
        "title": item.title if item.kind != "memory" else "",
        "snippet": snippet[:400],
        "id": str(item.item_id) if item.item_id else "",
    }
    optional = {
        "url": item.url,
        "revision": str(item.revision_id) if item.revision_id else "",
        "heading": item.heading if item.kind == "document" else "",
        "at": item.at.isoformat() if item.at else "",
    }
    citation |= {name: value for name, value in optional.items() if value}
    if item.kind == "record":
        citation |= {"key": item.heading, "columns": _columns(item, reply)}
    return citation


def _columns(item: Evidence, reply: str) -> list[dict[str, str]]:
    """The columns whose values the reply shows."""
    return [
        {"name": item.columns.get(placeholder) or placeholder.strip("⟨⟩").partition(".")[2], "value": value}
        for placeholder, value in item.fields.items()
        if value and value in reply
    ]
