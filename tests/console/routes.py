"""All routes of the resolver, and what each one promises: method, permission, ids. A new route must be entered here."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

from accounts.roles import Permission as P

FOREIGN = ("account_", "set_language")  # allauth's and Django's own, which name no row of a company
READ, WRITE, BOTH = ("GET",), ("POST",), ("GET", "POST")
OPEN = "open"  # no log-in
ANY = "any member"

# name -> (methods, who may)
CONSOLE: dict[str, tuple[tuple[str, ...], object]] = {
    "overview": (READ, P.CONVERSATIONS_READ),
    "account": (BOTH, ANY),
    "switch_tenant": (WRITE, ANY),
    "bots": (READ, P.BOTS_READ),
    "new_bot": (BOTH, P.BOTS_WRITE),
    "bot": (BOTH, P.BOTS_READ),
    "publish": (WRITE, P.BOTS_WRITE),
    "discard_draft": (WRITE, P.BOTS_WRITE),
    "versions": (READ, P.BOTS_READ),
    "version": (READ, P.BOTS_READ),
    "roll_back": (WRITE, P.BOTS_WRITE),
    "widget": (BOTH, P.BOTS_WRITE),
    "identity_secret": (WRITE, P.BOTS_WRITE),
    "trial": (READ, P.BOTS_READ),
    "drift": (READ, P.BOTS_READ),
    "cases": (READ, P.BOTS_READ),
    "new_case": (BOTH, P.BOTS_WRITE),
    "run_cases": (WRITE, P.BOTS_WRITE),
    "case": (BOTH, P.BOTS_WRITE),
    "remove_case": (WRITE, P.BOTS_WRITE),
    "case_run": (READ, P.BOTS_READ),
    "documents": (READ, P.DOCUMENTS_READ),
    "new_text": (BOTH, P.DOCUMENTS_WRITE),
    "new_pair": (BOTH, P.DOCUMENTS_WRITE),
    "upload": (BOTH, P.DOCUMENTS_WRITE),
    "upload_state": (READ, P.DOCUMENTS_READ),
    "preview_upload": (WRITE, P.DOCUMENTS_WRITE),
    "import_pairs": (BOTH, P.DOCUMENTS_WRITE),
    "cancel_scheduled": (WRITE, P.DOCUMENTS_WRITE),
    "fit_confidence": (WRITE, P.BOTS_WRITE),
    "undo_fit": (WRITE, P.BOTS_WRITE),
    "lab": (READ, P.BOTS_READ),
    "would": (READ, P.DOCUMENTS_READ),
    "apply_threshold": (WRITE, P.BOTS_WRITE),
    "add_test": (WRITE, P.DOCUMENTS_WRITE),
    "remove_test": (WRITE, P.DOCUMENTS_WRITE),
    "bulk": (WRITE, P.DOCUMENTS_WRITE),
    "test_search": (READ, P.DOCUMENTS_READ),
    "mend": (READ, P.DOCUMENTS_READ),
    "close_gap": (WRITE, P.DOCUMENTS_WRITE),
    "dismiss": (WRITE, P.DOCUMENTS_WRITE),
    "document": (READ, P.DOCUMENTS_READ),
    "edit_document": (BOTH, P.DOCUMENTS_WRITE),
    "remove_document": (WRITE, P.DOCUMENTS_WRITE),
    "try_document_again": (WRITE, P.DOCUMENTS_WRITE),
    "document_diff": (READ, P.DOCUMENTS_READ),
    "roll_back_document": (WRITE, P.DOCUMENTS_WRITE),
    "passage": (READ, P.DOCUMENTS_READ),
    "records": (READ, P.DOCUMENTS_READ),
    "new_table": (BOTH, P.DOCUMENTS_WRITE),
    "preview_table": (WRITE, P.DOCUMENTS_WRITE),
    "connect_table": (BOTH, P.DOCUMENTS_WRITE),
    "try_connector": (WRITE, P.DOCUMENTS_WRITE),
    "record_table": (READ, P.DOCUMENTS_READ),
    "edit_table": (BOTH, P.DOCUMENTS_WRITE),
    "edit_connector": (BOTH, P.DOCUMENTS_WRITE),
    "import_rows": (WRITE, P.DOCUMENTS_WRITE),
    "remove_table": (WRITE, P.DOCUMENTS_WRITE),
    "sources": (READ, P.DOCUMENTS_READ),
    "new_source": (BOTH, P.DOCUMENTS_WRITE),
    "source": (READ, P.DOCUMENTS_READ),
    "edit_source": (BOTH, P.DOCUMENTS_WRITE),
    "run_source": (WRITE, P.DOCUMENTS_WRITE),
    "pause_source": (WRITE, P.DOCUMENTS_WRITE),
    "remove_source": (WRITE, P.DOCUMENTS_WRITE),
    "fill_source": (WRITE, P.DOCUMENTS_WRITE),
    "conversations": (READ, P.CONVERSATIONS_READ),
    "conversation": (READ, P.CONVERSATIONS_READ),
    "turns": (READ, P.CONVERSATIONS_READ),
    "why": (READ, P.CONVERSATIONS_READ),
    "replay": (WRITE, P.ANSWERS_REPLAY),
    "rerun": (WRITE, P.ANSWERS_REPLAY),
    "rerun_shown": (READ, P.ANSWERS_REPLAY),
    "report": (BOTH, P.CONVERSATIONS_READ),
    "take_over": (WRITE, P.CONVERSATIONS_REPLY),
    "release": (WRITE, P.CONVERSATIONS_REPLY),
    "end_conversation": (WRITE, P.CONVERSATIONS_REPLY),
    "say": (WRITE, P.CONVERSATIONS_REPLY),
    "customers": (READ, P.MEMORY_READ),
    "quarantine": (READ, P.MEMORY_READ),
    "customer": (READ, P.MEMORY_READ),
    "forget_since": (WRITE, P.MEMORY_WRITE),
    "export_customer": (READ, P.MEMORY_READ),
    "erase_customer": (WRITE, P.MEMORY_WRITE),
    "fact": (READ, P.MEMORY_READ),
    "edit_fact": (WRITE, P.MEMORY_WRITE),
    "forget_fact": (WRITE, P.MEMORY_WRITE),
    "pin_fact": (WRITE, P.MEMORY_WRITE),
    "mark_wrong": (WRITE, P.MEMORY_WRITE),
    "merge_fact": (WRITE, P.MEMORY_WRITE),
    "unmerge_fact": (WRITE, P.MEMORY_WRITE),
    "undo_alias": (WRITE, P.MEMORY_WRITE),
    "write_runs": (READ, P.MEMORY_READ),
    "write_run": (READ, P.MEMORY_READ),
    "compactions": (READ, P.MEMORY_READ),
    "compact": (WRITE, P.MEMORY_WRITE),
    "undo_compaction": (WRITE, P.MEMORY_WRITE),
    "evaluation": (READ, P.BOTS_READ),
    "people": (READ, P.PEOPLE_READ),
    "invite": (WRITE, P.PEOPLE_WRITE),
    "withdraw_invitation": (WRITE, P.PEOPLE_WRITE),
    "change_role": (WRITE, P.PEOPLE_WRITE),
    "remove_member": (WRITE, P.PEOPLE_WRITE),
    "keys": (BOTH, P.KEYS_WRITE),
    "revoke_key": (WRITE, P.KEYS_WRITE),
    "audit": (READ, P.AUDIT_READ),
    "verify_audit": (WRITE, P.AUDIT_READ),
    "join": (BOTH, OPEN),
}
# name -> methods that take an id of a row
API: dict[str, tuple[str, ...]] = {
    "api-bots": (),
    "api-conversations": ("POST",),
    "api-cases": ("GET",),
    "api-case-runs": ("POST",),
    "api-case-run": ("GET",),
    "api-conversation": ("GET",),
    "api-messages": ("GET", "POST"),
    "api-documents": (),
    "api-document": ("GET", "DELETE"),
    "api-sources": (),
    "api-source": ("GET", "DELETE"),
    "api-source-run": ("POST",),
    "api-source-document": ("PUT", "DELETE"),
    "api-record-tables": (),
    "api-record-rows": ("GET", "POST"),
    "api-record-row": ("DELETE",),
    "api-memories": ("GET",),
    "api-memory": ("DELETE",),
    "api-schema": (),
    "api-docs": (),
}
ABOVE = {"keys", "revoke_key"}
WIDGET = {"script", "frame", "demo"}
UNNAMED = {"healthz", "readyz", "", "^.*$"}  # liveness, the way to the console, the API's own 404


def all_routes() -> dict[str, URLPattern]:
    """By name with its namespace, or by pattern where there is no name."""
    return dict(_walk(get_resolver().url_patterns, ""))


def console_route(name: str) -> str:
    """The full name; the page of keys stands above console and API, and in neither's namespace."""
    return name if name in ABOVE else f"console:{name}"


def _walk(patterns: list[URLPattern | URLResolver], space: str) -> Iterator[tuple[str, URLPattern]]:
    for entry in patterns:
        if isinstance(entry, URLResolver):
            inner = f"{entry.namespace}:" if entry.namespace else ""
            yield from _walk(entry.url_patterns, space + inner)
        elif not (entry.name or "").startswith(FOREIGN):
            yield space + (entry.name or str(entry.pattern)), entry
