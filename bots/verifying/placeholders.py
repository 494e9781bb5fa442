"""Deterministic fields: the model writes ⟨order.total⟩, the program writes the value. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bots.brief import Evidence

_PLACEHOLDER = re.compile(r"⟨\s*([^⟨⟩\n]{1,120}?)\s*⟩")


def fill(sentence: str, cited: Sequence[Evidence], others: Sequence[Evidence]) -> tuple[str, str]:
    """The sentence with its values, and the first placeholder that no record has ("" where all have one).

    The cited records are asked first; where the sentence cites none, any record of the turn that alone has the field.
    """
    missing: list[str] = []

    def value(match: re.Match[str]) -> str:
        name = match.group(1)
        found = _values(name, cited) or ([] if cited else _values(name, others))
        if len(set(found)) != 1:
            missing.append(name)
            return match.group()
        return found[0]

    text = _PLACEHOLDER.sub(value, sentence)
    return text, missing[0] if missing else ""


def _values(name: str, items: Sequence[Evidence]) -> list[str]:
    wanted = name.strip("⟨⟩").lower()
    made = []
    for item in items:
        for key, text in item.fields.items():
            plain = key.strip("⟨⟩ ").lower()
            if plain == wanted or _singular(plain) == _singular(wanted):
                made.append(text)
    return made


def _singular(name: str) -> str:
    table, _, column = name.partition(".")
    return f"{table.removesuffix('s')}.{column}"
