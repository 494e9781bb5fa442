"""The course of a conversation in few words: its topics in order, which are answered or settled, which are open. Pure.

Extractive: every word is the customer's. What a current fact holds is left to the fact, and so is every exact value.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from language.detect import detect_language
from language.script import count_han
from memory.extracting import grammar
from memory.extracting.reading import Reading, cue
from memory.masking import BLOCK
from memory.words import concepts, plain, stem, word_list

CAP = 160  # tokens of a whole summary
_LONGEST = 40  # tokens of one topic
_LABEL_WORDS = 4
_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)?|\d[\d.,:/-]*|[\u3400-\u9fff]")
_WIDE = 3  # tokens that two texts must share in a row to say the same
_GENERIC = frozenset({"quantity", "relation", "time", "date", "like", "dislike", "cause", "person", "name", "language"})
MARKS = {
    "zh": {"open": "（待处理）", "answered": "（已答复）", "solved": "（已解决）"},
    "zh-Hant": {"open": "（待處理）", "answered": "（已答覆）", "solved": "（已解決）"},
    "en": {"open": " (open)", "answered": " (answered)", "solved": " (solved)"},
}
State = Literal["", "open", "answered", "solved"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A current fact: the sentence that it was read from, and its value."""

    text: str
    value: str


@dataclass(slots=True, kw_only=True)
class _Topic:
    about: set[str]
    lines: list[Reading] = field(default_factory=list)
    state: State = ""


def course(lines: Sequence[Reading], held: Sequence[Held], *, answered: Collection[int] = ()) -> str:
    """A line a topic, within CAP tokens: where there are too many the oldest settled ones go first.

    `answered`: the places in `lines` after which a reply answered.
    """
    known = _Known(held)
    shown = [(topic.state, text) for topic in _topics(lines, answered) if (text := _told(topic, known))]
    while sum(tokens(text) for _, text in shown) > CAP and len(shown) > 1:
        shown.remove(next((row for row in shown[:-1] if row[0] in ("solved", "answered")), shown[0]))
    return "\n".join(text for _, text in shown)


def overlap(summary: str, held: Sequence[Held]) -> float:
    """The share of a summary's words, in [0, 1], that a current fact holds: its value, or three words of its sentence
    in a row."""
    words = _words(summary)
    covered = _Known(held).covered(words)
    return sum(covered) / len(words) if words else 0.0


def tokens(text: str) -> int:
    """One a Chinese character, one for four others."""
    han = count_han(text)
    return han + (len(text) - han + 3) // 4


def _topics(lines: Sequence[Reading], answered: Collection[int]) -> list[_Topic]:
    """In the order of their beginning; a topic taken up again is the same one."""
    topics: list[_Topic] = []
    now: _Topic | None = None
    for place, line in enumerate(lines):
        if now is not None:
            now.state = _said_of(line, now.state)
        if line.chitchat or line.vague or line.poison or line.hypothetical or line.quoted:
            continue
        about = {name for name in line.concepts if name not in _GENERIC and not name.startswith("attribute ")}
        if now is None or (about and not line.anaphoric and not about & now.about):
            now = next((t for t in reversed(topics) if 2 * len(t.about & about) > len(about)), None)
            if now is None:
                now = _Topic(about=set())
                topics.append(now)
        now.about |= about
        now.lines.append(line)
        if (_asks(line) or "fault" in about) and _said_of(line, "") != "solved":
            now.state = "answered" if place in answered else "open"
        elif now.state == "open" and place in answered:
            now.state = "answered"
    return topics


def _said_of(line: Reading, state: State) -> State:
    """What the customer's words make of a matter: thanks settle only what was answered."""
    flat = plain(line.text).lower()
    if cue("unsolved").search(flat):
        return "open"
    settled = cue("solved").search(flat) or (state == "answered" and cue("thanks").search(flat))
    return "solved" if settled and not _asks(line) else state


def _asks(line: Reading) -> bool:
    flat = [plain(clause.text) for clause in line.clauses]
    return line.question or any(grammar.ASKS.search(text) or grammar.REQUEST.search(text) for text in flat)


def _told(topic: _Topic, known: _Known) -> str:
    """Of the clauses that no fact holds and that give no exact value the one that says most, else what names it."""
    language = detect_language(" ".join(line.text for line in topic.lines))
    told = sorted(_clauses(topic, known), key=lambda text: -_weight(text, topic))  # stable: the first among equals
    text = told[0] if told else _named(topic, known, language)
    return text + MARKS[language].get(topic.state, "") if text else ""


def _clauses(topic: _Topic, known: _Known) -> Iterator[str]:
    for line in topic.lines:
        for clause in line.clauses:
            words = _words(clause.text)
            exact = BLOCK in clause.text or any(character.isdigit() for character in clause.text)
            if not exact and len(words) >= _WIDE and tokens(clause.text) <= _LONGEST and not any(known.covered(words)):
                yield clause.text


def _weight(text: str, topic: _Topic) -> float:
    """How much a clause says of its topic."""
    return len(concepts(text) & topic.about) + min(tokens(text), 12) / 12


def _named(topic: _Topic, known: _Known, language: str) -> str:
    """The words by which the lines name what they are about, without values."""
    stops = frozenset(word_list("stops"))
    out: list[str] = []
    for line in topic.lines:
        for term in re.findall(r"[A-Za-z]{3,}|[\u3400-\u9fff]{2,4}", re.sub(r"\d\S*|\w+['’]\w+", " ", line.text)):
            low = plain(term).lower()
            if low not in stops and not known.holds(low) and term not in out:
                out.append(term)
    return (", " if language == "en" else "、").join(out[:_LABEL_WORDS])


class _Known:
    """What current facts hold, to look words up in."""

    def __init__(self, held: Sequence[Held]) -> None:
        self._values = {tuple(words) for fact in held if (words := _words(fact.value)) and len(words) <= 12}
        self._values = {value for value in self._values if len(value) > 1 or len(value[0]) > 1}
        self._runs = {run for fact in held for run in _runs(_words(fact.text))}
        self._words = {word for fact in held for word in _words(f"{fact.text} {fact.value}")}
        self._lengths = sorted({len(value) for value in self._values})

    def covered(self, words: Sequence[str]) -> list[bool]:
        flags = [False] * len(words)
        for place in range(len(words)):
            for size in (*self._lengths, _WIDE):
                part = tuple(words[place : place + size])
                if len(part) == size and (part in self._values or (size == _WIDE and part in self._runs)):
                    flags[place : place + size] = [True] * size
        return flags

    def holds(self, word: str) -> bool:
        return all(part in self._words for part in _words(word))


def _runs(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return (tuple(words[place : place + _WIDE]) for place in range(len(words) - _WIDE + 1))


def _words(text: str) -> list[str]:
    found = _TOKEN.findall(plain(text).lower())
    return [stem(word) if word[0].isascii() and word[0].isalpha() else word for word in found]
