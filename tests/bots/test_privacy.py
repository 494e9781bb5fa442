"""All of it out, or all of it gone."""

from __future__ import annotations

import json

import pytest

from accounts.models import Customer as CustomerRow
from audit.api import SYSTEM, list_entries
from bots import api as bots
from bots.privacy import erase, export
from jobs.api import run_until_idle
from memory import api as memory
from tenants.scope import tenant_scope
from tests.bots.conftest import Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


def test_an_export_holds_what_was_said_and_what_is_remembered(shop: Shop) -> None:
    alice = shop.visitor()
    alice.ask("My cat is called Potato")
    with tenant_scope(shop.tenant_id):
        body = json.dumps(export(alice.guest.customer_id), default=str)
    assert body.count("My cat is called Potato") >= 2


def test_an_erasure_leaves_nothing_of_one_customer_and_all_of_the_other(shop: Shop) -> None:
    alice, bob = shop.visitor(), shop.visitor()
    alice.ask("My cat is called Potato")
    bob.ask("My dog is called Biscuit")
    run_until_idle()
    with tenant_scope(shop.tenant_id):
        erase(customer_id=alice.guest.customer_id, actor=SYSTEM)
        assert memory.memory_of(alice.guest.customer_id).facts == ()
        assert bots.list_conversations(customer_id=alice.guest.customer_id) == ()
        assert len(memory.memory_of(bob.guest.customer_id).facts) == 1


def test_a_job_that_comes_late_brings_nothing_back(shop: Shop) -> None:
    alice = shop.visitor()
    alice.ask("My cat is called Potato")
    with tenant_scope(shop.tenant_id):
        erase(customer_id=alice.guest.customer_id, actor=SYSTEM)
    run_until_idle()
    with tenant_scope(shop.tenant_id):
        held = memory.memory_of(alice.guest.customer_id)
    assert (held.facts, held.episode_count) == ((), 0)


def test_the_audit_record_tells_of_the_erasure_without_the_erased(shop: Shop) -> None:
    alice = shop.visitor()
    alice.ask("My cat is called Potato")
    with tenant_scope(shop.tenant_id):
        CustomerRow.objects.filter(id=alice.guest.customer_id).update(name="Alice Example")
        erase(customer_id=alice.guest.customer_id, actor=SYSTEM)
        entries = list_entries()
    assert entries[0].verb == "customer.erased"
    assert not any("Potato" in str(entry) or "Alice Example" in str(entry) for entry in entries)
