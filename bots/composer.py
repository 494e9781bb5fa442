"""The builtin composer: answers by quoting and joining evidence in the customer's language. It never invents."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bots.brief import Brief, Evidence
from bots.courtesy import line
from bots.grounding import support
from language.script import fold, to_traditional
from language.sentences import split_sentences
from language.tokens import content_words
from ports.chat import ChatEvent, ChatRequest, Finished, TextDelta

_RECOMMEND = re.compile(
    r"推荐|適合|适合|哪(款|种|个|一款)|选哪|recommend|suggest|which .*(should|best|suit)|what .*should i (buy|get|take|drink)"
)
_PREFERENCE = re.compile(
    r"喜欢|只喝|只要|只能|不喝|不要|可以|过敏|偏好|like|love|prefer|only|fine|allerg|want|drink|decaf|vegan"
)
_HEADING = re.compile(r"^#{1,6}\s+.*$", re.M)


class ExtractiveComposer:
    """A ports.chat.ChatModel over request.brief; works without a model, a key or a network."""

    name = "builtin"

    def stream(self, request: ChatRequest) -> Iterator[ChatEvent]:
        """Raises TypeError for a request without a brief."""
        if not isinstance(request.brief, Brief):
            raise TypeError("the builtin composer needs request.brief")
        for number, sentence in enumerate(compose(request.brief)):
            yield TextDelta(text=sentence if number == 0 else f"\n{sentence}")
        yield Finished(model=self.name)


def compose(brief: Brief) -> list[str]:
    """Sentences with their markers."""
    if brief.route == "greeting":
        return [_own(brief.settings.greeting, brief)]
    if brief.route in ("thanks", "goodbye", "small_talk"):
        return [line(brief.route, brief.language)]
    if brief.record_answer is not None:
        return [_cite(brief.record_answer.text, brief.record_answer.labels)]
    if brief.route == "statement":
        return _acknowledge(brief)
    if _RECOMMEND.search(fold(brief.question)) and (advised := _recommend(brief)):
        return advised
    if brief.memory_answer is not None and brief.memory_answer.outcome == "answered":
        return [_cite(brief.memory_answer.text, brief.memory_answer.labels)]
    return _quote(brief)


def _acknowledge(brief: Brief) -> list[str]:
    answer = [*_quote(brief)] if _best(brief) is not None and _best(brief).confidence >= 0.8 else []  # type: ignore[union-attr]  # not None
    return answer or [line("noted", brief.language)]


def _quote(brief: Brief) -> list[str]:
    best = _best(brief)
    if best is None:
        return []
    quoted = best.best_sentence or _closest(brief.question, best)
    sentences = split_sentences(_HEADING.sub("", best.text))
    made = [_cite(quoted, (best.label,))]
    position = next((i for i, sentence in enumerate(sentences) if sentence in quoted or quoted in sentence), None)
    if position is not None and position + 1 < len(sentences):
        made.append(_cite(sentences[position + 1], (best.label,)))
    return made


def _recommend(brief: Brief) -> list[str]:
    """Quote what suits the customer's current preference, and say which preference that is."""
    wishes = [item for item in brief.evidence if item.kind == "memory" and _PREFERENCE.search(fold(item.text))]
    units = [(unit, item) for item in _documents(brief) for unit in _units(item)]
    if not units or not wishes:
        return []
    wish = max(wishes, key=lambda item: item.at or brief.now)
    question = brief.question
    unit, source = max(units, key=lambda pair: 2 * support(wish.text, [pair[0]]) + support(question, [pair[0]]))
    made = [_cite(f"{line('because', brief.language)}{_space(brief)}{wish.text.rstrip('。.')}", (wish.label,))]
    made += [_cite(sentence, (source.label,)) for sentence in split_sentences(unit)[:2]]
    return made


def _units(item: Evidence) -> list[str]:
    paragraphs = [_HEADING.sub("", part).strip() for part in re.split(r"\n\s*\n|\n(?=#)", item.text)]
    return [part for part in paragraphs if len(content_words(part)) >= 4]


def _documents(brief: Brief) -> list[Evidence]:
    least = brief.settings.thresholds.retrieval
    found = [item for item in brief.evidence if item.kind == "document"]
    return [item for item in found if item.confidence >= least] or found[:3]


def _best(brief: Brief) -> Evidence | None:
    least = brief.settings.thresholds.retrieval
    enough = [item for item in brief.evidence if item.kind == "document" and item.confidence >= least]
    return max(enough, key=lambda item: item.confidence, default=None)


def _closest(question: str, item: Evidence) -> str:
    sentences = split_sentences(_HEADING.sub("", item.text)) or [item.text]
    return max(sentences, key=lambda sentence: support(question, [sentence]))


def _cite(text: str, labels: tuple[str, ...]) -> str:
    return text.strip() + "".join(f"[{label}]" for label in labels)


def _own(texts: object, brief: Brief) -> str:
    chosen = texts.get("en" if brief.language == "en" else "zh") if isinstance(texts, dict) else None
    text = str(chosen or "")
    return to_traditional(text) if brief.language == "zh-Hant" else text


def _space(brief: Brief) -> str:
    return " " if brief.language == "en" else ""
