"""The same thing said differently meets itself, and a merge can be undone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from memory import api
from memory.aliases import FLOORS, by_meaning, floor_of_meaning, meet
from memory.errors import UnknownFact
from memory.facts import Candidate
from memory.types import FactKind
from ports.ids import new_id
from tenants.scope import tenant_scope
from tests.memory.conftest import Talk

ALIKE = [
    ("咖啡豆", "coffee beans"),
    ("洗衣机", "washing machine"),
    ("delivery address", "shipping address"),
    ("送货地址", "delivery address"),
    ("gluten free bread", "bread without gluten"),
]
APART = [
    ("red wine", "white wine"),
    ("left knee", "right knee"),
    ("cat", "dog"),
    ("靠窗座位", "aisle seat"),
    ("dryer", "washing machine"),
    ("black coffee", "decaf coffee"),
    ("phone number", "email"),
]


def about(entity: str, *, attribute: str = "preference", subject: str = "") -> Candidate:
    return Candidate(
        kind=FactKind.PREFERENCE, subject=subject, entity=entity, attribute=attribute, value="dark", normal="dark",
        text="", start=0, end=4,
    )  # fmt: skip


def near(score: float) -> Callable[[Sequence[str]], list[list[float]]]:
    return lambda words: [[score] * len(words) for _ in words]


def test_the_floor_parts_synonyms_and_translations_from_what_is_merely_alike() -> None:
    floor = floor_of_meaning()
    assert [pair for pair in ALIKE if by_meaning(pair)[0][1] < floor] == []
    assert [pair for pair in APART if by_meaning(pair)[0][1] >= floor] == []


def test_an_exact_key_meets_first_and_learns_nothing() -> None:
    met = meet([about("tea")], [about("tea"), about("cha")], aliases={"tea": "cha"}, closeness=near(1.0), floor=0.5)
    assert ([c.entity for c in met.candidates], met.learnt) == (["tea"], ())


def test_a_known_alias_meets_before_meaning_is_asked() -> None:
    met = meet([about("cuppa")], [about("tea")], aliases={"cuppa": "tea"}, closeness=near(0.0), floor=0.5)
    assert ([(c.entity, c.said) for c in met.candidates], met.learnt) == ([("tea", "cuppa")], ())


def test_meaning_above_the_floor_learns_an_alias_and_below_it_none() -> None:
    above = meet([about("cuppa")], [about("tea")], aliases={}, closeness=near(0.9), floor=0.87)
    below = meet([about("cuppa")], [about("tea")], aliases={}, closeness=near(0.8), floor=0.87)
    assert [(a.word, a.canonical) for a in above.learnt] == [("cuppa", "tea")]
    assert ([c.entity for c in below.candidates], below.learnt) == (["cuppa"], ())


@pytest.mark.parametrize(
    ("new", "old"),
    [
        (about("left knee"), about("right knee")),
        (about("seat 12"), about("seat 14")),
        (about("cuppa"), about("tea", attribute="uses")),
        (about("cuppa"), about("tea", subject="wife")),
    ],
)
def test_what_a_word_sets_apart_or_another_person_has_never_meets(new: Candidate, old: Candidate) -> None:
    met = meet([new], [old], aliases={}, closeness=near(1.0), floor=0.5)
    assert (met.candidates, met.learnt) == ((new,), ())


@pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("我喜欢洗衣机", "I hate washing machine now"),
        ("我鍾意洗衣機", "I hate washing machine now"),
        ("I love washing machine", "我讨厌洗衣机"),
    ],
)
def test_a_preference_meets_itself_in_another_language_and_apart_again_when_undone(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int], first: str, second: str
) -> None:
    talk, person = talk_with(), new_id()

    def tastes() -> list[str]:
        with tenant_scope(talk.tenant_id):
            held = api.memory_of(talk.customer_id).facts
        return sorted(f.value for f in held if f.attribute == "preference" and f.status == "active")

    talk.say(first)
    finish_jobs()
    talk.say(second, later=timedelta(days=1))
    finish_jobs()
    assert len(tastes()) == 1
    with tenant_scope(talk.tenant_id):
        (alias,) = api.aliases_of(talk.customer_id)
        assert alias.score >= FLOORS["use-multilingual-v3"]
        assert api.undo_alias(alias_id=alias.alias_id, person_id=person) == 1
        with pytest.raises(UnknownFact):
            api.undo_alias(alias_id=alias.alias_id, person_id=person)
    assert len(tastes()) == 2
