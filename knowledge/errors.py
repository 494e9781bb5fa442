"""What can go wrong in knowledge. The docstring is what a person reads."""

from __future__ import annotations


class KnowledgeError(Exception):
    """The knowledge base could not do this."""

    def __str__(self) -> str:
        return super().__str__() or (self.__doc__ or "")


class EmptyDocument(KnowledgeError):
    """There is no text in this document. Add some text and try again."""


class UnreadableFile(KnowledgeError):
    """This file could not be read. Save it in another format and upload it again."""


class DocumentNotFound(KnowledgeError):
    """There is no such document. It may have been removed."""


class PassageNotFound(KnowledgeError):
    """There is no such passage."""


class RevisionNotFound(KnowledgeError):
    """There is no such revision of this document."""


class BadTable(KnowledgeError):
    """This table cannot be used. It needs rows, and its key and owner must be columns of it."""


class BadSource(KnowledgeError):
    """This source cannot be used. Give a public address and a valid schedule."""


class SourceNotFound(KnowledgeError):
    """There is no such source. It may have been removed."""


class NothingToUndo(KnowledgeError):
    """The confidence is the shipped one: there is no correction to undo."""


class TableNotFound(KnowledgeError):
    """There is no such table of records."""
