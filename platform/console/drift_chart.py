"""Drift over the turns as bars of an SVG. Pure; whole numbers, in the units of its view box."""

from __future__ import annotations

from dataclasses import dataclass

from bots.api import DriftReport, DriftTurn

SLOT, HEIGHT, LEAST = 10, 60, 20  # width of a turn, height of the chart, turns that fill it at least


@dataclass(frozen=True, kw_only=True, slots=True)
class Bar:
    """One reply. `mended` and `withheld`: (top, height) of its parts, one on the other."""

    turn: DriftTurn
    x: int
    mended: tuple[int, int]
    withheld: tuple[int, int]

    @property
    def clean(self) -> bool:
        return not (self.turn.mended or self.turn.withheld)


@dataclass(frozen=True, kw_only=True, slots=True)
class Chart:
    bars: tuple[Bar, ...]
    width: int
    most: int  # breaches of the worst turn

    height: int = HEIGHT


@dataclass(frozen=True, kw_only=True, slots=True)
class RuleCount:
    rule: str
    count: int
    share: int  # per cent of the most frequent


def chart_of(report: DriftReport) -> Chart:
    most = max((turn.mended + turn.withheld for turn in report.turns), default=0)
    bars = tuple(_bar(turn, place, most) for place, turn in enumerate(report.turns))
    return Chart(bars=bars, width=SLOT * max(LEAST, len(bars)), most=most)


def rules_of(report: DriftReport) -> tuple[RuleCount, ...]:
    most = max((count for _, count in report.rules), default=1)
    return tuple(RuleCount(rule=rule, count=count, share=round(100 * count / most)) for rule, count in report.rules)


def _bar(turn: DriftTurn, place: int, most: int) -> Bar:
    scale = (HEIGHT - 6) / most if most else 0
    mended, withheld = round(turn.mended * scale), round(turn.withheld * scale)
    floor = HEIGHT - 4
    return Bar(
        turn=turn,
        x=place * SLOT + 1,
        mended=(floor - mended, mended),
        withheld=(floor - mended - withheld, withheld),
    )
