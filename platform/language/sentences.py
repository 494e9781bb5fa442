"""Sentences, from a whole text or from a stream of fragments."""

from __future__ import annotations

import re

_ENDS = "。！？!?…"
_CLAUSE_ENDS = "；;"
_CLOSERS = "”’」』）)]\"'》】"
_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof sr jr st no vs etc e.g i.e eg ie approx dept est inc ltd co corp fig vol jan feb mar apr jun jul "
    "aug sep sept oct nov dec a.m p.m u.s u.k".split()
)
_WORD_BEFORE = re.compile(r"([A-Za-z][A-Za-z.]*)\.$")
_FENCE = "```"
_MARKER = re.compile(r"\s?\[[A-Za-z_-]{0,16}\d{1,4}(?:\s?[,，、;]\s?[A-Za-z_-]{0,16}\d{1,4}){0,5}\]")
_BEGUN = re.compile(r"\s?(?:\[[\w ,，、;-]{0,60})?")


def split_sentences(text: str) -> list[str]:
    """In order, stripped, none empty. A line of a list or a table is one sentence, a fenced block is one."""
    stream = SentenceStream(clauses=True)
    return [*stream.feed(text), *stream.flush()]


class SentenceStream:
    """Feed fragments as they come; whole sentences come out as soon as nothing can still belong to them."""

    def __init__(self, *, clauses: bool = False) -> None:
        """`clauses`: a semicolon ends a sentence too. A citation behind a draft's last clause covers them all."""
        self._rest = ""
        self._ends = _ENDS + _CLAUSE_ENDS if clauses else _ENDS

    def feed(self, fragment: str) -> list[str]:
        self._rest += fragment
        done: list[str] = []
        while (end := _end_of_first(self._rest, self._ends)) is not None:
            sentence, self._rest = self._rest[:end].strip(), self._rest[end:]
            if sentence:
                done.append(sentence)
        return done

    def flush(self) -> list[str]:
        sentence, self._rest = self._rest.strip(), ""
        return [sentence] if sentence else []


def _end_of_first(text: str, ends: str) -> int | None:
    """Index after the first whole sentence; None while more text may still belong to it."""
    lead = len(text) - len(text.lstrip())
    if text.startswith(_FENCE, lead):
        close = text.find(_FENCE, lead + len(_FENCE))
        line = text.find("\n", close) if close >= 0 else -1
        return line + 1 if line >= 0 else None
    for index in range(lead, len(text)):
        character = text[index]
        if character == "\n":
            return index + 1
        if character in ends or (character == "." and _full_stop(text, index)):
            return _after(text, index)
    return None


def _after(text: str, index: int) -> int | None:
    """Past repeated marks, closing quotes and citation markers such as [1][M2]; None when the text ends there."""
    end = index + 1
    while end < len(text) and (text[end] in _ENDS or text[end] in _CLOSERS or text[end] == "."):
        end += 1
    while (mark := _MARKER.match(text, end)) is not None:
        end = mark.end()
    tail = text[end:]
    if not tail or _BEGUN.fullmatch(tail):
        return None  # a marker may still follow
    return end


def _full_stop(text: str, index: int) -> bool:
    """Not within a number, an address or an abbreviation, and not an initial."""
    following = text[index + 1 : index + 2]
    if following and not following.isspace() and following not in _CLOSERS and following != "[":
        return False
    if text[index - 1 : index].isdigit() and text[:index].rsplit("\n", maxsplit=1)[-1].strip().isdigit():
        return False  # "1." begins a list
    word = _WORD_BEFORE.search(text[max(0, index - 20) : index + 1])
    if word is None:
        return True
    name = word.group(1).lower()
    return name not in _ABBREVIATIONS and len(name) > 1
