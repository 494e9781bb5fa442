"""One script of the suite `scripts`: its lines said, its questions asked, each in the script's own time."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from bots import api as bots
from bots.drafting.prompt import estimate_tokens
from bots.guests import Identity
from bots.types import Guest
from evaluation import known, memory_fit
from evaluation.judging import judge
from evaluation.played import Answered, Played
from evaluation.suite import Row
from jobs.api import run_job, run_until_idle
from memory import api as memory
from memory.types import RecallQuery
from ports import get_port, port_scope
from ports.ids import new_id
from tenants.scope import tenant_scope


def rows_of(row: Row, name: str) -> list[Row]:
    value = row.get(name)
    return list(value) if isinstance(value, list) else []


class Player:
    """Says the lines of one script, asks its questions."""

    def __init__(self, tenant_id: uuid.UUID, bot_id: uuid.UUID, script: Row, tags: Mapping[str, list[str]]) -> None:
        self._tenant_id, self._script, self._tags = tenant_id, script, tags
        self._id = str(script["script_id"])
        self._turn_of: dict[uuid.UUID, str] = {}
        self._said: list[str] = []
        self._clock = get_port("clock")
        self._bot_id = bot_id
        self._guest: Guest | None = None
        self._last = self._clock.now()

    @property
    def name(self) -> str:
        return self._id

    def play(self, played: Played, *, told: Callable[[Player], None] = lambda player: None) -> Iterator[None]:
        """`told` is called between the lines and the questions."""
        yield from self.tell(played)
        told(self)
        yield from self.ask(played)
        if self._guest is not None:
            self._look_at_facts(self._guest, played)

    def tell(self, played: Played) -> Iterator[None]:
        for session in rows_of(self._script, "sessions"):
            at = datetime.fromisoformat(str(session["started_at"]))
            self._guest = self._guest or self._admit(at)
            talk = self._open(self._guest, at, at.strftime("%z"))
            for number, turn in enumerate(rows_of(session, "turns")):
                self._last = at + timedelta(minutes=number)
                played.rows.append(self._line(self._guest, talk, turn, self._last, played))
                yield
            run_until_idle(tenant_id=self._tenant_id)

    def ask(self, played: Played) -> Iterator[None]:
        """In a new conversation, a day later."""
        if self._guest is None:
            return
        begun = self._last + timedelta(days=1)
        talk = self._open(self._guest, begun, begun.strftime("%z"))
        for number, question in enumerate(rows_of(self._script, "questions")):
            self._question(self._guest, talk, question, begun + timedelta(minutes=number), played)
            yield
        run_until_idle(tenant_id=self._tenant_id)

    def examples(self) -> list[memory_fit.Example]:
        """What recall would look at for each question, now."""
        return [
            memory_fit.look(
                self._query(question),
                question,
                script=self._id,
                language=str(self._script["language"]),
                turn_of=self._name_of,
            )
            for question in (rows_of(self._script, "questions") if self._guest is not None else ())
        ]

    def _name_of(self, turn: str) -> str:
        return self._turn_of.get(uuid.UUID(turn), "")

    def _query(self, question: Row) -> RecallQuery:
        begun = self._last + timedelta(days=1)
        return RecallQuery(
            tenant_id=self._tenant_id,
            customer_id=self._guest.customer_id if self._guest else new_id(),
            conversation_id=new_id(),
            message_id=None,
            question=str(question["question"]),
            now=begun,
            time_zone=_zone_name(begun.strftime("%z")),
        )

    def _admit(self, at: datetime) -> Guest:
        with self._at(at):
            return bots.admit(
                tenant_id=self._tenant_id,
                bot_id=self._bot_id,
                identity=Identity(external_id=f"{self._id}-{new_id().hex[-6:]}"),
                locale=str(self._script["language"]),
            )

    def _open(self, guest: Guest, at: datetime, zone: str) -> uuid.UUID:
        with self._at(at):
            return bots.open_conversation(
                guest=guest, channel="test", locale=str(self._script["language"]), time_zone=_zone_name(zone)
            ).id

    def _line(self, guest: Guest, talk: uuid.UUID, turn: Row, at: datetime, played: Played) -> Row:
        text, name = str(turn["text"]), str(turn["turn_id"])
        reply, message_id = self._say(guest, talk, text, at)
        self._turn_of[message_id] = name  # in the order of _said
        self._said.append(text)
        with self._at(at):
            played.at_once += known.at_once(
                rows_of(self._script, "questions"), name, tenant_id=guest.tenant_id, customer_id=guest.customer_id,
                talk=talk, at=at, time_zone=_zone_name(at.strftime("%z")),
            )  # fmt: skip
        if "chitchat" in self._tags.get(name, ()):
            played.idle_turns.append(bool(reply.injected))
        # A judge that reads rows by qid passes over these: they answer no question.
        return {"script_id": self._id, "qid": None, "turn_id": name, **reply.as_row()}

    def _question(self, guest: Guest, talk: uuid.UUID, question: Row, at: datetime, played: Played) -> None:
        reply, _ = self._say(guest, talk, str(question["question"]), at)
        history = estimate_tokens("\n".join([*self._said, str(question["question"])]))
        played.rows.append({"script_id": self._id, "qid": question["qid"], **reply.as_row()})
        played.prefixes.append(reply.prefix_shared)
        played.answers.append(
            Answered(
                script_id=self._id,
                language=str(self._script["language"]),
                question=question,
                verdict=judge(reply.text, question, self._said),
                injected=reply.injected,
                share_of_history=reply.memory_tokens / max(1, history),
            )
        )

    def _say(self, guest: Guest, talk: uuid.UUID, text: str, at: datetime) -> tuple[_Reply, uuid.UUID]:
        with self._at(at):
            accepted = bots.accept_message(
                tenant_id=guest.tenant_id,
                conversation_id=talk,
                customer_id=guest.customer_id,
                client_id=new_id(),
                text=text,
            )
            if accepted.job_id is not None:
                run_job(guest.tenant_id, accepted.job_id, early=True)
            return self._reply(talk, accepted.seq), accepted.message_id

    def _reply(self, talk: uuid.UUID, seq: int) -> _Reply:
        with tenant_scope(self._tenant_id):
            message = next(
                (m for m in bots.messages_after(talk, after_seq=seq) if m.author == "bot" and m.reply_to == seq), None
            )
            if message is None:
                return _Reply(text="", outcome="failed", injected=(), prompt_tokens=0, memory_tokens=0)
            record = bots.answer_of(message.id)
        evidence = [item for item in record.evidence if item.get("kind") == "memory"]
        injected = tuple(self._injected(item) for item in evidence)
        return _Reply(
            text=message.text,
            outcome=str(message.outcome),
            injected=injected,
            prefix_shared=float(str(record.model.get("prefix_shared", 0))),
            prompt_tokens=sum(int(str(block.get("tokens", 0))) for block in record.blocks),
            memory_tokens=sum(estimate_tokens(str(item.get("text", ""))) for item in evidence),
        )

    def _injected(self, item: Mapping[str, object]) -> Row:
        source, title = str(item.get("id") or ""), str(item.get("title") or "")
        turn = self._turn_of.get(uuid.UUID(source)) if source else None
        turn = turn or self._turn_with(title or str(item.get("text", "")))
        return {"layer": "memory", "text": item.get("text", ""), "sources": [turn] if turn else []}

    def _turn_with(self, text: str) -> str | None:
        """A fact's evidence is titled with its source sentence."""
        place = next((i for i, said in enumerate(self._said) if said == text), None)
        return list(self._turn_of.values())[place] if place is not None else None

    def _look_at_facts(self, guest: Guest, played: Played) -> None:
        with tenant_scope(self._tenant_id):
            held = memory.memory_of(guest.customer_id)
        current: set[str] = set()
        own: list[Row] = []
        for fact in (*held.facts, *held.quarantined):
            turn = self._turn_of.get(fact.source.message_id, "") if fact.source else ""
            if fact.status == "active":
                current.add(turn)
            own.append(
                {
                    "script_id": self._id,
                    "subject": fact.subject or "customer",
                    "entity": fact.entity,
                    "attribute": fact.attribute,
                    "value": fact.value,
                    "normal": fact.normal,
                    "status": fact.status.value,
                    "sources": [turn] if turn else [],
                }
            )
        played.overlaps.append(memory.fact_overlap(held))
        played.facts += own
        played.in_facts += known.in_facts(rows_of(self._script, "questions"), own)
        played.wrong += [turn in current for turn in self._tags]

    @contextmanager
    def _at(self, at: datetime) -> Iterator[None]:
        with port_scope(clock=ScriptClock(at)):
            yield


def _zone_name(zone: str) -> str:
    return f"{zone[:3]}:{zone[3:]}"


class ScriptClock:
    """Shows the script's time; durations stay real."""

    def __init__(self, at: datetime) -> None:
        self._at = at
        self._real = get_port("clock")

    def now(self) -> datetime:
        return self._at

    def monotonic(self) -> float:
        return self._real.monotonic()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Reply:
    text: str
    outcome: str
    injected: tuple[Row, ...]
    prompt_tokens: int
    prefix_shared: float = 0.0  # of the prompt, with that of the turn before
    memory_tokens: int

    def as_row(self) -> Row:
        return {
            "reply": self.text,
            "outcome": self.outcome,
            "injected": list(self.injected),
            "prompt_tokens": self.prompt_tokens,
        }
