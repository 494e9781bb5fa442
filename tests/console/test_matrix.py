"""Every route against every role and against ids of another company, generated from the URL resolver."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from accounts.roles import Permission, Role, allowed
from api.keys import create_key
from api.scopes import Scope
from audit.api import SYSTEM
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.console.cast import Ask, Ids, absent_things, logged_in, member, person, things_of
from tests.console.routes import API, CONSOLE, OPEN, UNNAMED, WIDGET, all_routes, console_route

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])
_TOKEN = re.compile(r'(?<=")[A-Za-z0-9]{64}(?=")')
_BODY = '{"client_id": "0190b3a5-6d5e-7cc3-9f0e-3d3f2f1c9a11", "text": "Hello"}'


def test_every_route_stands_in_a_table() -> None:
    listed = {console_route(name) for name in CONSOLE} | {f"widget:{name}" for name in WIDGET} | set(API) | UNNAMED
    assert set(all_routes()) == listed


@pytest.mark.parametrize("role", list(Role))
def test_another_companys_id_is_as_absent_as_one_that_never_was(
    role: Role, tenant: TenantView, other_tenant: TenantView
) -> None:
    client, foreign = member(tenant, role), things_of(other_tenant)
    absent = absent_things(foreign)
    answers = {}
    for seen, unseen in zip(_asks(foreign), _asks(absent), strict=True):
        theirs, nobodys = _answer(client, seen, foreign), _answer(client, unseen, absent)
        answers[f"{seen.method} {seen.name}"] = (theirs[0], theirs == nobodys)
    wanted = {key: (404 if _may(role, key.split()[1]) else 403, True) for key in answers}
    assert answers.items() ^ wanted.items() == set()
    assert len(answers) > 30


@pytest.mark.parametrize("role", list(Role))
def test_a_role_opens_exactly_what_the_table_says(role: Role, tenant: TenantView) -> None:
    client, own = member(tenant, role), things_of(tenant)
    opened = {ask.name: client.get(ask.path).status_code for ask in _pages(own)}
    assert opened.items() ^ {name: 200 if _may(role, name) else 403 for name in opened}.items() == set()
    assert len(opened) > 20


@pytest.mark.parametrize("role", list(Role))
def test_a_role_changes_nothing_that_the_table_keeps_from_it(role: Role, tenant: TenantView) -> None:
    client, own = member(tenant, role), things_of(tenant)
    closed = [ask for ask in _asks(own, all_of_them=True) if ask.method == "POST" and not _may(role, ask.name)]
    refused = {ask.name: client.post(ask.path).status_code for ask in closed}
    assert refused == dict.fromkeys(refused, 403)


def test_whoever_works_nowhere_finds_nothing(tenant: TenantView) -> None:
    client, things = logged_in(person("Stella")), things_of(tenant)
    answers = {f"{ask.method} {ask.name}": _answer(client, ask, things)[0] for ask in _asks(things, all_of_them=True)}
    assert answers == dict.fromkeys(answers, 404)


def test_whoever_is_not_logged_in_is_sent_to_the_door(tenant: TenantView) -> None:
    things = things_of(tenant)
    sent = {ask.name: client_location(Client(), ask) for ask in _asks(things, all_of_them=True)}
    assert sent == dict.fromkeys(sent, "/accounts/login/")


def client_location(client: Client, ask: Ask) -> str:
    return client.generic(ask.method, ask.path).headers.get("Location", "").partition("?")[0]


def test_a_key_reaches_nothing_of_another_company(tenant: TenantView, other_tenant: TenantView) -> None:
    foreign = things_of(other_tenant)
    absent = absent_things(foreign)
    with tenant_scope(tenant.id):
        _, key = create_key(name="all", scopes=list(Scope), actor=SYSTEM)
    client = Client(headers={"Authorization": f"Bearer {key}"})
    answers = {}
    for seen, unseen in zip(_api_asks(foreign), _api_asks(absent), strict=True):
        theirs, nobodys = _answer(client, seen, foreign), _answer(client, unseen, absent)
        answers[f"{seen.method} {seen.name}"] = (theirs[0], theirs == nobodys)
    assert answers.items() - dict.fromkeys(answers, (404, True)).items() == set()
    assert len(answers) > 5


def test_without_a_key_the_api_says_nothing(tenant: TenantView) -> None:
    things = things_of(tenant)
    answers = {f"{ask.method} {ask.name}": _answer(Client(), ask, things)[0] for ask in _api_asks(things)}
    assert answers == dict.fromkeys(answers, 401)


def _asks(ids: Ids, *, all_of_them: bool = False) -> Iterator[Ask]:
    """Of the console; unless all, those that name a row in their path."""
    routes = all_routes()
    for name, (methods, who) in CONSOLE.items():
        wanted = set(routes[console_route(name)].pattern.converters)
        if who != OPEN and (wanted or all_of_them):
            path = reverse(console_route(name), kwargs={key: ids[key] for key in wanted})
            yield from (Ask(method, name, path) for method in methods)


def _pages(ids: Ids) -> Iterator[Ask]:
    query = {"document_diff": None, "trial": None, "passage": "", "upload": None}
    for ask in _asks(ids, all_of_them=True):
        if ask.method == "GET" and query.get(ask.name, "") is not None:
            yield ask


def _api_asks(ids: Ids) -> Iterator[Ask]:
    routes = all_routes()
    for name, methods in API.items():
        path = reverse(name, kwargs={key: ids[key] for key in routes[name].pattern.converters})
        yield from (Ask(method, name, path) for method in methods)


def _answer(client: Client, ask: Ask, ids: Ids) -> tuple[int, str]:
    """Status and body, without what differs from one request to the next: its own ids and anti-forgery tokens."""
    response = client.generic(ask.method, ask.path, _BODY, content_type="application/json")
    body = _TOKEN.sub("TOKEN", response.content.decode())
    for value in map(str, ids.values()):
        body = body.replace(value, "ID") if len(value) > 30 else body
    return response.status_code, body


def _may(role: Role, name: str) -> bool:
    who = CONSOLE[name][1]
    return allowed(role, who) if isinstance(who, Permission) else True
