"""The wheel holds what a checkout serves, and nothing that would shadow the standard library."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.processes import ROOT, environment

pytestmark = pytest.mark.slow


def build(target: str, folder: Path) -> zipfile.ZipFile:
    """By the build backend itself: pip would fetch it, and a test needs no network."""
    code = f"import sys, hatchling.build as b; print(b.build_{target}(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return zipfile.ZipFile(folder / done.stdout.splitlines()[-1])


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    return build("wheel", tmp_path_factory.mktemp("wheel"))


def tracked(*folders: str) -> list[str]:
    done = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def served(folder: str) -> set[str]:
    return {f"config/assets/{name}" for name in tracked(folder)}


@pytest.mark.parametrize("folder", ["templates", "static", "locale"])
def test_the_wheel_holds_every_page_style_script_and_translation(wheel: zipfile.ZipFile, folder: str) -> None:
    assert served(folder) - set(wheel.namelist()) == set()


def test_the_wheel_holds_the_packages_and_no_platform_and_no_tests(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {"config", "bots", "memory", "knowledge", "widget", "console"} <= tops
    assert {"platform", "tests"} & tops == set()


def test_the_wheel_holds_the_data_files_of_the_packages(wheel: zipfile.ZipFile) -> None:
    found = subprocess.run(
        ["git", "ls-files", "platform", "memory", "knowledge", "bots"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    wanted = {name.removeprefix("platform/") for name in found}
    assert wanted - set(wheel.namelist()) == set()


def test_what_the_wheel_holds_starts_by_itself(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    """Unpacked elsewhere, without the checkout: templates are found beside config."""
    wheel.extractall(tmp_path / "site")
    env = {
        **environment(tmp_path / "var"),
        "PYTHONPATH": str(tmp_path / "site"),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    code = (
        "import django; django.setup(); from django.template.loader import get_template;"
        "import config; print(config.__file__, get_template('account/login.html').origin.name)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert all(part.startswith(str(tmp_path / "site")) for part in done.stdout.split())


def test_an_editable_install_names_both_source_roots(tmp_path: Path) -> None:
    editable = build("editable", tmp_path)
    (paths,) = [name for name in editable.namelist() if name.endswith(".pth")]
    roots = {os.path.realpath(line) for line in editable.read(paths).decode().split()}
    assert roots == {os.path.realpath(ROOT), os.path.realpath(ROOT / "platform")}
