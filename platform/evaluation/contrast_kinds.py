# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""More ways of turning a sentence false by a word or a clause: directions, bounds, units, roles, conditions. Pure.

Each maker gives the sentence with one such change, or "" where it has nothing to turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from language.script import has_han

_TURNS: dict[str, tuple[str, str]] = {  # kind: English pairs and Chinese pairs, either side to the other
    "comparative": (
        "more than|less than, higher|lower, larger|smaller, bigger|smaller, faster|slower, older|younger, longer|shorter, better|worse, cheaper|more expensive, above|below, over|under",
        "高于|低于, 多于|少于, 大于|小于, 早于|晚于, 超过|不足, 更多|更少, 更高|更低, 更快|更慢, 优于|劣于, 较大|较小, 较高|较低",
    ),
    "before_after": (
        "before|after, until|from, prior to|after, earlier|later, start|end, beginning|end",
        "之前|之后, 以前|以后, 开始|结束, 事前|事后, 提前|延后",
    ),
    "bound": (
        "at least|at most, minimum|maximum, no more than|no less than, up to|at least, within|after, or more|or less, or older|or younger",
        "至少|至多, 最少|最多, 最低|最高, 不超过|不低于, 不少于|不超过, 以上|以下, 以内|以外, 不足|超过",
    ),
    "only_also": ("only|also, exclusively|partly, solely|partly", "只能|也能, 仅限|不限, 只有|不仅, 仅|不仅, 只|不只"),
    "quantifier": (
        "all|some, every|no, each|no, both|neither, most|few, always|sometimes, many|few, any|no, everyone|no one, none|all, entire|partial",
        "所有|部分, 全部|部分, 每|个别, 大部分|少部分, 多数|少数, 一律|有时, 任何|某些, 总是|偶尔, 全国|部分",
    ),
    "modal": (
        "must|may, required|optional, may|must, can|must, should|need not, will|might, shall|may",
        "必须|可以, 可以|必须, 应当|可以, 一定|可能, 需要|无需, 应|可",
    ),
    "direction": (
        "increase|decrease, increased|decreased, rose|fell, accept|reject, accepted|rejected, open|closed, opened|closed, buy|sell, bought|sold, won|lost, win|lose, arrive|depart, include|exclude, includes|excludes, allowed|prohibited, approved|rejected, enable|disable, add|remove, upgrade|downgrade, gain|lose, north|south, east|west, left|right, left|joined, import|export, first|last, success|failure",
        "增加|减少, 增长|下降, 上升|下降, 上涨|下跌, 接受|拒绝, 同意|反对, 买入|卖出, 盈利|亏损, 获胜|落败, 包括|不包括, 允许|禁止, 成功|失败, 开通|关闭, 进口|出口, 升级|降级, 提高|降低, 扩大|缩小, 支持|反对, 首次|最后一次, 领先|落后, 东部|西部, 南部|北部",
    ),
    "role": (
        "customer|agent, buyer|seller, user|agent, passenger|airline, sender|recipient, lender|borrower, employer|employee, teacher|student, doctor|patient, landlord|tenant, bank|customer, host|guest, mother|father, husband|wife, son|daughter, brother|sister, he|she, his|her, parent|child, author|reader",
        "买家|卖家, 顾客|商家, 客户|公司, 甲方|乙方, 寄件人|收件人, 房东|租客, 医生|患者, 老师|学生, 父亲|母亲, 丈夫|妻子, 儿子|女儿, 男子|女子, 男性|女性, 原告|被告, 他|她, 哥哥|姐姐",
    ),
    "unit": (
        "hours|minutes, days|weeks, days|hours, weeks|months, months|years, years|months, minutes|seconds, miles|kilometers, kilometres|metres, km|miles, kg|g, pounds|ounces, feet|inches, million|billion, percent|points, meters|feet, GB|MB, business days|calendar days",
        "小时|分钟, 天|周, 个月|年, 年|个月, 分钟|秒, 公里|米, 公斤|克, 万|亿, 亿|万, 平方米|平方公里, 工作日|自然日, 吨|公斤, 米|厘米",
    ),
    "currency": ("dollars|euros, USD|EUR, yuan|dollars, euros|dollars, pounds|dollars, $|€, £|$, €|$", "美元|欧元, 人民币|美元, 万元|万美元, 亿元|亿美元, 元|美元, 港元|美元"),
    "weekday": (
        "Monday|Tuesday, Tuesday|Thursday, Wednesday|Friday, Thursday|Monday, Friday|Saturday, Saturday|Sunday, Sunday|Monday, weekdays|weekends, January|March, February|May, March|June, April|July, May|August, June|September, July|October, August|November, September|December, October|January, November|February, December|April",
        "周一|周二, 周二|周四, 周三|周五, 周四|周一, 周五|周六, 周六|周日, 周日|周一, 星期一|星期三, 星期五|星期天, 上午|下午, 早上|晚上, 凌晨|傍晚, 工作日|周末",
    ),
    "join": ("and|or, either|both", "和|或, 并|或"),
}  # fmt: skip
_CLAUSES: dict[str, tuple[re.Pattern[str], ...]] = {
    "condition_dropped": (
        re.compile(r"^(?:if|when|unless|provided that|as long as|in case)\b[^,]{6,80}, ", re.IGNORECASE),
        re.compile(r",? (?:if|unless|only if|provided that|as long as|only when|in case)\b[^,.;]{6,90}(?=[.;]?$|[,;])", re.IGNORECASE),
        re.compile(r"^(?:如果|若|如|只要|除非|当|在)[^，。]{3,30}(?:的情况下|的话|时)?[，,]"),
        re.compile(r"[，,](?:如果|除非|前提是|只要)[^，。]{3,30}(?=[。；]?$)"),
    ),
    "exception_dropped": (
        re.compile(r",? \(?(?:except(?: for)?|excluding|other than|apart from|with the exception of|but not)\b[^,.;)]{3,80}\)?", re.IGNORECASE),
        re.compile(r"[（(]?(?:除|除了)[^，。]{2,30}?(?:外|以外|之外)[)）]?[，,]?"),
        re.compile(r"[，,（(](?:不含|不包括|但不包括)[^，。)）]{2,30}[)）]?"),
    ),
}  # fmt: skip


def _pairs(listed: str) -> list[tuple[str, str]]:
    pairs = [tuple(side.strip() for side in pair.split("|")) for pair in listed.split(",")]
    return [(one, other) for one, other in pairs] + [(other, one) for one, other in pairs]


_PAIRS: Mapping[str, tuple[list[tuple[str, str]], list[tuple[str, str]]]] = {
    kind: (_pairs(english), _pairs(chinese)) for kind, (english, chinese) in _TURNS.items()
}


def _turned(kind: str) -> Callable[[str], str]:
    def make(sentence: str) -> str:
        english, chinese = _PAIRS[kind]
        for was, now in chinese if has_han(sentence) else english:
            edge = r"\b" if was[0].isascii() and was[0].isalnum() else ""
            if match := re.search(rf"{edge}{re.escape(was)}{edge}", sentence):
                return f"{sentence[: match.start()]}{now}{sentence[match.end() :]}"
        return ""

    return make


def _without(kind: str) -> Callable[[str], str]:
    def make(sentence: str) -> str:
        for pattern in _CLAUSES[kind]:
            if match := pattern.search(sentence):
                rest = f"{sentence[: match.start()]}{sentence[match.end() :]}".strip()
                return rest[:1].upper() + rest[1:] if len(rest) > 0.35 * len(sentence) else ""
        return ""

    return make


MORE: Mapping[str, Callable[[str], str]] = {kind: _turned(kind) for kind in _TURNS} | {
    kind: _without(kind) for kind in _CLAUSES
}
