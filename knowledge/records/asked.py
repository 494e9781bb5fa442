"""What a question wants of a table: which row, which columns. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from knowledge.records.columns import Column
from language.script import fold
from language.tokens import stem

# (names of columns, ways of asking): the usual columns of orders, bookings and invoices
_CONCEPTS: tuple[tuple[str, str], ...] = (
    (
        r"tracking|waybill|快递|物流|运单",
        r"track|where(?:'s| is| are) my|快递单号|物流单号|运单|快递号|物流|到哪",
    ),
    (
        r"status|state$|状态|进度",
        r"status|where(?:'s| is| are) my|shipped|sent out|arrived|delivered|progress|processed|cancel+ed"
        r"|到哪|状态|发货|送到了|进度|怎么样了|处理|签收|取消了吗",
    ),
    (
        r"(?:^|[._ ])(?:eta|expected)|deliver|arriv|预计|送达|到货",
        r"arrive|deliver|\beta\b|get here|where(?:'s| is| are) my|到哪|什么时候.{0,3}到|送到|多久.{0,3}到|到货|送达",
    ),
    (
        r"total|amount|(?:^|[._ ])(?:price|sum)|金额|总价|合计|费用",
        r"how much|total|\bcost|amount|\bprice|paid|charged|多少钱|金额|总价|价格|花了|付了多少|费用",
    ),
    (
        r"date|created|ordered|placed|日期|时间|下单|(?:^|[._ ])(?:start|end|check.?in|check.?out|departure)",
        r"\bwhen\b|what (?:date|day|time)|\bdate\b|什么时候|哪一?天|几号|几点|日期|时间",
    ),
    (r"address|city|zip|street|地址", r"address|ship(?:ped|ping)? to|sent to|going to|地址|寄到|送到哪|寄去"),
    (
        r"items?(?:[._ ]name)?$|products?$|goods|商品|品名|items?[._ ]options",
        r"what (?:did|have) i (?:order|buy|bought)|items?\b|products?\b|in (?:my|the|this) (?:order|parcel)"
        r"|买了(?:什么|哪些)|订了(?:什么|哪些)|(?:什么|哪些)(?:商品|东西)|商品",
    ),
    (r"payment|pay_|支付|付款", r"payment|did i pay|paid with|how did i pay|支付|付款"),
    (r"quantity|qty|count|数量|件数", r"how many|quantity|几件|几个|数量|多少(?:件|个|份)"),
    (r"phone|tel|电话|手机", r"phone|call|telephone|电话|手机号"),
    (r"hours|open|营业", r"\bopen|hours|close|营业|几点|开门|关门"),
    (r"seat|room|房型|座位", r"seat|room|房型|什么房|座位"),
)
_PATTERNS = tuple((re.compile(name, re.IGNORECASE), re.compile(ask, re.IGNORECASE)) for name, ask in _CONCEPTS)
_TITLES = {
    "order": r"orders?|parcels?|packages?|deliver(?:y|ies)|shipments?|purchases?|订单|包裹|快递|物流|单子|下的单|买的",
    "booking": r"bookings?|reservations?|appointments?|预订|预约|订的",
    "invoice": r"invoices?|bills?|账单|发票|賬單",
    "subscription": r"subscriptions?|plans?|套餐|订阅",
}
_OWN = re.compile(r"\b(?:my|mine|i've|i have|i|our)\b|我|俺|咱", re.IGNORECASE)
_BACK = re.compile(r"\b(?:it|that|this|them|the order)\b|它|这个|那个|这单|那单|呢[?？]?\s*$", re.IGNORECASE)
_LATEST = re.compile(r"\b(?:latest|last|most recent|newest)\b|最近|最新|上一|刚", re.IGNORECASE)
_TOKEN = re.compile(r"#?[A-Za-z0-9]+(?:[-_/][A-Za-z0-9]+)*")
_DUMB = frozenset(["id", "ids", "name", "value", "the", "of", "no", "number"])


@dataclass(frozen=True, kw_only=True, slots=True)
class Shape:
    """What a table's keys look like, folded: letters first, then a length."""

    prefixes: frozenset[str]  # empty: any
    shortest: int
    longest: int

    def fits(self, folded: str) -> bool:
        letters = re.match(r"[a-z]*", folded)
        near = self.shortest - 1 <= len(folded) <= self.longest + 1
        begins = not self.prefixes or (letters[0] if letters else "") in self.prefixes
        return near and begins and any(map(str.isdigit, folded))


ANY_SHAPE = Shape(prefixes=frozenset(), shortest=5, longest=40)  # of a connector that has brought no row yet


def shape_of(keys: Iterable[str]) -> Shape:
    known = list(keys)
    return Shape(
        prefixes=frozenset(match[0] for match in (re.match(r"[a-z]*", key) for key in known) if match),
        shortest=min(map(len, known), default=0),
        longest=max(map(len, known), default=0),
    )


def identifiers(text: str) -> list[str]:
    """Tokens that could be keys: with a digit, four characters or more; as written."""
    found = [match.group() for match in _TOKEN.finditer(text)]
    return [token for token in dict.fromkeys(found) if len(token) >= 4 and any(map(str.isdigit, token))]


def only_an_identifier(text: str) -> bool:
    rest = _TOKEN.sub(lambda match: "" if any(map(str.isdigit, match.group())) else match.group(), text)
    return len(re.findall(r"[A-Za-z]+|[\u4e00-\u9fff]", rest)) <= 6 and bool(identifiers(text))


def asked_columns(question: str, columns: Sequence[Column]) -> tuple[Column, ...]:
    """Columns that the question names or means, in the order of the table."""
    folded = fold(question)
    wanted = [name for name, ask in _PATTERNS if ask.search(folded)]
    stems = {stem(word) for word in re.findall(r"[a-z]+", folded)}
    return tuple(
        column
        for column in columns
        if column.shown and (_named(column, folded, stems) or any(name.search(column.name) for name in wanted))
    )


def means_table(question: str, titles: Iterable[str], aliases: Iterable[str]) -> bool:
    """The question uses a word for the table's rows."""
    folded = fold(question)
    words = {fold(word) for word in (*titles, *aliases) if word}
    patterns = [pattern for title, pattern in _TITLES.items() if any(title in word for word in words) or title in words]
    patterns += [re.escape(word) if not word.isascii() else rf"\b{re.escape(word)}s?\b" for word in words]
    return any(re.search(pattern if not pattern[0].isascii() else rf"(?:{pattern})", folded) for pattern in patterns)


def about_own(question: str) -> bool:
    return bool(_OWN.search(question))


def refers_back(question: str) -> bool:
    return bool(_BACK.search(question))


def wants_latest(question: str) -> bool:
    return bool(_LATEST.search(question))


def _named(column: Column, folded: str, stems: set[str]) -> bool:
    for words in (*column.labels.values(), *column.aliases):
        label = fold(words)
        if not label.isascii():
            if len(label) >= 2 and label in folded:
                return True
            continue
        telling = {stem(word) for word in re.findall(r"[a-z]+", label)} - _DUMB
        if telling and telling <= stems:
            return True
    return False
