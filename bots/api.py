"""The one door to bots and conversations.

Functions that take a tenant or a guest open their own scope; the others want an open one.
"""

from __future__ import annotations

from bots.accept import accept_message, append_agent_message
from bots.answer_here import answer_here, settle
from bots.bots import create_bot, find_widget_bot, get_bot, list_bots, update_bot
from bots.conversations import (
    answer_of,
    feedback_in,
    get_conversation,
    list_conversations,
    messages_after,
    open_conversation,
    overview,
    rate,
    resume_conversation,
    unanswered,
    where_said,
)
from bots.drift_report import DriftEventView, DriftReport, DriftTurn, drift_of_bot, drift_of_conversation
from bots.guests import Identity, admit
from bots.handover import end_conversation, release_to_bot, request_human, take_over
from bots.identity import read_identity, set_identity_public_key, set_identity_secret
from bots.models import ReportReason
from bots.pace import check_greeting_pace, check_key_pace, check_message_pace
from bots.preview import may_preview, preview_pass
from bots.push import group_of, push_stored
from bots.rehearse import Rehearsal, rehearse
from bots.replaying.replay import Replay, replay
from bots.replaying.rerun import RerunView, ask_again, get_rerun
from bots.retention import ends_of
from bots.stopping import cancel_answer
from bots.testing.cases import add_case, case_from_reply, change_case, get_case, list_cases, remove_case
from bots.testing.expect import Expected, Failure
from bots.testing.reports import report_wrong, reported, reports_of
from bots.testing.runs import get_run, list_runs, results_of, start_run
from bots.testing.types import CaseView, ReportView, ResultView, RunView
from bots.topics_told import TopicShift, topic_shifts
from bots.versions import diff, discard_draft, fingerprint, get_version, list_versions, publish, roll_back, save_draft

__all__ = [
    "CaseView",
    "DriftEventView",
    "DriftReport",
    "DriftTurn",
    "Expected",
    "Failure",
    "Identity",
    "Rehearsal",
    "Replay",
    "ReportReason",
    "ReportView",
    "RerunView",
    "ResultView",
    "RunView",
    "TopicShift",
    "accept_message",
    "add_case",
    "admit",
    "answer_here",
    "answer_of",
    "append_agent_message",
    "ask_again",
    "cancel_answer",
    "case_from_reply",
    "change_case",
    "check_greeting_pace",
    "check_key_pace",
    "check_message_pace",
    "create_bot",
    "diff",
    "discard_draft",
    "drift_of_bot",
    "drift_of_conversation",
    "end_conversation",
    "ends_of",
    "feedback_in",
    "find_widget_bot",
    "fingerprint",
    "get_bot",
    "get_case",
    "get_conversation",
    "get_rerun",
    "get_run",
    "get_version",
    "group_of",
    "list_bots",
    "list_cases",
    "list_conversations",
    "list_runs",
    "list_versions",
    "may_preview",
    "messages_after",
    "open_conversation",
    "overview",
    "preview_pass",
    "publish",
    "push_stored",
    "rate",
    "read_identity",
    "rehearse",
    "release_to_bot",
    "remove_case",
    "replay",
    "report_wrong",
    "reported",
    "reports_of",
    "request_human",
    "results_of",
    "resume_conversation",
    "roll_back",
    "save_draft",
    "set_identity_public_key",
    "set_identity_secret",
    "settle",
    "start_run",
    "take_over",
    "topic_shifts",
    "unanswered",
    "update_bot",
    "where_said",
]
