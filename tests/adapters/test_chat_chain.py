"""The chain: who answers, what the trace is told, and how long it may take."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from adapters.chat_chain import ChatChain
from adapters.openai_chat import OpenAIChat
from adapters.scripted_chat import ScriptedChat
from ports.chat import ChatEvent, ChatMessage, ChatRequest, ContextOverflow, Deadlines, Finished, Restarted, TextDelta
from ports.errors import ChatError, PortMisconfigured
from tests.adapters.fault_modes import PASSING
from tests.adapters.fault_server import ANSWER, MODES, FaultServer

ASK = ChatRequest(messages=(ChatMessage(role="user", content="How long do returns take?"),))
SAFE = "The builtin answer [1]."


class BrokenAdapter:
    name = "broken"

    def stream(self, request: ChatRequest) -> Iterator[ChatEvent]:
        raise KeyError("a bug")
        yield


class EndlessSilence:
    """Says one word and then forgets to finish."""

    name = "silence"

    def stream(self, request: ChatRequest) -> Iterator[ChatEvent]:
        yield TextDelta(text="Well")


def builtin() -> ScriptedChat:
    return ScriptedChat(replies=[SAFE], name="builtin", structured=False)


def failing(fault: ChatError, name: str = "first") -> ScriptedChat:
    return ScriptedChat(replies=[fault], name=name)


def shown(events: Iterator[ChatEvent]) -> tuple[str, Finished]:
    """What a caller keeps: a restart drops the text before it."""
    text = ""
    for event in events:
        if isinstance(event, TextDelta):
            text += event.text
        elif isinstance(event, Restarted):
            text = ""
        else:
            return text, event
    raise AssertionError("no last event")


def test_the_first_model_answers_when_it_can() -> None:
    text, finished = shown(ChatChain(models=[ScriptedChat(replies=["Hi."]), builtin()]).stream(ASK))
    assert (text, finished.model, finished.notes) == ("Hi.", "scripted", ())


def test_the_next_answers_and_the_trace_is_told_who_failed_and_why() -> None:
    first = failing(ChatError("rate_limited", "status 429: slow down", attempts=3))
    second = failing(ChatError("timeout", "no first token"), name="second")
    text, finished = shown(ChatChain(models=[first, second, builtin()]).stream(ASK))
    assert (text, finished.model) == (SAFE, "builtin")
    assert [(note.model, note.fault, note.attempts) for note in finished.notes] == [
        ("first", "rate_limited", 3),
        ("second", "timeout", 1),
    ]
    assert "slow down" in finished.notes[0].detail


def test_a_model_that_fails_in_mid_answer_makes_the_next_begin_anew() -> None:
    half = ScriptedChat(replies=["Returns take 30 days."], fail_after=3, name="half")
    events = list(ChatChain(models=[half, builtin()]).stream(ASK))
    restarts = [event for event in events if isinstance(event, Restarted)]
    assert [(restart.note.model, restart.note.fault, restart.note.characters) for restart in restarts] == [
        ("half", "cut", 12)
    ]
    assert shown(iter(events))[0] == SAFE


@pytest.mark.parametrize("model", [BrokenAdapter(), EndlessSilence()])
def test_an_adapter_that_breaks_its_contract_is_passed_over(model: BrokenAdapter | EndlessSilence) -> None:
    text, finished = shown(ChatChain(models=[model, builtin()]).stream(ASK))
    assert (text, [note.model for note in finished.notes]) == (SAFE, [model.name])


def test_when_all_fail_the_error_names_them_all() -> None:
    chain = ChatChain(models=[failing(ChatError("empty", "nothing")), failing(ChatError("cut", "gone"), name="last")])
    with pytest.raises(ChatError, match=r"first: empty.*last: cut"):
        list(chain.stream(ASK))


def test_a_cancelled_draft_is_not_given_to_the_next() -> None:
    last = builtin()
    with pytest.raises(ChatError, match="cancelled"):
        list(ChatChain(models=[failing(ChatError("cancelled", "gone")), last]).stream(ASK))
    assert last.requests == []


def test_a_models_name_is_for_the_first_server_only() -> None:
    first, second = failing(ChatError("empty", "nothing")), builtin()
    list(ChatChain(models=[first, second]).stream(replace(ASK, model="big-one")))
    assert (first.requests[0].model, second.requests[0].model) == ("big-one", "")


def test_a_request_may_begin_at_an_entry_by_its_name() -> None:
    first, second = ScriptedChat(replies=["Hi."], name="first"), builtin()
    assert shown(ChatChain(models=[first, second]).stream(replace(ASK, model="builtin")))[0] == SAFE
    assert first.requests == []


def test_only_models_that_can_are_asked_for_a_schema() -> None:
    plain, able = builtin(), ScriptedChat(replies=["{}"], name="able")
    chain = ChatChain(models=[plain, able])
    assert chain.structured
    assert shown(chain.stream(replace(ASK, schema={})))[0] == "{}"
    assert plain.requests == []


def test_without_such_a_model_a_schema_is_refused() -> None:
    chain = ChatChain(models=[builtin()])
    assert not chain.structured
    with pytest.raises(ChatError, match="schema"):
        list(chain.stream(replace(ASK, schema={})))


def test_the_total_deadline_holds_for_the_chain_as_a_whole(server: FaultServer) -> None:
    models = [
        OpenAIChat(base_url=server.url(mode), model=mode)
        for mode in ("comments_only", "trickled_head", "talks_for_ever", "silent")
    ]
    ask = replace(ASK, deadlines=Deadlines(connect=0.3, first_token=0.5, between_chunks=0.5, total=1.2))
    began = time.monotonic()
    text, finished = shown(ChatChain(models=[*models, builtin()]).stream(ask))
    assert time.monotonic() - began < 1.2 + 1.0
    assert text == SAFE
    assert [note.fault for note in finished.notes] == ["timeout"] * 4


# Modes in which the server gives no whole answer; each must end in the builtin's, within the total deadline.
FAULTS = [
    name
    for name, function in MODES.items()
    if function.__module__.endswith(("fault_modes", "broken_answers")) and name not in PASSING
]


@pytest.mark.parametrize("mode", FAULTS)
def test_every_fault_ends_in_the_builtin_answer(server: FaultServer, mode: str) -> None:
    model = OpenAIChat(base_url=server.url(mode), model="fault-1", retry_base=0.01)
    ask = replace(ASK, deadlines=Deadlines(connect=0.2, first_token=0.2, between_chunks=0.2, total=0.5))
    began = time.monotonic()
    text, finished = shown(ChatChain(models=[model, builtin()]).stream(ask))
    assert time.monotonic() - began < 0.5 + 1.0
    assert text == SAFE
    assert len(finished.notes) == 1


def test_a_closed_chain_closes_its_model(server: FaultServer) -> None:
    model = OpenAIChat(base_url=server.url("talks_for_ever"), model="fault-1")
    events = ChatChain(models=[model, builtin()]).stream(ASK)
    next(events)
    events.close()  # type: ignore[attr-defined]
    assert model._server._client._transport._pool.connections == []  # type: ignore[attr-defined]


def test_cancelling_reaches_the_model_that_speaks(server: FaultServer) -> None:
    cancel = threading.Event()
    threading.Timer(0.1, cancel.set).start()
    chain = ChatChain(models=[OpenAIChat(base_url=server.url("silent"), model="fault-1"), builtin()])
    began = time.monotonic()
    with pytest.raises(ChatError, match="cancelled"):
        list(chain.stream(replace(ASK, cancel=cancel)))
    assert time.monotonic() - began < 1


def test_entries_are_made_in_the_shape_of_ports(server: FaultServer) -> None:
    options = {"base_url": server.url("good"), "api_key": "k", "model": "fault-1"}
    entries = [
        {"BACKEND": "adapters.openai_chat.OpenAIChat", "OPTIONS": options},
        {"BACKEND": "adapters.scripted_chat.ScriptedChat", "OPTIONS": {"replies": [SAFE]}},
    ]
    assert shown(ChatChain(models=entries).stream(ASK))[0] == ANSWER


@pytest.mark.parametrize(
    "models",
    [
        [],
        [{"BACKEND": "adapters.no_such_module.Chat"}],
        [{"BACKEND": "adapters.openai_chat.OpenAIChat", "OPTIONS": {"base_url": "no address"}}],
        [{"BACKEND": "adapters.openai_chat.OpenAIChat", "OPTIONS": {"base_urll": "http://localhost/v1"}}],
    ],
)
def test_bad_settings_are_told_when_the_chain_is_made(models: list[dict[str, object]]) -> None:
    with pytest.raises(PortMisconfigured):
        ChatChain(models=models)


def test_a_later_model_that_takes_less_gets_a_shorter_prompt_at_once(server: FaultServer) -> None:
    heard: list[ContextOverflow] = []

    def shrink(overflow: ContextOverflow) -> tuple[ChatMessage, ...]:
        heard.append(overflow)
        return (ChatMessage(role="user", content="short"),)

    long = replace(ASK, messages=(ChatMessage(role="user", content="coffee " * 4000),), max_tokens=100, shrink=shrink)
    small = OpenAIChat(base_url=server.url("repeats_the_question"), name="small", context_tokens=1024)
    text, finished = shown(ChatChain(models=[failing(ChatError("timeout", "silent")), small]).stream(long))
    assert text == "short"
    assert [(overflow.limit, overflow.prompt_tokens) for overflow in heard] == [(1024, 7000)]
    assert [note.fault for note in finished.notes] == ["timeout"]
