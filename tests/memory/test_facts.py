"""Which statements hold: the version rules."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from memory.facts import Statement, standing
from memory.types import Cardinality, FactStatus

START = datetime(2026, 1, 1, tzinfo=UTC)


def said(number: int, value: str, *, minute: int, cardinality: Cardinality, operation: str = "state") -> Statement:
    return Statement(
        fact_id=UUID(int=number),
        key="|coffee|preference",
        normal=value,
        cardinality=cardinality,
        operation=operation,  # type: ignore[arg-type]  # the strategy draws operations
        observed_at=START + timedelta(minutes=minute),
        order=f"{number:04d}",
        held=FactStatus.ACTIVE,
    )


def current(statements: list[Statement]) -> set[str]:
    rules = standing(statements)
    return {s.normal for s in statements if rules[s.fact_id].status is FactStatus.ACTIVE}


def test_the_newer_value_of_a_single_attribute_supersedes_and_points_at_the_older() -> None:
    old = said(1, "love", minute=0, cardinality=Cardinality.ONE)
    new = said(2, "hate", minute=5, cardinality=Cardinality.ONE)
    rules = standing([new, old])
    assert rules[old.fact_id].status is FactStatus.SUPERSEDED
    assert rules[new.fact_id].status is FactStatus.ACTIVE
    assert rules[new.fact_id].replaces == old.fact_id


def test_a_second_member_of_a_set_joins_the_first() -> None:
    peanuts = said(1, "peanuts", minute=0, cardinality=Cardinality.SET)
    milk = said(2, "milk", minute=1, cardinality=Cardinality.SET)
    assert current([peanuts, milk]) == {"peanuts", "milk"}


def test_the_same_member_twice_is_one_current_fact() -> None:
    once = said(1, "peanuts", minute=0, cardinality=Cardinality.SET)
    again = said(2, "peanuts", minute=9, cardinality=Cardinality.SET)
    rules = standing([once, again])
    assert [rules[s.fact_id].status for s in (once, again)] == [FactStatus.SUPERSEDED, FactStatus.ACTIVE]


def test_a_retraction_takes_back_one_member_and_leaves_the_others() -> None:
    peanuts = said(1, "peanuts", minute=0, cardinality=Cardinality.SET)
    milk = said(2, "milk", minute=1, cardinality=Cardinality.SET)
    no_more = said(3, "milk", minute=2, cardinality=Cardinality.SET, operation="retract")
    assert current([peanuts, milk, no_more]) == {"peanuts"}


def test_every_point_of_a_series_stands() -> None:
    points = [said(i, f"{70 + i} kg", minute=i, cardinality=Cardinality.SERIES) for i in range(1, 9)]
    assert len(current(points)) == 8


def test_what_is_said_again_after_a_retraction_holds_again() -> None:
    yes = said(1, "decaf", minute=0, cardinality=Cardinality.ONE)
    no = said(2, "", minute=1, cardinality=Cardinality.ONE, operation="retract")
    yes_again = said(3, "decaf", minute=2, cardinality=Cardinality.ONE)
    assert current([yes, no, yes_again]) == {"decaf"}


statements = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "c"]),
        st.integers(0, 20),
        st.sampled_from(["state", "replace", "correct", "retract"]),
    ),
    min_size=1,
    max_size=8,
)


@given(drawn=statements, cardinality=st.sampled_from(list(Cardinality)), order=st.randoms(use_true_random=False))
def test_any_order_of_arrival_ends_in_the_same_current_facts(drawn, cardinality, order) -> None:  # type: ignore[no-untyped-def]  # hypothesis draws them
    told = [
        said(i, value, minute=minute, cardinality=cardinality, operation=operation)
        for i, (value, minute, operation) in enumerate(drawn, start=1)
    ]
    shuffled = list(told)
    order.shuffle(shuffled)
    assert standing(shuffled) == standing(told)
