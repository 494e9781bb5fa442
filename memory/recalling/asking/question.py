# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""What a question asks for: the kind of value, the time it is about, the people and concepts it names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memory.extracting.phrases import find
from memory.extracting.reading import KIN, cue
from memory.words import plain, terms, topics

_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.I))
    for kind, pattern in (
        (
            "date",
            r"哪天|哪一天|几月几|几号|几日|日期|哪年|哪月|啥日子|什么日子|哪晚|周几|星期几|礼拜几|\b(?:what|which|the|give me (?:the|my|it|that)\b|let me have|exact)\s+date\b"
            r"|\b(?:what|which|exact) day\b|\bdate (?:it|the|is|was|of|did|i)|^date\b|\bdate\?|^\W*(?:\w+ )?when\b|\bwhen(?:'s|s)?\W*$"
            r"|\bwhen (?:is|are|was|were|do|does|did|will|has|have|can|should)\b|\b(?:remember|know|tell me|said|say|since) when\b",
        ),
        (
            "clock",
            r"几点|什么时候|啥时候|什么时间|何时|哪个时段|\bwhat time|\bhow (?:late|early)\b|\bfrom what time|\bwhat hours?\b"
            r"|\bwhich hours\b",
        ),
        ("email", r"邮箱|电邮|\b(?:what|which|give|tell|read|my)\b.*\be-?mail(?: address)?\W*$|\be-?mail address\b"),
        ("colour", r"颜色|什么色|啥色|哪个色|\bcolou?rs?\b"),
        ("frequency", r"多久一次|多久.{0,2}次|几次|频率|\bhow often\b|\bhow many times\b"),
        (
            "duration",
            r"多久|多长时间|几个月|几年|几天|几周|多少天|\bhow long\b|\bhow many (?:days|weeks|months|years|hours|minutes|nights)\b",
        ),
        (
            "money",
            r"多少钱|好多钱|(?:费|租金?|押金|定金|工资|薪水|票价|单价|总价)[^,，。]{0,6}(?:多少|几多|好多)|几块|多少块|价格|价钱|费用|金额|预算|花了多少|赔了|总共花|多少元|售价|报价|\bhow much\b|\b(?:what|which) (?:\w+ )?amount\b|\bprice\b|\bcost\b|\bbudget\b"
            r"|\bquote[d]?\b|\bfee\b|\bpaid\b.*\bwhat\b|\bworth\b|\bdeposit\b.*\bmuch",
        ),
        (
            "code",
            r"编号|型号|航班|车次|单号|订单号|工单|号码|尾号|序列号|卡号|末四位|末[三四五六]位|号头|读数|后四位|尾四位|券码|优惠码|邀请码|码是|那个码|车牌|税号|电话|手机号|几号线|(?<![几一二三四五六七八九十])号码?[是为]?(?:多少|几多|啥|什么)|[\u3400-\u9fff]{2}(?<![几一二三四五六七八九十])号码?\W*$|(?<![a-z])(?:number|code"
            r"|ref|reference|id|digits|pnr|uid|imei|vin|iban|serial|plate|postcode|zip|extension|ends? in|ending|last (?:four|three"
            r"|five)|order no|tracking|sku|pin|model)\b|\b(?:what|which) (?:flight|train)\b|\bphone\s*(?:\?|$)",
        ),
        (
            "count",
            r"多少\W*$|(?<!了)好(?:多|大)[了的]?\W*$|几[个只条台袋包张位口人岁栋楼室本套期件把双瓶盒份页杯根块串碗间辆支度届]|多少[个只条台袋包张位人名本套件份岁度瓶盒公斤]?|多重|多高|多大|\bhow (?:many|old|heavy"
            r"|tall|big|far|large)\b|\bweigh(?:ed|t|s)?\b",
        ),
        (
            "person",
            r"谁|哪个人|哪位|叫什么|叫啥|叫做|名字|姓什么|姓啥|什么名|\bwho(?:'s|s|se|m)?\b|\bname\b|\bcalled\b"
            r"|\bwhich (?:one )?of (?:us|them)\b",
        ),
        (
            "place",
            r"哪里|哪儿|哪个城市|哪座|地址|什么地方|在哪|哪家店|哪个店|送哪|寄到|\bwhere\b|\baddress\b|\b(?:which|what) (?:city|town"
            r"|village|suburb|state|country|airport|station|branch|store|location)\b",
        ),
        ("reason", r"为什么|为啥|怎么回事|原因|干嘛|做什么用|\bwhy\b|\breason\b|\bwhat for\b"),
        (
            "yesno",
            r"吗[?？]?$|还.{0,12}吗|是不是|能不能|要不要|有没有|^(?:am|is|are|do|does|did|should|can|was|were|have|has|will) (?:i"
            r"|my|we|it|the|you|there)\b",
        ),
    )
)
_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = re.compile(
    r"(?<!\d)(1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月份?(?!\d)|\b("
    + "|".join(f"{m[:3]}(?:{m[3:]})?" if m != "may" else "in may" for m in _MONTHS)
    + r")\b",
    re.I,
)
_CHINESE_MONTHS = {c: i + 1 for i, c in enumerate("一二三四五六七八九十")} | {"十一": 11, "十二": 12}
_CHOICE = re.compile(
    r"还是|哪[种款个套一]|选|挑|揀|决定|定了|定的|\bor\b|\bwhich\b|\bdecide|\bchose|\bchoose|\bsettle|\bpick|\bgo(?:ing)? with"
    r"|\bgo (?:for|money)|\bopt",
    re.I,
)

_PAST = re.compile(
    r"当时|那次|那会|那天|那时|那回|上次|之前|[了过](?!算)|\b(?:did|was|were|had|said|told|first|gave|paid|bought|booked|came|went|got|\w{3,}ed)\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionReading:
    text: str
    kind: str
    terms: tuple[str, ...]
    concepts: frozenset[str]
    kin: frozenset[str]
    months: frozenset[int]
    now: bool
    first: bool
    choice: bool
    past: bool


@lru_cache(maxsize=4096)
def read_question(text: str) -> QuestionReading:
    flat = plain(text).lower()
    return QuestionReading(
        text=text,
        kind=_kind(flat),
        terms=terms(text),
        concepts=topics(text),
        kin=frozenset(m[0].lower() for m in KIN.finditer(flat)),
        months=frozenset(_months(flat)),
        now=bool(cue("now").search(flat)),
        first=bool(cue("first").search(flat)),
        choice=bool(_CHOICE.search(flat)),
        past=bool(_PAST.search(flat)),
    )


def _kind(flat: str) -> str:
    for kind, pattern in _KINDS:
        if pattern.search(flat):
            return kind
    return "what"


def _months(flat: str) -> list[int]:
    found = []
    for match in _MONTH.finditer(flat):
        if match[1]:
            found.append(_CHINESE_MONTHS.get(match[1]) or int(match[1]))
        else:
            found.append(
                next(
                    i + 1
                    for i, name in enumerate(_MONTHS)
                    if name.startswith(match[2][-3:])
                    or match[2] in name
                    or (match[2].endswith("may") and name == "may")
                )
            )
    return found


_ASKS = re.compile(
    r"[?？]|什么|啥(?!都|也)|哪|谁|多少|多久|多大|多重|多高|还是(?![不没沒老一很有这這那会會])|几(?!乎)|干嘛|干啥|发我|报我|再报|发一下|说说看|边[个款位间度副晚]|仔定女|[\u3400-\u9fff]定[\u3400-\u9fff]\W*$|乜|[伐是不没否]$|怎么|怎样|如何|为什么|吗\W*$|么\W*$|呢\W*$|^有没有|是不是|来着|告诉我|说一下|报一下|念一遍|念念|给我念|念给我|贵姓|报给我|发给我|查一下|提醒我|考考你|记得|记的是"
    r"|^\W*(?:and |so |ok |hey |please |pls )?(?:what|which|who|whos|whereabouts|whose|when|where|wheres|how|why|whats|whens|am|is|are|do|does|did|was|were|can|could|has|have|will|must|should|shall|may)\b"
    r"|,\s*(?:what|which|who|when|where|how)\b[^,.!]*$"
    r"|(?:^|\s)(?:on|at|in|from|to|by|for|with) (?:what|which) [a-z]+\W*$|(?<!know )(?<!sure )(?<!matter )(?<!care )(?<!you )\bwhat (?:size|colou?r|date|day|time|number|name|kind|type|model|brand|make|price|code|flavou?r|plan)\b"
    r"|^(?:date|time|number|name|address|price|code) (?!is\b)|\b(?:tell me|remind me|read me|read back|give me (?:the|my|it|that)\b|let me have|remember (?:what|which|who|my)|do you (?:know|have)|what(?:'s| is| was| did)|which \w+ (?:is|was|did|do)|how (?:many|much|often|long|late))\b",
    re.I,
)
_NOMINAL = re.compile(
    r"[的嘅个](?:[\u3400-\u9fff]{0,4}(?:号码?|码)|code|id|number|e-?mail|ref)\W*$|[的嘅][\u3400-\u9fff]{0,3}[价名]\W*$|(?<![了有过买])好(?:多|大|久|高|重)(?:钱|块|岁|个|号|斤|天|次|人|张)?[了的嘛哦]?$|"
    r"^(?:my|our|the) [\w' ]{3,40}?,? the (?:most recent|latest|last|current|newest)(?: one)?\W*$"
    r"|^(?:the |my )?(?:\w+ ){1,3}i (?:ended up|settled|picked|chose|went with|gave you|told you)\b(?:(?!\b(?:is|was|are|were|has|had)\b)[^.!])*$"
    r"|^(?:the |my )?(?:[\w-]+ ){0,3}(?:number|code|serial|digits|ref|reference|reg|plate|size|date|address|#)(?: \w+)*? (?:i|for (?:the|my))\b"
    r"(?:(?!\b(?:is|was|are|were|has|had to)\b)[^.!])*$"
    r"|^.{0,16}那[个张笔单台条次份间]\w{1,4}$|[的嘅](?:名字|地址|日期|时间|价格|编号|号码)$"
    r"|^(?:the|my|our|that|his|her|their) (?:[\w'-]+ ){1,8}(?:again|please|pls|plz)\W*$",
    re.I,
)
_VALUE = re.compile(r"\d|[A-Z]{2,}[-_/]")
_SAYS = re.compile(r"[了过吧啦]|\b(?:i|we|he|she|they|it)(?:'[a-z]+)? [a-z]+|\bis\b|\bare\b|是|叫|要|用|换", re.I)


def asks(text: str) -> bool:
    """A question or a request to be told: in form, or a bare name of a value such as "my order number"."""
    flat = plain(text).strip()
    if find("erase", flat.lower()):
        return False
    if _ASKS.search(flat) or _NOMINAL.search(flat.rstrip("。.!！~ ")):
        return True
    bare = len(flat) <= (24 if any("\u3400" <= c <= "\u9fff" for c in flat) else 70)
    return bare and read_question(text).kind in _BARE and not _VALUE.search(flat) and not _SAYS.search(flat)


_PERSONAL = re.compile(r"我|咱|俺|\b(?:i|my|mine|me|our|ours|we|us)\b", re.I)


def personal(text: str) -> bool:
    """It speaks of the customer."""
    return bool(_PERSONAL.search(plain(text)))


_BARE = frozenset({"code", "date", "clock", "money", "count", "place", "person"})
