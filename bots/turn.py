"""One turn, a straight line. `answer` and `work_out` are this list and nothing else; each step has its own module.

No transaction is open while a model, an embedder or a search works: `open_turn` reads, `close_turn` writes.
"""

from __future__ import annotations

from dataclasses import replace

from bots.asking.ambiguous import offered_by
from bots.asking.ask_back import cleared
from bots.asking.take_up import as_picked, take_up
from bots.close import close_stopped, close_turn
from bots.decide import decide, decide_at_once, decide_before_draft
from bots.drafting.draft import draft_reply
from bots.drafting.prompt import assemble
from bots.follow_topic import follow_topic, within_topic
from bots.gather import gather
from bots.open_turn import Turn, open_turn
from bots.push import push_status
from bots.route import route_turn
from bots.settle import settle
from bots.stopping import AnswerStopped, stoppable
from bots.trace import Trace
from bots.waiting import announce, on_its_own, while_waiting
from bots.worked import Worked
from jobs.api import Lease


def answer(lease: Lease) -> None:
    """The job behind each customer message: exactly one stored reply, or none where a human answers."""
    trace = Trace()
    turn = open_turn(lease)
    if turn is None:
        return  # a human has taken over meanwhile, or the message is answered
    push_status(turn.tenant_id, turn.conversation_id, state="thinking")
    try:
        with stoppable(turn):
            worked = work_out(turn, trace)
    except AnswerStopped:
        close_stopped(lease, turn=turn)
        return
    close_turn(lease, turn=turn, worked=worked, trace=trace)


def work_out(turn: Turn, trace: Trace) -> Worked:
    """The reply and everything behind it. Nothing is stored."""
    turn, choice = take_up(turn)
    with trace.step("route"):
        route = route_turn(text=turn.text, language=turn.language, recent=turn.recent, settings=turn.settings)
    with trace.step("topic"):
        topic = follow_topic(turn)
    brief, found = gather(turn, route, trace)
    brief = cleared(as_picked(within_topic(brief, topic), turn, choice))
    with trace.step("assemble"):
        prompt = assemble(brief)
    alone = on_its_own(brief, mode=turn.mode)
    decision = (
        decide_at_once(brief)
        or announce(brief, route, mode=turn.mode, state=turn.state)
        or decide_before_draft(alone, route, state=turn.state)
    )
    if decision is None:
        push_status(turn.tenant_id, turn.conversation_id, state="answering")
        draft = draft_reply(turn, brief, prompt, trace)
        decision = decide(alone, route, draft=draft, state=turn.state)
    else:
        draft = None
    decision = while_waiting(decision, brief=brief, mode=turn.mode, state=turn.state)
    settled = settle(brief, draft.sentences if draft else ())
    offered = {"offered": offered_by([item for item in brief.evidence if item.label in decision.labels])}
    left = {"pending": None, **decision.state, **topic.state(decision.text), **settled, **offered}
    decision = replace(decision, state=left)
    return Worked(route=route, brief=brief, found=found, prompt=prompt, draft=draft, decision=decision)
