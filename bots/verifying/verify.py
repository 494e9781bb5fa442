"""Verified streaming: a sentence goes out only when its citations resolve and its evidence carries it.

The model may lie on every turn: nothing here trusts the draft. The order goes from the cheapest check to the dearest.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from bots.anchors import Breach, keep_anchors
from bots.brief import Brief, Evidence
from bots.drafting.closed import yes_or_no
from bots.drafting.courtesy import LINES, line
from bots.verifying.claimless import claims_nothing, without_lead_in
from bots.verifying.grounding import Grounding, ground, unsupported_literals
from bots.verifying.injected import without_orders
from bots.verifying.judge import Opinion, with_opinion
from bots.verifying.listed_names import foreign_name
from bots.verifying.markers import labels_of, strip_markers
from bots.verifying.placeholders import fill
from bots.verifying.record_claims import record_breach
from bots.verifying.settled import against_settled
from bots.verifying.standing import ruled_out
from language.literals import LiteralKind, find_literals
from language.moments import local_time
from language.script import to_traditional
from language.sentences import SentenceStream


@dataclass(frozen=True, kw_only=True, slots=True)
class Verified:
    text: str  # with its markers
    labels: tuple[str, ...]
    support: float
    separator: str = " "  # what stands between it and the sentence before
    breaches: tuple[Breach, ...] = ()  # of the anchors, mended before sending
    said: str = ""  # the draft's own sentence, where `text` begins with the notice of a change
    judged: str = ""  # agrees or disagrees: a judge beside the builtin score, where one was asked
    replaces: str = ""  # what this conversation had settled before, and newer evidence has changed


@dataclass(frozen=True, kw_only=True, slots=True)
class Withheld:
    text: str
    reason: str  # placeholder, unknown_label, anchor, decision, settled, or one of bots.grounding.Reason
    detail: str = ""
    support: float = 0.0
    judged: str = ""


def verified_stream(
    deltas: Iterator[str], brief: Brief, *, opinion: Opinion | None = None
) -> Iterator[Verified | Withheld]:
    """At most one sentence behind the model."""
    stream = SentenceStream()
    for delta in deltas:
        for sentence in stream.feed(delta):
            yield verify_sentence(sentence, brief, opinion=opinion)
    for sentence in stream.flush():
        yield verify_sentence(sentence, brief, opinion=opinion)


def verify_sentence(sentence: str, brief: Brief, *, opinion: Opinion | None = None) -> Verified | Withheld:
    visible = _visible(sentence)
    labels = labels_of(visible)
    cited = [item for label in labels if (item := brief.labelled(label)) is not None]
    if len(cited) < len(labels):
        return Withheld(text=sentence, reason="unknown_label", detail=", ".join(labels))
    records = [item for item in brief.evidence if item.kind == "record"]
    filled, missing = fill(visible, [item for item in cited if item.kind == "record"], records)
    if missing:
        return Withheld(text=sentence, reason="placeholder", detail=missing)
    prepared = _prepared(filled, brief)
    quoted = [*(_words_of(item, brief) for item in cited), *prepared]
    anchored = keep_anchors(filled, brief, quoted=quoted)
    if anchored.broken:
        return Withheld(text=sentence, reason="anchor", detail=f"{anchored.broken.rule}: {anchored.broken.detail}")
    plain = strip_markers(anchored.text)
    if decision := ruled_out(plain, brief):
        return Withheld(text=sentence, reason="decision", detail=decision)
    if name := foreign_name(plain, _naming(quoted if cited else [item.text for item in brief.evidence], brief), brief):
        return Withheld(text=sentence, reason="name", detail=name)
    grounding = _grounding(_after_lead(plain, brief), brief, cited=cited, quoted=quoted)
    if labels:
        grounding = with_opinion(grounding, plain, quoted, brief.question, opinion)
    if grounding.reason:
        return Withheld(
            text=sentence, reason=grounding.reason, detail=grounding.detail, support=round(grounding.score, 4),
            judged=grounding.judged,
        )  # fmt: skip
    against = against_settled(plain, cited, brief) if labels else None
    if against is not None and against.kind == "settled":
        return Withheld(text=sentence, reason="settled", detail=against.earlier, support=round(grounding.score, 4))
    text = anchored.text if against is None else f"{line('changed', brief.language)}{_separator(brief)}{anchored.text}"
    return Verified(
        text=text, labels=labels, support=round(grounding.score, 4), separator=_separator(brief),
        breaches=anchored.breaches, judged=grounding.judged,
        said=anchored.text if against else "", replaces=against.earlier if against else "",
    )  # fmt: skip


def _grounding(plain: str, brief: Brief, *, cited: Sequence[Evidence], quoted: Sequence[str]) -> Grounding:
    now, own = _local_now(brief), [without_orders(words) for words in brief.customer_words]
    links = [literal for literal in unsupported_literals(plain, [*quoted, *brief.settings.allowed_links], now=now)
             if literal.kind is LiteralKind.URL]  # fmt: skip
    if links:  # an address that only the customer wrote is not given back: it may be an attacker's
        return Grounding(score=0.0, reason="literal", detail=links[0].text)
    if not cited and claims_nothing(
        plain, lines=_lines(brief), customer=own, evidence=[item.text for item in brief.evidence]
    ):
        return Grounding(score=1.0)
    plain = without_lead_in(plain)
    if not quoted:
        wrong = unsupported_literals(plain, own, now=now)
        return Grounding(score=0.0, reason="literal" if wrong else "uncited", detail=", ".join(w.text for w in wrong))
    only_records = bool(cited) and all(item.kind == "record" for item in cited)
    least = 0.0 if only_records else brief.settings.thresholds.support
    grounding = ground(
        plain,
        quoted,
        known=[*own, brief.company],
        now=now,
        least=least,
        prose=all(item.kind != "record" for item in cited),
    )
    if only_records and not grounding.reason:
        kind, detail = record_breach(plain, cited, brief.evidence, own)
        if kind:
            return Grounding(score=min(grounding.score, 0.1), reason=kind, detail=detail)  # type: ignore[arg-type]  # of the same names
        return Grounding(score=max(grounding.score, 0.9))
    return grounding


def _naming(sources: Sequence[str], brief: Brief) -> list[str]:
    """All that may lend a sentence a name."""
    return [*sources, *brief.customer_words, brief.company, brief.settings.anchor.identity, *_lines(brief)]


def _visible(text: str) -> str:
    """Without characters that cannot be seen: they would part a number in two for the check and not for the eye."""
    hidden = ("Cf", "Co", "Cs")
    return "".join(mark for mark in text if unicodedata.category(mark) not in hidden or mark == "\u200d")


def _words_of(item: Evidence, brief: Brief) -> str:
    text = "\n".join([item.title, item.heading, without_orders(item.text), *item.fields.values()])
    if item.kind != "memory" or item.at is None:
        return text
    said = find_literals(item.text, now=_local(item.at, brief.time_zone))  # "last Friday" as it was when it was said
    return "\n".join([text, *(literal.value for literal in said if literal.kind is LiteralKind.RELATIVE_DAY)])


def _prepared(sentence: str, brief: Brief) -> list[str]:
    """Answers that a program has made from memory or a record, where the sentence is one of them."""
    made = (brief.memory_answer, brief.record_answer, *(part.answer for part in brief.parts))
    texts = [answer.text for answer in made if answer is not None]
    plain = strip_markers(sentence).strip().rstrip("。.!！")
    return [text for text in texts if plain and plain in text]


def _after_lead(plain: str, brief: Brief) -> str:
    """Without "Going by what you told us:": such a lead claims nothing, what it leads to is the claim."""
    for lead in _lines(brief):
        if lead.endswith((":", "：")) and plain.startswith(lead) and len(plain) > len(lead):
            return plain[len(lead) :].strip()
    word, colon, said = plain.partition("：" if "：" in plain else ":")
    if colon and f"{word}{colon}" == yes_or_no(brief.question, said, brief.language).strip():
        return said.strip()  # the word follows from the sentence behind it, whoever said it
    return plain


def _lines(brief: Brief) -> list[str]:
    fixed = [text for texts in LINES.values() for text in texts.values()]
    own = [*brief.settings.greeting.values(), *brief.settings.not_found.values()]
    if brief.language == "zh-Hant":
        own += [to_traditional(text) for text in [*fixed, *own]]
    return [*fixed, *own]


def _local_now(brief: Brief) -> datetime:
    return _local(brief.now, brief.time_zone)


def _local(at: datetime, zone: str) -> datetime:
    return local_time(at, zone).replace(tzinfo=None)


def _separator(brief: Brief) -> str:
    return " " if brief.language == "en" else ""
