"""Verified streaming: a sentence goes out only when its citations resolve and its evidence carries it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bots.brief import Brief, Evidence
from bots.courtesy import is_courtesy
from bots.grounding import flips_negation, support, unsupported_literals
from bots.markdown import strip_markers
from language.sentences import SentenceStream

_MARKER = re.compile(r"\[([A-Z]?\d{1,3})\]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Verified:
    text: str  # with its markers
    labels: tuple[str, ...]
    support: float
    separator: str = " "  # what stands between it and the sentence before


@dataclass(frozen=True, kw_only=True, slots=True)
class Withheld:
    text: str
    reason: str  # unknown_label, uncited, literal, negation, unsupported
    detail: str = ""
    support: float = 0.0


def verified_stream(deltas: Iterator[str], brief: Brief) -> Iterator[Verified | Withheld]:
    """At most one sentence behind the model."""
    stream = SentenceStream()
    for delta in deltas:
        for sentence in stream.feed(delta):
            yield verify_sentence(sentence, brief)
    for sentence in stream.flush():
        yield verify_sentence(sentence, brief)


def verify_sentence(sentence: str, brief: Brief) -> Verified | Withheld:
    labels = tuple(dict.fromkeys(_MARKER.findall(sentence)))
    cited = [item for label in labels if (item := brief.labelled(label)) is not None]
    if len(cited) < len(labels):
        return Withheld(text=sentence, reason="unknown_label", detail=", ".join(labels))
    plain = strip_markers(sentence)
    sources = [*(_words_of(item) for item in cited), *brief.customer_words, *_courtesies(brief)]
    wrong = unsupported_literals(plain, sources)
    if wrong:
        return Withheld(text=sentence, reason="literal", detail=", ".join(literal.text for literal in wrong))
    if is_courtesy(plain, brief.language):
        return Verified(text=sentence, labels=labels, support=1.0, separator=_separator(brief))
    if not cited and brief.route in ("question", "statement") and support(plain, list(brief.customer_words)) < 1.0:
        return Withheld(text=sentence, reason="uncited")
    score = support(plain, sources)
    if cited and flips_negation(plain, sources):
        return Withheld(text=sentence, reason="negation", support=score)
    if score < brief.settings.thresholds.support:
        return Withheld(text=sentence, reason="unsupported", support=score)
    return Verified(text=sentence, labels=labels, support=round(score, 4), separator=_separator(brief))


def _words_of(item: Evidence) -> str:
    return "\n".join([item.title, item.heading, item.text, *item.fields.values()])


def _courtesies(brief: Brief) -> list[str]:
    prepared = [answer.text for answer in (brief.memory_answer, brief.record_answer) if answer is not None]
    return [*brief.settings.greeting.values(), *prepared, brief.company]


def _separator(brief: Brief) -> str:
    return " " if brief.language == "en" else ""
