"""The pieces of a chat completion: JSON as servers really send it, to text, usage and an end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Literal

from adapters.answer_text import AnswerText
from adapters.server_faults import fault_of_object, readable
from ports.chat import Usage
from ports.errors import ChatError

_REPEATED = 16  # characters; a piece as long as this that comes twice in a row was sent twice
_TOOL_ENDS = {"tool_calls", "function_call"}
_DIFFERENT = 6  # characters in it, so that rules and indentation may repeat


class Completion:
    """Feed it events; it says what text may go out. Raises ChatError for what is no completion."""

    def __init__(self, *, charset: str = "", most_characters: int = 200_000, by_tool: bool = False) -> None:
        """With `by_tool` the arguments of the first tool call are the text."""
        self._charset = charset
        self._most = most_characters
        self._by_tool = by_tool
        self._text = AnswerText()
        self._seen_ids: set[bytes] = set()
        self._last_piece = ""
        self._junk = ""
        self.characters = 0
        self.model = ""
        self.usage = Usage()
        self.finish_reason = ""
        self.done = False  # [DONE] was seen
        self.progress = False  # the last event brought text or thoughts

    @property
    def too_long(self) -> bool:
        return self.characters >= self._most

    @property
    def reason(self) -> Literal["stop", "length", "other"]:
        if self.too_long or self.finish_reason == "length":
            return "length"
        ends = {"stop", "eos", "end_turn", ""} | (_TOOL_ENDS if self._by_tool else set())
        return "stop" if self.finish_reason in ends else "other"

    def feed(self, data: bytes, event_id: bytes = b"") -> str:
        """The text that this event releases, often none."""
        self.progress = False
        if data.strip() == b"[DONE]":
            self.done = True
            return ""
        if event_id and event_id in self._seen_ids:
            return ""
        self._seen_ids.add(event_id)
        ended = bool(self.finish_reason)
        piece = self._piece(self._object(data))
        if ended:  # only usage may follow; a last chunk sent twice is no text
            return ""
        self.progress = self.progress or bool(piece)
        return self._count(self._text.feed(self._once(piece)))

    def end(self) -> str:
        """The rest. Raises ChatError('empty') and its kind where there was nothing at all."""
        rest = self._count(self._text.end())
        if self.characters or rest.strip():
            return rest
        if self.finish_reason == "content_filter":
            raise ChatError("refused", "the server's content filter stopped the answer")
        if self.finish_reason in _TOOL_ENDS:
            raise ChatError("bad_answer", "the model asked for a tool, and none was offered")
        if self._junk:
            raise ChatError("bad_answer", f"no completion: {readable(self._junk)}")
        raise ChatError("empty", "the model said nothing")

    def _object(self, data: bytes) -> Mapping[str, object]:
        try:
            value = json.loads(self._decode(data))
        except (ValueError, RecursionError) as error:
            raise ChatError("bad_answer", f"broken JSON: {readable(data[:200].decode('utf-8', 'replace'))}") from error
        if not isinstance(value, dict):
            raise ChatError("bad_answer", f"JSON, but no object: {readable(str(value))}")
        if value.get("error"):
            raise fault_of_object(value["error"])
        return value

    def _decode(self, data: bytes) -> str:
        """JSON and event streams are UTF-8, whatever the header says; only what is not follows the header."""
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            try:
                if self._charset.lower() in {"", "utf-8", "utf8", "iso-8859-1", "latin-1", "us-ascii"}:
                    raise LookupError  # these decode anything, or nothing new
                return data.decode(self._charset)
            except (LookupError, UnicodeDecodeError):
                raise ChatError("bad_answer", "the answer is not in UTF-8") from error

    def _piece(self, value: Mapping[str, object]) -> str:
        if isinstance(model := value.get("model"), str) and model:
            self.model = model
        if isinstance(usage := value.get("usage"), dict):
            self.usage = _usage(usage)
        choices = value.get("choices")
        if not isinstance(choices, list):
            self._junk = self._junk or json.dumps(value, ensure_ascii=False)[:500]
            return ""
        for choice in choices:
            if isinstance(choice, dict) and choice.get("index", 0) == 0:
                return self._choice(choice)
        return ""

    def _choice(self, choice: Mapping[str, object]) -> str:
        if isinstance(reason := choice.get("finish_reason"), str) and reason:
            self.finish_reason = reason
        delta = choice.get("delta") or choice.get("message") or {}
        if not isinstance(delta, dict):
            return ""
        self.progress = any(delta.get(name) for name in ("reasoning_content", "reasoning"))
        if self._by_tool and (arguments := _arguments(delta.get("tool_calls"))):
            return arguments
        return _plain(delta.get("content") or choice.get("text"))

    def _once(self, piece: str) -> str:
        """A long piece that comes twice in a row was sent twice; short ones are words that repeat."""
        repeated = piece == self._last_piece and len(piece) >= _REPEATED and len(set(piece)) >= _DIFFERENT
        self._last_piece = piece or self._last_piece
        return "" if repeated else piece

    def _count(self, text: str) -> str:
        text = text[: max(0, self._most - self.characters)]
        self.characters += len(text)
        return text


def _plain(content: object) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):  # parts, as of models that also make pictures
        parts = (part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text")
        return "".join(part for part in parts if isinstance(part, str))
    return ""


def _arguments(calls: object) -> str:
    call = calls[0] if isinstance(calls, list) and calls else None
    function = call.get("function") if isinstance(call, dict) and call.get("index", 0) == 0 else None
    arguments = function.get("arguments") if isinstance(function, dict) else None
    return arguments if isinstance(arguments, str) else ""


def _usage(value: Mapping[str, object]) -> Usage:
    details = value.get("prompt_tokens_details")
    return Usage(
        prompt_tokens=_tokens(value.get("prompt_tokens")),
        completion_tokens=_tokens(value.get("completion_tokens")),
        cached_tokens=_tokens(details.get("cached_tokens")) if isinstance(details, dict) else 0,
    )


def _tokens(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value < 2**31 else 0
