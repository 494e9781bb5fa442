"""What a caller of accounts may have to tell a person."""

from __future__ import annotations


class AccountError(Exception):
    """Something about people went wrong."""


class NoMembership(AccountError):
    """This person does not work for this company."""


class InvitationInvalid(AccountError):
    """This invitation was used, withdrawn, or has expired. Ask for a new one."""


class LastOwner(AccountError):
    """A company keeps at least one owner. Make somebody else an owner first."""


class AlreadyMember(AccountError):
    """Somebody with this address works here already. Change their role instead."""

    def __init__(self, role: str) -> None:
        super().__init__(role)
        self.role = role
