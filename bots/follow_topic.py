"""Which topic is this turn about? A shift archives the old one with its conclusion; a return brings that back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bots.brief import Brief
from bots.decide import Decision
from bots.open_turn import Turn
from bots.topic import Closeness, shifts_topic
from bots.verifying.markers import strip_markers
from language.tokens import content_words
from memory import api as memory
from ports import get_port
from ports.errors import EmbeddingError
from tenants.scope import tenant_scope

_KEPT = 20  # archived topics
_WINDOW = 4  # turns that meaning is compared with


@dataclass(frozen=True, kw_only=True, slots=True)
class Topic:
    """`began` is the number of the turn with which the topic began; `words` is what it is about."""

    began: int
    opening: str
    words: tuple[str, ...]
    conclusion: str = ""  # the last reply given on it

    def row(self) -> dict[str, object]:
        return {"began": self.began, "opening": self.opening, "words": list(self.words), "conclusion": self.conclusion}


@dataclass(frozen=True, kw_only=True, slots=True)
class TopicStep:
    """`returned`: the archived topic that this turn takes up again."""

    now: Topic
    archive: tuple[Topic, ...] = ()
    shifted: bool = False
    returned: Topic | None = None

    def note(self) -> dict[str, object]:
        """For the record of the answer: what a divider in the conversation shows."""
        note: dict[str, object] = {}
        if self.shifted:
            note = {"topic_shift": True, "archived": self.archive[-1].row() if self.archive else {}}
        return note | ({"returned_to": self.returned.row()} if self.returned else {})

    def state(self, reply: str) -> dict[str, object]:
        """For the next turn, when the reply is known."""
        concluded = Topic(began=self.now.began, opening=self.now.opening, words=self.now.words, conclusion=reply[:400])
        return {"topic": concluded.row(), "topics": [topic.row() for topic in self.archive[-_KEPT:]]}


def follow_topic(turn: Turn) -> TopicStep:
    """Never fails the turn: where the embedder does, the topic goes on."""
    before = _topic(turn.state.get("topic"))
    rows = turn.state.get("topics")
    archive = tuple(topic for row in (rows if isinstance(rows, list) else []) if (topic := _topic(row)) is not None)
    words = tuple(dict.fromkeys(content_words(turn.text)))[:12]
    fresh = Topic(began=turn.turn_number, opening=turn.text[:200], words=words)
    if before is None:
        return TopicStep(now=fresh, archive=archive, returned=_taken_up(words, _remembered(turn)))
    if not _shifts(turn, before):
        grown = tuple(dict.fromkeys((*before.words, *words)))[:40]
        now = Topic(began=before.began, opening=before.opening, words=grown, conclusion=before.conclusion)
        return TopicStep(now=now, archive=archive)
    returned = _taken_up(words, archive) or _taken_up(words, _remembered(turn))
    return TopicStep(now=fresh, archive=(*archive, before), shifted=True, returned=returned)


def within_topic(brief: Brief, step: TopicStep) -> Brief:
    """A new topic starts without the old tone: only the last exchange stays, for words such as "it". One taken up again
    brings its conclusion."""
    if not step.shifted and step.returned is None:
        return brief
    summary = brief.summary
    if step.returned is not None:
        summary = f"{summary}\n{step.returned.opening} → {step.returned.conclusion}".strip()
    recent = brief.recent[-2:] if step.shifted else brief.recent
    return replace(brief, recent=recent, summary=summary, topic=step.note())


def archive_topic(turn: Turn, decision: Decision) -> None:
    """What was answered on the topic goes to memory, for another conversation. In the finishing transaction."""
    topic = _topic(decision.state.get("topic"))
    if topic is None or decision.outcome not in ("answered", "hedged") or decision.reason == "chat":
        return
    said = strip_markers(topic.conclusion)
    memory.keep_conclusion(message=turn.message, began=topic.began, opening=topic.opening, text=said)


def _remembered(turn: Turn) -> tuple[Topic, ...]:
    """Topics of the customer's earlier conversations, the latest last."""
    if turn.settings.memory.mode != "long_term":
        return ()
    with tenant_scope(turn.tenant_id):
        kept = memory.conclusions_of(turn.customer_id, besides=turn.conversation_id)
    return tuple(
        Topic(began=row.began, opening=row.opening, words=tuple(content_words(row.opening)), conclusion=row.text)
        for row in reversed(kept)
    )


def _shifts(turn: Turn, before: Topic) -> bool:
    texts = [item.text for item in turn.recent[-_WINDOW:]]
    if not texts or not any(character.isalpha() for character in turn.text):
        return False
    try:
        vectors = get_port("turn_embedder").embed_documents([*texts, turn.text])
    except EmbeddingError:
        return False
    window = vectors[:-1].mean(axis=0)
    window = window / (np.linalg.norm(window) + 1e-9)
    closeness = Closeness(
        near=float(vectors[-1] @ vectors[-2]), window=float(vectors[-1] @ window), before=float(vectors[-2] @ window)
    )
    since = 2 * max(1, turn.turn_number - before.began)
    return shifts_topic(turn.text, [item.text for item in turn.recent], closeness, since=since)


def _taken_up(words: Sequence[str], archive: Sequence[Topic]) -> Topic | None:
    """The latest archived topic that shares two words with the turn, or most of them."""
    for topic in reversed(archive):
        shared = len(set(words) & set(topic.words))
        if shared >= 2 or (shared and shared * 2 > len(words)):
            return topic
    return None


def _topic(row: object) -> Topic | None:
    if not isinstance(row, Mapping):
        return None
    words = row.get("words")
    began = row.get("began")
    return Topic(
        began=began if isinstance(began, int) else 1,
        opening=str(row.get("opening", "")),
        words=tuple(str(word) for word in words) if isinstance(words, list) else (),
        conclusion=str(row.get("conclusion", "")),
    )
