"""The text of a draft, cleaned piece by piece: whole characters, no controls, no thinking aloud."""

from __future__ import annotations

import re

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_OPEN, _CLOSE = "<think>", "</think>"


class AnswerText:
    """`feed` gives what may go out now, `end` the rest.

    Some servers cut a character outside the basic plane into two pieces with half a surrogate pair each; models that
    reason put it between <think> tags at the very beginning, where the server does not part it off.
    """

    def __init__(self) -> None:
        self._half = ""
        self._held: str | None = ""  # None when the beginning is decided
        self._thinking = False

    def feed(self, piece: str) -> str:
        text = self._half + piece
        self._half = text[-1] if text and "\ud800" <= text[-1] <= "\udbff" else ""
        return self._answer(_clean(text[: len(text) - len(self._half)]))

    def end(self) -> str:
        rest = self._answer(_clean(self._half))
        held = "" if self._thinking or self._held is None else self._held
        self._half, self._held = "", None
        return rest + held

    def _answer(self, text: str) -> str:
        if self._held is None:
            return text
        self._held += text
        begins = self._held.lstrip()
        if not self._thinking and begins.startswith(_OPEN):
            self._thinking = True
        if self._thinking:
            _, closed, answer = begins.partition(_CLOSE)
            if not closed:
                self._held = _OPEN + begins[-len(_CLOSE) :]  # thoughts may be long, and nobody reads them
                return ""
            self._thinking, self._held = False, ""
            return self._answer(answer)
        if _OPEN.startswith(begins):
            return ""  # may still become the tag
        self._held = None
        return begins


def _clean(text: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _CONTROLS.sub("", text)
