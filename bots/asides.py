# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Questions that no document of the company answers: about the bot's own person, and about the date and time of now.

They are told by their kind, so that a passage which only shares a word with them is never quoted. Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from language.script import fold
from language.sentences import split_sentences

AsideKind = Literal["taste", "feeling", "name", "nature", "maker", "life", "ability", "joke", "time", "date", "weekday"]
CLOCK: tuple[AsideKind, ...] = ("time", "date", "weekday")
COMPANYS: tuple[AsideKind, ...] = ("name", "nature", "maker", "ability")  # an operator may have written an answer


@dataclass(frozen=True, kw_only=True, slots=True)
class Aside:
    """`days`: how far the day asked for lies from today; `place`: the city whose time is asked for, folded."""

    kind: AsideKind
    days: int = 0
    place: str = ""


def aside_of(text: str) -> Aside | None:
    """None where any part of the message asks, or tells, something else."""
    parts = [part for sentence in split_sentences(text) if (part := _bare(sentence))]
    found = [_aside(part) for part in parts]
    if not found or any(aside is None for aside in found):
        return None
    return found[0]


_LEAD = re.compile(
    r"^(?:(?:hi|hello|hey|ok|okay|well|so|and|by the way|btw|please|sorry|excuse me|just curious|out of curiosity|(?:please )?(?:tell|give) me|let me know|(?:can|could|would|will) you (?:please |maybe )?(?:(?:tell|give) me|let me know)"
    r"|do you (?:know|mind if i ask|have)(?= (?:what|who|whether|if|the|your|which))|i(?: am|'m)? (?:want(?:ed)?|need(?:ing)?|would like|wanna|'d like)(?: you)? (?:to )?(?:know|tell me|get|have)|i(?:'d| would) like to (?:know|get|have)|i(?: was|'m| am) (?:wondering|curious(?: to know)?)|may i ask|can i ask|(?:clear something up)|if|whether)\b[\s,.!]*(?:there\b[\s,.!]*)?)+"
    r"|^(?:(?:你好|您好|嗨|请问一下|请问|那|对了|顺便问一下|话说|好奇问一下|问一下|能不能告诉我|可以告诉我|告诉我|能告诉我|你知道|您知道|我想知道|想知道)[\s,，。.!！]*)+"
)
_TAIL = re.compile(
    r"[\s,]*(?:please|now|right now|at the moment|currently|by the way|btw|if i may ask|though|then|there|again|exactly|actually)?[\s.?!。？！~]*$"
    r"|[啊呀吗呢吧嘛哦了\s.?!。？！~]+$"
)


def _bare(sentence: str) -> str:
    """Folded, without greeting, courtesy and marks."""
    folded = fold(sentence).strip()
    shorter = _LEAD.sub("", folded)
    shorter = shorter if re.search(r"\w", shorter) else ""
    return _TAIL.sub("", _TAIL.sub("", shorter)).strip()


def _whole(*parts: str) -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(parts)})")


_BE = (
    r"(?:are|were|r) (?:you|u)(?: (?:really|secretly|actually|even|just|still|always|often|ever|feeling|an? |so|very))*"
)
_FEEL = r"(?:happy|sad|tired|bored|hungry|thirsty|lonely|angry|sleepy|alive|married|single|in love|busy today|well|okay|ok|good|fine|smart|clever|conscious|sentient|religious)"
_MACHINE = r"(?:an? )?(?:actual |real |living |human |artificial |virtual )*(?:human(?: being)?|person|people|robot|bot|chatbot|machine|ai|computer|program|man|woman|boy|girl|real|intelligence)"
_NOW = r"(?:today|tomorrow|yesterday|the day after tomorrow|it|now|we on|this)"
_PATTERNS: tuple[tuple[AsideKind, re.Pattern[str]], ...] = (
    ("time", _whole(
        r"(?:what|what's|whats|which) (?:is )?(?:the )?(?:current |exact |local )?(?:time|hour)(?: of (?:the )?day)?(?: is it| do (?:you|we) have| it is| is)?(?P<in>(?: (?:right )?now)? (?:over )?in [a-z' .]{2,30}| here| today)?",
        r"(?:the )?(?:current )?time(?P<in2> in [a-z' .]{2,30})?", r"(?:do you )?(?:have|know) (?:what )?(?:the )?time(?: it is)?", r"how late is it",
        r"(?:现在|当前|此刻)(?:是|几)?(?:什么时间|什么时候|几点|几点钟|时间|点)(?:了|钟)?", r"几点(?:钟)?", r"(?P<zh>[\u4e00-\u9fff]{2,5}?)(?:现在|当前)(?:是)?(?:几点|什么时间)(?:钟)?", r"现在(?P<zh2>[\u4e00-\u9fff]{2,5}?)(?:是)?几点(?:钟)?",
    )),
    ("weekday", _whole(
        rf"(?:what|which|what's|whats) (?:is )?(?:the )?(?:day|weekday)(?: of the week)?(?: (?:is|was|will)(?: it)?)?(?: be)?(?: {_NOW})?(?: (?:today|tomorrow|yesterday|is it|it is))?",
        r"(?:what|which) day of the week are we on", r"is (?:it|today|tomorrow) (?:a )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: today| already| yet)?",
        r"(?P<d1>今天|明天|昨天|后天|前天|今日|明日)?(?:是|又是)?(?:星期|周|礼拜)(?:几|[一二三四五六日天])(?:来着)?", r"今儿(?:个)?(?:星期|周|礼拜)几",
    )),
    ("date", _whole(
        rf"(?:what|what's|whats|which) (?:is )?(?:the )?(?:current )?(?:date|day of the month|month|year)(?: (?:is|was|will)(?: it)?)?(?: be)?(?: {_NOW})?(?: (?:today|tomorrow|yesterday))?", r"(?:what's |what is )?(?:today|tomorrow|yesterday)'?s date(?: is)?(?: today)?", r"the date(?: today)?", r"what is (?:today|tomorrow)",
        r"(?P<d2>今天|明天|昨天|后天|前天|今日|明日)?(?:是)?(?:几月几[号日]|几[号日]|什么日子|多少号|哪一天|哪天)", r"(?:今天|现在|今日|当前)的?(?:日期|年份)(?:是)?(?:什么|多少|几号)?", r"(?:今年|现在)(?:是)?(?:哪一?年|几几年|多少年)", r"(?:现在|这个月|本月)(?:是)?(?:几月份?|哪个月)",
    )),
    ("name", _whole(
        r"(?:what|what's|whats|who) (?:is |exactly is )?(?:the )?(?:your (?:real |full |first )?name|name (?:i should use|you like|of yours).*)", r"what (?:are you called|(?:may|can|should|do) i call you|do (?:they|people) call you)", r"do you have a name", r"(?:your|ur) name(?: is)?", r"who (?:are|r) (?:you|u)(?: really)?", r"introduce yourself",
        r"你(?:的名字)?(?:叫|是)(?:什么|啥|谁|哪位)(?:名字)?", r"您(?:的名字)?(?:叫|是)(?:什么|啥|谁|哪位)(?:名字)?", r"(?:怎么|如何)称呼(?:你|您)?", r"[你您]有名字|[你您]的名字(?:是什么)?|[你您]贵姓|[你您]是谁|(?:请)?(?:做个)?自我介绍(?:一下)?|[你您]叫什么",
    )),
    ("nature", _whole(
        rf"(?:{_BE}|am i (?:talking|speaking|chatting) (?:to|with)|is this|so you are|you are) {_MACHINE}(?: or (?:an? )?(?:actual |real )?\w+(?: \w+)?)?(?: right)?", r"what (?:kind of )?(?:thing |being |ai |model )?are you", r"which (?:ai|model|language model|llm) (?:are you|is this)(?: using)?", r"are you (?:chatgpt|gpt.*|claude|gemini|deepseek)",
        r"[你您](?:是|到底是|究竟是|真的是|是不是)(?:个|一个|一名|一位)?(?:真人|人类|机器人|活人|人|ai|人工智能|程序|电脑|男的|女的|男生|女生|大模型)(?:还是(?:个)?.{1,6})?", r"(?:我)?(?:是)?在(?:和|跟)(?:真人|机器人|人|ai)(?:聊天|说话|对话)", r"[你您]是(?:什么|哪个|哪种)(?:模型|大模型|ai|东西)|[你您]是不是人",
    )),
    ("maker", _whole(
        r"who (?:made|created|built|programmed|designed|trained|invented|developed|owns|makes) you", r"who (?:were|are) you (?:made|created|built|programmed|designed|trained) by", r"who (?:is|'s) your (?:maker|creator|boss|owner|developer|supervisor|father|mother)", r"who do you work for",
        r"谁(?:创造|制造|开发|设计|训练|发明|做)(?:了|出|的)?[你您](?:的)?|[你您]是谁(?:创造|制造|开发|设计|训练|发明|做)(?:出来)?的|[你您]的(?:主人|老板|开发者|创造者|爸爸|妈妈)是谁|[你您](?:是)?哪家公司(?:开发|做)的",
    )),
    ("life", _whole(
        r"how old are you(?: in \d+)?", r"(?:what is|what's) your (?:age|date of birth|birthday)", r"when (?:were you (?:born|made|created)|is your birthday)", r"where (?:were you born|do you live|are you from|do you come from)(?: originally)?",
        r"(?:do|have|did|can|will) you (?:have |got |ever |ever have |own |want |get )*(?:any |an? |some )?(?:pets?|hobb(?:y|ies)|kids|children|famil(?:y|ies)|friends|girlfriends?|boyfriends?|wife|husband|parents|siblings|feelings|emotions|soul|brain|birthday|dreams?|sleep|eat|dream|cry|die|breathe|tired|bored|lonely)", r"what (?:are|is) your (?:hobb(?:y|ies)|gender|religion|zodiac sign|star sign|nationality|hometown)", r"what do you (?:like to )?do (?:for fun|in your (?:free|spare) time|all day|when you are bored|as a hobby|on weekends?|after work)", r"how (?:was|is) your (?:day|weekend|night|morning|holiday|week)(?: going| so far| been)?", r"(?:what|how) did you do (?:today|yesterday|last night|over the weekend)|what (?:did|will) you (?:eat|have) for (?:breakfast|lunch|dinner)",
        r"[你您](?:今年)?(?:多大|几岁|多少岁)(?:年纪|了)?|[你您](?:的)?(?:生日|年龄|星座|性别|爱好|兴趣)(?:是)?(?:什么|多少|哪天|几号|啥|什么时候)|[你您](?:是)?(?:住|来自|家在)(?:在)?(?:哪里|哪儿|哪)|[你您](?:是)?(?:哪里|哪儿)人",
        r"[你您](?:有|有没有)(?:男朋友|女朋友|对象|孩子|小孩|家人|朋友|宠物|爱好|兴趣爱好|感情|感觉|老婆|老公|梦想|生日)(?:没有?|么)?|[你您](?:需要|用|要|会|会不会|需不需要)(?:睡觉|吃饭|休息|做梦|累|死|生病|哭|害怕|无聊|孤独|谈恋爱|下班)(?:么)?|[你您](?:结婚|恋爱|成年)了?没?|[你您](?:平时|周末|下班后|闲的时候|空闲时间?)(?:都)?(?:喜欢)?(?:做|干|玩)(?:些)?(?:什么|啥|嘛)|[你您](?:今天|昨天|周末|昨晚)?(?:吃|睡|休息)(?:得|的)?(?:饭|觉|早饭|午饭|晚饭)?(?:了|好|怎么样)*(?:没有?)?",
    )),
    ("taste", _whole(
        r"(?:do|don't|did) (?:you|u) (?:really |also |personally |even |still |actually )*(?:like|love|hate|enjoy|dislike|prefer|fancy|miss|fear|believe in|get bored of|look forward to)\b(?! (?:to (?:see|get|know|have|order|ask)|me to)).{0,60}", r"(?:what|which|who|what's|whats|who's)(?: is| are|'s)? your favou?rite.{0,40}", r"do you have (?:a |any )?favou?rite.{0,30}", r"what (?:kind of |sort of |type of )?(?:\w+ )?do you (?:like|love|hate|enjoy|prefer)(?: best| most)?", r"what do you think (?:of|about) (?:me|mondays?|life|love|people|humans|the weather|politics|yourself|that|it|ai)\b.{0,20}", r"do you (?:like|love) me",
        r"[你您](?:自己|个人|平时|也|真的)?(?:最)?(?:喜欢|喜不喜欢|讨厌|爱|爱不爱|害怕|想念|热爱|享受|怕)(?!不|.{0,8}(?:款|推荐|适合)).{0,14}", r"[你您]最(?:喜欢|爱|讨厌)(?:的.{1,10}是)?(?:什么|啥|谁|哪).{0,8}", r"[你您](?:相信|信)(?:爱情|命运|上帝|鬼|星座|缘分).{0,4}", r"[你您](?:觉得|认为)(?:我|自己|周[一二三四五六日]|人生|人类|爱情).{0,10}",
    )),
    ("feeling", _whole(
        rf"{_BE} {_FEEL}(?: today| now| there)?", r"how (?:are|r) (?:you|u)(?: doing| feeling| today| going| holding up| all| guys)*", r"how(?:'s| is) it going(?: today)?|how (?:have you been|do you do|do you feel|are things|is everything|is life)(?: lately| today| going)?|what's up|whats up|sup|you ok|are you all right|are you alright|are you there to chat|do you love your job|do you like your job",
        r"[你您](?:最近|今天|现在)?(?:好不好|怎么样|还好|过得(?:好|怎么样|如何)|累不累|累|开心|高兴|难过|无聊|困|饿|忙|寂寞|孤独|生气|心情(?:好|怎么样|如何)?|幸福|聪明|快乐)(?:么)?|最近(?:怎么样|好|如何|忙)",
    )),
    ("ability", _whole(
        r"what (?:can|do|could) you (?:do|help (?:me )?with|know|offer to do|answer)(?: for me)?", r"what (?:all )?can i ask(?: you| the ai)?(?: about)?|what (?:kind|kinds|sort|sorts|type|types) of (?:things|questions) can (?:i ask|you answer|you help with).{0,12}|what are you (?:capable of|able to do|good at|for)(?: doing)?|how can you help(?: me)?|what's your (?:job|purpose)|what is your (?:job|purpose)|what questions can you answer",
        r"[你您](?:都|还|到底)?(?:能|会|可以)(?:做|干|帮我做|为我做|帮我|帮忙做)(?:些|点)?(?:什么|啥|哪些(?:事|事情)?)(?:事|事情)?|[你您](?:有|有什么|有哪些)(?:什么)?功能|我(?:能|可以)(?:问|向)[你您](?:问)?(?:些)?(?:什么|哪些)(?:问题)?|[你您]是(?:做|干)(?:什么|啥)的",
    )),
    ("joke", _whole(
        r"(?:(?:can|could|would|will) you |please )*(?:write|compose|make up|recite|draw|paint|sing|rap|do)(?: me| us)? (?:an? |some |the )?(?:\w+ ){0,2}(?:poems?|poetry|story|stories|essays?|songs?|rap|haikus?|limericks?|python|javascript|code|scripts?|novel|lyrics|homework)(?: .{0,50})?",
        r"(?:请|帮我|给我|替我|能|能不能|可以|[你您])*(?:写|作|编|画|背|念|讲)(?:一|几)?(?:首|篇|段|个|幅|张|点)?.{0,8}?(?:诗|诗歌|故事|作文|小说|歌词|代码|程序|情书|日记|作业)(?:.{0,10})",
        r"(?:(?:tell|say|know|do you know|have you got|give|make)(?: me| us)? )?(?:any |a |some |your |another )*(?:good |funny |best |funniest |dad )*(?:jokes?|laugh)(?: .{0,20})?|make me laugh|i (?:want|need) (?:to hear )?a joke|say something funny|sing (?:me )?(?:a )?(?:song)?|can you sing.{0,12}|can you dance|(?:what|what's) (?:is )?the meaning of life",
        r"(?:给我)?(?:讲|说|来)(?:一)?个?(?:笑话|段子|故事)(?:给我听)?|(?:唱|来)(?:一)?首?歌(?:给我听)?|[你您]会(?:唱歌|讲笑话|跳舞|说笑话)(?:么)?|逗我(?:笑|开心)(?:一下)?|陪我(?:聊天|聊聊天|聊聊|玩)|人生的意义(?:是什么)?",
    )),
)  # fmt: skip
_DAYS = {"tomorrow": 1, "明天": 1, "明日": 1, "yesterday": -1, "昨天": -1, "the day after tomorrow": 2, "后天": 2, "前天": -2}  # fmt: skip

# The same in more words: what is asked about is the bot's own, and nothing of the company stands beside it.
_LOOSE: tuple[tuple[AsideKind, re.Pattern[str]], ...] = (
    ("nature", re.compile(r"\b(?:are|were|is|if|whether|call|consider|think) (?:\w+ )?you(?:r|'re)? (?:say you )?(?:are |as |a )?(?:an? |secretly |really |even )*(?:real person|(?:actual |live )?human|robot|bot|chatbot|computer|ai|artificial intelligence)\b|\b(?:real|live|actual) (?:person|human)\b.*\bor\b|[你您].{0,6}(?:机器人|真人|人工智能)")),
    ("maker", re.compile(r"\bwho(?: or what)? (?:conjured|formed|made|created|built|programmed|designed|trained|invented|developed|owns|wrote|coded) (?:you|thou)\b|\byou(?:r ai program)? (?:were |was )?(?:created|programmed|designed|built|trained) by|\byour (?:creator|maker|boss|supervisor|superior|developer|programmer|designer)s?\b|\bwho(?: do)? you (?:work for|are employed by)|\bare you employed\b")),
    ("name", re.compile(r"^(?:ai|what|which|is there).*\b(?:you called|call you|your (?:\w+ )?(?:nick)?name|name (?:do|did) you (?:go by|want me to use))\b")),
    ("life", re.compile(r"^(?:do|did|have|what|which|when|where|how|are|were|the)\b.*\b(?:your(?! (?:cat|dog|pet|kid|child|\w+'s|ceo|boss|founder|owner|manager|company|team|staff))|you (?:have|keep|own)|with you)\b.*\b(?:hobb(?:y|ies)|pets?|dogs?|cats?|birthdays?|age|free time|spare time)\b|\byou\b.*\b(?:born|hail from|come from originally)\b|\b(?:what|which) (?:pets|hobb)\w*\b.*\byou\b")),
    ("joke", re.compile(r"\b(?:tell|know|hear|say|want|got|share|give|make)\b.*\b(?:jokes?|funny|funniest|laugh)\b|\b(?:meaning|purpose) of life\b|\blife's purpose\b|笑话|段子")),
    ("date", re.compile(r"^(?:what |the |which )*(?:is )?(?:the )?(?:current )?(?:date|day)(?: of)?(?: (?:will )?(?:it (?:will )?be|is|the date will be))?(?: in)? (?:today|tomorrow|\d+ days(?: from (?:now|today))?)(?: is)?$|^(?:today|tomorrow) is (?:which|what) day.*")),
    ("time", re.compile(r"^what(?:'s| is| time)(?: the)?(?: current)? ?(?:time(?!\s?zone)|clock say|is it getting to be).{0,24}$")),
)  # fmt: skip
_COMPANY = re.compile(
    r"\b(?:orders?|parcels?|deliver\w*|ship\w*|refunds?|returns?|prices?|invoices?|compan\w*|shops?|stores?|hotels?|restaurants?|open|clos\w+|hours|available|allowed|bring|policy|products?|sell|book\w*|rooms?|accounts?|change|my)\b|订单|快递|退|换|价|发票|公司|店|酒店|营业|开门|客服|转"
)


def _aside(part: str) -> Aside | None:
    if len(part) > 90:
        return None
    for kind, pattern in _PATTERNS:
        if match := pattern.fullmatch(part):
            named = match.groupdict()
            place = next((value for name in ("in", "in2", "zh", "zh2") if (value := named.get(name))), "")
            return Aside(kind=kind, days=_days(part) if kind in CLOCK else 0, place=_place(place))
    if _COMPANY.search(part):
        return None
    loose = next((kind for kind, pattern in _LOOSE if pattern.search(part)), None)
    return Aside(kind=loose, days=_days(part) if loose in CLOCK else 0) if loose else None


def _days(part: str) -> int:
    if counted := re.search(r"(\d{1,3}) days", part):
        return int(counted.group(1))
    return next((days for word, days in sorted(_DAYS.items(), key=lambda item: -len(item[0])) if word in part), 0)


def _place(words: str) -> str:
    plain = re.sub(r"^(?: right)?(?: now)?(?: over)? in (?:the )?| (?:right )?now$| today$", "", words).strip()
    return "" if plain in ("here", "today", "你们那里", "我们这", "我这里", "这里", "你那里") else plain
