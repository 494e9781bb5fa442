# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""The grammar of what customers tell about themselves, in Chinese and English. No vocabulary of any trade in here."""

from __future__ import annotations

import re

from memory.extracting.reading import EN_KIN

EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
PHONE = re.compile(r"(?<![\w-])\+?\d[\d -]{8,15}\d(?![\w-])")
CODE = re.compile(
    r"(?<![A-Za-z0-9@.,$£€¥_-])(?=[A-Za-z0-9/_-]*\d)(?:[A-Za-z0-9]+(?:[-/_][A-Za-z0-9]+)+|[A-Z]{1,6}\d[A-Z0-9]*"
    r"|\d+[A-Z]{2,}[A-Z0-9]*|[A-Z][A-Z0-9]{4,}|\d{4,})(?![A-Za-z0-9@_]|[.,]\d)"
)
MONEY = re.compile(
    r"[$£€¥￥₹]\s?\d[\d,.]*\d|[$£€¥￥₹]\s?\d|\d[\d,.]*\s?(?:元|块\d?|塊\d?|万|rupees|dollars|pounds|euros?|quid)"
)
WEIGHT = re.compile(r"(\d+(?:\.\d+)?)\s?(公斤|千克|斤|kg|kilos?|lbs?|pounds)\b|(\d+(?:\.\d+)?)\s+on the scale", re.I)
ZH_NAME = re.compile(r"(?:我叫|我是叫|叫我|我的名字是|我名字叫|本人|我姓名)\s*[\"“]?([\u3400-\u9fffA-Za-z·]{1,12})")
ZH_SURNAME = re.compile(r"我姓([\u3400-\u9fff]{1,2})")
EN_NAME = re.compile(
    r"\b(?:[Mm]y name(?:'s| is)|[Nn]ame's|[Mm]yself|[Cc]all me"
    r"|[Tt]his is)\s+([A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+){0,2})"
    r"|\b[Ii]['’]?(?: a)?m\s+([A-Z][a-z]{2,}(?:\s+[A-Z][\w'’-]+)?)\b"
)
ZH_CALLED = re.compile(
    r"([\u3400-\u9fff]{1,8}?)(?:的名字)?(?:名字)?(?<![会在别喊乱])叫(?:做|作)?\s*[\"“]?([\u3400-\u9fffA-Za-z·]{1,10})"
)
EN_CALLED = re.compile(
    r"\b(?:[Mm]y|[Oo]ur|me|[Tt]he)\s+((?:[a-z-]+\s+){0,2}?[a-z-]+?)(?:'s name is|\s+(?:is|are|was)\s+(?:called"
    r"|named)|\s+(?:called|named))\s+([A-Z\u3400-\u9fff][\w'’\u3400-\u9fff-]*(?:\s+[A-Z][\w'’-]+)?)"
)
KIN_NAME = re.compile(rf"\b(?:[Mm]y|[Oo]ur|me)\s+(?:[a-z]+\s+)?(?P<who>{EN_KIN})\s+(?P<name>[A-Z][a-z]+)\b")
ADDRESS = re.compile(
    r"(?:地址[是为写的改成:：]*|住在?|搬到了?|寄到|送到|寄往|送去)\s*(?P<zh>[\u3400-\u9fffA-Za-z0-9\s-]{3,40})"
    r"|\b(?:address(?:\s+is)?|live (?:at|in|on)|living (?:at|in)|stay(?:ing)? at|moved (?:to|in (?:to|at))"
    r"|deliver(?:y)? to|ship(?: it)? to)\s*:?\s+(?P<en>[^,;!?]*(?:,\s*[A-Z0-9][^,;!?]*)*)",
    re.I,
)
PLACE = re.compile(
    r"[路街区號号栋幢楼室村镇市县巷弄苑園园]|小区|新家|家里|驿站|公司|单位|门口|大学|店|\d"
    r"|\b(?:street|st|road|rd|avenue|ave|lane|drive|court|close|place|flat|apartment|apt|house|hill|square|floor)\b|[A-Z][a-z]+",
)
LIKE = re.compile(
    r"(?:喜欢|喜歡|偏爱|偏好|最爱|只喝|只吃|只用|只要|习惯|更想|愿意要|爱[吃喝用看玩穿])|\b(?:i|we)(?:'d| would)? (?:\w+ )?(?:like|love|prefer"
    r"|enjoy|rather|only (?:drink|eat|use|take|want|wear))\b|\bfavou?rite\b|\bonly\b.*\bwill do\b"
    r"|\bis fine again\b|\b(?:is|are) (?:ok|okay|fine) (?:again|now)\b|又可以[吃喝用]|可以[吃喝]",
    re.I,
)
DISLIKE = re.compile(
    r"(?:不喜欢|不喜歡|讨厌|受不了|不爱|不吃|不喝|不想要|喝不下|吃不下|忌口)|\b(?:i|we) (?:\w+ )?(?:hate|dislike|can't stand|cannot stand"
    r"|don't (?:like|eat|drink|want)|never (?:eat|drink|use|touch))\b|\bno \w+ for me\b",
    re.I,
)
ALLERGY = re.compile(
    r"对([^，,。]{1,12}?)过敏|([^\W\d_对我你他她它]{1,6})过敏|\ballergic to ([\w ]{2,40})|\b([\w]+) allergy\b", re.I
)
DECIDE = re.compile(
    r"(?:决定|就选|我选|选了|先选|就要|定了|改选|还是要|那就要)|\b(?:going with|go with|went with|decided|settled? on|i'?ll take|i take"
    r"|we'?ll take|will take|i choose|i chose|i want the|opt(?:ed)? for|landed on|am takin)\b",
    re.I,
)
REQUEST = re.compile(
    r"^(?:请|麻烦|帮我|帮忙|给我|别|不要|千万|以后|下次)|\b(?:please|pls|don'?t|do not|never|from now on|make sure|remember to)\b",
    re.I,
)
IDENTITY = re.compile(
    r"^我是(?!不|说|想|要|给|来|在)([\u3400-\u9fffA-Za-z]{2,14})$|\b[Ii](?:'m| am) an? ((?:\w+[ -]){0,3}\w+)"
)
NOT_ME = re.compile(r"不是我|唔係我|\bnot me\b|\bnot mine\b", re.I)
RETRACT = re.compile(
    r"不再|不用了|不要了|算了|取消|作废|别管了|没这回事|不住了|\bno longer\b|\bnot? any ?more\b|\bcancel\b|\bscrap\b|\bscratch\b"
    r"|\bforget (?:the|about|what|that)\b|\bnever ?mind\b|\bstopped\b|\bgave up\b",
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

HELD_BEFORE = re.compile(
    r"(?:之前|原来|原先|旧|不是|从|從|唔係|\bold one|\bwas|\bfrom|\bnot|\binstead of)[\w\s]{0,3}$", re.I
)
