"""The jobs of bots."""

from __future__ import annotations

from datetime import timedelta

import bots.replaying.rerun
import bots.testing.run  # noqa: F401  registers its job, like the one above
from bots.accept import ANSWER
from bots.close import fail_visibly
from bots.retention import erase_what_is_over
from bots.turn import answer
from jobs.api import Lease, every, handles

_FAILED = {
    "zh": "抱歉，刚才出了点问题，没能回答您的这条消息。请再试一次，或者请人工客服帮忙。",
    "en": "Sorry, something went wrong and this message was not answered. Please try again, or ask for a human.",
}


def _visible(lease: Lease) -> None:
    fail_visibly(lease, _FAILED)


@handles(ANSWER, max_attempts=4, lease=timedelta(seconds=90), on_dead=_visible)
def answer_message(lease: Lease) -> None:
    answer(lease)


RETENTION = "bots.retention"
every(RETENTION, hours=24)


@handles(RETENTION, max_attempts=3, lease=timedelta(minutes=10))
def retention(lease: Lease) -> None:
    erase_what_is_over(lease.tenant_id)
