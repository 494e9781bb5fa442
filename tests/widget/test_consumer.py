"""The chat socket: greeting, messages, replies, tabs, resuming."""

from __future__ import annotations

import uuid

import pytest

from bots import api as bots
from bots.models import Message
from bots.types import BotView
from ports import port_scope
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.widget.sockets import QUESTION, Chat, Open, again, in_thread, open_shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


def stored(tenant: TenantView, chat: Chat) -> list[tuple[int, str, str]]:
    with tenant_scope(tenant.id):
        rows = Message.objects.filter(conversation_id=chat.welcome["conversation"]).order_by("seq")
        return [(row.seq, row.author, row.text) for row in rows]


async def test_hello_is_answered_with_a_new_conversation(opened: Open) -> None:
    chat = await opened(locale="zh-CN")
    assert chat.welcome["type"] == "welcome"
    assert (chat.welcome["seq"], chat.welcome["mode"]) == (0, "bot")
    assert chat.welcome["bot"]["locale"] == "zh"
    assert len(chat.welcome["visitor"]) >= 22  # at least 128 bits in base64


async def test_a_question_is_acknowledged_then_answered_with_its_source(opened: Open) -> None:
    chat = await opened()
    reply = await chat.ask(QUESTION)
    ack = chat.of("ack")[0]
    assert (ack["seq"], reply["seq"], reply["reply_to"]) == (1, 2, 1)
    assert "30 days" in reply["text"]
    assert reply["outcome"] == "answered"
    assert [source["kind"] for source in reply["citations"]] == ["document"]
    assert {"label", "title", "snippet"} <= reply["citations"][0].keys()


async def test_what_is_pushed_before_the_reply_is_a_part_of_it(opened: Open) -> None:
    chat = await opened()
    reply = await chat.ask(QUESTION)
    deltas = chat.of("delta")
    assert [delta["n"] for delta in deltas] == list(range(len(deltas)))
    assert {delta["reply_to"] for delta in deltas} == {1}
    assert "".join(delta["text"] for delta in deltas).strip() == reply["text"].strip()


async def test_the_ack_goes_out_when_the_message_is_stored(opened: Open, tenant: TenantView) -> None:
    chat = await opened()
    ack = await chat.message("Hello")
    assert (await in_thread(stored)(tenant, chat))[0] == (ack["seq"], "customer", "Hello")


async def test_a_message_is_not_echoed_to_its_own_socket(opened: Open) -> None:
    chat = await opened()
    await chat.ask()
    assert chat.of("message") == []


async def test_the_same_client_id_twice_is_one_message_with_one_answer(opened: Open, tenant: TenantView) -> None:
    chat = await opened()
    client_id = str(uuid.uuid4())
    first = await chat.message(QUESTION, client_id)
    second = await chat.message(QUESTION, client_id)
    assert first == second
    await chat.until("reply") if not chat.of("reply") else None
    assert await chat.quiet(seconds=1)
    assert [author for _, author, _ in await in_thread(stored)(tenant, chat)] == ["customer", "bot"]


async def test_an_ack_names_the_client_id_as_it_was_written(opened: Open) -> None:
    chat = await opened()
    client_id = str(uuid.uuid4()).upper()
    assert (await chat.message("Hello", client_id))["client_id"] == client_id


async def test_three_messages_at_once_are_answered_in_order(opened: Open) -> None:
    chat = await opened()
    for number in range(3):
        await chat.say("message", client_id=str(uuid.uuid4()), text=f"{QUESTION} {number}")
    replies = [await chat.until("reply") for _ in range(3)]
    assert [reply["reply_to"] for reply in replies] == [1, 2, 3]


async def test_two_tabs_see_each_others_messages_and_replies(opened: Open) -> None:
    first = await opened()
    second = await opened(**again(first))
    await first.ask()
    echoed = await second.until("message")
    reply = await second.until("reply")
    assert (echoed["author"], echoed["text"], echoed["seq"]) == ("customer", QUESTION, 1)
    assert reply["reply_to"] == 1


async def test_who_comes_back_gets_what_is_missing_in_order(opened: Open) -> None:
    chat = await opened()
    await chat.ask()
    await chat.ask("When does it have to be back?")
    back = await opened(**again(chat, after_seq=1))
    frames = [await back.next() for _ in range(3)]
    assert [(frame["seq"], frame["author"]) for frame in frames] == [(2, "bot"), (3, "customer"), (4, "bot")]
    assert frames[0]["citations"]
    assert "<" in frames[0]["html"]


async def test_an_answer_that_was_under_way_reaches_the_socket_that_comes_back(
    opened: Open, bot: BotView, tenant: TenantView
) -> None:
    chat = await opened()
    await chat.close()
    client_id = uuid.uuid4()
    customer = await in_thread(guest_of)(tenant, chat)
    accepted = await in_thread(bots.accept_message)(
        tenant_id=tenant.id, conversation_id=uuid.UUID(chat.welcome["conversation"]), customer_id=customer,
        client_id=client_id, text=QUESTION,
    )  # fmt: skip
    back = await opened(**again(chat, after_seq=accepted.seq))
    with port_scope(push=Silent()):
        await in_thread(lambda: bots.answer_here(tenant.id, accepted.job_id).result())()
        reply = await back.until("reply", seconds=10)
    assert reply["reply_to"] == accepted.seq


async def test_a_reply_whose_pushes_are_all_lost_still_comes(opened: Open) -> None:
    chat = await opened()
    with port_scope(push=Silent()):
        reply = await chat.ask()
    assert reply["outcome"] == "answered"
    assert chat.of("delta", "status") == []


async def test_a_stranger_does_not_get_the_conversation(opened: Open, bot: BotView) -> None:
    chat = await opened()
    await chat.ask()
    stranger = Chat(bot.widget_key)
    answer = await stranger.hello(conversation=chat.welcome["conversation"], visitor="x" * 43)
    assert (answer["type"], answer["code"]) == ("error", "not_found")
    await stranger.close()


async def test_a_visitor_of_another_bot_does_not_get_the_conversation(opened: Open, other_tenant: TenantView) -> None:
    chat = await opened()
    forget = await in_thread(open_shop)(other_tenant)
    stranger = Chat(forget.widget_key)
    answer = await stranger.hello(**again(chat))
    assert (answer["type"], answer["code"]) == ("error", "not_found")
    await stranger.close()


async def test_a_refused_hello_may_be_followed_by_a_better_one(opened: Open, bot: BotView) -> None:
    chat = Chat(bot.widget_key)
    await chat.hello(conversation=str(uuid.uuid4()))
    await chat.say("hello")
    assert (await chat.next())["type"] == "welcome"
    await chat.close()


async def test_the_bot_is_silent_while_a_human_writes(opened: Open, tenant: TenantView) -> None:
    chat = await opened()
    agent = uuid.uuid4()
    await in_thread(take_over)(tenant, chat, agent)
    assert (await chat.until("handover"))["state"] == "joined"
    assert (await chat.message(QUESTION))["type"] == "ack"
    assert await chat.quiet(seconds=1)
    await in_thread(bots.append_agent_message)(
        tenant_id=tenant.id,
        conversation_id=uuid.UUID(chat.welcome["conversation"]),
        agent_id=agent,
        text="Ann here.",
    )
    await in_thread(bots.push_stored)(tenant.id, uuid.UUID(chat.welcome["conversation"]), seq=2)
    said = await chat.until("message")
    assert (said["author"], said["text"]) == ("agent", "Ann here.")


async def test_asking_for_a_human_queues_the_conversation_once(opened: Open) -> None:
    chat = await opened()
    await chat.say("human", reason="I want a person")
    assert (await chat.until("handover"))["state"] == "queued"
    await chat.say("human")
    assert await chat.quiet()


async def test_a_rating_is_kept_and_comes_with_the_history(opened: Open) -> None:
    chat = await opened()
    reply = await chat.ask()
    await chat.say("feedback", seq=reply["seq"], rating="up", comment="thanks")
    await chat.say("ping")
    assert (await chat.next())["type"] == "pong"
    back = await opened(**again(chat))
    history = [await back.next() for _ in range(2)]
    assert history[1]["rating"] == 5


async def test_who_comes_back_while_a_human_is_awaited_is_told_so(opened: Open) -> None:
    chat = await opened()
    await chat.say("human")
    await chat.until("handover")
    back = await opened(**again(chat))
    assert (back.welcome["mode"], back.welcome["waiting"], chat.welcome["waiting"]) == ("bot", True, False)


async def test_one_cannot_rate_what_is_not_a_reply(opened: Open) -> None:
    chat = await opened()
    await chat.message("Hello")
    await chat.say("feedback", seq=99, rating=1)
    error = await chat.until("error")
    assert (error["code"], error["message"]) == ("unknown_message", "This message cannot be rated.")


class Silent:
    """A channel layer that loses everything."""

    def send(self, group: str, event: object) -> None:
        pass

    def register_loop(self, loop: object) -> None:
        pass


def guest_of(tenant: TenantView, chat: Chat) -> uuid.UUID:
    with tenant_scope(tenant.id):
        return bots.get_conversation(uuid.UUID(chat.welcome["conversation"])).customer_id


def take_over(tenant: TenantView, chat: Chat, agent: uuid.UUID) -> None:
    with tenant_scope(tenant.id):
        bots.take_over(conversation_id=uuid.UUID(chat.welcome["conversation"]), person_id=agent)
