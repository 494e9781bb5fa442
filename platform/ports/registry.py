"""Which adapter stands behind a port. Settings name it, in the shape of Django's CACHES."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Literal, overload

from django.conf import settings

from ports.chat import ChatModel
from ports.clock import Clock
from ports.embedding import Embedder, FormerEmbedders
from ports.errors import PortMisconfigured
from ports.extraction import Extractor
from ports.fetching import Fetcher
from ports.hints import Hints
from ports.judging import SupportJudge
from ports.limits import Limiter
from ports.parsing import Parser
from ports.push import Push
from ports.reranking import Reranker
from ports.vectors import VectorStore

_made: dict[str, object] = {}
_lock = threading.RLock()  # an adapter may ask for another port while it is made


@overload
def get_port(name: Literal["chat"]) -> ChatModel: ...
@overload
def get_port(name: Literal["clock"]) -> Clock: ...
@overload
def get_port(name: Literal["embedder", "turn_embedder"]) -> Embedder: ...
@overload
def get_port(name: Literal["extractor"]) -> Extractor: ...
@overload
def get_port(name: Literal["former_embedders"]) -> FormerEmbedders: ...
@overload
def get_port(name: Literal["fetcher"]) -> Fetcher: ...
@overload
def get_port(name: Literal["hints"]) -> Hints: ...
@overload
def get_port(name: Literal["judge"]) -> SupportJudge: ...
@overload
def get_port(name: Literal["limiter"]) -> Limiter: ...
@overload
def get_port(name: Literal["parser"]) -> Parser: ...
@overload
def get_port(name: Literal["push"]) -> Push: ...
@overload
def get_port(name: Literal["reranker"]) -> Reranker: ...
@overload
def get_port(name: Literal["vectors"]) -> VectorStore: ...
def get_port(name: str) -> object:
    """The adapter of a port, made once per process. Raises PortMisconfigured when settings do not name a good one."""
    with _lock:
        if name not in _made:
            _made[name] = _make(name)
        return _made[name]


@contextmanager
def port_scope(**adapters: object) -> Iterator[None]:
    """Put other adapters behind ports for a while: a test's twin, an evaluation's clock. The whole process sees it."""
    before = {name: _made.get(name) for name in adapters}
    _made.update(adapters)
    try:
        yield
    finally:
        for name, adapter in before.items():
            if adapter is None:
                _made.pop(name, None)
            else:
                _made[name] = adapter


def build_adapter(entry: Mapping[str, Any], *, named_by: str) -> object:  # options are each adapter's own arguments
    """Import entry["BACKEND"] and call it with entry["OPTIONS"]. Raises PortMisconfigured."""
    module, _, attribute = str(entry.get("BACKEND", "")).rpartition(".")
    try:
        factory = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise PortMisconfigured(
            f"{named_by} names {entry.get('BACKEND')!r}, which cannot be imported: {error}"
        ) from error
    try:
        return factory(**entry.get("OPTIONS", {}))
    except (TypeError, ValueError) as error:
        raise PortMisconfigured(f"{named_by} has OPTIONS that {attribute} does not take: {error}") from error


def _make(name: str) -> object:
    entry: Mapping[str, Any] | None = settings.PORTS.get(name)
    if entry is None:
        raise PortMisconfigured(f"PORTS has no entry {name!r}.")
    return build_adapter(entry, named_by=f"PORTS[{name!r}]")
