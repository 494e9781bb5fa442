# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""The grammar of what customers tell about themselves, in Chinese and English. No vocabulary of any trade in here."""

from __future__ import annotations

import re

from memory.extracting.reading import EN_KIN, KIN_PATTERN

EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
PHONE = re.compile(r"(?<![A-Za-z0-9-])\+?\d[\d -]{8,15}\d(?![A-Za-z0-9-])")
CODE = re.compile(
    r"(?<![A-Za-z0-9@.,$£€¥_-])(?=[A-Za-z0-9/_-]*\d)(?:[A-Za-z0-9]+(?:[-/_][A-Za-z0-9]+)+|[A-Z]{1,6}\d[A-Z0-9]*"
    r"|\d+[A-Z]{2,}[A-Z0-9]*|[A-Z][A-Z0-9]{4,}|\d{4,})(?![A-Za-z0-9@_]|[.,]\d)"
)
MONEY = re.compile(
    r"[$£€¥￥₹]\s?\d[\d,.]*\d|[$£€¥￥₹]\s?\d|\d[\d,.]*\s?(?:元|块\d?|塊\d?|万|rupees|dollars|pounds|euros?|quid)"
)
ZH_NAME = re.compile(r"(?:我叫|我是叫|叫我|我的名字是|我名字叫|本人|我姓名)\s*[\"“]?([\u3400-\u9fffA-Za-z·]{1,12})")
ZH_SURNAME = re.compile(r"我姓([\u3400-\u9fff]{1,2})")
EN_NAME = re.compile(
    r"\b(?:[Mm]y name(?:'s| is)|[Nn]ame's|[Mm]yself|[Cc]all me"
    r"|[Tt]his is)\s+([A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+){0,2})"
    r"|\b[Ii]['’]?(?: a)?m\s+([A-Z][a-z]{2,}(?:\s+[A-Z][\w'’-]+)?)\b"
)
ZH_CALLED = re.compile(
    r"([\u3400-\u9fff]{1,8}?)(?:的名字)?(?:名字)?(?<![会在别喊乱不没都])叫(?:做|作)?\s*[\"“]?([\u3400-\u9fffA-Za-z·]{1,10})"
)
EN_CALLED = re.compile(
    r"\b(?:[Mm]y|[Oo]ur|me|[Tt]he)\s+((?:[a-z-]+\s+){0,2}?[a-z-]+?)(?:'s name is|\s+(?:is|are|was)\s+(?:called"
    r"|named)|\s+(?:called|named))\s+([A-Z\u3400-\u9fff][\w'’\u3400-\u9fff-]*(?:\s+[A-Z][\w'’-]+)?)"
)
KIN_NAME = re.compile(rf"\b(?:[Mm]y|[Oo]ur|me)\s+(?:[a-z]+\s+)?(?P<who>{EN_KIN})\s+(?P<name>[A-Z][a-z]+)\b")
ZH_KIN_NAME = re.compile(  # 女儿糖糖对牛奶过敏: a pet name, doubled or with 小 or 阿, before what is said of it
    rf"(?P<who>{KIN_PATTERN})(?P<name>(?!天天|常常|刚刚|偏偏|慢慢|渐渐|明明|往往|时时|处处|人人|个个|小时|小孩|小学)"
    r"(?:(?P<twice>[\u4e00-\u9fff])(?P=twice)|[小阿][\u4e00-\u9fff]))"
    r"(?=今年|[一二三四五六七八九十两\d]|是|在|也|都|喜欢|爱|对|怕|要|想|上|穿|吃|不|说|的)"
)
NAME_KIN = re.compile(rf"\b(?P<name>[A-Z][a-z]+)(?:,| is| was)?\s+(?:my|our|me)\s+(?P<who>(?i:{EN_KIN}))\b")
ZH_ITS_NAME = re.compile(r"(?:姓名|名字|大名)[是为:：]?\s*([\u3400-\u9fffA-Za-z·]{2,10})")
ADDRESS = re.compile(
    r"(?:地址[是为写的改成:：]*|住(?:在|(?![在院校进着了得不过]))|搬到了?|寄到|送到|寄往|送去)\s*(?P<zh>[\u3400-\u9fffA-Za-z0-9\s-]{2,40})"
    r"|\b(?:address(?:\s+is)?|lives? (?:at|in|on)|living (?:at|in)|stay(?:ing)? at|moved (?:to|in (?:to|at))"
    r"|deliver(?:y)? to|ship(?: it)? to)\s*:?\s+(?P<en>[^,;!?]*(?:,\s*[A-Z0-9][^,;!?]*)*)",
    re.I,
)
PLACE = re.compile(
    r"[路街区號号栋幢楼室村镇市县巷弄苑園园]|小区|新家|家里|驿站|公司|单位|门口|大学|店|\d"
    r"|\b(?:street|st|road|rd|avenue|ave|lane|drive|court|close|place|flat|apartment|apt|house|hill|square|floor)\b|[A-Z][a-z]+",
)
ALLERGY = re.compile(
    r"对([^，,。]{1,12}?)(?:也|都|还|又|不|没有?|很|特别|严重|有点|会)*过敏|([^\W\d_对我你他她它]{1,6})过敏|\ballergic to ([\w ]{2,40})|\b([\w]+) allergy\b",
    re.I,
)
REQUEST = re.compile(
    r"^(?:请|麻烦|帮我|帮忙|给我|别|不要|千万|以后|下次|务必)"
    r"|^(?:and |but |so |just |oh |also |pls |please )*(?:don'?t|do not|never|from now on|make sure|remember to|no more)\b|\b(?:please|pls)\b",
    re.I,
)
IDENTITY = re.compile(
    r"^我是(?!不|说|想|要|给|来|在)([\u3400-\u9fffA-Za-z]{2,14})$|\b[Ii](?:'m| am) an? ((?:\w+[ -]){0,3}\w+)"
)
NOT_ME = re.compile(r"不是我|唔係我|\bnot me\b|\bnot mine\b", re.I)
WORKS = re.compile(
    r"(?<!现)在(?P<zh>[\u3400-\u9fffA-Za-z]{2,14})(?:上班|工作|任职|当\w+)"
    r"|\b(?:work|works|working|job)(?:ing)? (?:at|for|in|with|as) (?P<en>(?:the |a |an )?[\w'&-]+(?: [\w'&-]+){0,4})"
    r"|\b\w+(?:'m| am|'s| is) (?P<is>(?:a |an )(?:\w+ )?\w+(?:er|or|ist|ian|nurse|ant|ent|man|woman|clerk|pilot|chef|guard|coach))\b",
    re.I,
)
PREDICATE = re.compile(
    r"[是有在得患怕爱戴用住]|怀孕|不能|只能|需要|\b(?:is|are|has|have|was|can't|cannot|can|needs?|wants?|uses?|takes?|drives?|lives?|works?|wears?|gets?|only|does|doesn't)\b|'s\b",
    re.I,
)
LABELS = re.compile(
    r"订单号|单号|编号|工单号?|卡号|尾号|账号|券|优惠码|码|车牌|税号|手机号|电话|型号|IMEI|号"
    r"|\b(?:order|booking|tracking|reference|ref|ticket|case|member(?:ship)?|account|card|visa|mastercard|invoice"
    r"|policy|claim|serial|part|model|error|certificate|code|id|pnr|locker|tag|number|phone)\b",
    re.I,
)


# A clause that asks tells nothing, whatever else it looks like: "my cat is called what".
ASKS = re.compile(
    r"什么|什麼|啥|[谁誰]|哪|几[点點个個号號天次岁歲]|多少|多久|怎么|怎麼|为何|[吗嗎]\s*$"
    r"|^(?:what|which|who|whose|when|where|how|why|do|does|did|is|are|was|can|could|would|will|should)\b",
    re.I,
)
