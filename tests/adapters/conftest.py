"""One fault server for all; each mode counts its own requests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import tests.adapters.embedding_modes
import tests.adapters.fault_modes
import tests.adapters.reranking_modes  # noqa: F401  all three register their modes
from tests.adapters.fault_server import FaultServer


@pytest.fixture(scope="module")
def server() -> Iterator[FaultServer]:
    with FaultServer() as running:
        yield running
