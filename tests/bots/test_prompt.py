from dataclasses import replace

from bots.brief import Brief, Evidence, RecentTurn, StandingDecision
from bots.drafting.prompt import REMIND_AFTER, Prompt, assemble, estimate_tokens, shared_prefix
from bots.settings import Anchor, BotSettings
from tests.bots.briefs import ORDER, RETURNS, brief

MEMORY = Evidence(label="M1", kind="memory", text="The cat is called Potato", confidence=0.9)


def block(prompt: Prompt, name: str) -> str:
    return next((item.text for item in prompt.blocks if item.name == name), "")


def full(**changes: object) -> Brief:
    made = brief(
        said="May I return it?",
        evidence=(RETURNS, ORDER, MEMORY),
        decisions=(StandingDecision(kind="ruled_out", text="decaf"),),
        summary="Talked about beans.",
        recent=(RecentTurn(author="customer", text="Hello"), RecentTurn(author="bot", text="Hi!")),
    )
    return replace(made, **changes)  # type: ignore[arg-type]  # fields of a brief


def test_blocks_stand_in_the_agreed_order() -> None:
    names = [item.name for item in assemble(full()).blocks]
    assert names == [
        "system", "anchor", "decisions", "evidence", "memory", "summary", "recent", "reminder", "message",
    ]  # fmt: skip


def test_the_customers_message_comes_last_and_alone() -> None:
    last = assemble(full()).messages[-1]
    assert (last.role, last.content) == ("user", "May I return it?")


def test_the_model_sees_the_fields_of_a_record_and_none_of_its_values() -> None:
    text = assemble(full()).messages[0].content
    assert "orders.total" in text
    assert "86.5" not in text


def test_evidence_stands_between_delimiters_that_nobody_can_guess() -> None:
    text = block(assemble(full(nonce="n0nce")), "evidence")
    assert text.count("<<n0nce [") == text.count("n0nce>>") == 2


def test_entries_are_dropped_whole_and_the_best_stay() -> None:
    entries = tuple(replace(RETURNS, label=str(number), text=f"{number} " + "word " * 60) for number in range(1, 30))
    prompt = assemble(full(evidence=entries), budget=1000)
    evidence = next(item for item in prompt.blocks if item.name == "evidence")
    assert 0 < evidence.dropped < 29
    assert "[1]" in evidence.text
    assert evidence.text.count("<<") == evidence.text.count(">>") == 29 - evidence.dropped


def test_of_the_recent_turns_the_newest_stay() -> None:
    turns = tuple(RecentTurn(author="customer", text=f"turn {number} " + "x" * 400) for number in range(20))
    recent = block(assemble(full(recent=turns), budget=1200), "recent")
    assert "turn 19 " in recent
    assert "turn 0 " not in recent


def test_the_whole_prompt_keeps_within_its_budget() -> None:
    entries = tuple(replace(RETURNS, label=str(number), text="word " * 100) for number in range(40))
    turns = tuple(RecentTurn(author="bot", text="x" * 300) for _ in range(40))
    assert assemble(full(evidence=entries, recent=turns, summary="s" * 900), budget=1500).tokens <= 1500


def test_the_role_is_said_again_when_the_talk_is_long() -> None:
    settings = BotSettings(anchor=Anchor(identity="You are Bean.", must_never=("offer discounts",)))
    early = block(assemble(full(settings=settings, turn_number=1)), "reminder")
    late = block(assemble(full(settings=settings, turn_number=REMIND_AFTER + 1)), "reminder")
    assert "You are Bean." not in early
    assert "You are Bean. offer discounts" in late


def test_the_customers_language_is_asked_for_whatever_the_role_is_written_in() -> None:
    settings = BotSettings(anchor=Anchor(identity="你是咖啡店的客服。"))
    assert "Reply in English." in block(assemble(full(settings=settings)), "reminder")


def test_the_prompt_begins_alike_from_turn_to_turn() -> None:
    one, two = (assemble(full(message=text, turn_number=n)).messages[0].content for text, n in (("a", 1), ("b", 2)))
    stable = block(assemble(full()), "system") + "\n\n" + block(assemble(full()), "anchor")
    assert one.startswith(stable)
    assert two.startswith(stable)


def test_a_chinese_character_counts_as_a_token_and_four_letters_as_one() -> None:
    assert (estimate_tokens("退货退款"), estimate_tokens("returns!")) == (4, 2)


def test_what_is_the_same_from_turn_to_turn_comes_first() -> None:
    first, second = assemble(brief(nonce="aaaa")), assemble(brief(said="Another question?", nonce="bbbb"))
    texts = [[block.text for block in prompt.blocks] for prompt in (first, second)]
    fixed = sum(block.tokens for block in second.blocks if block.name in ("system", "anchor"))
    assert shared_prefix(*texts) >= 0.95 * fixed / second.tokens
    assert shared_prefix([], texts[1]) == 0
    assert shared_prefix(texts[1], texts[1]) == 1
