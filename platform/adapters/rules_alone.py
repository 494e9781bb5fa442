"""No model reads along: what the rules of memory find is all there is."""

from __future__ import annotations

from ports.extraction import LineToRead, Proposal


class RulesAlone:
    name = "rules"

    def propose(self, line: LineToRead) -> Proposal:
        return Proposal()
