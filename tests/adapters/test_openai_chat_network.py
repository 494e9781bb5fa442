"""The chat adapter and the network below it: names, connections, TLS, and letting go."""

from __future__ import annotations

import socket
import threading
from dataclasses import replace

import pytest

from ports.chat import ChatMessage, Deadlines, TextDelta
from tests.adapters.asking import ASK, LIMIT, SHORT, ask, chat_at
from tests.adapters.fault_server import FaultServer


def test_a_port_where_nobody_listens_is_unreachable_at_once() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        outcome = ask(chat_at(f"http://127.0.0.1:{free.getsockname()[1]}/v1"))
    assert outcome.error is not None
    assert (outcome.error.fault, outcome.error.attempts) == ("unreachable", 3)
    assert outcome.seconds < LIMIT


def test_a_host_that_does_not_exist_is_unreachable() -> None:
    outcome = ask(chat_at("http://model.invalid/v1", attempts=1))
    assert outcome.error is not None
    assert outcome.error.fault in {"unreachable", "timeout"}
    assert outcome.seconds < LIMIT


def test_a_resolver_that_hangs_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    real, ends = socket.getaddrinfo, threading.Event()

    def hanging(host: str, *rest: object, **named: object) -> object:
        if named.get("type") == socket.SOCK_STREAM:
            ends.wait(20)
        return real(host, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", hanging)
    outcome = ask(chat_at("http://slow.invalid/v1"))
    ends.set()
    assert outcome.error is not None
    assert outcome.error.fault == "timeout"
    assert outcome.seconds < SHORT.connect + 1


def test_a_connection_that_is_never_taken_is_bounded() -> None:
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        waiting = [socket.socket() for _ in range(4)]
        for each in waiting:
            each.setblocking(False)
            each.connect_ex(full.getsockname())
        outcome = ask(chat_at(f"http://127.0.0.1:{full.getsockname()[1]}/v1"))
        for each in waiting:
            each.close()
    assert outcome.error is not None
    assert outcome.error.fault == "timeout"
    assert outcome.seconds < LIMIT


def test_tls_towards_a_server_without_it_is_unreachable(server: FaultServer) -> None:
    outcome = ask(chat_at(f"https://127.0.0.1:{server.port}/good/v1"))
    assert outcome.error is not None
    assert outcome.error.fault in {"unreachable", "timeout", "cut"}
    assert outcome.seconds < LIMIT


def test_a_tls_handshake_that_is_cut_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def hang_up() -> None:
            for _ in range(3):
                taken, _address = listener.accept()
                taken.recv(10)
                taken.close()

        threading.Thread(target=hang_up, daemon=True).start()
        outcome = ask(chat_at(f"https://127.0.0.1:{listener.getsockname()[1]}/v1"))
    assert outcome.error is not None
    assert outcome.error.fault in {"unreachable", "cut"}
    assert outcome.seconds < LIMIT


@pytest.mark.parametrize("mode", ["silent", "stalls", "comments_only"])
def test_a_cancelled_draft_ends_at_once(server: FaultServer, mode: str) -> None:
    cancel = threading.Event()
    threading.Timer(0.1, cancel.set).start()
    outcome = ask(chat_at(server.url(mode)), replace(ASK, cancel=cancel, deadlines=Deadlines()))
    assert outcome.error is not None
    assert outcome.error.fault == "cancelled"
    assert outcome.seconds < 1


def test_a_connection_is_used_again(server: FaultServer) -> None:
    chat = chat_at(server.url("repeats_the_question"))
    for _ in range(3):
        assert ask(chat).text == ASK.messages[0].content
    assert len(chat._server._client._transport._pool.connections) == 1  # type: ignore[attr-defined]


def test_a_storm_of_cancelled_drafts_never_mixes_two_replies(server: FaultServer) -> None:
    """A connection that is given back with half a reply in it hands that half to the next customer."""
    chat = chat_at(server.url("repeats_the_question"))
    wrong: list[tuple[str, str]] = []

    def talk(person: int) -> None:
        for turn in range(60):
            question = f"Person {person}, turn {turn}: " + f"{person * 1000 + turn} " * 40
            asked = replace(
                ASK, messages=(ChatMessage(role="user", content=question),), max_tokens=2000, deadlines=Deadlines()
            )
            text, leave_after = "", (person * 7 + turn * 13) % 50
            for number, event in enumerate(chat.stream(asked)):
                text += event.text if isinstance(event, TextDelta) else ""
                if number == leave_after and turn % 3:
                    break
            whole = text == question if turn % 3 == 0 else question.startswith(text)
            if not whole:
                wrong.append((question, text))

    threads = [threading.Thread(target=talk, args=(person,)) for person in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert server.counts["repeats_the_question"] >= 480


def test_a_closed_draft_lets_its_connection_go(server: FaultServer) -> None:
    chat = chat_at(server.url("talks_for_ever"))
    for _ in range(3):
        events = chat.stream(ASK)
        next(events)
        events.close()  # type: ignore[attr-defined]
    assert chat._server._client._transport._pool.connections == []  # type: ignore[attr-defined]
