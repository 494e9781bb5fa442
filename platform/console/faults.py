"""What went wrong in knowledge, in the reader's language."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from knowledge.errors import BadTable, EmptyDocument, KnowledgeError, UnreadableFile

_WORDS: dict[type[KnowledgeError], Promise] = {
    UnreadableFile: _("This file could not be read. Save it in another format and upload it again."),
    EmptyDocument: _("There is no text in this document. Add some text and try again."),
    BadTable: _("This table cannot be used. It needs rows, and its key and owner must be columns of it."),
}


def in_words(error: KnowledgeError) -> str:
    """An error that was raised with a text of its own has it in the reader's language already."""
    return str(error) if error.args or type(error) not in _WORDS else str(_WORDS[type(error)])
