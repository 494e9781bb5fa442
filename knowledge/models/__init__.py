"""Rows of knowledge. They never leave it: api.py hands out frozen types."""

from knowledge.models.calibrations import Calibration
from knowledge.models.documents import (
    Chunk,
    Document,
    Embedding,
    Revision,
    RevisionChunk,
    ScheduledRevision,
    TermCount,
)
from knowledge.models.questions import AskedQuestion, Contradiction, PassageCitation, TestQuestion
from knowledge.models.records import RecordRow, RecordTable
from knowledge.models.sources import Source
from knowledge.models.spaces import IndexSpace

__all__ = [
    "AskedQuestion",
    "Calibration",
    "Chunk",
    "Contradiction",
    "Document",
    "Embedding",
    "IndexSpace",
    "PassageCitation",
    "RecordRow",
    "RecordTable",
    "Revision",
    "RevisionChunk",
    "ScheduledRevision",
    "Source",
    "TermCount",
    "TestQuestion",
]
