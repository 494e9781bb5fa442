"""What a bot would really answer to a question of nobody in particular: the production turn, its end left out."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from bots.bots import get_bot
from bots.errors import NotFound
from bots.open_turn import Turn, language_of
from bots.push import silently
from bots.trace import Trace
from bots.turn import work_out
from bots.types import Outcome, VersionView
from bots.verifying.verify import Withheld
from memory.types import CustomerMessage
from ports import get_port
from ports.ids import new_id
from tenants.api import get_tenant
from tenants.scope import tenant_scope


@dataclass(frozen=True, kw_only=True, slots=True)
class Unsaid:
    """A sentence that was drafted and not sent."""

    text: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Rehearsal:
    outcome: Outcome
    reason: str
    text: str
    confidence: float
    threshold: float
    withheld: tuple[Unsaid, ...]


def rehearse(*, tenant_id: uuid.UUID, bot_id: uuid.UUID, question: str) -> Rehearsal:
    """Opens its own scopes; nothing is stored and nobody is told. Raises NotFound where nothing is live."""
    with tenant_scope(tenant_id):
        version = get_bot(bot_id).live
        if version is None:
            raise NotFound
        turn = _turn(tenant_id, version, question, company=get_tenant(tenant_id).name)
    with silently():
        worked = work_out(turn, Trace())
    sentences = worked.draft.sentences if worked.draft else []
    return Rehearsal(
        outcome=worked.decision.outcome,
        reason=worked.decision.reason,
        text=worked.decision.text,
        confidence=worked.found.search.confidence,
        threshold=version.settings.thresholds.retrieval,
        withheld=tuple(Unsaid(text=one.text, reason=one.reason) for one in sentences if isinstance(one, Withheld)),
    )


def _turn(tenant_id: uuid.UUID, version: VersionView, question: str, *, company: str) -> Turn:
    now = get_port("clock").now()
    message = CustomerMessage(
        customer_id=new_id(),
        conversation_id=new_id(),
        message_id=new_id(),
        seq=1,
        text=question,
        at=now,
        time_zone="UTC",
        mode="stateless",
    )
    return Turn(
        tenant_id=tenant_id,
        bot_id=version.bot_id,
        conversation_id=message.conversation_id,
        customer_id=message.customer_id,
        external_id="",
        email="",
        message=message,
        reply_to=1,
        text=question,
        language=language_of(question, (), locale=""),
        version=version,
        recent=(),
        customer_words=(question,),
        company=company,
        mode="bot",
        turn_number=1,
        at=now,
    )
