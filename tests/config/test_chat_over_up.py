"""A chat over `manage.py up`, through the socket, as a customer's program holds it."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import pytest

from tests.chatting import Chat
from tests.processes import environment, finished, up
from tests.stage import ANSWER_HOLDS, QUESTION

pytestmark = pytest.mark.slow


@pytest.fixture
def key(home: Path) -> str:
    done = finished([sys.executable, "-m", "tests.stage"], {**environment(home), "PYTHONPATH": "platform"})
    assert done.returncode == 0, done.stderr
    return str(json.loads(done.stdout.splitlines()[-1])["key"])


def test_a_question_is_answered_from_the_document(home: Path, key: str) -> None:
    with up(home, "--no-demo") as (_, port):
        chat = Chat(port, key)
        chat.open()
        reply = chat.ask(QUESTION)
        chat.close()
    assert ANSWER_HOLDS in reply["text"]
    assert reply["citations"][0]["title"] == QUESTION


def test_what_was_said_before_a_restart_is_still_there(home: Path, key: str) -> None:
    with up(home, "--no-demo") as (started, port):
        first = Chat(port, key)
        first.open()
        reply = first.ask(QUESTION)
        started.end(signal.SIGKILL)
    with up(home, "--no-demo") as (_, port):
        second = Chat(port, key)
        second.visitor, second.conversation = first.visitor, first.conversation
        second.open()
        again = second.until("message", matching=lambda frame: frame["author"] == "bot")
        second.close()
    assert (again["seq"], again["text"]) == (reply["seq"], reply["text"])
