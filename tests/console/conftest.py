"""Olivia, who owns Alpha, at her screen."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Person
from accounts.roles import Role
from audit.api import SYSTEM
from bots import api as bots
from bots.settings import BotSettings
from bots.types import BotView
from tenants.scope import tenant_scope
from tenants.types import TenantView
from tests.console.cast import employ, logged_in, person


@pytest.fixture
def olivia(tenant: TenantView) -> Person:
    return employ(person("Olivia"), tenant, Role.OWNER)


@pytest.fixture
def screen(olivia: Person) -> Client:
    return logged_in(olivia)


@pytest.fixture
def bot(tenant: TenantView) -> BotView:
    with tenant_scope(tenant.id):
        return bots.create_bot(name="Bean", settings=BotSettings(), actor=SYSTEM)
