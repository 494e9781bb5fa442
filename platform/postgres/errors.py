"""What can stop the database, in the words that a person at the terminal reads."""

from __future__ import annotations


class DatabaseError(Exception):
    """The database is not usable."""


class ServerNotStarted(DatabaseError):
    """The embedded PostgreSQL did not start."""


class DatabaseNotReachable(DatabaseError):
    """The database is not reachable."""


class UnsafeRole(DatabaseError):
    """A database role may do more than it should."""


class FolderNotOurs(DatabaseError):
    """The folder of the database socket belongs to somebody else."""


class NotMigrated(DatabaseError):
    """The database does not have this release's tables."""


class AlreadyRunning(DatabaseError):
    """Another process holds the embedded database of this folder."""
