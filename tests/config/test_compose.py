"""docker-compose.yml, by running its very commands against a real Redis and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chatting import Chat
from tests.processes import eventually, free_port, get
from tests.production import COMPOSE, Production, production
from tests.stage import ANSWER_HOLDS, QUESTION

pytestmark = [pytest.mark.slow, pytest.mark.redis]
OURS = ["migrate", "web", "worker", "beat"]


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Production]:
    with production(tmp_path_factory.mktemp("production")) as made:
        yield made


@pytest.fixture(scope="module")
def key(stack: Production) -> str:
    for service in ("web", "worker", "beat"):
        stack.start(service)
    staged = stack.stage()["key"]
    stack.processes["web"].wait_for("Anamnesis is ready")
    return staged


def test_a_chat_is_held_through_web_worker_and_redis(stack: Production, key: str) -> None:
    chat = Chat(stack.port, key)
    chat.open()
    reply = chat.ask(QUESTION)
    chat.close()
    assert ANSWER_HOLDS in reply["text"]


def test_two_sockets_of_one_conversation_on_two_web_processes_see_the_same(stack: Production, key: str) -> None:
    """The channel layer goes through Redis."""
    first = Chat(stack.port, key)
    first.open()
    here, stack.port = stack.port, free_port()
    try:
        stack.start("web", name="second web").wait_for("Anamnesis is ready")
        second = Chat(stack.port, key)
    finally:
        stack.port = here
    second.visitor, second.conversation = first.visitor, first.conversation
    second.open()
    first.say(QUESTION)
    reply = second.until("reply")
    for chat in (first, second):
        chat.close()
    assert ANSWER_HOLDS in reply["text"]


@pytest.mark.parametrize("service", ["web", "worker", "beat"])
def test_the_health_check_passes_while_the_service_gets_on(stack: Production, key: str, service: str) -> None:
    assert eventually(lambda: stack.probe(service) == 0, seconds=30)


def test_readiness_shows_the_queue(stack: Production, key: str) -> None:
    status, body = get(stack.port, "/readyz")
    assert (status, '"database": "ok"' in body) == (200, True)


def test_the_web_process_runs_no_jobs_of_its_own_here(stack: Production, key: str) -> None:
    """Else the worker would be for show."""
    threads = Path(f"/proc/{stack.processes['web'].child.pid}/task").glob("*/comm")
    assert "sweeper" not in [thread.read_text().strip() for thread in threads]


def test_a_worker_ends_on_sigterm_and_leaves_nothing_undone(stack: Production, key: str) -> None:
    assert stack.processes.pop("worker").end() == 0
    stack.start("worker")


@pytest.mark.parametrize("service", OURS)
def test_no_service_of_ours_may_write_outside_its_volume_or_gain_rights(service: str) -> None:
    declared = COMPOSE["services"][service]
    assert declared["read_only"] is True
    assert declared["cap_drop"] == ["ALL"]
    assert declared["security_opt"] == ["no-new-privileges:true"]


@pytest.mark.parametrize("service", ["web", "worker", "beat"])
def test_what_serves_knows_no_password_of_the_owner_or_superuser(service: str) -> None:
    assert {"DATABASE_OWNER_URL", "DATABASE_ADMIN_URL"} & set(COMPOSE["services"][service]["environment"]) == set()


def test_only_the_site_itself_has_a_port() -> None:
    assert [name for name, declared in COMPOSE["services"].items() if "ports" in declared] == ["web"]


def test_the_large_shape_is_asked_for_by_its_profile() -> None:
    assert {name for name, each in COMPOSE["services"].items() if each.get("profiles")} == {"weaviate", "pgbouncer"}
