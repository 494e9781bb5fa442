"""The chain tells when an entry was changed, removed, added, moved or cut off, even by the owner of the table."""

from __future__ import annotations

import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, connections

from audit.api import Actor, list_entries, record, verify
from tenants.scope import tenant_scope
from tenants.types import TenantView

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])

ALICE = Actor(kind="person", id=str(uuid.UUID(int=1)))


@pytest.fixture
def chain(tenant: TenantView) -> TenantView:
    for number in range(1, 7):
        with tenant_scope(tenant.id):
            record(verb="bot.published", subject=("bot", str(number)), actor=ALICE, detail={"number": number})
    return tenant


def tamper(*statements: str) -> None:
    """As the owner of the table, who can lift every guard."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("ALTER TABLE audit_auditentry DISABLE TRIGGER USER")
        cursor.execute("ALTER TABLE audit_auditentry NO FORCE ROW LEVEL SECURITY")
        try:
            for statement in statements:
                cursor.execute(statement)
        finally:
            cursor.execute("ALTER TABLE audit_auditentry FORCE ROW LEVEL SECURITY")
            cursor.execute("ALTER TABLE audit_auditentry ENABLE TRIGGER USER")


def fault_of(tenant: TenantView) -> tuple[int, str] | None:
    fault = verify(tenant.id)[1]
    return (fault.seq, fault.kind) if fault else None


def test_a_chain_that_nobody_touched_is_whole(chain: TenantView) -> None:
    assert verify(chain.id) == (6, None)


@pytest.mark.parametrize(
    "change",
    [
        "verb = 'bot.publishee'",
        "actor_id = ''",
        "actor_kind = 'system'",
        "subject_id = '9'",
        "subject_kind = 'cat'",
        "at = at + interval '1 microsecond'",
        "detail = '{\"number\": 5}'",
        "id = gen_random_uuid()",
    ],
)
def test_a_changed_entry_is_found(chain: TenantView, change: str) -> None:
    tamper(f"UPDATE audit_auditentry SET {change} WHERE seq = 4")
    assert fault_of(chain) == (4, "changed")


def test_a_changed_entry_with_a_new_plain_hash_is_found(chain: TenantView) -> None:
    tamper("UPDATE audit_auditentry SET verb = 'x', hash = encode(sha256('x'), 'hex') WHERE seq = 4")
    assert fault_of(chain) == (4, "changed")


def test_a_removed_entry_is_found(chain: TenantView) -> None:
    tamper("DELETE FROM audit_auditentry WHERE seq = 3")
    assert fault_of(chain) == (3, "removed")


def test_a_removed_first_entry_is_found(chain: TenantView) -> None:
    tamper("DELETE FROM audit_auditentry WHERE seq = 1")
    assert fault_of(chain) == (1, "removed")


def test_a_removed_entry_with_the_rest_renumbered_is_found(chain: TenantView) -> None:
    tamper(
        "DELETE FROM audit_auditentry WHERE seq = 3",
        *(f"UPDATE audit_auditentry SET seq = {seq - 1} WHERE seq = {seq}" for seq in (4, 5, 6)),
    )
    assert fault_of(chain) == (3, "reordered")


def test_an_inserted_entry_is_found(chain: TenantView) -> None:
    tamper(
        *(f"UPDATE audit_auditentry SET seq = {seq + 1} WHERE seq = {seq}" for seq in (6, 5, 4)),
        """
        INSERT INTO audit_auditentry (id, tenant_id, seq, at, verb, actor_kind, actor_id, subject_kind, subject_id,
                                      detail, previous_hash, hash)
        SELECT gen_random_uuid(), tenant_id, 4, at, 'bot.forged', actor_kind, actor_id, subject_kind, subject_id,
               detail, hash, encode(sha256('forged'), 'hex') FROM audit_auditentry WHERE seq = 3""",
    )
    assert fault_of(chain) == (4, "changed")


def test_two_entries_that_changed_places_are_found(chain: TenantView) -> None:
    tamper(
        "UPDATE audit_auditentry SET seq = 100 WHERE seq = 3",
        "UPDATE audit_auditentry SET seq = 3 WHERE seq = 4",
        "UPDATE audit_auditentry SET seq = 4 WHERE seq = 100",
    )
    assert fault_of(chain) == (3, "reordered")


def test_a_cut_tail_is_found(chain: TenantView) -> None:
    tamper("DELETE FROM audit_auditentry WHERE seq > 4")
    assert fault_of(chain) == (5, "cut")


def test_an_emptied_record_is_found(chain: TenantView) -> None:
    tamper("DELETE FROM audit_auditentry")
    assert fault_of(chain) == (1, "cut")


@pytest.mark.parametrize("change", ["UPDATE audit_auditentry SET verb = 'x'", "DELETE FROM audit_auditentry"])
def test_the_serving_role_may_not_change_the_record(chain: TenantView, change: str) -> None:
    with pytest.raises(DatabaseError, match="permission denied"), tenant_scope(chain.id):
        connection.cursor().execute(change)


@pytest.mark.parametrize("change", ["UPDATE audit_auditentry SET verb = 'x'", "DELETE FROM audit_auditentry"])
def test_the_owner_may_not_change_the_record_either(chain: TenantView, change: str) -> None:
    with connections["owner"].cursor() as cursor:
        cursor.execute("ALTER TABLE audit_auditentry NO FORCE ROW LEVEL SECURITY")  # else it sees no rows at all
        try:
            with pytest.raises(DatabaseError, match="append-only"):
                cursor.execute(change)
        finally:
            cursor.execute("ALTER TABLE audit_auditentry FORCE ROW LEVEL SECURITY")


def test_concurrent_writers_make_one_chain(tenant: TenantView) -> None:
    start = threading.Barrier(20)

    def write(writer: int) -> None:
        start.wait()
        for number in range(10):
            with tenant_scope(tenant.id):
                record(verb="bot.published", subject=("bot", f"{writer}-{number}"))
        connections.close_all()

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(write, range(20)))
    assert verify(tenant.id) == (200, None)


def test_an_entry_falls_with_the_change_that_it_tells_of(chain: TenantView) -> None:
    def failing_change() -> None:
        with tenant_scope(chain.id):
            record(verb="bot.published", subject=("bot", "never"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        failing_change()
    with tenant_scope(chain.id):
        assert list_entries(subject_id="never") == []
    assert verify(chain.id) == (6, None)


def test_tenants_have_chains_of_their_own(chain: TenantView, other_tenant: TenantView) -> None:
    with tenant_scope(other_tenant.id):
        record(verb="bot.published", subject=("bot", "1"))
        assert [entry.seq for entry in list_entries()] == [1]
    assert verify(other_tenant.id) == (1, None)


def test_the_command_says_whole(chain: TenantView, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify_audit", tenant="alpha")
    assert capsys.readouterr().out == "alpha: 6 entries, whole\n"


def test_the_command_ends_with_1_and_names_the_first_bad_entry(
    chain: TenantView, capsys: pytest.CaptureFixture[str]
) -> None:
    tamper("UPDATE audit_auditentry SET verb = 'x' WHERE seq = 2")
    with pytest.raises(SystemExit) as ended:
        call_command("verify_audit")
    assert ended.value.code == 1
    assert capsys.readouterr().out.startswith("alpha: BROKEN at entry 2 (changed)")
