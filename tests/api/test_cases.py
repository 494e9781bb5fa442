"""A program runs a bot's test cases and reads what failed."""

from __future__ import annotations

import pytest

from audit.api import SYSTEM
from bots import api as bots
from jobs.api import run_until_idle
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.api.conftest import Shop

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner", "sweeper"])


def test_cases_are_listed_run_and_read(shop: Shop, tenant: TenantView) -> None:
    with tenant_scope(tenant.id):
        bot_id = bots.list_bots()[0].id
        bots.add_case(
            bot_id=bot_id, question="Who was on the moon?", expected=bots.Expected(contains=("Ada",)), actor=SYSTEM
        )
    assert shop.get(f"/api/v1/bots/{shop.bot}/cases/")[1][0]["contains"] == ["Ada"]
    status, run = shop.post(f"/api/v1/bots/{shop.bot}/case-runs/", {})
    assert (status, run["state"], run["total"]) == (202, "queued", 1)
    run_until_idle(tenant_id=tenant.id)
    _, done = shop.get(f"/api/v1/case-runs/{run['id']}/")
    assert (done["state"], done["passed"]) == ("done", 0)
    assert done["results"][0]["failures"] == [{"code": "contains", "expected": "Ada"}]


def test_a_run_of_nothing_says_why(shop: Shop) -> None:
    status, problem = shop.post(f"/api/v1/bots/{shop.bot}/case-runs/", {"settings": "draft"})
    assert status == 400
    assert "draft" in str(problem)
