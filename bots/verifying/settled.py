"""Does a sentence go against what this conversation has settled? Newer evidence may; then the change is said. Pure.

Settled is what an earlier reply said from its evidence, and what the customer stated of themselves. A sentence about
the same thing with another value, or the denial of it, needs evidence that is newer than what settled it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal as Either

from bots.brief import Brief, Evidence, SettledClaim
from bots.verifying.held import held_words, holds
from bots.verifying.polarity import contradicts, polarity, without_negations
from bots.verifying.support import without_literals
from language.literals import Literal, LiteralKind, find_literals
from language.moments import local_time
from language.tokens import content_words

_DAYS = (LiteralKind.DATE, LiteralKind.RELATIVE_DAY)
_VALUES = (
    *_DAYS, LiteralKind.TIME, LiteralKind.MONEY, LiteralKind.DURATION, LiteralKind.PERCENT, LiteralKind.QUANTITY,
    LiteralKind.NUMBER, LiteralKind.PHONE, LiteralKind.EMAIL, LiteralKind.ADDRESS,
)  # fmt: skip
_FILLER = frozenset(
    content_words(
        "currently now usually normally about approximately around expected scheduled still already please note also "
        "only actually told said mentioned earlier new changed update updated going get got take takes "
        "可以 能 能够 可 目前 现在 通常 一般 大约 大概 预计 预期 仍 仍然 已 已经 请 注意 只 其实 "
        "说过 提到 之前 刚才 更新 将 会 为 是 左右 一共 共"
    )
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Against:
    """`changed`: newer evidence says otherwise, so the sentence may go out with the change made explicit."""

    kind: Either["changed", "settled"]
    earlier: str


def against_settled(sentence: str, cited: Sequence[Evidence], brief: Brief) -> Against | None:
    """`sentence` without markers and with its fields filled in; the newest settled claim on the matter counts."""
    now = local_time(brief.now, brief.time_zone).replace(tzinfo=None)
    cells, sources = cells_said(sentence, cited), {source_of(item) for item in cited}
    for claim in reversed(brief.settled):
        if other := _other_cell(cells, claim):
            newer = _is_newer(cited, claim)
            return Against(kind="changed" if newer else "settled", earlier=f"{claim.text} ({other})")
        if sources and sources <= set(claim.sources):
            continue  # the same text carries both
        said = local_time(claim.said_at, brief.time_zone).replace(tzinfo=None)
        if disagree(sentence, claim.text, now=now, earlier=said):
            return Against(kind="changed" if _is_newer(cited, claim) else "settled", earlier=claim.text)
    if cited and all(item.kind == "memory" for item in cited):
        return _against_customer(sentence, cited, brief, now)
    return None


def _against_customer(sentence: str, cited: Sequence[Evidence], brief: Brief, now: datetime) -> Against | None:
    """What the customer says now of themselves wins over what is remembered of before."""
    remembered = " ".join(f"{item.title} {item.text}" for item in cited)
    for words in reversed(brief.customer_words):
        if words in remembered:
            return None
        if "?" not in words and "？" not in words and disagree(sentence, words, now=now, earlier=now):
            return Against(kind="settled", earlier=words)
    return None


def _is_newer(cited: Sequence[Evidence], claim: SettledClaim) -> bool:
    times = [item.at for item in cited if item.at is not None]
    return bool(times) and claim.evidence_at is not None and max(times) > claim.evidence_at


def source_of(item: Evidence) -> str:
    if item.kind == "record":
        return f"{item.title}/{item.heading} {item.at.isoformat() if item.at else ''}"
    return str(item.revision_id or item.item_id or item.text[:80])


def cells_said(sentence: str, cited: Sequence[Evidence]) -> dict[str, str]:
    """The cells of the cited rows whose value the sentence gives, under their column's name."""
    literals = {literal.value for literal in find_literals(sentence)}
    said: dict[str, str] = {}
    for item in cited:
        for column, value in item.fields.items() if item.kind == "record" and item.heading else ():
            values = {literal.value for literal in find_literals(value)}
            if value and (value in sentence or (values and values <= literals)):
                said[f"{item.title}/{item.heading} {column}"] = value
    return said


def _other_cell(cells: Mapping[str, str], claim: SettledClaim) -> str:
    return next((claim.cells[name] for name, value in cells.items() if claim.cells.get(name, value) != value), "")


def disagree(sentence: str, earlier_text: str, *, now: datetime, earlier: datetime) -> bool:
    """The same thing is spoken of, and a value differs or one denies what the other says."""
    mine, theirs = find_literals(sentence, now=now), find_literals(earlier_text, now=earlier)
    if not _same_matter(sentence, earlier_text) or _other_entity(mine, theirs):
        return False
    others = [kind for kind in _VALUES if _differ(kind, mine, theirs)]
    if others:
        return len({kind in _DAYS or kind for kind in others}) == 1  # where two differ, one is a condition of the other
    denial = polarity(sentence).negations != polarity(earlier_text).negations
    return denial and bool(contradicts(sentence, [earlier_text], [earlier_text]))


def _same_matter(one: str, other: str) -> bool:
    """Every telling word of either stands in the other."""
    mine, theirs = _about(one), _about(other)
    if not mine or not theirs:
        return False
    return all(holds(word, held_words((other,))) for word in mine) and all(
        holds(word, held_words((one,))) for word in theirs
    )


def _about(text: str) -> list[str]:
    words = content_words(without_negations(without_literals(text)))
    return [word for word in words if word not in _FILLER and not word.isdigit()]


def _other_entity(mine: Sequence[Literal], theirs: Sequence[Literal]) -> bool:
    codes = [{item.value for item in literals if item.kind is LiteralKind.CODE} for literals in (mine, theirs)]
    return bool(codes[0] and codes[1] and not codes[0] & codes[1])


def _differ(kind: LiteralKind, mine: Sequence[Literal], theirs: Sequence[Literal]) -> bool:
    kinds = _DAYS if kind in _DAYS else (kind,)
    said = [item.value for item in mine if item.kind in kinds]
    known = [item.value for item in theirs if item.kind in kinds]
    return bool(said and known) and not any(_equal(one, other) for one in said for other in known)


def _equal(one: str, other: str) -> bool:
    """Days are equal where the shorter, without its year or month, ends the longer; a weekday equals any date."""
    if one == other or (("wd" in one) != ("wd" in other)):
        return True
    short, long = sorted((one.lstrip("-"), other.lstrip("-")), key=len)
    return (one.startswith("-") or other.startswith("-")) and long.endswith(short)
