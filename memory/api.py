"""The one door to memory.

The caller's tenant scope is open, except for `recall` (opens its own; embeds with none open) and `answer` (pure).
"""

from __future__ import annotations

from memory.aliases import aliases_of, undo_alias
from memory.amend import edit_fact, mark_wrong, merge_facts, pin_fact, unmerge_fact
from memory.browse import export_customer, history_of, list_customers, memory_of, quarantined
from memory.conclusions import conclusions_of, keep_conclusion
from memory.forgetting.compact import compact, undo_compaction
from memory.forgetting.compactions import compaction, compactions_of, planned
from memory.forgetting.expire import expire
from memory.forgetting.forget import erase_customer, forget_fact, forget_since
from memory.history import PastTurn, remember_turns
from memory.join import join_customer
from memory.note import note_message, note_reply
from memory.recalling.asking.wishes import current_wishes
from memory.recalling.ranking.order import TurnOrder, order_turns
from memory.recalling.recall import recall
from memory.receipts import mark_used, receipts_for_reply, receipts_of
from memory.summary import fact_overlap
from memory.taking_back import orders_taking_back, taken_back
from memory.telling.all_told import all_told, tell_all
from memory.telling.answering import answer
from memory.timeline import entry_of, mergeable_with, timeline_of
from memory.tracing import write_run, write_runs_of
from memory.versions import facts_as_of
from memory.write import queue_write

__all__ = [
    "PastTurn",
    "TurnOrder",
    "aliases_of",
    "all_told",
    "answer",
    "compact",
    "compaction",
    "compactions_of",
    "conclusions_of",
    "current_wishes",
    "edit_fact",
    "entry_of",
    "erase_customer",
    "expire",
    "export_customer",
    "fact_overlap",
    "facts_as_of",
    "forget_fact",
    "forget_since",
    "history_of",
    "join_customer",
    "keep_conclusion",
    "list_customers",
    "mark_used",
    "mark_wrong",
    "memory_of",
    "merge_facts",
    "mergeable_with",
    "note_message",
    "note_reply",
    "order_turns",
    "orders_taking_back",
    "pin_fact",
    "planned",
    "quarantined",
    "queue_write",
    "recall",
    "receipts_for_reply",
    "receipts_of",
    "remember_turns",
    "taken_back",
    "tell_all",
    "timeline_of",
    "undo_alias",
    "undo_compaction",
    "unmerge_fact",
    "write_run",
    "write_runs_of",
]
