"""The audit trail is read by people: whatever is written into it has a name in words."""

from __future__ import annotations

import re
from pathlib import Path

from console.audit_words import DEEDS

ROOT = Path(__file__).parents[2]
_VERB = re.compile(r'\bverb(?:: str)?\s*=\s*"((?:[a-z_]+\.)+[a-z_]+)"')


def test_each_deed_that_is_recorded_has_a_name() -> None:
    code = [file for room in ("bots", "knowledge", "memory", "platform") for file in (ROOT / room).rglob("*.py")]
    recorded = {verb for file in code for verb in _VERB.findall(file.read_text(encoding="utf-8"))}
    assert len(recorded) > 20
    assert recorded <= set(DEEDS), sorted(recorded - set(DEEDS))
