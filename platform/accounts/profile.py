"""What a person says about themselves: one profile, whatever company they work for."""

from __future__ import annotations

import uuid
from typing import Literal

from accounts.models import Person

Theme = Literal["", "light", "dark"]


def change_profile(*, person_id: uuid.UUID, name: str, locale: str, theme: Theme) -> None:
    """`locale` is a language of the installation, or "" for the browser's; theme "" follows the system."""
    person = Person.objects.get(id=person_id)
    person.name, person.locale, person.theme = name.strip(), locale, theme
    person.full_clean(exclude=["password"])
    person.save(update_fields=["name", "locale", "theme"])
