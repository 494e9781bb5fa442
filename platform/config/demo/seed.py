"""The demo: a coffee shop with documents in two languages, its bot, its people; and a tea shop beside it."""

from __future__ import annotations

import json
from pathlib import Path

from django.conf import settings

from audit.api import SYSTEM
from bots import api as bots
from bots.settings import Anchor, BotSettings
from bots.types import BotRow
from config.demo.people import seed_people
from jobs.api import run_until_idle
from knowledge import api as knowledge
from tenants.api import create_tenant, find_tenant
from tenants.errors import UnknownTenant
from tenants.scope import tenant_scope
from tenants.types import TenantView

_DOCUMENTS = Path(__file__).parent / "documents"
_PAIRS = Path(__file__).parent / "pairs.json"
COFFEE, TEA = "lucky-bean", "quiet-leaf"


def seed_demo() -> BotRow:
    """Safe to repeat: what is there stays as it is, also what people changed. Returns the coffee shop's bot."""
    coffee = _tenant(COFFEE, "Lucky Bean Coffee", "Europe/Berlin")
    tea = _tenant(TEA, "Quiet Leaf Tea", "Asia/Shanghai")
    seed_people(Path(settings.ANAMNESIS_HOME), [coffee, tea])
    with tenant_scope(coffee.id):
        fresh = not bots.list_bots()
        if fresh:
            _seed_documents()
            bots.create_bot(name="Bean", settings=_settings("Bean", "Lucky Bean Coffee"), actor=SYSTEM)
        row = bots.list_bots()[0]
    with tenant_scope(tea.id):
        if not bots.list_bots():
            knowledge.add_text(
                title="Opening hours", text="The tea house is open every day from 10:00 to 20:00.", language="en"
            )
            bots.create_bot(name="Leaf", settings=_settings("Leaf", "Quiet Leaf Tea"), actor=SYSTEM)
    if fresh:
        run_until_idle()  # index now, so that the first question finds its answer
    return row


def _tenant(slug: str, name: str, time_zone: str) -> TenantView:
    try:
        return find_tenant(slug)
    except UnknownTenant:
        return create_tenant(slug=slug, name=name, time_zone=time_zone)


def _seed_documents() -> None:
    for path in sorted(_DOCUMENTS.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        title = text.split("\n", 1)[0].lstrip("# ").strip()
        knowledge.add_text(title=title, text=text, language="zh" if ".zh." in path.name else "en")
    for pair in json.loads(_PAIRS.read_text(encoding="utf-8")):
        knowledge.add_pair(question=pair["question"], answer=pair["answer"])


def _settings(name: str, company: str) -> BotSettings:
    return BotSettings(
        anchor=Anchor(
            identity=f"You are {name}, the assistant of {company}. You help with orders, returns and products.",
            must=("Answer from the documents and say where it stands.",),
            must_never=("Promise a discount.", "Give medical advice."),
        ),
        greeting={
            "en": f"Hello, I am {name}, the assistant of {company}. What can I do for you?",
            "zh": f"您好，我是{company}的智能助手 {name}，请问有什么可以帮您？",
        },
    )
