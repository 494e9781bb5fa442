"""The one door to memory.

The caller's tenant scope is open, except for `recall` (opens its own; embeds with none open) and `answer` (pure).
"""

from __future__ import annotations

from memory.amend import edit_fact, mark_wrong, merge_facts, pin_fact, unmerge_fact
from memory.browse import export_customer, history_of, list_customers, memory_of, quarantined
from memory.forgetting.forget import erase_customer, forget_fact, forget_since
from memory.join import join_customer
from memory.note import note_message, note_reply
from memory.recalling.answering import answer
from memory.recalling.recall import recall
from memory.recalling.wishes import current_wishes
from memory.receipts import mark_used, receipts_for_reply, receipts_of
from memory.write import queue_write

__all__ = [
    "answer",
    "current_wishes",
    "edit_fact",
    "erase_customer",
    "export_customer",
    "forget_fact",
    "forget_since",
    "history_of",
    "join_customer",
    "list_customers",
    "mark_used",
    "mark_wrong",
    "memory_of",
    "merge_facts",
    "note_message",
    "note_reply",
    "pin_fact",
    "quarantined",
    "queue_write",
    "recall",
    "receipts_for_reply",
    "receipts_of",
    "unmerge_fact",
]
