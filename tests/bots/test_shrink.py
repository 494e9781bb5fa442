"""A prompt that was too long comes back with whole entries left out, never with half of one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bots.brief import Brief, Evidence, RecentTurn
from bots.drafting.prompt import Prompt, assemble, estimate_tokens
from bots.drafting.shrink import shrink
from bots.settings import BotSettings
from ports.chat import ContextOverflow

_SENTENCE = "Beans may be returned within thirty days of delivery. "
PASSAGES = [f"Passage {number}: " + _SENTENCE * 12 for number in range(8)]


def brief(passages: int = 8, message: str = "How long do returns take?") -> Brief:
    return Brief(
        message=message,
        question=message,
        language="en",
        settings=BotSettings(),
        now=datetime(2026, 12, 1, tzinfo=UTC),
        route="question",
        evidence=tuple(
            Evidence(label=str(number + 1), kind="document", text=text)
            for number, text in enumerate(PASSAGES[:passages])
        ),
        recent=tuple(RecentTurn(author="customer", text=f"Turn {number} about coffee.") for number in range(8)),
        nonce="n0nce",
    )


def text_of(prompt: Prompt) -> str:
    return "\n".join(message.content for message in prompt.messages)


@pytest.mark.parametrize(
    ("limit", "counted", "most"),
    [
        (0, 0, 0.5),  # the server said nothing: half
        (2048, 2600, 0.5),  # 2048 - 600 for the reply - 32, of 2600
        (1024, 2600, 0.15),
    ],
)
def test_it_fits_what_the_server_takes(limit: int, counted: int, most: float) -> None:
    whole = assemble(brief())
    smaller = shrink(brief(), whole, ContextOverflow(limit=limit, prompt_tokens=counted))
    assert smaller is not None
    fixed = assemble(brief(passages=0), budget=1).tokens
    assert smaller.tokens <= max(whole.tokens * most, fixed)


def test_the_best_passages_stay_whole_and_the_fixed_blocks_stay() -> None:
    smaller = shrink(brief(), assemble(brief()), ContextOverflow())
    assert smaller is not None
    text = text_of(smaller)
    kept = [passage for passage in PASSAGES if passage in text]
    assert kept == PASSAGES[: len(kept)]
    assert [passage[:10] for passage in PASSAGES if passage[:10] in text] == [passage[:10] for passage in kept]
    assert {"system", "anchor", "reminder", "message"} <= {block.name for block in smaller.blocks}
    assert smaller.messages[-1].content == "How long do returns take?"


def test_again_and_again_it_ends_with_nothing_left_to_go() -> None:
    prompt: Prompt | None = assemble(brief())
    sizes = []
    while prompt is not None and len(sizes) < 20:
        sizes.append(prompt.tokens)
        prompt = shrink(brief(), prompt, ContextOverflow())
    assert prompt is None
    assert sizes == sorted(sizes, reverse=True)


def test_a_message_that_alone_is_too_long_cannot_shrink() -> None:
    long = brief(passages=0, message="coffee " * 3000)
    smallest = assemble(long, budget=1)
    assert shrink(long, smallest, ContextOverflow(limit=512, prompt_tokens=4000)) is None
    assert smallest.tokens > estimate_tokens(long.message)
