"""A share between 0 and 1 as a slider."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.html import format_html

if TYPE_CHECKING:
    from django.forms.renderers import BaseRenderer
    from django.utils.safestring import SafeString


class SliderInput(forms.NumberInput):
    """A share between 0 and 1, with its number beside it; js/sliders.js keeps the two together."""

    def __init__(self) -> None:
        super().__init__(attrs={"type": "range", "min": 0, "max": 1, "step": 0.01, "data-slider": ""})

    def render(
        self, name: str, value: object, attrs: Mapping[str, Any] | None = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        control = super().render(name, value, dict(attrs or {}), renderer)
        try:
            shown = f"{float(str(value)):.2f}"
        except (TypeError, ValueError):
            shown = "–"
        made = '<span class="slider">{}<output class="slider__value" for="{}">{}</output></span>'
        return format_html(made, control, (attrs or {}).get("id", ""), shown)
