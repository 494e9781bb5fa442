"""What comes in over the chat socket, before anything is done with it."""

from __future__ import annotations

import pytest

from widget import frames


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_json"),
        ("{", "bad_json"),
        ("NaN", "bad_json"),
        ("null", "bad_frame"),
        ("[]", "bad_frame"),
        ('"hello"', "bad_frame"),
        ("{}", "unknown_type"),
        ('{"type": "drop_tables"}', "unknown_type"),
        ('{"type": ["message"]}', "unknown_type"),
        ('{"type": {"message": 1}}', "unknown_type"),
        ('{"type": "chat.delta", "reply_to": 1}', "unknown_type"),
        ("[" * 30_000 + "]" * 30_000, "bad_json"),
        ('{"a":' * 10_000 + "1" + "}" * 10_000, "bad_json"),
        ("[" * 30_000 + '"\\ud83d"' + "]" * 30_000, "bad_json"),
    ],
)
def test_what_is_no_frame_is_told_apart(text: str, code: str) -> None:
    with pytest.raises(frames.BadFrame) as refused:
        frames.parse(text)
    assert refused.value.code == code


def test_half_an_emoji_does_not_spoil_a_frame() -> None:
    assert frames.parse('{"type": "message", "text": "a\\ud83d"}')[1]["text"] == "a\ud83d"


@pytest.mark.parametrize("value", ["7", 7, None, "", "{00000000-0000-4000-8000-000000000000}", "urn:uuid:0", "0" * 32])
def test_a_client_id_is_written_as_uuids_are(value: object) -> None:
    with pytest.raises(frames.BadFrame):
        frames.uuid_of({"client_id": value}, "client_id")


@pytest.mark.parametrize("value", ["1", -1, 1.5, True, None, 2**31, [1]])
def test_a_seq_is_a_whole_number(value: object) -> None:
    with pytest.raises(frames.BadFrame):
        frames.number_of({"seq": value}, "seq")


@pytest.mark.parametrize(("rating", "stars"), [(1, 1), (5, 5), ("up", 5), ("down", 1)])
def test_thumbs_and_stars_share_a_scale(rating: object, stars: int) -> None:
    assert frames.rating_of({"rating": rating}) == stars


@pytest.mark.parametrize("rating", [0, 6, True, "UP", "5", None, 4.5])
def test_other_ratings_are_refused(rating: object) -> None:
    with pytest.raises(frames.BadFrame):
        frames.rating_of({"rating": rating})


def test_what_postgresql_does_not_take_is_left_out_of_texts() -> None:
    assert frames.text_of({"locale": "e\x00n\ud800"}, "locale", longest=20) == "en"


def test_an_error_echoes_a_client_id_only_as_a_short_text() -> None:
    assert "client_id" not in frames.error("bad_field", "…", client_id={"a": 1})
    assert len(str(frames.error("bad_field", "…", client_id="x\ud800" * 500)["client_id"])) <= 64
