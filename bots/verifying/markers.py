"""Citation markers: [1], [R2], [M1], [policy-3], [1, 2]. Pure."""

from __future__ import annotations

import re

_LABEL = r"(?:[A-Za-z][A-Za-z_-]{0,15})?\d{1,4}"
MARKER = re.compile(rf"\s?\[({_LABEL}(?:\s?[,，、;]\s?{_LABEL}){{0,5}})\](?!\()")

_FIELD = re.compile(r"⟨[^⟨⟩\n]{1,120}⟩")  # a placeholder may hold brackets of its own


def labels_of(text: str) -> tuple[str, ...]:
    """In order of appearance, each once."""
    plain = _FIELD.sub("", text)
    found = (label.strip() for match in MARKER.finditer(plain) for label in re.split(r"[,，、;]", match.group(1)))
    return tuple(dict.fromkeys(found))


def strip_markers(text: str) -> str:
    """The words alone."""
    return MARKER.sub("", text)
