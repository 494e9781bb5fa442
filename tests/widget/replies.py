"""What the fake chat server answers: one reply for each way a reply can look."""

from __future__ import annotations

from typing import Any

from bots.markdown import render_html

CITED: dict[str, Any] = {
    "text": "Unopened bags may come back within 30 days [1]. Your cat Pepper may keep the bag [M1].",
    "deltas": ["Unopened bags may come back within 30 days.", " Your cat Pepper may keep the bag."],
    "confidence": 0.91,
    "citations": [
        {
            "label": "1",
            "kind": "document",
            "title": "Returns › How long you have",
            "snippet": "You can return unopened bags within 30 days of delivery.",
            "url": "https://shop.example/returns",
            "revision": "3",
        },
        {
            "label": "M1",
            "kind": "memory",
            "title": "Your cat",
            "snippet": "My cat is called Pepper.",
            "at": "2026-02-25T09:30:00+00:00",
        },
    ],
}
RECORD: dict[str, Any] = {
    "text": "Your order 1042 comes to €31.40 [R1].",
    "citations": [
        {
            "label": "R1",
            "kind": "record",
            "title": "Orders",
            "key": "1042",
            "snippet": "Total: €31.40",
            "columns": [{"name": "Total", "value": "€31.40"}],
            "at": "2026-03-01T09:30:00+00:00",
        }
    ],
}
RECORD["html"] = render_html(RECORD["text"], citations=RECORD["citations"])
CITED_ZH: dict[str, Any] = {
    "text": "未拆封的咖啡豆 30 天内可以退[1]。",
    "html": "<p>未拆封的咖啡豆<strong>30 天内</strong>可以退[1]。寄回前请告诉我们订单号：</p>"
    "<ul><li>在聊天里</li><li>或发邮件</li></ul>",
    "citations": [
        {"label": "1", "kind": "document", "title": "退货与退款 › 退货期限", "snippet": "未拆封的咖啡豆 30 天内可退。"}
    ],
}
CITED["html"] = render_html(CITED["text"], citations=CITED["citations"])
HOSTILE_HTML = (
    "<p>Look <img src='https://evil.example/p.png?secret' onerror='window.hacked=1'>"
    "<script>window.hacked=1</script><a href='javascript:window.hacked=1'>bad</a>"
    "<a href='https://shop.example/' onclick='window.hacked=1'>good</a>"
    "<iframe src='https://evil.example/'></iframe><svg onload='window.hacked=1'></svg>"
    "<style>body{background:url(https://evil.example/b)}</style>"
    "<b style='background:url(//evil.example/c)'>here</b></p>"
)
REPLIES: dict[str, dict[str, Any]] = {
    "return": CITED,
    "退": CITED_ZH,
    "invoice": RECORD,
    "moon": {"text": "I found nothing about that.", "outcome": "not_found"},
    "break": {"text": "", "outcome": "failed"},
    "hostile": {"text": "Look", "html": HOSTILE_HTML},
    "slow": {"text": "At last.", "wait": 1.5},
    "table": {
        "text": "Two kinds.",
        "html": "<table><thead><tr><th>Bean</th><th>Price</th></tr></thead><tbody>"
        "<tr><td>House Blend</td><td>€8.90</td></tr>"
        "<tr><td>Yirgacheffe</td><td>€12.50</td></tr></tbody></table>",
    },
    "": {"text": "Noted.", "html": "<p>Noted.</p>"},
}
