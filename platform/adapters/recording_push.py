"""The twin of push: it remembers what was sent."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class SentEvent:
    group: str
    event: Mapping[str, object]


@dataclass(kw_only=True)
class RecordingPush:
    sent: list[SentEvent] = field(default_factory=list)

    def send(self, group: str, event: Mapping[str, object]) -> None:
        self.sent.append(SentEvent(group=group, event=dict(event)))

    def register_loop(self, loop: asyncio.AbstractEventLoop) -> None:
        pass

    def of(self, group: str) -> list[Mapping[str, object]]:
        return [sent.event for sent in self.sent if sent.group == group]
