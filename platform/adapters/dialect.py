"""What this server takes of OpenAI's request. Learnt from its refusals, remembered for the process."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Literal

from ports.chat import ChatRequest
from ports.errors import ChatError

SchemaMode = Literal["json_schema", "tool", "json_object", "prompt"]

_WEAKER: Mapping[SchemaMode, SchemaMode] = {"json_schema": "json_object", "tool": "prompt", "json_object": "prompt"}
_SCHEMA_WORDS = re.compile(
    r"response_format|json_schema|json_object|grammar|structured output|guided|tools|tool_choice", re.IGNORECASE
)


class Dialect:
    def __init__(self, *, schema_mode: SchemaMode = "json_schema", extra: Mapping[str, object] | None = None) -> None:
        self._schema_mode: SchemaMode = schema_mode
        self._extra = dict(extra or {})
        self._left_out: set[str] = set()
        self._limit_name = "max_tokens"

    def answers_by_tool(self, request: ChatRequest) -> bool:
        return request.schema is not None and self._schema_mode == "tool"

    def body(self, request: ChatRequest, *, model: str) -> dict[str, object]:
        body: dict[str, object] = {
            "model": model,
            "messages": [{"role": message.role, "content": message.content} for message in request.messages],
            "temperature": request.temperature,
            self._limit_name: request.max_tokens,
            "stream": True,
            "stream_options": {"include_usage": True},
            **self._extra,
        }
        if request.schema is not None:
            self._ask_for(request.schema, body)
        return {name: value for name, value in body.items() if name not in self._left_out}

    def learn(self, error: ChatError, *, structured: bool) -> bool:
        """True when the refusal names something that can be said otherwise: then ask again."""
        if error.fault != "refused" or ("status 40" not in error.detail and "status 42" not in error.detail):
            return False
        detail = error.detail
        if "stream_options" in detail and "stream_options" not in self._left_out:
            self._left_out.add("stream_options")
            return True
        if "max_tokens" in detail and "max_completion_tokens" in detail and self._limit_name == "max_tokens":
            self._limit_name = "max_completion_tokens"
            return True
        if "temperature" in detail and "temperature" not in self._left_out:
            self._left_out.add("temperature")
            return True
        if structured and _SCHEMA_WORDS.search(detail) and self._schema_mode in _WEAKER:
            self._schema_mode = _WEAKER[self._schema_mode]
            return True
        return False

    def _ask_for(self, schema: Mapping[str, object], body: dict[str, object]) -> None:
        if self._schema_mode == "json_schema":
            named = {"name": "answer", "strict": True, "schema": dict(schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": named}
            return
        if self._schema_mode == "tool":  # its arguments are the answer
            function = {"name": "answer", "description": "Gives the answer.", "parameters": dict(schema)}
            body["tools"] = [{"type": "function", "function": function}]
            body["tool_choice"] = "required"  # there is but one, and fewer servers take a name here
            return
        if self._schema_mode == "json_object":
            body["response_format"] = {"type": "json_object"}
        wanted = f"Answer with one JSON object and nothing else, after this JSON schema: {json.dumps(schema)}"
        messages = body["messages"]
        assert isinstance(messages, list)
        messages.append({"role": "system", "content": wanted})
