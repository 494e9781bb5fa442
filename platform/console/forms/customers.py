"""Forms about customers."""

from __future__ import annotations

from django import forms


class ForgetForm(forms.Form):
    since = forms.DateTimeField()  # on the company's clock, as the browser's field gives it
