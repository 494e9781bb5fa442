# ruff: noqa: E501  a word list reads best in long lines
"""Sentences that claim nothing about the business or the customer, and so need no evidence. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bots.verifying.support import features, without_literals
from language.literals import LiteralKind, find_literals
from language.script import fold, has_han
from language.tokens import STOP_ZH, content_words, stem

_ENGLISH = frozenset(stem(word) for word in (
    "time all im ive id ill youre theres heres thats whats lets any some every each few both such most out up down off one two yet still too either myself yourself hello hi hey dear good morning afternoon evening day night nice great wonderful lovely weekend welcome thank thanks sorry apologize "
    "apologies apology regret unfortunately please sure certainly course absolutely okay ok yes yeah alright understand understood see got it glad happy pleased pleasure "
    "help assist assistance assistant support let know anything else something more further other question questions ask tell share feel free "
    "need want like wish would look looking check checking find found moment second wait hold minute patience patient inconvenience trouble "
    "detail details information info following below above summary answer reply based according record records file confirm confirmation sound right "
    "wrong problem issue concern matter case request thing way today now again back soon best way able try get give say talk chat speak connect "
    "colleague human agent team specialist person someone transfer transferring customer service glad interest contact reach come bye goodbye care enjoy hope "
    "rest take note noted make made keep mind remember told mention mentioned going hear listening here there i'm i'll i've let's appreciate frustrating frustration "
    "clarify clarification mean meant provide specify which order number could might perhaps maybe well also however next step continue proceed happy exactly much guess doing fine proud".split()
))  # fmt: skip
_CHINESE = frozenset(
    "您好 你好 好的 好 嗯 嗯嗯 早上好 下午好 晚上好 欢迎 光临 咨询 感谢 谢谢 多谢 不客气 客气 抱歉 对不起 不好意思 理解 明白 了解 知道 清楚 没问题 没关系 当然 可以 请 请问 请您 请稍等 稍等 稍候 稍后 "
    "帮 帮您 帮助 帮忙 协助 为您 服务 客服 人工 助手 同事 专员 转接 联系 需要 想 希望 愿意 其他 其它 别的 还有 什么 问题 疑问 吗 呢 吧 呀 哦 啊 哈 亲 随时 告诉 告知 说 提供 查 查询 查看 看 看看 看到 "
    "找 找到 信息 资料 记录 详情 情况 内容 如下 以下 以上 根据 显示 回复 回答 解答 确认 核实 一下 现在 马上 立即 尽快 继续 下一步 方便 麻烦 耐心 等待 久等 不便 给 带来 造成 深表 歉意 遗憾 祝 祝您 愉快 生活 再见 "
    "记 记下 记下了 记住 记得 已 已经 收到 刚才 之前 提到 说过 今天 高兴 很 非常 十分 多 少 能 会 要 我 您 你 我们 这 这个 那 那个 的 了 是 在 也 都 就 哪 哪个 哪一个 一 个 一个 还 再 对 到 听 聊 有 没有 没 不 不太 确定 "
    "希望 能够 开心 关心 支持 指 具体 关于 方面 接手 请求 处理 为 和 或 来 呢 如有 若有 让 您的 当 前 后 后续 时 候 到 得 着 过 去 先 请说 讲 聊聊 同 事 安排 乐 意 喜欢 谅解 见谅 体谅 包涵 感 想 下 在线 全天 热情 周到 满意 选择 支 哪些 几 是否 如果 任何 更多 愿 乐意 很高兴 竭诚 订单号 订单 手机号 号码".split()
)
_COURTEOUS = re.compile("|".join(sorted({*_CHINESE, *STOP_ZH}, key=len, reverse=True)))
_SEEKING = re.compile(
    r"^(?:(?:i'?m |i am )?(?:sorry|unfortunately|apologies)[,.]? )?(?:but )?(?:i|we) (?:could ?n[o']t|can ?not|can't|don'?t|do not|am unable to|was unable to|am not able to|did not|didn't) "
    r"(?:currently )?(?:find|have|see|know|help|assist|answer|confirm|share|provide|access|discuss|locate|tell)\b|^(?:i'?m sorry,? (?:but )?)?i have no (?:information|record|data|details)\b"
    r"|^(?:非常|很|十分)?(?:抱歉|对不起|不好意思)?[，, ]?(?:我|目前|暂时|这里|我这里|我这边)*(?:没有?(?:找到|查到|看到)|查不到|找不到|无法(?:确认|回答|提供|查到|透露)|不清楚|不确定|没有相关)"
)
_WISH = re.compile(r"^(?:祝|愿)您?[^\d，,]{2,18}$|^(?:have|enjoy|wish(?:ing)? you)\b[^\d]{2,40}$")
_WELCOME = re.compile(r"^(?:您好|你好|欢迎|感谢|hello|hi|welcome|thank)")
_TOLD = re.compile(
    r"\byou (?:just )?(?:said|told|mentioned|asked|wrote)\b|\bas you\b|\bnoted\b|\bmade a note\b|您(?:刚才|之前|刚刚)?(?:说|提到|告诉|问|讲)|记下|记住|收到"
)
_QUESTION = re.compile(r"[?？]\s*$|[吗呢]。?$")
_LOADED = re.compile(r"did you know|don't you|isn't it|你知道吗|您知道吗|对吧|是吧")
_ASKING = re.compile(
    r"^(?:and |so |also |sorry,? |please )?(?:could|would|can|may|do|did|are|is|which|what|when|where|who|how|shall|should|have|was|were|anything)\b|请问|哪|什么|是否|吗|要不要|需不需要|能否|多少|几"
)


_COUNTS = (LiteralKind.NUMBER, LiteralKind.QUANTITY)


def claims_nothing(sentence: str, *, lines: Sequence[str], customer: Sequence[str], evidence: Sequence[str]) -> bool:
    """Courtesy, a question back, the saying that nothing was found, or the customer's own words given back."""
    folded = fold(sentence).strip(" -*•>#")
    if not re.search(r"\w", folded):
        return True
    folded = _without_name(folded, [*customer, *evidence])
    if any(folded in fold(line) for line in lines if line) and len(folded) > 3:
        return True
    if _strange_literals(sentence, customer):
        return False
    bare = without_lead_in(folded).replace("i'm ", "i am ")
    if _SEEKING.search(bare) and len(folded) < 160 and ("but" not in folded[12:] and "但" not in folded[4:]):
        return True
    if _WISH.match(folded.strip("。.!！ ")):
        return True
    parts = [part for part in re.split(r"[，,。!！]\s*", folded) if part]
    if len(parts) > 1 and all(_courteous(part) for part in parts):
        return True
    unknown = _unknown(without_literals(folded))
    if unknown and sum(map(len, unknown)) <= 15 and _WELCOME.match(folded):
        known_text = fold(" ".join((*customer, *evidence)))
        if all(word in known_text for word in unknown):
            return True
    if not unknown:
        return True
    if (
        _TOLD.search(folded)
        and features(sentence, [*customer, "you told me said mentioned noted 您说提到记下收到好的"])[0] >= 0.75
    ):
        return True
    if _QUESTION.search(folded) and _ASKING.search(folded) and not _LOADED.search(folded):
        known = frozenset(word for text in (*customer, *evidence) for word in content_words(text))
        return sum(word not in known for word in unknown) <= 2
    return folded.endswith((":", "：")) and len(unknown) <= 2


_VOCATIVE = re.compile(
    r"^((?:hi|hello|hey|dear|thanks|thank you|sure|sorry|welcome|您好|你好|尊敬的|亲爱的)(?: there)?[,， ]*)([a-z]+(?: [a-z]+)?|[\u4e00-\u9fff]{2,4})(?=[,，.!！。]|先生|女士|$)"
)


def _without_name(folded: str, known: Sequence[str]) -> str:
    """ "Hello Noah," as "Hello," where Noah is somebody known in this turn."""
    match = _VOCATIVE.match(folded)
    if match is None:
        return folded
    everything = fold(" ".join(known))
    return (
        match.group(1) + folded[match.end() :] if all(word in everything for word in match.group(2).split()) else folded
    )


_LEAD_IN = re.compile(
    r"^(?:(?:i'm afraid|i am afraid|unfortunately|please note|note|i can see|i see|it looks like|it seems|good news|sure|yes|no|okay|ok|of course|certainly|as mentioned|also|in addition|however|according to (?:our|the) (?:policy|records?|system)|per our policy|based on (?:our|the|your) (?:policy|records?))(?: that)?[,:!.]?\s+)+"
    r"|^(?:(?:很抱歉|非常抱歉|抱歉|不好意思|请注意|好的|您好|是的|另外|此外|同时|需要注意的是|根据(?:我们的|相关|酒店|店铺)?(?:政策|规定|记录)|经查询|为您查到|帮您查到)[，,:：！!]\s*)+",
    re.IGNORECASE,
)


def without_lead_in(sentence: str) -> str:
    """ "I'm afraid that X" as "X": the lead is courtesy. What is only courtesy stays whole."""
    rest = _LEAD_IN.sub("", sentence, count=1)
    return rest if len(rest) > 8 else sentence


def _courteous(part: str) -> bool:
    return bool(_WISH.match(part)) or not _unknown(part)


def _unknown(folded: str) -> list[str]:
    """What is left of a sentence when the words of courtesy are taken out of it."""
    if not has_han(folded):
        return [word for word in content_words(folded) if word not in _ENGLISH]
    rest = re.sub(r"[a-z]+", lambda match: " " if stem(match.group()) in _ENGLISH else match.group(), folded)
    return re.findall(r"[\u4e00-\u9fff]+|[a-z0-9]+", _COURTEOUS.sub(" ", rest))


def _strange_literals(sentence: str, customer: Sequence[str]) -> bool:
    said = {literal.value for text in customer for literal in find_literals(text)}
    asks = _QUESTION.search(sentence) is not None
    return any(
        literal.value not in said and not (asks and literal.kind in _COUNTS and literal.number in ("1", "2", "3"))
        for literal in find_literals(sentence)
    )  # "which of the two?" counts nothing
