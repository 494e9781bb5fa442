"""What the customer of the demo says, and what must stand in the answers, in both languages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Words:
    ask_returns: str
    returns: str
    cat: str
    cat_name: str
    decaf: str
    order: str
    weather: str
    ask_cat: str
    normal: str
    ask_beans: str
    beans: str
    old_beans: str
    unknown: str
    not_found: str
    no_record: str


ENGLISH = Words(
    ask_returns="How long do returns take?",
    returns="30 days",
    cat="My cat is called Potato",
    cat_name="Potato",
    decaf="Only decaf beans will do for me",
    order="My order number is LB-20931",
    weather="Lovely weather today",
    ask_cat="What is my cat called?",
    normal="Normal coffee is fine again",
    ask_beans="Which beans do you recommend?",
    beans="Morning House Blend",
    old_beans="Midnight Decaf",
    unknown="When is the birthday of your chief executive?",
    not_found="found no reliable information",
    no_record="no record",
)
CHINESE = Words(
    ask_returns="退货要多久？",
    returns="30天",
    cat="我的猫叫土豆",
    cat_name="土豆",
    decaf="我只喝低因咖啡",
    order="我的订单号是 LB-20931",
    weather="今天天气真好",
    ask_cat="我的猫叫什么？",
    normal="现在普通咖啡也可以喝了",
    ask_beans="推荐哪款咖啡豆？",
    beans="清晨拼配",
    old_beans="午夜低因",
    unknown="你们老板的生日是哪天？",
    not_found="没有找到",
    no_record="没有",
)
BY_LANGUAGE = {"en-GB": ENGLISH, "zh-CN": CHINESE}
