"""What a turn worked out, before any of it is stored."""

from __future__ import annotations

from dataclasses import dataclass

from bots.brief import Brief, Evidence
from bots.decide import Decision
from bots.drafting.drafted import Draft
from bots.drafting.prompt import Prompt
from bots.gather import Found
from bots.route import Route


@dataclass(frozen=True, kw_only=True, slots=True)
class Worked:
    """`draft` is None where nothing was to be drafted."""

    route: Route
    brief: Brief
    found: Found
    prompt: Prompt
    draft: Draft | None
    decision: Decision

    @property
    def cited(self) -> list[Evidence]:
        return [item for label in self.decision.labels if (item := self.brief.labelled(label)) is not None]
