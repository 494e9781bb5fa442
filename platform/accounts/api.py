"""People: who works for which company, in which role, and how they join."""

from __future__ import annotations

from accounts.invitations import accept_invitation, find_invitation, invite, open_invitations, withdraw_invitation
from accounts.members import change_role, members, memberships_of, remove_member, role_in
from accounts.profile import change_profile

__all__ = [
    "accept_invitation",
    "change_profile",
    "change_role",
    "find_invitation",
    "invite",
    "members",
    "memberships_of",
    "open_invitations",
    "remove_member",
    "role_in",
    "withdraw_invitation",
]
