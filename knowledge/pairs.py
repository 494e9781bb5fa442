"""A spreadsheet of questions and their answers: each pair is a document of its own, found again by its question."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from audit.api import SYSTEM, Actor, record
from knowledge.add import add_pair, one_line
from knowledge.change import update_document
from knowledge.errors import UnreadableFile
from knowledge.models import Revision
from knowledge.models.documents import DocumentKind, DocumentState
from knowledge.types import PairFate, PairLine, Terms
from language.script import fold
from ports import get_port
from ports.errors import ParseError

MOST_PAIRS = 5000


def preview_pairs(*, name: str, content: bytes) -> tuple[PairLine, ...]:
    """What an import would do with each pair. Raises UnreadableFile."""
    pairs = _read(name, content)
    known = _known()
    return tuple(
        PairLine(question=question, answer=answer, fate=_fate(known, question, answer)) for question, answer in pairs
    )


def import_pairs(
    *, name: str, content: bytes, terms: Terms, actor_id: uuid.UUID | None = None
) -> Mapping[PairFate, int]:
    """A known question gets the new answer as a revision. Raises UnreadableFile."""
    known = _known()
    counts: Counter[PairFate] = Counter()
    for question, answer in _read(name, content):
        fate = _fate(known, question, answer)
        if fate == "added":
            add_pair(question=question, answer=answer, language=None, terms=terms, actor_id=actor_id)
        elif fate == "changed":
            update_document(
                known[fold(question)][0], title=None, text=answer, question=None, terms=None, actor_id=actor_id
            )
        counts[fate] += 1
    actor = Actor(kind="person", id=str(actor_id)) if actor_id else SYSTEM
    record(
        verb="knowledge.pairs.imported",
        subject=("pairs", ""),
        actor=actor,
        detail={str(fate): number for fate, number in counts.items()},
    )
    return counts


def _read(name: str, content: bytes) -> Sequence[tuple[str, str]]:
    """Of a question that comes twice the last answer counts. Halves of pairs come last."""
    try:
        blocks = get_port("parser").parse(name=name, content=content).blocks
    except ParseError as error:
        raise UnreadableFile(str(error)) from error
    pairs: dict[str, tuple[str, str]] = {}
    halves: list[tuple[str, str]] = []
    question = ""
    for block in blocks:
        if block.kind == "question":
            question = one_line(block.text)
        elif block.kind == "answer":
            answer = block.text.strip()
            if question and answer:
                pairs[fold(question)] = (question, answer)
            else:
                halves.append((question, answer))
            question = ""
    if not pairs:
        raise UnreadableFile(_("No pairs were found. Name one column question (问题) and one answer (答案)."))
    if len(pairs) > MOST_PAIRS:
        raise UnreadableFile(_("At most %(most)s pairs are taken at once.") % {"most": MOST_PAIRS})
    return [*pairs.values(), *halves]


def _known() -> Mapping[str, tuple[uuid.UUID, str]]:
    """Folded question -> the document and its newest answer."""
    rows = Revision.objects.filter(document__kind=DocumentKind.PAIR).exclude(document__state=DocumentState.REMOVED)
    newest = rows.order_by("document_id", "-number").distinct("document_id")
    return {
        fold(title): (document_id, text.partition("\n\n")[2])
        for document_id, title, text in newest.values_list("document_id", "title", "text")
    }


def _fate(known: Mapping[str, tuple[uuid.UUID, str]], question: str, answer: str) -> PairFate:
    if not question or not answer:
        return "incomplete"
    row = known.get(fold(question))
    if row is None:
        return "added"
    return "unchanged" if row[1].strip() == answer else "changed"
