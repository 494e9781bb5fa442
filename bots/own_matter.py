# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Does a question ask for what the customer told us, or does it only speak of the customer? Pure.

"What is my cat called?" is theirs to have told; "Can I return beans?" and "Do you sell tea?" are the company's to say.
"""

from __future__ import annotations

import re

from bots.cues import QUESTION
from language.script import fold

_TOLD = re.compile(
    r"\b(?:remember|remind me|did i|have i|had i|i (?:said|told|mentioned|chose|picked|ordered|gave))\b"
    r"|\b(?:know|have|got|remember|stored?|noted|hold|keep) (?:\w+ ){0,3}?(?:about|on) me\b|[你您](?:都|还|已经)*(?:知道|了解)我"
    r"|记得|说过|告诉过|提过|提到过|讲过|(?:之前|上次|刚才|刚刚)(?:说|提|讲|选|定)|来着"
)
_COMPANYS = re.compile(
    r"\b(?:can|could|may|must|should|shall|will|would|might) (?:i|we|my|our|you)\b"
    r"|\b(?:do|does) (?:i|we|you) (?:need|have to|get|pay|charge|offer|sell|ship)\b"
    r"|\bam i (?:allowed|eligible|able|entitled|supposed|charged)\b"
    r"|\bhow (?:do|can|could|would|should|long (?:do|will|does)) (?:i|we|my|it)\b"
    r"|\bwhere (?:do|can|should) (?:i|we)\b(?! (?:live|work|stay)\b)"
    r"|\bwhat (?:happens|if|should|can|do i (?:do|need|have to))\b"
    r"|\b(?:(?:when|where|why) )?(?:is|are|was|does|did|has|have|will) my "
    r"(?:order|parcel|package|refund|delivery|money|invoice|item)"
    r"|我(?:们)?(?:还)?(?:可以|可否|能|能不能|能否|可不可以|应该|该|需要|需不需要|必须|得|想要?|要怎么|要如何|怎么|如何|怎样|去哪|到哪|在哪里?能)"
    r"|怎么(?:办|样|退|换|付|用|改|查|申请|联系)|如何|能不能|可不可以|能否|可以.*吗|为什么|支持.*吗"
    r"|(?:订单|包裹|快递|退款|发票|物流|货).{0,6}(?:什么时候|何时|多久|到哪|在哪)"
)
_THEIRS = re.compile(
    r"\b(?:what|which|who|whose|when|where|how (?:old|many|much|tall|big|often))\b.*\b(?:my|mine|i|me|our|we)\b"
    r"|^(?:am|was|were|do|have) (?:i|my|we|our)\b"
    r"|^(?:my|our) [a-z ]{2,40}\??$"
    r"|(?:我|咱|俺).*(?:什么|啥|哪|谁|几|多少|多大|多久|吗|呢|么|[?？])|^我(?:的|家).{1,12}$"
)


_HOUSE = re.compile(  # what the company has, offers, allows or would advise
    r"\b(?:do|does|are|can|could|will|would) (?:you|you guys|your \w+|the (?:shop|store|company|hotel|restaurant))\b"
    r"(?! (?:please |still |also |happen to |by any chance )*(?:know|remember|recall|remind|tell|say|see|show|read|repeat)\b)"
    r"|\b(?:is|are) there\b|\bwhich \w+ (?:is|are) (?:\w+ )?(?:good|best|right|suitable)\b"
    r"|\b(?:do|would|can|could) you (?:\w+ )?(?:recommend|suggest|advise)\b"
    r"|[你您]们|[你您]家|贵(?:店|司|公司)|本店|推荐|适合"
    r"|^[^我咱俺]*(?:有没有|能(?:不能)?|可以|可否|支持|提供|包括?).*(?:[吗么]|有没有|能不能)?"
)


def asks_the_company(question: str) -> bool:
    """Whatever the customer told is no answer to it: "Do you ship abroad?", 能开发票吗."""
    asked = asking_part(question)
    if _TOLD.search(asked) or _SPEAK_OF_ME.search(asked):
        return False
    asked = _TELL_ME.sub("", asked)
    return _HOUSE.search(asked) is not None or _COMPANYS.search(asked) is not None


def asking_part(question: str) -> str:
    """Folded, the clauses that ask: 我对牛奶过敏，你们有豆奶吗 tells first, and then asks the company."""
    folded = fold(question).strip()
    clauses = [clause for clause in _CLAUSE_ENDS.split(folded) if clause.strip()]
    asking = [clause.strip() for clause in clauses if QUESTION.search(clause.strip())]
    return " ".join(asking) if asking and len(asking) < len(clauses) else folded


_TELL_ME = re.compile(
    r"^(?:(?:please|so|and|hi|hello|hey)[\s,]+)*(?:can|could|would|will) you (?:please |also )?(?:tell|give|read|show|repeat|send)(?: me)?\b"
)
_CLAUSE_ENDS = re.compile(r"(?<=[?.!。！;])\s*|[,，]\s*(?=[^,，]*[\u3400-\u9fff])")
_SPEAK_OF_ME = re.compile(r"我的.*(?:是|叫)")


def asks_what_was_told(question: str) -> bool:
    folded = asking_part(question)
    if _TOLD.search(folded):
        return True
    return _THEIRS.search(folded) is not None and _COMPANYS.search(folded) is None


_OWN_DATUM = re.compile(
    r"(?:what|which|when|where|who)(?:'s|s| is| was| are) my (?!.*\b(?:warranty|deliver\w*|shipping|returns?|refunds?"
    r"|cancel\w*|policy|deadlines?|rights?|options?)\b)[a-z' -]{2,30}\W*"
    r"|我(?:的|家)[^,.?!退换运送保]{1,10}(?:是|叫)(?:什么|啥|多少|几号|哪天|哪个|谁)\W*"
)


def asks_for_own_datum(question: str) -> bool:
    """ "What is my order number?": no document of the company can hold that, however near one comes."""
    folded = fold(question).strip()
    return _OWN_DATUM.fullmatch(folded) is not None and _COMPANYS.search(folded) is None


_ALL = re.compile(
    r"(?:and |so |please |tell me |show me |list )*(?:what|everything|all|anything)(?: (?:else|all|information|data|things?))?"
    r"(?: (?:that|which))?(?: do| have| did| is)? (?:(?:you|we) )?(?:(?:still|already|actually|really|currently|all) )*"
    r"(?:know|have|got|remember|store[sd]?|note[sd]?|noted down|hold|keep|saved?|learnt|learned|written down|on (?:file|record))"
    r"(?: (?:noted|stored|saved|on (?:file|record)|down))?(?: (?:about|on|of|from) me)?"
    r"|what have i (?:told|said to) you(?: so far| (?:about|of) (?:me|myself))?"
    r"|(?:请|那|告诉我|说说|列出)*[你您](?:们)?(?:都|还|现在|已经)*(?:知道|记得|了解|记住|记录|记|存|保存)(?:了|着|过|的)*(?:关于)?我的?(?:什么|些什么|哪些|多少|啥)?(?:事|信息|资料|东西|事情|内容)?"
    r"|(?:请|那)*我(?:都|一共|之前)*(?:跟|对|和)?[你您]?(?:说|讲|告诉|提)过?(?:[你您])?(?:了|过)*(?:哪些|些什么|什么|啥)(?:事|信息|东西|内容)?"
)  # fmt: skip
_ABOUT_ME = re.compile(r"\bme\b|\bi (?:told|said)|\bhave i\b|我")


def asks_for_all_that_is_known(question: str) -> bool:
    """ "What do you know about me?" """
    folded = re.sub(r"[\s.?!。？！吗呢呀啊了]+$", "", fold(question).strip())
    return _ALL.fullmatch(folded) is not None and _ABOUT_ME.search(folded) is not None
