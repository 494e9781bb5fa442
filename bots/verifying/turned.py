# ruff: noqa: E501  word lists
"""A near copy of a sentence in which a small word was turned: a bound, a direction, a unit, a role, a condition. Pure.

Words that exclude each other stand in one line of a list. Only near copies are read so: where a sentence is said in
other words, "may" for "can be" or "within" for "after" proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bots.verifying.near_copy import Edit, edits_between, words_of
from language.script import fold

_EXCLUDING: dict[str, str] = {  # reason: groups, the classes of a group parted by |, words of a class by /
    "negation": """
        least|most|up to ; minimum|maximum ; no more|no less/no fewer ; or more|or less ; or older|or younger ; within|after/beyond/outside/over
        more/greater|less/fewer ; higher|lower ; larger/bigger/greater|smaller ; faster/quicker|slower ; older|younger/newer ; longer|shorter ; better|worse ; cheaper|pricier/expensive ; above/over/exceeding|below/under
        before/prior|after/following ; until/till|from/since/after ; earlier|later ; start/beginning/starts|end/ends/ending ; first|last/second/third
        all/every/each/always/both/entire/whole/everyone|some/few/several/sometimes/partial/most/many/occasionally/rarely|no/none/never/neither/nobody ; many/most/much/all|few/little/hardly ; usually/often/generally/typically|always|rarely/seldom/never
        must/shall/required/mandatory/compulsory|can/may/might/could/optional|need not ; will|might/may/may not ; only/exclusively/solely|also/partly/mainly
        increase/increases/increased/increasing/rose/rises/grew/up|decrease/decreases/decreased/decreasing/fell/falls/shrank/down ; accept/accepts/accepted|reject/rejects/rejected/refuse/refused
        open/opened/opens|close/closed/closes ; buy/buys/bought/purchase|sell/sells/sold ; won/win/wins/winning|lost/lose/loses/losing ; arrive/arrives/arrived|depart/departs/departed/leave/leaves ; include/includes/included/including|exclude/excludes/excluded/excluding
        allowed/permitted|prohibited/forbidden/banned ; approved|rejected/denied ; enable/enables/enabled|disable/disables/disabled ; add/adds/added|remove/removes/removed ; upgrade/upgraded|downgrade/downgraded ; gain/gained|lose/lost
        north/northern|south/southern ; east/eastern|west/western ; left|right ; joined/joins|left/leaves/quit ; import/imports/imported|export/exports/exported ; success/succeeded|failure/failed ; maximum/highest|minimum/lowest
        free|paid ; online|offline ; inside|outside ; same|different ; public|private ; single|double ; hot|cold ; early|late ; high|low ; large/big|small ; long|short ; new|old ; with|without ; valid|invalid ; and|or
        至少/最少/不少于/不低于|至多/最多/不超过/不多于/不高于 ; 最低|最高 ; 以上|以下/以内 ; 以内/之内|以外/之外 ; 之前/以前/事前|之后/以后/事后 ; 高于|低于 ; 多于|少于 ; 大于|小于 ; 早于|晚于 ; 超过|不足/不到/少于 ; 提前|延后/推迟
        内|后/外 ; 前|后 ; 多|少 ; 高|低 ; 大|小 ; 快|慢 ; 早|晚 ; 长|短 ; 新|旧 ; 好|坏/差 ; 最高点|最低点 ; 上|下 ; 更多|更少 ; 更高|更低 ; 更快|更慢 ; 更大|更小 ; 较大|较小 ; 较高|较低 ; 较多|较少 ; 优于|劣于 ; 领先|落后 ; 开始|结束 ; 首次|最后一次 ; 以上|以下
        所有/全部/全体/一律/任何/每个/每位/每家/每|部分/个别/某些/少数/有些 ; 大部分/多数/大多数|少部分/少数/小部分 ; 总是/一直/始终|偶尔/有时 ; 一律|有时 ; 任何|某些 ; 全国|部分
        必须/应当/应该/需要/须/务必|可以/可/可能/无需/不必 ; 可以|必须 ; 一定/必定/必然|可能/也许 ; 只能/只有/仅限/只/仅/仅仅/只是|也能/不仅/不限/不只/不仅仅/还有
        增加/增长/上升/上涨/提高/扩大/升高|减少/下降/下跌/降低/缩小/降低 ; 接受/同意/支持|拒绝/反对 ; 买入/购买/买进|卖出/出售 ; 盈利|亏损 ; 获胜/胜出/击败|落败/输给/失利 ; 允许|禁止 ; 成功|失败 ; 开通/开启|关闭/停用 ; 进口|出口 ; 升级|降级
        东部/东|西部/西 ; 南部/南|北部/北 ; 包括/包含|不包括/不含/除外 ; 免费|收费/付费 ; 线上|线下 ; 公开|私下 ; 相同|不同 ; 和/与/及/以及/并/并且|或/或者
    """,
    "value": """
        hour/hours|minute/minutes|second/seconds|day/days|week/weeks|month/months|year/years|decade/decades|century/centuries ; business/working|calendar
        mile/miles|kilometer/kilometers/kilometre/kilometres/km|meter/meters/metre/metres|foot/feet|inch/inches/inch|centimeters/centimetres/cm|yard/yards ; kg/kilogram/kilograms|g/gram/grams|pound/pounds/lb|ounce/ounces/oz|ton/tons/tonnes
        thousand|million|billion|trillion ; gb|mb|kb|tb ; percent|points ; dollar/dollars/usd|euro/euros/eur|pounds/gbp|yuan/rmb/cny|yen/jpy ; litre/litres/liter/liters|gallon/gallons|ml ; acres|hectares ; celsius|fahrenheit ; weekday/weekdays|weekend/weekends ; am|pm
        小时|分钟|秒|天|周|个月|月|年 ; 公里/千米|米|厘米|英里|海里 ; 公斤/千克|克|吨|斤 ; 万|亿|千|百 ; 平方米|平方公里|公顷|亩 ; 工作日|自然日|周末 ; 美元|欧元|人民币|港元|日元|英镑 ; 元|美元 ; 万元|万美元|亿元|亿美元|万欧元 ; 上午/早上/早晨|下午|晚上|凌晨|傍晚|中午
    """,
    "swapped": """
        customer/customers/client/clients/user/users/guest/guests/buyer/buyers/passenger/passengers|agent/agents/company/merchant/seller/sellers/airline/airlines/host/hosts/bank/banks/store/shop/vendor
        sender/senders|recipient/recipients/receiver ; lender/lenders|borrower/borrowers ; employer/employers|employee/employees ; teacher/teachers|student/students ; doctor/doctors|patient/patients ; landlord|tenant/tenants ; mother|father ; husband|wife ; son/sons|daughter/daughters ; brother|sister ; parent/parents|child/children ; author/authors/writer|reader/readers ; manager|employee/staff
        he|she ; him|her ; his|her/hers ; man/men|woman/women ; boy/boys|girl/girls
        买家/顾客/客户/用户/消费者/乘客/客人|卖家/商家/公司/店家/平台/航空公司/酒店/客服 ; 甲方|乙方 ; 寄件人|收件人 ; 房东|租客/房客 ; 医生|患者/病人 ; 老师/教师|学生 ; 父亲|母亲 ; 丈夫|妻子 ; 儿子|女儿 ; 男子/男性/男|女子/女性/女 ; 原告|被告 ; 哥哥/弟弟|姐姐/妹妹 ; 他|她 ; 他们|她们 ; 雇主|雇员/员工 ; 借款人|贷款人
    """,
}  # fmt: skip


def _groups(listed: str) -> Iterator[list[frozenset[str]]]:
    for group in re.split(r"[;\n]", listed):
        if group.strip():
            yield [frozenset(word.strip() for word in words.split("/")) for words in group.split("|")]


_GROUPS = [(reason, group) for reason, listed in _EXCLUDING.items() for group in _groups(listed)]
_CONDITION = re.compile(
    r"^[,，(（\s]*(?:and |but )?(?:if|unless|only if|provided|as long as|in case|except|excluding|other than|apart from|with the exception|but not|only when|subject to|when|as soon as|once)\b"
    r"|^[,，(（\s]*(?:如果|若|如|只要|除非|除|除了|前提是|仅当|不含|不包括|但不包括)|(?:的话|的情况下|以外|之外|除外)[,，)）\s]*$",
    re.IGNORECASE,
)
_LEAST = 3  # words of a condition
_ONLY = frozenset("only exclusively solely 只 仅 只能 仅限 只有 仅仅".split())
_SMALL = 6  # words on either side of an edit that turns one of them


def turned(claim: str, sentences: Sequence[str], known: str) -> tuple[str, str]:
    """(reason, words) where the claim is a near copy of a sentence with such a change; ("", "") otherwise.

    `known`: the customer's own words, folded. A condition that they meet may be left out.
    """
    edits = closest_edits(claim, sentences)
    for edit in edits:
        if reason := _turns(edit):
            return reason, " ".join(edit.now)
    for edit in edits:
        if _conditional(edit, known):
            return "unsupported", " ".join(edit.was)
        if not edit.was and edit.now and len(edit.now) <= 2 and any(word.lower() in _ONLY for word in edit.now):
            return "negation", " ".join(edit.now)
    return "", ""


def closest_edits(claim: str, sentences: Sequence[str]) -> list[Edit]:
    """From the sentence that the claim is nearest to; empty where it is near to none, or equal to one."""
    mine = words_of(claim)
    best: tuple[float, list[Edit]] = (0.0, [])
    for sentence in sentences:
        if words_of(sentence) == mine:
            return []
        share, edits = edits_between(mine, words_of(sentence))
        if share > best[0]:
            best = (share, edits)
    return best[1]


def _turns(edit: Edit) -> str:
    if not edit.was or not edit.now or len(edit.was) > _SMALL or len(edit.now) > _SMALL:
        return ""
    was, now = _side(edit.was), _side(edit.now)
    for reason, group in _GROUPS:
        before = {place for place, words in enumerate(group) if _has(words, was)}
        after = {place for place, words in enumerate(group) if _has(words, now)}
        if before and after and not before & after:
            return reason
    return ""


def _side(words: Sequence[str]) -> tuple[frozenset[str], str]:
    folded = [fold(word) for word in words]
    return frozenset(folded), f" {' '.join(folded)} "


def _has(words: frozenset[str], side: tuple[frozenset[str], str]) -> bool:
    """A word of the class, or a longer one of several words or of Chinese characters that were cut apart."""
    if words & side[0]:
        return True
    joined = side[1].replace(" ", "")
    return any(f" {word} " in side[1] if word[0].isascii() else len(word) > 1 and word in joined for word in words)


def _conditional(edit: Edit, known: str) -> bool:
    """A condition or an exception was left out, and the customer does not say that it is met."""
    if edit.now or len(edit.was) < _LEAST or not _CONDITION.search(" ".join(edit.was)):
        return False
    telling = [fold(word) for word in edit.was[1:] if len(word) > (1 if word[0] > "\u3000" else 3)]
    return not telling or sum(word in known for word in telling) < 0.5 * len(telling)
