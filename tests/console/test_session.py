"""Log-in, the company that is shown, and roles that change under way."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.test import Client

from accounts import api as accounts
from accounts.models import Membership, Person
from accounts.roles import Role
from audit.api import Actor
from audit.models import AuditEntry
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.console.cast import employ, logged_in, person
from tests.console.routes import CONSOLE, all_routes, console_route

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
PASSWORD = "a quiet place for beans"


def _sign_in(client: Client, email: str, password: str) -> int:
    return client.post("/accounts/login/", {"login": email, "password": password}).status_code


@pytest.fixture
def oscar(tenant: TenantView) -> Person:
    made = employ(person("Oscar"), tenant, Role.OPERATOR)
    made.set_password(PASSWORD)
    made.save()
    return made


def test_a_short_password_is_refused_in_the_language_of_the_page(
    client: Client, tenant: TenantView, oscar: Person
) -> None:
    with tenant_scope(tenant.id):
        actor = Actor(kind="person", id=str(oscar.id))
        _, token = accounts.invite(email="nina@example.org", role=Role.AGENT, actor=actor)
    client.cookies["django_language"] = "zh-hans"
    page = client.post(f"/console/join/{token}/", {"name": "Nina", "password": "nina@exam"}).content.decode()
    assert "密码太短，至少需要 10 个字符。" in page
    assert "密码与您的姓名或邮箱地址太相似。" in page


def test_who_works_here_is_not_invited_again(client: Client, tenant: TenantView, oscar: Person) -> None:
    olivia = employ(person("Olivia"), tenant, Role.OWNER)
    wanted = {"email": "OSCAR@example.org", "role": "agent"}
    page = logged_in(olivia).post("/console/people/invite/", wanted)
    assert page.status_code == 422
    assert "works here already, as Operator" in page.content.decode()


def test_a_member_who_opens_an_invitation_is_told_so_and_keeps_the_role(tenant: TenantView, oscar: Person) -> None:
    with tenant_scope(tenant.id):
        actor = Actor(kind="person", id=str(oscar.id))
        _, token = accounts.invite(email="nina@example.org", role=Role.AGENT, actor=actor)
    page = logged_in(oscar).post(f"/console/join/{token}/", follow=True)
    assert "already, as Operator" in page.content.decode()
    assert accounts.role_in(tenant_id=tenant.id, person_id=oscar.id) == Role.OPERATOR


def test_a_log_in_starts_a_session_of_its_own(client: Client, oscar: Person) -> None:
    client.get("/accounts/login/")
    client.session["planted"] = True
    client.session.save()
    before = client.session.session_key
    assert _sign_in(client, oscar.email, PASSWORD) == 302
    assert client.session.session_key != before
    cookie = client.cookies["anamnesis_session"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_a_wrong_password_and_an_unknown_address_read_the_same(client: Client, oscar: Person) -> None:
    bodies = []
    for email in (oscar.email, "nobody@example.org"):
        page = client.post("/accounts/login/", {"login": email, "password": "wrong"}).content.decode()
        bodies.append(re.sub(r'"[A-Za-z0-9]{64}"', "", page.replace(email, "")))
    assert bodies[0] == bodies[1]


def test_a_forgotten_password_answers_alike_and_shows_no_token(client: Client, oscar: Person) -> None:
    answers = [
        client.post("/accounts/password/reset/", {"email": email}, follow=True)
        for email in (oscar.email, "nobody@example.org")
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    link = re.search(r"/accounts/password/reset/key/(\S+)/", str(mail.outbox[0].body))
    assert link is not None
    assert all(link[1] not in answer.content.decode() for answer in answers)


def test_nobody_signs_up_without_an_invitation(client: Client, tenant: TenantView) -> None:
    client.post("/accounts/signup/", {"email": "x@example.org", "password1": PASSWORD})
    assert not Person.objects.filter(email="x@example.org").exists()


def test_every_change_wants_the_anti_forgery_token(olivia: Person) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(olivia, backend="allauth.account.auth_backends.AuthenticationBackend")
    routes = all_routes()
    plain = [name for name, (methods, _) in CONSOLE.items() if "POST" in methods]
    patterns = {name: str(routes[console_route(name)].pattern).removeprefix("console/") for name in plain}
    paths = {name: "/console/" + re.sub(r"<[^>]+>", _example, pattern) for name, pattern in patterns.items()}
    assert {name: client.post(path).status_code for name, path in paths.items()} == dict.fromkeys(plain, 403)


def _example(match: re.Match[str]) -> str:
    return "1" if "int" in match[0] else "01a22f5c-ad8b-775a-9bff-108c11489033"


def test_the_switcher_shows_the_chosen_company(
    screen: Client, olivia: Person, tenant: TenantView, other_tenant: TenantView
) -> None:
    employ(olivia, other_tenant, Role.AUDITOR)
    screen.post("/console/switch/", {"tenant": str(other_tenant.id)})
    page = screen.get("/console/account/")
    assert page.context["current_tenant"].name == "Beta Tea"
    assert screen.get("/console/bots/new/").status_code == 403


def test_a_company_one_does_not_work_for_cannot_be_chosen(screen: Client, other_tenant: TenantView) -> None:
    assert screen.post("/console/switch/", {"tenant": str(other_tenant.id)}).status_code == 404
    assert screen.get("/console/account/").context["current_tenant"].name == "Alpha Coffee"


def test_a_lost_membership_holds_at_the_next_request(screen: Client, olivia: Person, tenant: TenantView) -> None:
    assert screen.get("/console/").status_code == 200
    with tenant_scope(tenant.id):
        Membership.objects.filter(person=olivia).delete()
    assert screen.get("/console/").status_code == 404


def test_a_changed_role_holds_at_the_next_request(screen: Client, tenant: TenantView, oscar: Person) -> None:
    theirs = logged_in(oscar)
    assert theirs.get("/console/bots/new/").status_code == 200
    with tenant_scope(tenant.id):
        membership = next(row.id for row in accounts.members() if row.person_id == oscar.id)
    screen.post(f"/console/people/{membership}/role/", {"role": "agent"})
    assert theirs.get("/console/bots/new/").status_code == 403


def test_the_last_owner_is_told_why_not(screen: Client, olivia: Person, tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        membership = accounts.members()[0].id
    page = screen.post(f"/console/people/{membership}/remove/", follow=True)
    assert "keeps at least one owner" in page.content.decode()


def test_an_invited_person_chooses_a_password_and_is_in(screen: Client, client: Client, tenant: TenantView) -> None:
    link = screen.post("/console/people/invite/", {"email": "nina@example.org", "role": "agent"}).context["link"]
    path = link.replace("http://testserver", "")
    assert client.get(path).status_code == 200
    page = client.post(path, {"name": "Nina", "password": PASSWORD}, follow=True)
    assert page.request["PATH_INFO"] == "/console/"
    assert "Welcome to Alpha Coffee" in page.content.decode()


def test_a_weak_password_is_refused(screen: Client, client: Client) -> None:
    link = screen.post("/console/people/invite/", {"email": "nina@example.org", "role": "agent"}).context["link"]
    page = client.post(link.replace("http://testserver", ""), {"name": "Nina", "password": "password12"})
    assert "too common" in page.content.decode()


def test_a_known_person_must_log_in_to_accept(screen: Client, client: Client) -> None:
    stella = person("Stella")
    link = screen.post("/console/people/invite/", {"email": stella.email, "role": "owner"}).context["link"]
    response = client.get(link.replace("http://testserver", ""))
    assert response.headers["Location"].startswith("/accounts/login/?next=/console/join/")


def test_language_and_theme_are_kept_with_the_person(screen: Client, olivia: Person) -> None:
    screen.post("/console/account/", {"name": "Olivia", "locale": "zh-hans", "theme": "dark"})
    page = logged_in(olivia).get("/console/").content.decode()
    assert '<html lang="zh-hans" data-theme="dark">' in page


def test_hours_are_those_of_the_company(screen: Client, tenant: TenantView, bot: object) -> None:
    """Alpha is in Shanghai: what happened at 01:30 UTC is shown as 09:30."""
    with tenant_scope(tenant.id):
        at = AuditEntry.objects.order_by("seq").values_list("at", flat=True)[0]
    shown = f"{(at.hour + 8) % 24:02d}:{at.minute:02d}"
    assert shown in screen.get("/console/audit/").content.decode()


def test_a_key_is_shown_once(screen: Client, tenant: TenantView) -> None:
    key = screen.post("/console/keys/", {"name": "shop", "scopes": ["chat", "bots:read"]}).context["made"]
    assert key.startswith("ak_")
    assert key not in screen.get("/console/keys/").content.decode()
    bearer = {"authorization": f"Bearer {key}"}
    assert Client().get("/api/v1/bots/", headers=bearer).status_code == 200


def test_a_revoked_key_opens_nothing(screen: Client, tenant: TenantView) -> None:
    response = screen.post("/console/keys/", {"name": "shop", "scopes": ["chat", "bots:read"]})
    row = response.context["rows"][0][0]
    screen.post(f"/console/keys/{row.id}/revoke/")
    bearer = {"authorization": f"Bearer {response.context['made']}"}
    assert Client().get("/api/v1/bots/", headers=bearer).status_code == 401
