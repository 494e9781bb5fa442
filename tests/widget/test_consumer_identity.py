"""Who is it? A customer is known by a token that the shop's server signed, and by nothing else."""

from __future__ import annotations

import base64
import json
import time
import uuid
from collections.abc import Callable

import jwt
import pytest
from channels.db import database_sync_to_async
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from audit.api import SYSTEM
from bots import api as bots
from bots.models import Bot, Conversation
from bots.types import BotView
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.widget.sockets import Chat, Frame, Open, again, bare_bot

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


@pytest.fixture
def bot(tenant: TenantView) -> BotView:
    return bare_bot(tenant)


@pytest.fixture
def secret(bot: BotView, tenant: TenantView) -> str:
    with tenant_scope(tenant.id):
        return bots.set_identity_secret(bot_id=bot.id, actor=SYSTEM)


def claims(**changes: object) -> dict[str, object]:
    now = int(time.time())
    made = {"sub": "anna-7", "iat": now, "exp": now + 300, "name": "Anna", **changes}
    return {name: value for name, value in made.items() if value is not None}


def signed(secret: str, **changes: object) -> str:
    return jwt.encode(claims(**changes), secret, algorithm="HS256")


async def greeting(bot: BotView, token: str, **fields: object) -> Frame:
    chat = Chat(bot.widget_key)
    answer = await chat.hello(token=token, **fields)
    await chat.close()
    return answer


async def test_a_signed_customer_has_one_identity_from_every_browser(
    bot: BotView, secret: str, opened: Open, tenant: TenantView
) -> None:
    first = await opened(token=signed(secret))
    second = await opened(token=signed(secret))
    assert first.welcome["visitor"] != second.welcome["visitor"]
    assert await customers(tenant) == {"anna-7"}


async def test_a_known_customer_resumes_with_a_token_and_not_without(opened: Open, bot: BotView, secret: str) -> None:
    chat = await opened(token=signed(secret))
    await chat.ask()
    with_token = await opened(token=signed(secret), conversation=chat.welcome["conversation"])
    assert (await with_token.next())["seq"] == 1
    without = Chat(bot.widget_key)
    refused = await without.hello(**again(chat))
    assert (refused["type"], refused["code"]) == ("error", "not_found")
    await without.close()


async def test_the_browser_of_a_known_customer_is_a_stranger_without_a_token(
    opened: Open, secret: str, tenant: TenantView
) -> None:
    known = await opened(token=signed(secret))
    next_person = await opened(visitor=known.welcome["visitor"])
    assert next_person.welcome["visitor"] != known.welcome["visitor"]
    assert await customer_of(tenant, next_person) != await customer_of(tenant, known)


def unsigned() -> str:
    def part(value: dict[str, object]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()

    return f"{part({'alg': 'none', 'typ': 'JWT'})}.{part(claims())}."


BAD: dict[str, Callable[[str], str]] = {
    "another key": lambda secret: signed(secret + "x"),
    "no signature": lambda secret: unsigned(),
    "another algorithm": lambda secret: jwt.encode(claims(), secret + "x" * 64, algorithm="HS512"),
    "expired": lambda secret: signed(secret, exp=int(time.time()) - 60),
    "valid for too long": lambda secret: signed(secret, exp=int(time.time()) + 3600),
    "without an end": lambda secret: signed(secret, exp=None),
    "without a beginning": lambda secret: signed(secret, iat=None),
    "from the future": lambda secret: signed(secret, iat=int(time.time()) + 240),
    "without a subject": lambda secret: signed(secret, sub=None),
    "with an empty subject": lambda secret: signed(secret, sub=" "),
    "with an overlong subject": lambda secret: signed(secret, sub="a" * 201),
    "with a NUL in its subject": lambda secret: signed(secret, sub="a\x00"),
    "not a token": lambda secret: "anna-7",
    "cut": lambda secret: signed(secret)[:-4],
}


@pytest.mark.parametrize("fault", BAD)
async def test_a_bad_token_is_refused_and_nobody_is_let_in_instead(
    bot: BotView, secret: str, tenant: TenantView, fault: str
) -> None:
    answer = await greeting(bot, BAD[fault](secret))
    assert (answer["type"], answer["code"]) == ("error", "bad_token")
    assert await customers(tenant) == set()


@pytest.mark.parametrize("subject", [["anna-7"], {"id": "anna-7"}, 7, True])
async def test_a_subject_that_is_no_text_is_refused(bot: BotView, secret: str, subject: object) -> None:
    body = base64.urlsafe_b64encode(json.dumps(claims(sub=subject)).encode()).rstrip(b"=").decode()
    head = signed(secret).split(".", maxsplit=1)[0]
    signature = jwt.algorithms.HMACAlgorithm(jwt.algorithms.HMACAlgorithm.SHA256).sign(
        f"{head}.{body}".encode(), secret.encode()
    )
    token = f"{head}.{body}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"
    assert (await greeting(bot, token))["code"] == "bad_token"


async def test_a_token_for_a_bot_without_a_secret_is_refused(bot: BotView) -> None:
    assert (await greeting(bot, signed("guess" * 8)))["code"] == "bad_token"


async def test_another_companys_token_is_refused(bot: BotView, secret: str, other_tenant: TenantView) -> None:
    def theirs() -> str:
        other = bare_bot(other_tenant)
        with tenant_scope(other_tenant.id):
            return bots.set_identity_secret(bot_id=other.id, actor=SYSTEM)

    assert (await greeting(bot, signed(await database_sync_to_async(theirs)())))["code"] == "bad_token"


async def test_an_old_secret_is_refused_once_a_new_one_is_made(bot: BotView, secret: str, tenant: TenantView) -> None:
    def renew() -> str:
        with tenant_scope(tenant.id):
            return bots.set_identity_secret(bot_id=bot.id, actor=SYSTEM)

    fresh = await database_sync_to_async(renew)()
    assert (await greeting(bot, signed(secret)))["code"] == "bad_token"
    assert (await greeting(bot, signed(fresh)))["type"] == "welcome"


async def test_a_public_key_checks_es256_and_is_never_a_secret(bot: BotView, secret: str, tenant: TenantView) -> None:
    private = ec.generate_private_key(ec.SECP256R1())
    pem = private.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)

    def upload() -> None:
        with tenant_scope(tenant.id):
            bots.set_identity_public_key(bot_id=bot.id, pem=pem.decode(), actor=SYSTEM)

    await database_sync_to_async(upload)()
    assert (await greeting(bot, jwt.encode(claims(), private, algorithm="ES256")))["type"] == "welcome"
    assert (await greeting(bot, signed(secret)))["code"] == "bad_token"
    signing = f"{signed(secret).split('.')[0]}.{signed(secret).split('.')[1]}"
    forged = jwt.algorithms.HMACAlgorithm(jwt.algorithms.HMACAlgorithm.SHA256).sign(signing.encode(), pem)
    token = f"{signing}.{base64.urlsafe_b64encode(forged).rstrip(b'=').decode()}"
    assert (await greeting(bot, token))["code"] == "bad_token"


@pytest.mark.usefixtures("secret")
def test_the_secret_is_not_in_the_database(bot: BotView, secret: str, tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        kept = Bot.objects.get(id=bot.id).identity_secret
    assert kept
    assert secret not in kept


@database_sync_to_async
def customers(tenant: TenantView) -> set[str]:
    with tenant_scope(tenant.id):
        return set(Conversation.objects.values_list("customer__external_id", flat=True))


@database_sync_to_async
def customer_of(tenant: TenantView, chat: Chat) -> uuid.UUID:
    with tenant_scope(tenant.id):
        return bots.get_conversation(uuid.UUID(chat.welcome["conversation"])).customer_id
