"""The shape of the source: what a reviewer would otherwise have to count."""

from __future__ import annotations

import ast
import platform
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = [ROOT / name for name in ("platform", "memory", "knowledge", "bots")]
FILE_LINES, FUNCTION_LINES = 300, 50
FORBIDDEN_NAMES = {"utils", "util", "helpers", "managers", "services", "common", "misc"}


def product_files() -> list[Path]:
    return sorted(path for root in PRODUCT for path in root.rglob("*.py") if "migrations" not in path.parts)


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_platform_is_a_source_root_and_no_package() -> None:
    assert not (ROOT / "platform" / "__init__.py").exists()


def test_no_test_package_is_called_platform() -> None:
    assert not (ROOT / "tests" / "platform").exists()


def test_import_platform_is_the_standard_librarys() -> None:
    assert Path(str(platform.__file__)).parent == Path(sysconfig.get_paths()["stdlib"])


def test_import_platform_is_the_standard_librarys_beside_manage_py_too() -> None:
    found = subprocess.run(
        [sys.executable, "-c", "import platform; print(platform.system())"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == platform.system()


def test_files_are_short() -> None:
    lengths = {path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines()) for path in product_files()}
    assert {str(path): lines for path, lines in lengths.items() if lines > FILE_LINES} == {}


def test_functions_fit_one_look() -> None:
    lengths = {
        f"{path.relative_to(ROOT)}:{node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for path in product_files()
        for node in functions(path)
    }
    assert {name: lines for name, lines in lengths.items() if lines > FUNCTION_LINES} == {}


def test_modules_are_named_by_what_they_do() -> None:
    assert [str(path) for path in product_files() if path.stem in FORBIDDEN_NAMES] == []


@pytest.mark.parametrize("folder", sorted(path for path in (ROOT / "tests").rglob("*") if path.is_dir()), ids=str)
def test_every_test_folder_with_tests_is_a_package(folder: Path) -> None:
    assert not list(folder.glob("test_*.py")) or (folder / "__init__.py").is_file()


def test_nothing_that_can_run_code_is_read_back() -> None:
    """pickle, marshal and yaml.load run what they read (Celery CVE-2021-23727)."""
    named = {
        f"{path.relative_to(ROOT)}: {alias.name}"
        for path in product_files()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name.split(".")[0] in {"pickle", "marshal", "shelve", "yaml", "dill"}
    }
    assert named == set()
