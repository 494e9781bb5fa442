"""The builtin composer: answers by quoting and joining evidence in the customer's language. It never invents."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

from bots.brief import Brief, Evidence
from bots.drafting.closed import yes_or_no
from bots.drafting.courtesy import line
from bots.verifying.injected import is_order
from bots.verifying.support import coverage
from language.script import to_traditional
from language.sentences import split_sentences
from language.tokens import content_words
from ports.chat import ChatEvent, ChatRequest, Finished, TextDelta

_CUT = re.compile("[;；]$")  # a quotation that was cut at a semicolon ends as a sentence
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
    """Sentences with their markers, in the customer's script."""
    made = _composed(brief)
    return [to_traditional(sentence) for sentence in made] if brief.language == "zh-Hant" else made


def _composed(brief: Brief) -> list[str]:
    if brief.route == "greeting":
        return [_own(brief.settings.greeting, brief)]
    if brief.route in ("thanks", "goodbye", "small_talk"):
        return [line(brief.route, brief.language)]
    if brief.parts and (each := _each(brief)):
        return each
    if brief.record_answer is not None:
        return [_cite(brief.record_answer.text, brief.record_answer.labels)]
    if brief.route == "statement" and brief.memory_answer is None:  # "my order number" is no statement: memory answers
        return _acknowledge(brief)
    if any(item.wish for item in brief.evidence) and (advised := _recommend(brief)):
        return advised
    if brief.memory_answer is not None and brief.memory_answer.outcome == "answered":
        return [_cite(brief.memory_answer.text, brief.memory_answer.labels)]
    return _quote(brief)


def _each(brief: Brief) -> list[str]:
    """The questions of the message one after the other, as far as something was found on them."""
    made: list[str] = []
    for part in brief.parts:
        if part.answer is not None:
            made.append(_cite(part.answer.text, part.answer.labels))
        elif part.confidence >= brief.settings.thresholds.retrieval and (item := brief.labelled(part.label)):
            said = _closest(part.text, item)
            made.append(_cite(yes_or_no(part.text, said, brief.language) + said, (item.label,)))
    return list(dict.fromkeys(made))


def _acknowledge(brief: Brief) -> list[str]:
    if is_order(brief.message):
        return [line("unable", brief.language)]  # never "noted": such a line is quarantined
    answer = [*_quote(brief)] if _best(brief) is not None and _best(brief).confidence >= 0.8 else []  # type: ignore[union-attr]  # not None
    return answer or [line("noted", brief.language)]


def _quote(brief: Brief) -> list[str]:
    best = _best(brief)
    if best is None:
        return []
    quoted = best.best_sentence or _closest(brief.question, best)
    sentences = split_sentences(_HEADING.sub("", best.text))
    made = [_cite(yes_or_no(brief.question, quoted, brief.language) + quoted, (best.label,))]
    position = next((i for i, sentence in enumerate(sentences) if sentence in quoted or quoted in sentence), None)
    if position is not None and position + 1 < len(sentences):
        made.append(_cite(sentences[position + 1], (best.label,)))
    return made


def _recommend(brief: Brief) -> list[str]:
    """Quote what suits the customer's newest wish, and say which wish that is."""
    wish = next(item for item in brief.evidence if item.wish)
    documents = [item for item in brief.evidence if item.kind == "document"]
    sentences = [(sentence, item) for item in documents for sentence in split_sentences(_HEADING.sub("", item.text))]
    if not sentences:
        return []
    rarity = _rarity([sentence for sentence, _ in sentences])
    # What only the wish says ("decaf") tells the offers apart; what the question says too ("beans") does not.
    wanted = dict.fromkeys(content_words(wish.text), 2.0) | dict.fromkeys(content_words(brief.question), 0.5)

    def fit(pair: tuple[str, Evidence]) -> float:
        words = set(content_words(pair[0]))
        return sum(rarity.get(word, 0.0) * weight for word, weight in wanted.items() if word in words)

    best = max(sentences, key=fit)
    if not fit(best):
        return []
    because = _cite(f"{line('because', brief.language)}{_quoted(wish.text, brief)}", (wish.label,))
    return [because, _cite(best[0], (best[1].label,))]


def _rarity(units: list[str]) -> dict[str, float]:
    """A word that stands in few of the units tells them apart (inverse document frequency)."""
    seen = Counter(word for unit in units for word in set(content_words(unit)))
    return {word: math.log(1 + len(units) / count) for word, count in seen.items()}


def _best(brief: Brief) -> Evidence | None:
    least = brief.settings.thresholds.retrieval
    enough = (item for item in brief.evidence if item.kind == "document" and item.confidence >= least)
    return next(enough, None)  # in the order of the search: what overrides goes before what is about as sure


def _closest(question: str, item: Evidence) -> str:
    sentences = split_sentences(_HEADING.sub("", item.text)) or [item.text]
    return max(sentences, key=lambda sentence: coverage(question, [sentence]))


def _cite(text: str, labels: tuple[str, ...]) -> str:
    whole = _CUT.sub(lambda match: "。" if match.group() == "；" else ".", text.strip())
    return whole + "".join(f"[{label}]" for label in labels)


def _own(texts: object, brief: Brief) -> str:
    chosen = texts.get("en" if brief.language == "en" else "zh") if isinstance(texts, dict) else None
    text = str(chosen or "")
    return to_traditional(text) if brief.language == "zh-Hant" else text


def _quoted(text: str, brief: Brief) -> str:
    words = text.strip().rstrip("。.!！")
    return f" “{words}”." if brief.language == "en" else f"“{words}”。"
