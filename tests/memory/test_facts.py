"""Which statements hold: the version rules."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from memory.facts import Statement, held_at, standing
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


def test_a_replaced_member_of_a_set_leaves_the_other_members_alone() -> None:
    peanuts = said(1, "peanuts", minute=0, cardinality=Cardinality.SET)
    milk = said(2, "milk", minute=1, cardinality=Cardinality.SET)
    instead = said(3, "soy", minute=2, cardinality=Cardinality.SET, operation="replace")
    no_more = said(4, "milk", minute=2, cardinality=Cardinality.SET, operation="retract")
    assert current([peanuts, milk, instead, no_more]) == {"peanuts", "soy"}


def test_a_correction_replaces_the_point_of_its_own_day_only() -> None:
    monday = said(1, "2026-01-05 5 km", minute=0, cardinality=Cardinality.SERIES)
    tuesday = said(2, "2026-01-06 5 km", minute=1, cardinality=Cardinality.SERIES)
    corrected = said(3, "2026-01-06 6 km", minute=2, cardinality=Cardinality.SERIES, operation="correct")
    assert current([monday, tuesday, corrected]) == {"2026-01-05 5 km", "2026-01-06 6 km"}


def test_what_held_at_a_time_is_what_had_been_said_by_then() -> None:
    leeds = said(1, "leeds", minute=0, cardinality=Cardinality.ONE)
    york = said(2, "york", minute=10, cardinality=Cardinality.ONE)
    gone = said(3, "", minute=20, cardinality=Cardinality.ONE, operation="retract")
    told = [gone, york, leeds]
    held = [held_at(told, START + timedelta(minutes=minute)) for minute in (-1, 5, 15, 25)]
    assert held == [frozenset(), {leeds.fact_id}, {york.fact_id}, frozenset()]


def test_what_has_gone_cold_since_held_in_its_day() -> None:
    cold = replace(said(1, "leeds", minute=0, cardinality=Cardinality.ONE), held=FactStatus.COLD)
    assert held_at([cold], START + timedelta(minutes=1)) == {cold.fact_id}


KEYS = ("|coffee|preference", "wife|coffee|preference", "||allergy")
VALUES = ("2026-01-01 a", "2026-01-01 b", "2026-01-02 a", "")
OPERATIONS = ("state", "replace", "correct", "reattribute", "retract", "forget")
statements = st.lists(
    st.tuples(
        st.sampled_from(VALUES),
        st.integers(0, 20),
        st.sampled_from(OPERATIONS),
        st.sampled_from(KEYS),
        st.sampled_from((FactStatus.ACTIVE, FactStatus.ACTIVE, FactStatus.WRONG, FactStatus.COLD)),
    ),
    min_size=1,
    max_size=9,
)


def told_by(drawn: list[tuple[str, int, str, str, FactStatus]], cardinality: Cardinality) -> list[Statement]:
    """A minute apart at least, each of its own message, as the store has them."""
    return [
        replace(
            said(i, value, minute=minute, cardinality=cardinality, operation=operation), key=key, held=held
        )
        for i, (value, minute, operation, key, held) in enumerate(drawn, start=1)
    ]  # fmt: skip


@given(drawn=statements, cardinality=st.sampled_from(list(Cardinality)), order=st.randoms(use_true_random=False))
def test_any_order_of_arrival_ends_in_the_same_current_facts(drawn, cardinality, order) -> None:  # type: ignore[no-untyped-def]  # hypothesis draws them
    told = told_by(drawn, cardinality)
    shuffled = list(told)
    order.shuffle(shuffled)
    assert standing(shuffled) == standing(told)


@given(drawn=statements, cardinality=st.sampled_from(list(Cardinality)))
def test_a_single_attribute_never_holds_two_values_and_a_set_never_one_twice(drawn, cardinality) -> None:  # type: ignore[no-untyped-def]  # hypothesis draws them
    told = told_by(drawn, cardinality)
    rules = standing(told)
    alive = [s for s in told if rules[s.fact_id].status is FactStatus.ACTIVE]
    places = [s.key if cardinality is Cardinality.ONE else (s.key, s.normal) for s in alive]
    assert len(places) == len(set(places))


@given(drawn=statements, cardinality=st.sampled_from(list(Cardinality)), minute=st.integers(0, 20))
def test_the_past_is_not_changed_by_what_is_said_later(drawn, cardinality, minute) -> None:  # type: ignore[no-untyped-def]  # hypothesis draws them
    told, at = told_by(drawn, cardinality), START + timedelta(minutes=minute)
    until = [s for s in told if s.observed_at <= at]
    assert held_at(told, at) == held_at(until, at)


@given(drawn=statements, cardinality=st.sampled_from(list(Cardinality)))
def test_a_key_is_settled_by_its_own_statements_alone(drawn, cardinality) -> None:  # type: ignore[no-untyped-def]  # hypothesis draws them
    told = told_by(drawn, cardinality)
    apart = [rule for key in KEYS for rule in standing(s for s in told if s.key == key).items()]
    assert dict(apart) == dict(standing(told))
