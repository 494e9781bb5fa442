"""Names that the tenant's own records and documents hold: of products, people, places. For what checks replies."""

from __future__ import annotations

import re

from knowledge.models import Document, RecordRow
from knowledge.models.documents import DocumentKind
from language.script import fold, has_han

_MOST = 3000
_GENERAL = re.compile(
    r"\b(?:faq|policy|policies|guide|terms|conditions|how|help|support|about|returns?|refunds?|shipping|delivery|payment|"
    r"privacy|contact|questions|manual|rules|notice|overview|instructions|hours|account|order|orders|warranty)\b"
    r"|政策|说明|指南|流程|问题|须知|条款|规则|规定|手册|简介|介绍|通知|公告|帮助|联系|退|换|配送|发货|付款|支付|隐私|营业|时间|会员|账户|保修|关于|如何|怎么"
)


def known_names() -> tuple[str, ...]:
    """Folded, each once: the name column of record tables, and titles that are names. Wants an open scope."""
    rows = RecordRow.objects.exclude(name_folded="").values_list("name_folded", flat=True).distinct()[:_MOST]
    titles = (
        Document.objects.filter(removed_at=None).exclude(kind=DocumentKind.PAIR).values_list("title", flat=True)[:_MOST]
    )
    return tuple(dict.fromkeys([*(fold(name) for name in rows), *(fold(title) for title in titles if _is_name(title))]))


def _is_name(title: str) -> bool:
    """Short, no question, no word that documents of every company bear; in English every word with a capital."""
    plain = title.strip()
    if len(plain) > 40 or plain.endswith(("?", "？")) or _GENERAL.search(fold(plain)):
        return False
    if has_han(plain):
        return len(plain) >= 3
    words = plain.split()
    return 1 <= len(words) <= 5 and all(word[:1].isupper() or word[:1].isdigit() for word in words)
