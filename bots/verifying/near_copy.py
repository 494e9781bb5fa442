# ruff: noqa: E501  word lists
"""A near copy of a sentence, word by word: what was put in the place of what? Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

import rjieba

from language.script import aligned, fold
from language.tokens import STOP_EN, STOP_ZH, stem

_PART = 5  # words from which a claim can be a part of a sentence
_WHOLE = 0.95  # share of its words that stand there in order
NEAR = 0.72  # share of equal words from which a sentence counts as a copy
_TOKEN = re.compile(r"[A-Za-z]+(?:'[a-z]+)?|\d+(?:[.,:]\d+)*%?|[\u3400-\u4dbf\u4e00-\u9fff]+|[–+#°]")
_NEGATIVE = frozenset("not no never without non n't none neither nor cannot unable 不 没 没有 无 未 非 勿 别 并非 无法 不得 不能 "
                      "不会 不是 不可 不用 不必 不要 不需 未能 禁止 不可以".split())  # fmt: skip
OPENERS = frozenset(
    "well yes no sorry sure okay yeah hello hi also however actually according the this that it there".split()
)
_NOT_NEGATIVE = frozenset(
    "不同 不仅 不但 不过 不断 不少 不管 不论 不久 不足 不止 不然 不幸 无论 无忧 无线 无数 无疑 未来 没关系 没问题 不好意思 不一".split()
)
_PASSIVE = frozenset(("by", "被", "由"))


@dataclass(frozen=True, slots=True)
class Edit:
    was: tuple[str, ...]
    now: tuple[str, ...]


def edits_between(mine: Sequence[str], theirs: Sequence[str]) -> tuple[float, list[Edit]]:
    """How much of the two is equal, in [0, 1], and what was changed from theirs to mine; nothing where it is little.

    What is a part of the other sentence, word for word, is near to it whatever was left out.
    """
    matcher = SequenceMatcher(None, [_key(word) for word in theirs], [_key(word) for word in mine], autojunk=False)
    equal = sum(block.size for block in matcher.get_matching_blocks())
    share = 2 * equal / (len(mine) + min(len(theirs), 2 * len(mine))) if mine else 0.0
    if len(mine) >= _PART and equal >= _WHOLE * len(mine):
        share = max(share, NEAR)
    if share < NEAR:
        return share, []
    opcodes = matcher.get_opcodes()
    return share, [Edit(tuple(theirs[a:b]), tuple(mine[c:d])) for tag, a, b, c, d in opcodes if tag != "equal"]


def near_copy_changed(claim: str, sentence: str, everything: str) -> tuple[str, str]:
    """(`negation` | `swapped` | `value` | `name`, words) for a near copy with that change, else ("", "")."""
    mine, theirs = words_of(claim), words_of(sentence)
    share, edits = edits_between(mine, theirs)
    if share < NEAR:
        return "", ""
    if not bool(_PASSIVE & set(mine)) ^ bool(_PASSIVE & set(theirs)) and (pair := _exchanged(edits)):
        return "swapped", pair
    denial = _denial(edits)
    for edit in edits:
        if denial and _denies(edit):
            return "negation", " ".join(edit.now or edit.was)
        if kind := _other(edit, everything):
            return kind, " ".join(edit.now)
    return "", ""


_BESIDE = frozenset("and or nor as well both with to 和 与 及 或 跟 同 、".split())
_LONGEST = 60  # words between the ends of what was reordered


def reversed_parts(claim: str, sentence: str) -> str:
    """The same words, but two parts changed places around a third: "B pays A" for "A pays B". "" where not.

    A part that was only moved ("in May they won", "they won in May") changes nothing, nor does "B and A".
    """
    mine, theirs = [_key(word) for word in words_of(claim)], [_key(word) for word in words_of(sentence)]
    if mine == theirs or sorted(mine) != sorted(theirs):
        return ""
    start = next(i for i in range(len(mine)) if mine[i] != theirs[i])
    end = next(i for i in range(len(mine)) if mine[-1 - i] != theirs[-1 - i])
    mine, theirs = mine[start : len(mine) - end], theirs[start : len(theirs) - end]
    size = len(mine)
    if size > _LONGEST or any(mine == theirs[i:] + theirs[:i] for i in range(1, size)):
        return ""
    for last in range(1, size - 1):
        if mine[:last] != theirs[size - last :]:
            continue
        for first in range(1, size - last):
            between = theirs[first : size - last]
            if (
                mine[size - first :] == theirs[:first]
                and mine[last : size - first] == between
                and set(between) - _BESIDE
            ):
                return f"{' '.join(theirs[:first])}, {' '.join(mine[:last])}"
    return ""


@lru_cache(maxsize=512)
def words_of(text: str) -> tuple[str, ...]:
    words: list[str] = []
    for piece in _TOKEN.findall(aligned(text)):
        if piece[0] > "\u3000":
            words.extend(rjieba.cut(piece))
        elif piece.lower().endswith("n't"):
            words.extend((piece[:-3], "not"))
        elif piece.lower() == "cannot":
            words.extend(("can", "not"))
        else:
            words.append(piece.removesuffix("'s"))
    return tuple(words)


def _key(word: str) -> str:
    return stem(word.lower()) if word.isascii() and word.isalpha() else word


def _denial(edits: Sequence[Edit]) -> bool:
    """Something is denied on one side only, over all edits."""
    was, now = (sum(_negative(word) for edit in edits for word in side(edit)) for side in (_was, _now))
    return (was == 0) != (now == 0) or abs(was - now) % 2 == 1


def _negative(word: str) -> bool:
    if word.lower() in _NEGATIVE:
        return True
    return word[0] in "不没无未勿" and len(word) > 1 and word not in _NOT_NEGATIVE


def _was(edit: Edit) -> tuple[str, ...]:
    return edit.was


def _now(edit: Edit) -> tuple[str, ...]:
    return edit.now


def _denies(edit: Edit) -> bool:
    """A negation was put in or taken out; one in the place of another changes nothing."""
    said = edit.now[1:] if edit.now and edit.now[0] in ("No", "不") and not edit.was else edit.now  # "No, it …"
    was, now = (sum(_negative(word) for word in side) for side in (edit.was, said))
    return (was == 0) != (now == 0) and len(edit.was) + len(edit.now) <= 6


def _exchanged(edits: Sequence[Edit]) -> str:
    """Two parts that took each other's place."""
    for i, one in enumerate(edits):
        for other in edits[i + 1 :]:
            gone, come = _weighty(one.was) - _weighty(one.now), _weighty(one.now) - _weighty(one.was)
            if gone & _weighty(other.now) and come & _weighty(other.was):
                return ", ".join(sorted(gone | come))
    return ""


def _weighty(words: Sequence[str]) -> frozenset[str]:
    return frozenset(
        word
        for word in words
        if word.lower() not in STOP_EN and word not in STOP_ZH and (len(word) > 1 or word.isdigit())
    )


def _other(edit: Edit, everything: str) -> str:
    """Another number, another name, or in Chinese a word that no source knows."""
    was, now = _weighty(edit.was), _weighty(edit.now)
    if not was or not now or len(now) > 5 or was == now:
        return ""
    figures = {word.replace(",", "") for word in was if word[0].isdigit()}
    if figures and any(word[0].isdigit() and word.replace(",", "") not in figures for word in now):
        return "value"
    initials = "".join(word[0] for word in edit.was if word[0].isupper())
    names = [word for word in edit.now if word[0].isupper() and word in now - was and len(word) > 1
             and word.lower() not in OPENERS and word not in (initials, "US", "UK", "USA")]  # fmt: skip
    if names and any(word[0].isupper() for word in was - now):
        return "name"
    strange = [word for word in now - was if word[0] > "\u3000" and len(word) > 1 and fold(word) not in everything]
    return "name" if strange and any(word[0] > "\u3000" and len(word) > 1 for word in was - now) else ""
