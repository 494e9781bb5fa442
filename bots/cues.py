"""Words that tell what kind of turn this is, in Chinese and English; matched against folded text. Pure."""

from __future__ import annotations

import re


def _any(*parts: str, start: str = "", end: str = "") -> re.Pattern[str]:
    return re.compile(f"{start}(?:{'|'.join(parts)}){end}")


GREETING = _any(
    "你好|您好|在吗|在么|有人吗|哈喽|嗨|早上好|下午好|晚上好|早",
    "hi|hello|hey|good (?:morning|afternoon|evening)|anyone there",
    start="^",
    end=r"[\s,.!?~。！？，啊呀哈吗]*(?:there|在吗)?[\s,.!?~。！？，]*$",
)
THANKS = _any(
    "谢谢|多谢|谢啦|谢了|感谢|辛苦",
    "thanks|thank you|thx|cheers|much appreciated",
    start=r"^(?:好的|好|ok|okay|嗯+|行|great|perfect)?[\s,，.。!！]*",
    end=r"[^?？]{0,24}$",
)
GOODBYE = _any("再见|拜拜|回头聊|晚安", "bye|goodbye|see you|good night", start="^", end=r"[^?？]{0,20}$")
HUMAN = _any(
    "(?:转|找|要|换|接|叫)个?(?:人工|真人|客服人员|人来)",
    "人工客服|真人客服",
    r"(?:talk|speak|chat) (?:to|with) (?:an? |some)?(?:human|person|agent|someone|representative|real)",
    "human (?:agent|please|support)|real person",
)
NO_HUMAN = _any(
    "(?:不用|不要|不想|别|无需)(?:再)?(?:转|找|要|换|接|叫)",
    r"\b(?:don't|do not|no need to|rather not) (?:want to |need to )?(?:talk|speak|chat) (?:to|with)",
)
UNHELPED = _any(  # a clause of nothing but that the answer was of no use
    "(?:这个?|那个?|它|你说的|这样|试[过了]+,?)?(?:都|也|还是|还|根本|完全|一点都?|好像|并)*"
    "(?:没用|没有用|不管用|不起作用|没帮上忙|没有?帮助|没什么帮助|不行|没好|没解决|没有解决|解决不了|一样|答非所问|不对题)",
    "(?:这|那)?不是我(?:要|想)?问的|你没(?:回答|答)(?:到|上)?(?:我的)?问题|文不对题",
    r"(?:(?:sorry|but|well|no|it|this|that|your answer|the answer)\b ?)*"
    r"(?:(?:did ?n[o']?t|does ?n[o']?t|didnt|doesnt|did not|does not|won't|has ?n[o']?t) (?:really )?"
    r"(?:help|work|solve|fix|answer)(?: (?:me|it|that|this|my question|the problem|anything|at all|either))*"
    r"|(?:is |was |'s )?(?:not|no) (?:very |really |any |of any )?(?:help(?:ful)?|use(?:ful)?)(?: at all)?"
    r"|(?:is ?|'s |was )?(?:not|n't) what i (?:asked|meant|wanted)(?: for| about)?"
    r"|still (?:not|no|does ?n[o']?t|is ?n[o']?t) (?:working|work|helping|fixed|solved)"
    r"|still the same(?: problem)?|same problem)",
    start=r"^(?:[啊哦唉哎嗯]|ok|hm+|um+)?\s*",
    end=r"[了啊呀吧呢嘛的\s~]*$",
)
WEATHER = _any(
    "天气|下雨|下雪|好热|好冷|真热|真冷|太阳",
    "weather|rain(?:y|ing)|snow(?:y|ing)|sunny|so (?:hot|cold) today|lovely day",
)
QUESTION = _any(
    r"[?？]",
    r"[吗呢][\s。！.!]*$",
    "什么|怎么|怎样|如何|哪|谁|多少|多久|为什么|是否",
    "几(?:点|天|个|号|时|块|次|月|岁)|(?:星期|周|礼拜)几",
    "能不能|可不可以|有没有|要不要|推荐|请问|告诉我|帮我(?:查|看|找)",
    r"\b(?:what(?! an? \w+ \w+ (?:it is|day)\b)|which|who|whose|where|why|how|recommend|tell me|show me|find)\b",
    # "when" in the middle of a wish asks nothing: "text me when it ships"
    r"(?:^|[,.;:!…-]\s*|\b(?:know|ask|wonder\w*|check|see|sure|say|said|about|and|but|so|or|hi|hello|hey|ok|please|since|by|until|from|exactly|also)\s+)when\b|\bwhen\W*$",
    r"^(?:do|does|did|is|are|was|were|can|could|will|would|should|may|have|has)\b",
)
ADVICE = _any(
    "推荐|适合|哪(?:款|种|个|一款)(?:好|比较)|选哪",
    "recommend|suggest|which .*(?:should|best|suit)|what .*should i (?:buy|get|take|drink|order)",
)
ANGER = _any(
    "(?:真|太|什么|一堆|全是|就是|都是)垃圾|垃圾(?:公司|服务|态度|客服|东西|平台|店|产品)|^垃圾[!！。]*$",
    "骗子|骗人|我要投诉|投诉你|气死|太差|废物|忽悠|给差评|受够了|岂有此理|什么破|耍我",
    r"\bscam(?:mers?)?\b|ridiculous|\buseless\b|\bterrible (?:service|company|experience)|unacceptable",
    r"\bworst (?:service|company|shop|store|experience|bot)|furious|\bi(?: am|'m) (?:so |very |really )?angry",
    r"\b(?:file|make) a complaint|\bi(?: want to|'ll| will| am going to|'m going to) complain",
    "fed up|sick of (?:this|you)",
)
