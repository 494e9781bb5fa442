"""Settings name adapters; tests and evaluations may put others in their place."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import override_settings

from adapters.system_clock import FixedClock
from ports import get_port, port_scope
from ports.errors import PortMisconfigured
from ports.ids import new_id
from ports.registry import build_adapter

CHRISTMAS = datetime(2026, 12, 25, tzinfo=UTC)


def test_an_adapter_is_made_once_per_process() -> None:
    assert get_port("clock") is get_port("clock")


def test_another_adapter_stands_in_for_a_while() -> None:
    with port_scope(clock=FixedClock(CHRISTMAS)):
        assert get_port("clock").now() == CHRISTMAS
    assert get_port("clock").now() != CHRISTMAS


def test_the_first_adapter_comes_back_after_an_error() -> None:
    before = get_port("clock")
    with pytest.raises(RuntimeError), port_scope(clock=FixedClock(CHRISTMAS)):
        raise RuntimeError
    assert get_port("clock") is before


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({}, "None"),
        ({"BACKEND": "no_dot"}, "no_dot"),
        ({"BACKEND": "adapters.nowhere.Thing"}, "cannot be imported"),
        ({"BACKEND": "adapters.system_clock.Nothing"}, "cannot be imported"),
        ({"BACKEND": "adapters.system_clock.SystemClock", "OPTIONS": {"speed": 2}}, "OPTIONS"),
    ],
)
def test_a_bad_entry_says_what_to_correct(entry: dict[str, object], told: str) -> None:
    with pytest.raises(PortMisconfigured, match="PORTS") as caught:
        build_adapter(entry, named_by="PORTS['clock']")
    assert told in str(caught.value)


@override_settings(PORTS={})
def test_a_port_without_an_entry_is_told() -> None:
    with pytest.raises(PortMisconfigured, match="no entry 'telegraph'"):
        get_port("telegraph")  # type: ignore[call-overload]  # a name that no other test has used


def test_ids_sort_by_the_time_they_were_made() -> None:
    ids = [new_id() for _ in range(100)]
    assert ids == sorted(ids)
    assert {each.version for each in ids} == {7}
