"""A prompt that was too long for the model, made smaller by the same budget rules. Pure."""

from __future__ import annotations

from bots.brief import Brief
from bots.drafting.prompt import Prompt, assemble
from ports.chat import ContextOverflow

_MARGIN = 32  # tokens that a server's own template adds
_CAUTION = 0.9  # our count of tokens is an estimate


def shrink(brief: Brief, prompt: Prompt, overflow: ContextOverflow) -> Prompt | None:
    """The prompt within what the server said it takes, or half of it; None when no whole entry is left to go."""
    smaller = assemble(brief, budget=max(1, _budget(prompt, overflow, brief.settings.model.max_tokens)))
    return smaller if smaller.tokens < prompt.tokens else None


def _budget(prompt: Prompt, overflow: ContextOverflow, reply_tokens: int) -> int:
    """In our tokens. Where the server told both its limit and its count, its tokens are turned into ours."""
    half = prompt.tokens // 2
    if not overflow.limit or not overflow.prompt_tokens:
        return half
    allowed = overflow.limit - reply_tokens - _MARGIN
    return min(int(allowed * prompt.tokens / overflow.prompt_tokens * _CAUTION), prompt.tokens - 1)
