"""The demo of a first start, and a browser in front of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.conftest import require
from tests.processes import up

expect.set_options(timeout=15_000)
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@dataclass(frozen=True)
class Demo:
    origin: str
    passwords: dict[str, str]

    def password(self, role: str) -> str:
        return self.passwords[f"{role}@luckybean.example"]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    home: Path = tmp_path_factory.mktemp("demo") / "var"
    with up(home) as (_, port):
        passwords = json.loads((home / "demo-people.json").read_text())
        yield Demo(origin=f"http://localhost:{port}", passwords=passwords)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    require("chromium")
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(params=["en-GB", "zh-CN"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def customer(browser: Browser, language: str) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 390, "height": 844}, locale=language)
    yield made
    made.close()


@pytest.fixture
def staff(browser: Browser, demo: Demo) -> Iterator[Page]:
    """The owner, logged in, in English."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    tab = context.new_page()
    tab.goto(f"{demo.origin}/accounts/login/")
    tab.fill("input[name=login]", "owner@luckybean.example")
    tab.fill("input[name=password]", demo.password("owner"))
    tab.press("input[name=password]", "Enter")
    tab.wait_for_url("**/console/")
    yield tab
    context.close()
