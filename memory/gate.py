"""Whether a turn needs memory at all: greetings, thanks and small talk inject nothing."""

from __future__ import annotations

from memory.reading import cue, read_line
from memory.types import RecallQuery
from memory.words import plain, terms


def gate(query: RecallQuery) -> tuple[bool, str]:
    """(open, reason)."""
    if query.mode == "stateless":
        return False, "stateless"
    reading = read_line(query.question, query.now)
    if reading.poison:
        return False, "instruction"
    flat = plain(query.question).lower()
    content = [t for t in terms(query.question) if not cue("chitchat").search(t)]
    if not content:
        return False, "nothing_asked"
    if reading.chitchat and len(content) <= 6 and not reading.question and not ("我的" in flat or "my " in flat):
        return False, "small_talk"
    return True, "asked"
