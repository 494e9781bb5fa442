"""Loaded before Django's settings: the tests' own data folder and database server."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

if "ANAMNESIS_TEST_HOME" not in os.environ:
    home = tempfile.mkdtemp(prefix="anamnesis-test-")
    os.environ["ANAMNESIS_TEST_HOME"] = home
    owner = os.getpid()

    def _remove() -> None:
        if os.getpid() == owner:
            shutil.rmtree(home, ignore_errors=True)

    atexit.register(_remove)

os.environ["ANAMNESIS_HOME"] = os.environ["ANAMNESIS_TEST_HOME"]
for name in ("DATABASE_URL", "REDIS_URL", "OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_MODEL", "ANAMNESIS_LOG_LEVEL"):
    os.environ.pop(name, None)
TEST_HOME = Path(os.environ["ANAMNESIS_HOME"])
