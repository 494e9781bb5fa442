"""How a question's words stand in a passage: what is lacking, how dense the best sentence is, which numbers differ.
Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from knowledge.terms import terms_of

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}(?!\d)")


def lacking(worth: Mapping[str, float], held: Mapping[str, int]) -> dict[str, float]:
    """`worth`: what each of the question's terms weighs; `held`: how often the passage holds each. Not told as shares
    alone: two rare words found say more than one."""
    absent = sorted((weight for term, weight in worth.items() if term not in held), reverse=True)
    return {
        "cov_abs": (sum(worth.values()) - sum(absent)) / 50,
        "lack_n": len(absent) / max(len(worth), 1),
        "lack2": absent[1] / 10 if len(absent) > 1 else 0.0,
        "lack_sum": sum(absent) / 30,
    }


def sentence_wording(sentence: str, question_terms: Sequence[str], worth: Mapping[str, float]) -> dict[str, float]:
    """A sentence that only repeats the question says nothing new; one that takes its words in the same order is on
    the matter. `question_terms` in reading order, with repeats."""
    terms = terms_of(sentence)
    asked = set(pairwise(question_terms))
    return {
        "dens": sum(term in worth for term in terms) / max(len(terms), 1),
        "novel": math.log1p(sum(term not in worth for term in set(terms))),
        "bigr": len(asked & set(pairwise(terms))) / max(len(asked), 1),
    }


def number_mismatch(question: str, passage: str) -> dict[str, float]:
    """A question about 2019 is not answered by what was in 2021."""
    asked, held = set(_NUMBER.findall(question)), set(_NUMBER.findall(passage))
    years, told = set(_YEAR.findall(question)), set(_YEAR.findall(passage))
    return {
        "num_miss": len(asked - held) / len(asked) if asked else 0.0,
        "year_other": float(bool(years) and bool(told) and not years & told),
    }
