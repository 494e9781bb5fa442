"""`python -m tests.stage`: puts a tenant, a bot and documents into the database of the environment; prints JSON."""

from __future__ import annotations

import json
import os

import django

QUESTION, ANSWER_HOLDS = "How many days are there to return a coffee grinder?", "45 days"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from audit.api import SYSTEM  # noqa: PLC0415  Django must be set up first
    from bots import api as bots  # noqa: PLC0415
    from bots.settings import BotSettings  # noqa: PLC0415
    from config.running import ready_database  # noqa: PLC0415
    from jobs.api import run_until_idle  # noqa: PLC0415
    from knowledge import api as knowledge  # noqa: PLC0415
    from tenants.api import create_tenant  # noqa: PLC0415
    from tenants.scope import tenant_scope  # noqa: PLC0415

    with ready_database():
        tenant = create_tenant(slug="stage", name="Stage Coffee")
        with tenant_scope(tenant.id):
            knowledge.add_pair(question=QUESTION, answer=f"A grinder may come back within {ANSWER_HOLDS}.")
            knowledge.add_text(title="Hours", text="The shop is open from 8:00 to 19:00 on every day.", language="en")
            bots.create_bot(name="Bean", settings=BotSettings(), actor=SYSTEM)
            key = bots.list_bots()[0].widget_key
        run_until_idle()
    print(json.dumps({"tenant": str(tenant.id), "key": key}))  # noqa: T201  the output is what this is for


if __name__ == "__main__":
    main()
