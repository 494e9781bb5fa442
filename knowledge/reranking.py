"""The order of a reranker over our own, where one is plugged in.

It orders; it does not say how sure to be. The confidence of each passage stays the fitted probability, so that the
number shown is still the number compared.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from itertools import takewhile

from knowledge.confidence.judge import Judged
from ports import get_port
from ports.errors import RerankError

logger = logging.getLogger(__name__)


def rerank(question: str, judged: Sequence[Judged]) -> tuple[list[Judged], bool]:
    """(best first, whether all went well). The first `width` passages change places among themselves; a document that
    overrides stays before the others where it stood there."""
    reranker = get_port("reranker")
    shown, rest = list(judged[: reranker.width]), list(judged[reranker.width :])
    if not reranker.name or len(shown) < 2:
        return list(judged), True
    try:
        scores = reranker.relevances(question=question, passages=[_text(item) for item in shown])
    except RerankError as error:
        logger.warning("keeping our own order: %s", error)
        return list(judged), False
    first = list(takewhile(lambda item: item.ranked.candidate.overrides, shown))
    order = sorted(range(len(first), len(shown)), key=lambda place: (-scores[place], place))
    return [*first, *(shown[place] for place in order), *rest], True


def _text(item: Judged) -> str:
    candidate = item.ranked.candidate
    head = " > ".join(part for part in (candidate.title, candidate.heading) if part)
    return f"{head}\n{candidate.text}" if head else candidate.text
