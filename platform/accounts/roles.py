"""Who may do what. The table that the permission matrix is tested against."""

from __future__ import annotations

from enum import StrEnum

from django.utils.translation import gettext_lazy as _


class Role(StrEnum):
    OWNER = "owner"
    OPERATOR = "operator"
    AUDITOR = "auditor"
    AGENT = "agent"


class Permission(StrEnum):
    BOTS_READ = "bots.read"
    BOTS_WRITE = "bots.write"
    DOCUMENTS_READ = "documents.read"
    DOCUMENTS_WRITE = "documents.write"
    CONVERSATIONS_READ = "conversations.read"
    CONVERSATIONS_REPLY = "conversations.reply"
    ANSWERS_REPLAY = "answers.replay"
    MEMORY_READ = "memory.read"
    MEMORY_WRITE = "memory.write"
    AUDIT_READ = "audit.read"
    PEOPLE_READ = "people.read"
    PEOPLE_WRITE = "people.write"
    KEYS_WRITE = "keys.write"


P = Permission
ROLE_TABLE: dict[Role, frozenset[Permission]] = {
    Role.OWNER: frozenset(Permission),
    Role.OPERATOR: frozenset(
        {
            P.BOTS_READ,
            P.BOTS_WRITE,
            P.DOCUMENTS_READ,
            P.DOCUMENTS_WRITE,
            P.CONVERSATIONS_READ,
            P.CONVERSATIONS_REPLY,
            P.ANSWERS_REPLAY,
            P.MEMORY_READ,
            P.MEMORY_WRITE,
            P.PEOPLE_READ,
            P.KEYS_WRITE,
        }
    ),
    Role.AUDITOR: frozenset(
        {
            P.BOTS_READ,
            P.DOCUMENTS_READ,
            P.CONVERSATIONS_READ,
            P.ANSWERS_REPLAY,
            P.MEMORY_READ,
            P.AUDIT_READ,
            P.PEOPLE_READ,
        }
    ),
    Role.AGENT: frozenset({P.CONVERSATIONS_READ, P.CONVERSATIONS_REPLY, P.DOCUMENTS_READ, P.MEMORY_READ}),
}

ROLE_NAMES = {
    Role.OWNER: _("Owner"),
    Role.OPERATOR: _("Operator"),
    Role.AUDITOR: _("Auditor"),
    Role.AGENT: _("Agent"),
}


def allowed(role: Role, permission: Permission) -> bool:
    return permission in ROLE_TABLE[role]


PERMISSION_NAMES = {
    P.BOTS_READ: _("See bots and their settings"),
    P.BOTS_WRITE: _("Change and publish bots"),
    P.DOCUMENTS_READ: _("Read documents"),
    P.DOCUMENTS_WRITE: _("Add and change documents"),
    P.CONVERSATIONS_READ: _("Read conversations"),
    P.CONVERSATIONS_REPLY: _("Take conversations over and reply"),
    P.ANSWERS_REPLAY: _("Replay answers and run them again"),
    P.MEMORY_READ: _("See what bots remember of customers"),
    P.MEMORY_WRITE: _("Correct and forget memories"),
    P.AUDIT_READ: _("Read the audit log"),
    P.PEOPLE_READ: _("See who works here"),
    P.PEOPLE_WRITE: _("Invite people and change roles"),
    P.KEYS_WRITE: _("Make and revoke API keys"),
}
