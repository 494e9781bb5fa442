"""Asking a model for JSON after a schema, and taking nothing else for an answer."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace

import jsonschema

from ports.chat import ChatMessage, ChatModel, ChatRequest, Finished, Restarted, TextDelta
from ports.errors import ChatError

_MOST_REPAIRS = 1
_BEGINS = re.compile(r'\{\s*["}]|\[\s*(?:[\[{"\]0-9tfn-]|$)')  # of an object or array, but not {a brace} in prose


@dataclass(frozen=True, kw_only=True, slots=True)
class Structured:
    value: object  # JSON that fits the schema
    finished: Finished
    repairs: int = 0  # answers before it that were not right


def answers_schemas(model: ChatModel) -> bool:
    """Whether it is worth asking; the builtin composer is no model and answers nothing but customers."""
    return bool(getattr(model, "structured", False))


def ask_structured(model: ChatModel, request: ChatRequest) -> Structured:
    """The model's answer as JSON that fits `request.schema`; it is told once what was wrong.

    Prose or a code fence around the object is allowed. Raises ChatError: 'refused' where the model takes no schemas,
    'bad_answer' when no object fits.
    """
    if request.schema is None:
        raise ValueError("A structured answer needs a schema.")
    if not answers_schemas(model):
        raise ChatError("refused", f"{model.name} does not answer after a schema")
    repairs = 0
    while True:
        text, finished = _text(model, request)
        try:
            return Structured(value=_fitting(text, request), finished=finished, repairs=repairs)
        except ChatError as error:
            if repairs == _MOST_REPAIRS:
                raise
            repairs += 1
            request = _told(request, text, error)


def _text(model: ChatModel, request: ChatRequest) -> tuple[str, Finished]:
    text = ""
    for event in model.stream(request):
        match event:
            case TextDelta():
                text += event.text
            case Restarted():
                text = ""
            case Finished():
                return text, event
    raise ChatError("cut", "the draft ended without a last word")


def _fitting(text: str, request: ChatRequest) -> object:
    schema = request.schema or {}
    value = _json_in(text, wanted=list if schema.get("type") == "array" else dict)
    try:
        jsonschema.Draft202012Validator(schema).validate(value)
    except jsonschema.ValidationError as error:
        raise ChatError("bad_answer", f"does not fit the schema at {error.json_path}: {error.message[:200]}") from error
    return value


def _json_in(text: str, *, wanted: type) -> object:
    """The first JSON object (or array, where that is wanted) in the text; what surrounds it is prose.

    A broken one is an error: the next that parses would be a part of it.
    """
    at = 0
    while begins := _BEGINS.search(text, at):
        try:
            value, at = json.JSONDecoder().raw_decode(text, begins.start())
        except (ValueError, RecursionError) as error:
            raise ChatError("bad_answer", f"the JSON in the answer is broken: {error}") from error
        if isinstance(value, wanted):
            return value
    raise ChatError("bad_answer", "there is no JSON in the answer" if text.strip() else "the answer is empty")


def _told(request: ChatRequest, text: str, error: ChatError) -> ChatRequest:
    correction = f"That was not right: {error.detail}. Answer with the corrected JSON alone."
    said = (ChatMessage(role="assistant", content=text[:4000] or "…"), ChatMessage(role="user", content=correction))
    return replace(request, messages=(*request.messages, *said))
