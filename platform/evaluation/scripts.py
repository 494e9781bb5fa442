"""The suite `scripts`: long talks over weeks, then questions in a new conversation, through the production turn.

The clock follows the script: a line a minute, questions a day after the last session. What is asked is never evidence.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from audit.types import SYSTEM
from bots import api as bots
from bots.drafting.prompt import estimate_tokens
from bots.guests import Identity
from bots.settings import BotSettings, Handover
from bots.types import Guest
from evaluation import known
from evaluation.judging import judge
from evaluation.played import Answered, Played
from evaluation.suite import Row, SuiteReport, SuiteRun, read_rows
from evaluation.tally import figures
from jobs.api import run_job, run_until_idle
from memory import api as memory
from ports import get_port, port_scope
from ports.ids import new_id
from tenants.scope import tenant_scope

_ALONE = BotSettings(handover=Handover(enabled=False))  # no human is there to take over, and every line is answered


def run(run: SuiteRun) -> SuiteReport:
    scripts = [row for file in run.files for row in read_rows(file)]
    tags = _tags(run)
    with tenant_scope(run.tenant_id):
        bot_id = bots.create_bot(name="Scripts", settings=_ALONE, actor=SYSTEM).id
    total, played = sum(_turns(script) for script in scripts), Played()
    done = 0
    for script in scripts:
        player = _Player(run.tenant_id, bot_id, script, tags.get(str(script["script_id"]), {}))
        for _ in player.play(played):
            done += 1
            run.progress(done, total)
    return SuiteReport(figures=figures(len(scripts), played), rows=played.rows, facts=played.facts if run.facts else ())


def _tags(run: SuiteRun) -> dict[str, dict[str, list[str]]]:
    out: dict[str, dict[str, list[str]]] = {}
    for file in run.tags:
        out |= json.loads(file.read_text(encoding="utf-8"))
    return out


def _turns(script: Row) -> int:
    lines = sum(len(_list(session, "turns")) for session in _list(script, "sessions"))
    return lines + len(_list(script, "questions"))


def _list(row: Row, name: str) -> list[Row]:
    value = row.get(name)
    return list(value) if isinstance(value, list) else []


class _Player:
    """Says the lines of one script, asks its questions."""

    def __init__(self, tenant_id: uuid.UUID, bot_id: uuid.UUID, script: Row, tags: Mapping[str, list[str]]) -> None:
        self._tenant_id, self._script, self._tags = tenant_id, script, tags
        self._id = str(script["script_id"])
        self._turn_of: dict[uuid.UUID, str] = {}
        self._said: list[str] = []
        self._clock = get_port("clock")
        self._bot_id = bot_id

    def play(self, played: Played) -> Iterator[None]:
        last = self._clock.now()
        guest: Guest | None = None
        for session in _list(self._script, "sessions"):
            at = datetime.fromisoformat(str(session["started_at"]))
            guest = guest or self._admit(at)
            zone = at.strftime("%z")
            talk = self._open(guest, at, zone)
            for number, turn in enumerate(_list(session, "turns")):
                last = at + timedelta(minutes=number)
                played.rows.append(self._line(guest, talk, turn, last, played))
                yield
            run_until_idle(tenant_id=self._tenant_id)
        if guest is None:
            return
        talk = self._open(guest, last + timedelta(days=1), last.strftime("%z"))
        for number, question in enumerate(_list(self._script, "questions")):
            self._question(guest, talk, question, last + timedelta(days=1, minutes=number), played)
            yield
        run_until_idle(tenant_id=self._tenant_id)
        self._look_at_facts(guest, played)

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
                _list(self._script, "questions"), name, tenant_id=guest.tenant_id, customer_id=guest.customer_id,
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
        played.in_facts += known.in_facts(_list(self._script, "questions"), own)
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


__all__: Sequence[str] = ("Answered", "Played", "run")
