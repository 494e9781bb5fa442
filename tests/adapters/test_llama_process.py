"""A real model server that hangs or dies in the middle of a real answer."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from adapters.chat_chain import ChatChain
from adapters.openai_chat import OpenAIChat
from adapters.scripted_chat import ScriptedChat
from ports.chat import ChatMessage, ChatRequest, Deadlines, Finished, Restarted, TextDelta
from tests.conftest import require
from tests.llama import weights

pytestmark = pytest.mark.llama

_SERVE = """
import sys, time, xllamacpp
params = xllamacpp.CommonParams()
params.model.path, params.n_ctx, params.n_parallel, params.port = sys.argv[1], 2048, 1, 0
params.warmup, params.verbosity, params.hostnames = False, -1, ["127.0.0.1"]
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
time.sleep(600)
"""
ASK = ChatRequest(
    messages=(ChatMessage(role="user", content="Tell me a very long story about a cat and a bag of coffee."),),
    max_tokens=1500,
    deadlines=Deadlines(connect=2, first_token=30, between_chunks=1.0, total=40),
)


@dataclass(frozen=True)
class Server:
    process: subprocess.Popen[str]
    base_url: str


@pytest.fixture
def server() -> Iterator[Server]:
    require("llama")
    with subprocess.Popen(
        [sys.executable, "-c", _SERVE, str(weights())], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout
        yield Server(process, f"{process.stdout.readline().strip()}/v1")
        process.kill()


@pytest.mark.parametrize(("blow", "fault"), [(signal.SIGKILL, "cut"), (signal.SIGSTOP, "timeout")])
def test_the_builtin_answers_when_the_server_falls_in_mid_answer(
    server: Server, blow: signal.Signals, fault: str
) -> None:
    builtin = ScriptedChat(replies=["The builtin answer."], name="builtin")
    chain = ChatChain(models=[OpenAIChat(base_url=server.base_url, model="smollm2"), builtin])
    text, fell, last = "", 0.0, None
    for event in chain.stream(ASK):
        match event:
            case TextDelta():
                text += event.text
                if not fell and len(text) > 20:
                    os.kill(server.process.pid, blow)
                    fell = time.monotonic()
            case Restarted():
                text = ""
            case Finished():
                last = event
    assert text == "The builtin answer."
    assert last is not None
    assert [note.fault for note in last.notes] == [fault]
    assert last.notes[0].characters > 20
    assert time.monotonic() - fell < ASK.deadlines.between_chunks + 1.0


def test_a_server_that_is_gone_costs_almost_nothing(server: Server) -> None:
    server.process.kill()
    server.process.wait()
    builtin = ScriptedChat(replies=["The builtin answer."], name="builtin")
    began = time.monotonic()
    *_, last = ChatChain(models=[OpenAIChat(base_url=server.base_url, model="smollm2"), builtin]).stream(ASK)
    assert isinstance(last, Finished)
    assert [note.fault for note in last.notes] == ["unreachable"]
    assert time.monotonic() - began < 3
