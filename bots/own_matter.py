"""Does a question ask for what the customer told us, or does it only speak of the customer? Pure.

"What is my cat called?" is theirs to have told; "Can I return beans?" is the company's to say.
"""

from __future__ import annotations

import re

from language.script import fold

_TOLD = re.compile(
    r"\b(?:remember|remind me|did i|have i|had i|i (?:said|told|mentioned|chose|picked|ordered|gave))\b"
    r"|记得|说过|告诉过|提过|提到过|讲过|(?:之前|上次|刚才|刚刚)(?:说|提|讲|选|定)|来着"
)
_COMPANYS = re.compile(
    r"\b(?:can|could|may|must|should|shall|will|would|might) (?:i|we|my|our|you)\b"
    r"|\b(?:do|does) (?:i|we|you) (?:need|have to|get|pay|charge|offer|sell|ship)\b"
    r"|\bam i (?:allowed|eligible|able|entitled|supposed|charged)\b"
    r"|\bhow (?:do|can|could|would|should|long (?:do|will|does)) (?:i|we|my|it)\b"
    r"|\bwhere (?:do|can|should) (?:i|we)\b(?! (?:live|work|stay)\b)"
    r"|\bwhat (?:happens|if|should|can|do i (?:do|need|have to))\b"
    r"|\b(?:when|where|why) (?:is|are|was|does|did|has|have|will) my "
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


def asks_what_was_told(question: str) -> bool:
    folded = fold(question).strip()
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
