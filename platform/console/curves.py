"""Curves over the threshold as an SVG that the server draws. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.thresholds import Point

WIDTH, HEIGHT = 640, 220  # units of the view box
_LEFT, _BOTTOM, _TOP = 36, 24, 8


@dataclass(frozen=True, kw_only=True, slots=True)
class Curve:
    name: str  # answered, declined, wrong
    points: str  # of a <polyline>


@dataclass(frozen=True, kw_only=True, slots=True)
class Tick:
    at: float
    label: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Chart:
    curves: tuple[Curve, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    current: float
    chosen: float | None


def chart_of(points: Sequence[Point], *, total: int, current: float, chosen: float | None) -> Chart:
    """Shares of all questions, against the threshold."""
    counts = {
        "declined": [total - point.answered for point in points],
        "answered": [point.answered for point in points],
        "wrong": [point.wrong for point in points],
    }
    return Chart(
        curves=tuple(
            Curve(
                name=name,
                points=" ".join(
                    f"{_x(point.threshold):.1f},{_y(number / total if total else 0):.1f}"
                    for point, number in zip(points, numbers, strict=True)
                ),
            )
            for name, numbers in counts.items()
        ),
        across=tuple(Tick(at=_x(step / 5), label=f"{step / 5:.1f}") for step in range(6)),
        up=tuple(Tick(at=_y(share / 100), label=f"{share} %") for share in (0, 50, 100)),
        current=_x(current),
        chosen=None if chosen is None else _x(chosen),
    )


def _x(threshold: float) -> float:
    return _LEFT + threshold * (WIDTH - _LEFT - 8)


def _y(share: float) -> float:
    return HEIGHT - _BOTTOM - share * (HEIGHT - _BOTTOM - _TOP)
