"""What a model server's refusal means. Servers agree on little but the status."""

from __future__ import annotations

import email.utils
import json
import re
import time
from collections.abc import Mapping

from ports.errors import ChatError, ChatFault

# OpenAI and vLLM, llama.cpp, Anthropic's and Google's covers, text-generation-inference, Ollama
_OVERFLOW = re.compile(
    r"context_length_exceeded|exceed_context_size|maximum context length|available context size|context window"
    r"|context length|prompt is too long|input is too long|input token count|too many tokens|max_model_len"
    r"|exceeds? the .{0,20}context|inputs. tokens \+ .max_new_tokens|reduce the length",
    re.IGNORECASE,
)
_LIMIT = re.compile(r"context (?:length|window|size)\D{0,20}?(?:is |of |\()\D{0,10}?(\d{3,9})", re.IGNORECASE)
_TAGS = re.compile(r"<(?:script|style).{0,1000}?</[^>]{0,20}>|<[^>]{0,500}>", re.IGNORECASE | re.DOTALL)
_LONGEST = 300  # characters of a server's words that go into the trace


def fault_of_answer(status: int, headers: Mapping[str, str], body: bytes) -> ChatError:
    """The error of an answer whose status is not 200."""
    text = body.decode("utf-8", "replace")
    error = _error_object(text)
    detail = _message(error, text)
    if _OVERFLOW.search(text):
        return overflow(error, detail)
    return ChatError(
        _fault(status, text), f"status {status}: {detail}", retry_after=retry_after(headers, now=time.time())
    )


def fault_of_object(value: object) -> ChatError:
    """The error of an object that stands where a piece of the answer should: {"error": …} in mid-stream."""
    error = value if isinstance(value, dict) else {"message": str(value)}
    text = json.dumps(error, ensure_ascii=False)[:5000]
    detail = _message(error, text)
    if _OVERFLOW.search(text):
        return overflow(error, detail)
    code = error.get("code") or error.get("status")
    return ChatError(_fault(code if isinstance(code, int) else 500, text), f"in the stream: {detail}")


def overflow(error: Mapping[str, object], detail: str) -> ChatError:
    named = _LIMIT.search(detail)
    limit = _number(error.get("n_ctx")) or (int(named[1]) if named else 0)
    return ChatError("context_overflow", detail, limit=limit, prompt_tokens=_number(error.get("n_prompt_tokens")))


def retry_after(headers: Mapping[str, str], *, now: float) -> float | None:
    """Seconds to wait, as the server asks (RFC 9110, 10.2.3: seconds or a date; and OpenAI's milliseconds)."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name, "").strip()
        if re.fullmatch(r"\d{1,12}(\.\d{1,6})?", value):
            return float(value) * unit
        if value and name == "retry-after":
            try:
                return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - now)
            except ValueError:
                return None
    return None


def readable(text: str) -> str:
    """A server's words as one short line: no markup, no line breaks."""
    return " ".join(_TAGS.sub(" ", text[:20_000]).split())[:_LONGEST]


def _fault(status: int, text: str) -> ChatFault:
    if status == 429:
        return "refused" if "insufficient_quota" in text else "rate_limited"
    if status in {408, 409, 425} or status >= 500:
        return "server_error"
    return "refused"


def _error_object(text: str) -> Mapping[str, object]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    inner = value.get("error", value) if isinstance(value, dict) else {}
    return inner if isinstance(inner, dict) else {"message": str(inner)}


def _message(error: Mapping[str, object], text: str) -> str:
    return readable(str(error.get("message") or error.get("detail") or text)) or "without a word"


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
