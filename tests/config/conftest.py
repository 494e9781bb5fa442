from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.processes import environment, finished, manage


@pytest.fixture(scope="session")
def migrated_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a migrated database and no demo. Copy it, do not use it."""
    home = tmp_path_factory.mktemp("migrated") / "var"
    done = finished(manage("tenants"), environment(home))
    assert done.returncode == 0, done.stderr
    return home


@pytest.fixture
def home(migrated_home: Path, tmp_path: Path) -> Path:
    copied = tmp_path / "var"
    shutil.copytree(migrated_home, copied)
    return copied
