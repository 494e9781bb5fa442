# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""How a customer wants to be reached: by which channel, when, and by which not. Every service is told so. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory.extracting.context import Context
from memory.facts import Candidate
from memory.types import FactKind

_ZH = r"(?:微信|电话|短信|邮件|邮箱|企微|钉钉|飞书|QQ|手机|座机|whats ?app|telegram|email|line)"
_VERB = r"(?:text|call|ring|phone|e-?mail|message|msg|whats ?app|telegram|contact|reach|dm)"
_NOUN = r"(?:texts?|calls?|phone|e-?mails?|messages?|whats ?app|telegram|wechat|sms)"
_LEAD = r"(?:please|pls|just|so|and|but|or|then|also|from now on|in future|instead|you can|you could|can you|could you|best to|better to|it's best to|always|only|do)"
_REACH = re.compile(
    rf"^(?:(?:{_LEAD}|\d.{{0,12}}?)[ ,]+)*{_VERB} (?:me|us)\b(?! (?:mr|mrs|ms|miss|dr|by my|what|back))"
    rf"|\b(?:{_NOUN}|ring)\b.{{0,20}}\b(?:only|instead|best|better|preferred|easier|easiest|after \d|before \d)\b"
    rf"|\b(?:only|prefer|rather have|rather get|go) (?:a |an |by )?{_NOUN}(?! (?:number|address|has|is|was|bill|case|shop))\b(?=.{{0,20}}$)"
    rf"|\b(?:no|no more|don'?t|do not|never|not by|stop) (?:phone |more |by |the )?(?:calls?|calling|ring(?:ing)?|phoning|texts?|texting|e-?mail(?:s|ing)?|whats ?app)\b"
    rf"|{_ZH}(?:上|里)?(?:联系|联络|通知|找|说|跟我说|发我|发给我|告诉我|沟通|就行|就好|就可以|最好|方便|别打|别发|不用打|不要打)"
    rf"|(?:发|打|回)(?:我|到我|给我)?的?{_ZH}(?![^，,。]{{0,4}}[了过没])|(?:联系|联络|通知|提醒|找我)[^，,。]{{0,3}}(?:用|走|发)?{_ZH}"
    rf"|(?:别|不要|勿|莫|甭|不用)(?:再)?(?:给我)?(?:打|发|回)(?:我)?{_ZH}|{_ZH} ?我(?!们)|打我的?(?=尾号|手机|座机|新|这|那|\s|\d|$)",
    re.I,
)
_SIGNS = re.compile(  # one of these stands in every such wish
    r"\b(?:text|call|ring|phon|e-?mail|messag|msg|what|telegram|contact|reach|dm|wechat|sms)|[电微短邮企钉飞手座打]|whats|email|line|qq",
    re.I,
)
_NAMED = re.compile(r"\bcall me [A-Z]")
_HAPPENED = re.compile(
    r"之前|提前|原来|以前说|上门前|我(?:打|发|拨|给[你您]们?打)|[打发]了|[打发]过|\bbefore (?:you|he|she|they) (?:come|arrive)|\bbefore (?:you|he|she|they) (?:come|arrive)|\b(?:i|they|he|she|you|nobody|somebody|driver)(?:'ve|'d|'s)? (?:just |already |never |always )*(?:called|rang|phoned|texted|emailed|messaged)\b",
    re.I,
)


def wishes_to_be_reached(context: Context) -> Iterator[Candidate]:
    """One wish at a time: the latest says how."""
    if (
        _SIGNS.search(context.flat) is None
        or context.subject
        or _NAMED.search(context.clause.text)
        or _HAPPENED.search(context.flat)
    ):
        return
    if _REACH.search(context.flat):
        yield context.make(
            FactKind.PREFERENCE, "contact", context.clause.text, confidence=0.75, at_once=True,
            operation="correct" if context.operation == "correct" else "replace",
        )  # fmt: skip
