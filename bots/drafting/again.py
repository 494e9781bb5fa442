"""Ask the model once more for what was withheld, with the reasons. Pure."""

from __future__ import annotations

from bots.drafting.drafted import TOO_LONG, Draft
from bots.drafting.prompt import Prompt
from bots.verifying.verify import Withheld
from ports.chat import ChatMessage

_WHY = {
    "literal": "holds a value that stands neither in the evidence cited nor in the customer's words",
    "value": "gives a value to the wrong thing",
    "name": "holds a name that the evidence cited does not have",
    "negation": "denies what the evidence says, or says what it denies",
    "swapped": "changes who does what",
    "unknown_label": "cites a label that is not there",
    "uncited": "makes a claim and cites nothing",
    "placeholder": "uses a field that no record has",
    "anchor": "breaks a rule of your role",
    "decision": "goes against what the customer has decided",
    "judge": "is not supported by what it cites",
    "settled": "goes against what you told this customer earlier, and rests on no newer evidence",
    "status": "states something that the record does not",
    "other_record": "takes from another record than the one cited",
}
_ASK = (
    "These sentences of yours were not sent. Write only them again, each corrected from the evidence and with its "
    "label, in the same language. Where the evidence does not say it, leave the sentence out."
)


def correction(prompt: Prompt, draft: Draft) -> tuple[ChatMessage, ...]:
    """The messages of a second request; empty where there is nothing worth asking again."""
    withheld = [item for item in draft.sentences if isinstance(item, Withheld) and item.reason != TOO_LONG]
    model = draft.finished.model if draft.finished else ""
    if not withheld or draft.fault or model in ("", "builtin"):
        return ()
    lines = [f"- {item.text}\n  It {_WHY.get(item.reason, 'is not supported by what it cites')}." for item in withheld]
    messages = (draft.prompt or prompt).messages
    said = ChatMessage(role="assistant", content=" ".join(item.text for item in draft.sentences))
    return (*messages, said, ChatMessage(role="user", content="\n".join([_ASK, *lines])))
