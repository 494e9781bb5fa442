# ruff: noqa: E501  an example reads best on one line
"""Briefs for tests of what is pure in bots."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bots.brief import Brief, Evidence
from bots.settings import Anchor, BotSettings

RETURNS = Evidence(
    label="1", kind="document", title="Returns", confidence=0.9,
    text="Unopened beans can be returned within 30 days of delivery. Opened bags cannot be returned. The refund takes 3 to 5 business days.",
)  # fmt: skip
RETURNS_ZH = Evidence(
    label="2", kind="document", title="退货", confidence=0.9,
    text="未开封的咖啡豆收货后30天内可以退货。已开封的不能退货。退款需要3到5个工作日。标准配送5天，加急配送2天。",
)  # fmt: skip
ORDER = Evidence(
    label="R1", kind="record", title="orders", confidence=1.0, text="number: K4471902 · status: shipped · total: 86.5 · gift: false",
    fields={"orders.number": "K4471902", "orders.status": "shipped", "orders.total": "86.5", "orders.gift": "false"},
)  # fmt: skip
OTHER = Evidence(
    label="R2", kind="record", title="orders", confidence=1.0, text="number: K4471955 · status: pending · total: 19.9 · city: Leeds",
    fields={"orders.number": "K4471955", "orders.status": "pending", "orders.total": "19.9", "orders.city": "Leeds"},
)  # fmt: skip


def brief(
    language: str = "en", *, said: str = "What about my order?", anchor: Anchor | None = None, **changes: object
) -> Brief:
    made = Brief(
        message=said, question=said, language=language,  # type: ignore[arg-type]
        settings=BotSettings(anchor=anchor or Anchor()), now=datetime(2026, 3, 4, 4, tzinfo=UTC), route="question",
        evidence=(RETURNS, RETURNS_ZH, ORDER, OTHER), customer_words=(said,), nonce="5e1f0c77aa",
    )  # fmt: skip
    return replace(made, **changes)  # type: ignore[arg-type]
