"""What was read when a turn was indexed is what reading it anew gives, and only the same rules trust it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from memory import readings
from memory.extracting.reading import Reading, read_line
from memory.models import EpisodeVector
from memory.readings import pack, unpack
from memory.recalling import candidates
from tenants.scope import tenant_scope
from tests.memory.conftest import Talk

AT = datetime(2026, 3, 4, 10, 0, tzinfo=UTC)
LINES = {
    "en": "Sorry, I was wrong, my sister Ada said it's 250 g now, order QX-5521, since last Friday",
    "zh": "不好意思我说错了，我妹妹说现在是250克，订单 QX-5521，上周五开始的",
    "zh-Hant": "不好意思我說錯了，我妹妹說現在是250克，訂單 QX-5521，上週五開始的",
}
PARTS = ("terms", "concepts", "kinds", "kin", *readings._FLAGS)


def parts(line: Reading) -> dict[str, object]:
    return {name: getattr(line, name) for name in PARTS}


@pytest.mark.parametrize("language", LINES)
def test_what_is_kept_is_what_reading_anew_gives(language: str) -> None:
    text = LINES[language]
    read_line.cache_clear()
    kept = pack(text)
    wanted = parts(Reading(text=text, at=AT))
    read_line.cache_clear()
    assert parts(unpack(text, AT, kept)) == wanted
    assert wanted["kin"]
    assert {"code", "date"} <= set(unpack(text, AT, kept).kinds)


@pytest.mark.parametrize("kept", ["", "000000000000\tkettle\t\t\t\tpoison"])
def test_what_other_rules_read_is_read_anew(kept: str) -> None:
    text = "my lamp is broken"
    read_line.cache_clear()
    assert unpack(text, AT, kept).terms == Reading(text=text, at=AT).terms
    assert not unpack(text, AT, kept).poison


def test_what_the_same_rules_read_is_trusted() -> None:
    read_line.cache_clear()
    kept = f"{readings.version()}\tkettle\tdrink\tcode\t\tchanged"
    line = unpack("my lamp is broken", AT, kept)
    assert (line.terms, line.concepts, line.changed, line.corrected) == (("kettle",), {"drink"}, True, False)


@pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
@pytest.mark.parametrize("language", LINES)
def test_a_customer_of_very_many_turns_is_asked_with_fewer_and_still_answered(
    talk_with: Callable[[], Talk], finish_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    said, question = {
        "en": ("the spare key is with the florist", "Who has the spare key?"),
        "zh": ("备用钥匙在花店老板那里", "备用钥匙在谁那里？"),
        "zh-Hant": ("備用鑰匙在花店老闆那裡", "備用鑰匙在誰那裡？"),
    }[language]
    talk = talk_with()
    talk.say(said)
    for number in range(60):
        talk.say(f"{'day' if language == 'en' else '第'} {number}", later=timedelta(hours=1))
    finish_jobs()

    def read() -> int:
        found = talk.ask(question)
        return len(found.episodes) + len(found.rejected)

    many = read()
    monkeypatch.setattr(candidates, "MANY", 30)
    monkeypatch.setattr(
        candidates, "LIMITS", {name: (few, 3) for name, (few, _) in candidates.LIMITS.items()} | {"around": (2, 0)}
    )
    assert read() < many
    assert said in [episode.text for episode in talk.ask(question).episodes]
    with tenant_scope(talk.tenant_id):
        assert all(EpisodeVector.objects.values_list("reading", flat=True))
