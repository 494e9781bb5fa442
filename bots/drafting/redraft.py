"""The draft that the same words of the same models make once more: no model is asked. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bots.brief import Brief
from bots.drafting.drafted import Draft, Raw
from bots.verifying.judge import recorded
from bots.verifying.verify import verified_stream


class _BrokeOffError(Exception):
    """Here the model fell silent."""


def redraft(raws: Sequence[Raw], brief: Brief) -> Draft:
    """Checked sentence by sentence as when they streamed."""
    draft = Draft(raw=list(raws))
    for raw in raws:
        sent = len(draft.verified)
        try:
            for outcome in verified_stream(_pieces(raw), brief, opinion=recorded(raw.verdicts)):
                draft.take(outcome, longest=brief.settings.anchor.longest_reply)
        except _BrokeOffError:
            pass
        if raw.again:
            draft.mended += len(draft.verified) - sent
    return draft


def _pieces(raw: Raw) -> Iterator[str]:
    """Raises _BrokeOffError where the words did not come to their end, so that the sentence begun is dropped."""
    yield raw.text
    if not raw.whole:
        raise _BrokeOffError
