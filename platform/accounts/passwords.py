"""Django's own checks of a new password, in words that are translated: its Chinese catalogue lacks some of them."""

from __future__ import annotations

from django.contrib.auth import password_validation as django
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class LongEnough(django.MinimumLengthValidator):
    def get_error_message(self) -> str:
        text = ngettext(
            "This password is too short. It needs at least %(number)d character.",
            "This password is too short. It needs at least %(number)d characters.",
            self.min_length,
        )
        return text % {"number": self.min_length}


class UnlikeTheAddress(django.UserAttributeSimilarityValidator):
    def get_error_message(self) -> str:
        return _("This password is too much like your name or your e-mail address.")
