"""Forms about people."""

from __future__ import annotations

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from accounts.roles import ROLE_NAMES, Role


class InviteForm(forms.Form):
    email = forms.EmailField(label=_("E-mail address"), max_length=254)
    role = forms.ChoiceField(
        label=_("Role"),
        choices=[(role.value, name) for role, name in ROLE_NAMES.items()],
        initial=Role.OPERATOR.value,
    )


class JoinForm(forms.Form):
    name = forms.CharField(label=_("Your name"), max_length=200)
    password = forms.CharField(
        label=_("Password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least 10 characters."),
    )

    def __init__(self, data: object = None, *, email: str) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # a QueryDict or nothing
        self._email = email

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        validate_password(password, Person(email=self._email))
        return password


class ProfileForm(forms.Form):
    name = forms.CharField(label=_("Your name"), max_length=200, required=False)
    locale = forms.ChoiceField(
        label=_("Language"), choices=[("", _("As the browser")), ("en", "English"), ("zh-hans", "中文")], required=False
    )
    theme = forms.ChoiceField(
        label=_("Theme"),
        choices=[("", _("As the system")), ("light", _("Light")), ("dark", _("Dark"))],
        required=False,
    )
