"""Colours are legible in both themes, by WCAG 2.2's own formula (success criteria 1.4.3 and 1.4.11)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOKENS = (Path(__file__).resolve().parents[2] / "static/css/tokens.css").read_text(encoding="utf-8")
_GROUNDS = ("paper", "surface", "sunken", "raised")
_WASHES = ("accent", "memory", "record", "good", "careful", "wrong")
TEXT_PAIRS = [
    *((ink, ground) for ink in ("ink", "ink-soft", "ink-faint", "accent-ink") for ground in _GROUNDS),
    *(("accent-ink" if name == "accent" else name, f"{name}-wash") for name in _WASHES),
    *((name, ground) for name in ("memory", "record", "good", "careful", "wrong") for ground in ("paper", "surface")),
    *(("ink", f"{name}-wash") for name in _WASHES),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("on-wrong", "wrong"),
]
CONTROL_PAIRS = [(name, ground) for name in ("control-line", "focus", "accent") for ground in ("paper", "surface")]


def _block(selector: str) -> dict[str, str]:
    body = TOKENS.split(selector + " {", 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", body))


THEMES = {"light": _block(":root"), "dark": _block('[data-theme="dark"]')}


def _luminance(colour: str) -> float:
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(theme: str, one: str, other: str) -> float:
    low, high = sorted(_luminance(THEMES[theme][name]) for name in (one, other))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), TEXT_PAIRS)
def test_text_can_be_read(theme: str, ink: str, ground: str) -> None:
    assert _contrast(theme, ink, ground) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("line", "ground"), CONTROL_PAIRS)
def test_edges_of_controls_can_be_seen(theme: str, line: str, ground: str) -> None:
    assert _contrast(theme, line, ground) >= 3


def test_the_formula_gives_the_known_extreme() -> None:
    assert (_luminance("#ffffff") + 0.05) / (_luminance("#000000") + 0.05) == pytest.approx(21)


def test_dark_by_choice_is_dark_by_system() -> None:
    assert _block(':root:not([data-theme="light"])') == THEMES["dark"]
