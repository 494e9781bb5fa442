"""Text to PostgreSQL's tsvector and tsquery, token by token, so that its own parser changes nothing. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from language.tokens import search_tokens

_LONGEST_TERM = 100  # characters; longer tokens are noise such as encoded images
_LAST_POSITION = 16383  # of a tsvector, by its manual
_MOST_POSITIONS = 255  # of one lexeme


def terms_of(text: str) -> list[str]:
    """Search tokens in reading order, with repeats."""
    return [term for term in search_tokens(text) if len(term) <= _LONGEST_TERM and "\x00" not in term]


def tsvector_literal(terms: Sequence[str]) -> str:
    """For a cast with ::tsvector."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, term in enumerate(terms, start=1):
        places[term].append(min(place, _LAST_POSITION))
    return " ".join(f"{_quoted(term)}:{','.join(map(str, _distinct(found)))}" for term, found in sorted(places.items()))


def tsquery_any(terms: Iterable[str]) -> str:
    """Rows with any of the terms; for a cast with ::tsquery."""
    return " | ".join(_quoted(term) for term in terms)


def tsquery_one(term: str) -> str:
    return _quoted(term)


def _distinct(places: list[int]) -> list[int]:
    return list(dict.fromkeys(places))[:_MOST_POSITIONS]


def _quoted(term: str) -> str:
    escaped = term.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"
