"""Rows of knowledge. They never leave it: api.py hands out frozen types."""

from knowledge.models.calibrations import Calibration
from knowledge.models.documents import Chunk, Document, Embedding, Revision, RevisionChunk, TermCount
from knowledge.models.questions import AskedQuestion, Contradiction, PassageCitation, TestQuestion
from knowledge.models.records import RecordRow, RecordTable
from knowledge.models.sources import Source

__all__ = [
    "AskedQuestion",
    "Calibration",
    "Chunk",
    "Contradiction",
    "Document",
    "Embedding",
    "PassageCitation",
    "RecordRow",
    "RecordTable",
    "Revision",
    "RevisionChunk",
    "Source",
    "TermCount",
    "TestQuestion",
]
