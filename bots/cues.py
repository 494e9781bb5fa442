# ruff: noqa: E501  a pattern of the grammar reads best on one line
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
_NO_MORE = (
    r"(?:好的?|行|嗯+|ok|okay|alright|great|perfect|cool|(?:那就|就)?(?:没(?:什么|有)?(?:别的)?(?:事|问题)?(?:情)?了?|这样|这些)(?:吧|了)?"
    r"|(?:no,? )?(?:that's|that is|that'll be|that will be) (?:all|it|everything)(?: for (?:now|today))?|nothing else|no more questions)"
)
GOODBYE = _any(
    rf"(?:{_NO_MORE}[\s,，.。!！]*)*(?:再见|拜拜|回头聊|晚安)[^?？]{{0,20}}",
    rf"(?:{_NO_MORE}[\s,，.。!！]*)*\b(?:bye|goodbye|see you|good night)\b[^?？]{{0,20}}",
    r"(?:(?:好的?|行|嗯+)[\s,，.。!！]*)*(?:那就|就)?(?:没(?:什么|有)?(?:别的)?(?:事|问题)(?:情)?了|就这样吧?|就这些)[\s.。!！~]*",
    r"(?:(?:ok|okay|alright|great|perfect)[\s,.!]*)*(?:(?:no,? )?(?:that's|that is|that'll be|that will be) (?:all|everything)(?: for (?:now|today))?|nothing else)[\s.!]*",
    start="^",
    end="$",
)
CHATTER = _any(  # says that it was heard, laughs, or is sorry: nothing to note
    r"(?:(?:ok(?:ay)?|k|kk|lol|haha+|hehe+|hm+|oh|ah|wow|yeah|yep|sure|fine|alright|right|cool|nice|great|perfect|good|got it|i see|understood|makes sense|never ?mind|no worries|no problem)[\s,.!~]*)+",
    r"(?:(?:好的?|行|嗯+|哦+|噢+|喔+|哈哈+|呵呵+|嘿嘿+|知道了|明白了?|了解了?|懂了|收到|可以|没关系|没问题|这样啊|原来如此|是吗|算了)[\s,，.。!！~啊呀吧的]*)+",
    r"(?:i'?m |so |very |really )*(?:sorry|apologi[sz]e)(?: (?:about|for) (?:that|it|my \w+|being \w+|what i said|the \w+))?(?:,? (?:i|it) (?:was|am|got|had) [^?]{0,30})?[\s,.!~]*",
    r"(?:对不起|抱歉|不好意思)[\s,，.。!！]*(?:我?(?:刚才|刚刚|之前)?(?:态度|语气|情绪|脾气)[^?？]{0,14}|(?:我?刚才|刚刚)[^?？]{0,4}(?:急|激动|冲动|生气|骂)[^?？]{0,8})?[\s.。!！~]*",
    start="^",
    end="$",
)
INSULT = _any(  # of the bot, and nothing else said
    r"(?:wow|lol|god|ugh|hey|oh|well)?[\s,]*(?:you(?:'re| are| r)?|u r|what an?|such an?)(?: \w+){0,2} (?:idiot|moron|stupid|dumb|dumbass|fool|loser|garbage|trash|rubbish|pathetic|jerk|joke|suck|sucks|bitch|bastard)(?: (?:bot|robot|machine|thing|program|chatbot))?",
    r"(?:stupid|dumb|useless|shitty|crappy|fucking) (?:\w+ )?(?:bot|robot|machine|thing|program|chatbot|ai)|shut up|(?:go )?f\W?u\W?c?k (?:you|off|this)|screw you|go to hell|piss off|bullshit",
    r"(?:你|您|你们)?(?:这个?|真的?|太|好|就是个?|是个?|简直|怎么这么|这么)*(?:笨蛋|傻瓜|傻逼|傻叉|傻子|白痴|蠢货|蠢猪|智障|弱智|脑残|笨死了|蠢死了|笨|蠢|傻|废柴)(?:机器人|客服|东西)?",
    r"滚(?:开|蛋)?|闭嘴|去死|有病(?:吧)?|神经病|妈的|他妈的|操你妈|[你您]妈的",
    start=r"^",
    end=r"[\s.!~。！了啊吧呢呀]*$",
)
WANTS_DONE = _any(  # an act that somebody has to carry out: no line of a document does it
    r"\b(?:i(?:'d| would) (?:like|love|want)|i (?:want|need|wish|have)|i'm (?:trying|looking)|please|pls|kindly|help me)(?: you)?(?: to)?(?: please)?"
    r" (?:change|cancel|update|correct|amend|return|exchange|refund|reschedule|rebook|redirect|resend|reship|deactivate|delete|close|activate|unsubscribe|upgrade|downgrade|pause|stop)\b(?! (?:that|this|talking|asking|saying|it$))",
    r"(?:^|[,，.。!！;；\s]|我|再)(?:想|要|想要|需要|希望|麻烦|请|帮我|给我|替我|帮忙)+(?:把|您|你|一下|再)*[^,，.。!！?？]{0,8}?"
    r"(?:改|换|取消|退|更改|修改|更正|改成|改到|改为|重新|注销|删除账|停掉|暂停|升级|降级)(?!变|主意)",
)
HUMAN = _any(
    "(?:转|找|要|换|接|叫)个?(?:人工|真人|客服人员|人来)",
    "人工客服|真人客服",
    "给我(?:转|找|接|换)?个?(?:人工|真人|客服)|^(?:人工|真人)(?:客服|服务)?$|(?:叫|让|找)[你您]们?(?:的)?(?:经理|领导|主管|老板|负责人)",
    r"(?:talk|speak|chat) (?:to|with) (?:an? |some|your |the )?(?:(?:real|live|actual) )?(?:human|person|agent|someone|representative|real|manager|supervisor)",
    "human (?:agent|please|support)|real person",
    r"\b(?:want|need|prefer|get me|give me|put me through to|connect me (?:to|with)|transfer me to|(?:can|could|may) i have)"
    r" (?:an? |some |your |the )?(?:(?:(?:real|live|actual|proper) )+(?:human|person|agent|representative|operator)|human(?: being)?"
    r"|(?:person|agent|representative|operator|manager|supervisor|colleague)(?= *(?:please|now|instead)?[ .!?]*$))\b",
    r"^(?:an? )?(?:human|agent|representative|operator)(?:,? please)?[ .!?]*$",
)
NO_HUMAN = _any(
    "(?:不用|不要|不想|别|无需)(?:再)?(?:转|找|要|换|接|叫)",
    r"\b(?:don't|do not|no need to|rather not) (?:want to |need to )?(?:talk|speak|chat) (?:to|with)",
    r"\b(?:don't|do not|didn't|no) (?:really )?(?:want|need|prefer) (?:an? |the |any )?(?:\w+ )?(?:human|person|agent|operator)",
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
