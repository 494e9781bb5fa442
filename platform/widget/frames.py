"""The frames of the chat socket: what comes in is checked, what goes out is built here. Pure."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import orjson

from bots.frames import Frame, message_of, reply_of

__all__ = ["BadFrame", "Frame", "Hello", "error", "hello_of", "message_of", "parse", "reply_of"]

Name = Literal["hello", "message", "typing", "read", "feedback", "human", "cancel", "ping"]
NAMES = frozenset(("hello", "message", "typing", "read", "feedback", "human", "cancel", "ping"))
_HALF_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")  # neither PostgreSQL nor UTF-8 takes these
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_THUMBS = {"up": 5, "down": 1}


class BadFrame(Exception):
    """A frame that cannot be understood. `code` and the text go back to the client."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code, self.text = code, text


@dataclass(frozen=True, kw_only=True, slots=True)
class Hello:
    token: str
    visitor: str
    conversation: uuid.UUID | None
    after_seq: int
    locale: str
    time_zone: str
    preview: str


def parse(text: str) -> tuple[str, Mapping[str, object]]:
    """(type, frame). Raises BadFrame."""
    frame = _loads(text)
    if not isinstance(frame, dict):
        raise BadFrame("bad_frame", "A frame is a JSON object.")
    name = frame.get("type")
    if not isinstance(name, str) or name not in NAMES:
        raise BadFrame("unknown_type", "This type of frame is not known.")
    return name, frame


def _loads(text: str) -> object:
    try:
        return orjson.loads(text)
    except ValueError as error:
        if not _HALF_CHARACTER.search(text):
            raise BadFrame("bad_json", "This is not JSON.") from error
    try:  # a browser that cut a text within an emoji escapes the half that is left, which orjson refuses
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadFrame("bad_json", "This is not JSON.") from error


def hello_of(frame: Mapping[str, object]) -> Hello:
    conversation = frame.get("conversation")
    return Hello(
        token=text_of(frame, "token", longest=8_000),
        visitor=text_of(frame, "visitor", longest=200),
        conversation=uuid_of(frame, "conversation") if conversation else None,
        after_seq=number_of(frame, "after_seq") if frame.get("after_seq") is not None else 0,
        locale=text_of(frame, "locale", longest=20),
        time_zone=text_of(frame, "time_zone", longest=50),
        preview=text_of(frame, "preview", longest=2_000),
    )


def text_of(frame: Mapping[str, object], name: str, *, longest: int) -> str:
    """Raises BadFrame where it is neither absent nor a text of at most `longest` characters."""
    value = frame.get(name)
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > longest:
        raise BadFrame("bad_field", f"{name} must be a text of at most {longest} characters.")
    return _UNSTORABLE.sub("", value)


def uuid_of(frame: Mapping[str, object], name: str) -> uuid.UUID:
    value = frame.get(name)
    if not isinstance(value, str) or not _UUID.fullmatch(value):
        raise BadFrame("bad_field", f"{name} must be a UUID.")
    return uuid.UUID(value)


def number_of(frame: Mapping[str, object], name: str) -> int:
    value = frame.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**31:
        raise BadFrame("bad_field", f"{name} must be a whole number, 0 or more.")
    return value


def rating_of(frame: Mapping[str, object]) -> int:
    """1 to 5; a thumb up is 5, a thumb down 1."""
    value = frame.get("rating")
    if isinstance(value, str) and value in _THUMBS:
        return _THUMBS[value]
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 5:
        return value
    raise BadFrame("bad_field", "rating must be 1 to 5, up or down.")


def error(code: str, message: str, *, retry_after: float | None = None, client_id: object = None) -> Frame:
    frame: Frame = {"type": "error", "code": code, "message": message}
    if retry_after is not None:
        frame["retry_after"] = retry_after
    if isinstance(client_id, str):
        frame["client_id"] = _UNSTORABLE.sub("", client_id[:64])
    return frame
