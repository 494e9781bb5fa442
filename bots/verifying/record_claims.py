# ruff: noqa: E501  a word list reads best in long lines
"""A sentence about a record says what the row says, in its own column. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import rjieba

from bots.brief import Evidence
from bots.verifying.held import held_words, holds
from bots.verifying.polarity import polarity
from bots.verifying.support import spelled_out
from language.literals import find_literals
from language.script import fold, has_han
from language.tokens import content_words, stem

_SPOKEN = frozenset(stem(word) for word in (
    "order item product customer account status state currently current total amount cost price paid payment pay method number id code tracking shipment ship shipped shipping "
    "address deliver delivery date time name email phone contact option size color located location there include contain come see found show list record detail below following under "
    "with made place placed set go use using one each come full plus also first last default on-file file profile available yes thank happy help know look looks right please let need "
    "sure per via belong relate associated link linked regard question hello good here"
    " you're it's that's going been being were will also only still now just both these those same other another per each every all any some two three"
    " purchased purchase bought buy ordered contain contains containing consist listed shown associated linked registered saved stored currently residing lives living headed sent sending arrive arriving"
    " comes priced worth sold selling quantity qty unit units piece pieces total totals sum subtotal charge charged bill billed card ending last four digits used using via through transaction"
    " fulfilled fulfillment package parcel carrier recipient destination directed assigned belong owner holder user profile membership level tier main default primary first last full"
    " option options variant variants version feature features made material style type model category specification spec specs capacity design"
    " paid holds reach call dial located situated find nearest close closest subway metro exit hotel restaurant attraction scored rated star stars out"
    " street city zip state country unit brand model variant type kind called known rating rate score near nearby around station facility offer provide have".split()
))  # fmt: skip
_SPOKEN_ZH = frozenset(
    "建议 时长 您 的 是 为 在 有 和 与 及 订单 订单号 单号 商品 产品 状态 目前 当前 现在 总价 总额 金额 价格 价位 售价 费用 房价 每晚 一晚 一间 支付 付款 方式 号码 编号 物流 快递 运单 运单号 发货 配送 地址 位于 坐落 坐落于 "
    "地处 日期 时间 名称 名字 叫 叫做 姓名 邮箱 电话 联系电话 联系 联系方式 拨打 客服 选项 尺寸 颜色 包括 包含 共 一共 合计 显示 查询 查到 记录 如下 信息 详情 资料 评分 得分 分 元 块 酒店 该 这家 这个 这 "
    "此 类型 级别 属于 附近 周边 地铁 地铁站 站 出口 设施 提供 可以 配有 设有 具备 人均 消费 每人 均 约 约为 大约 左右 营业 营业时间 开放 门票 游玩 推荐 推荐菜 菜 景点 餐馆 餐厅 以及 还有 还 都 也 好的 您好 帮 "
    "帮您 看到 查 到 了 呢 哦 就 就是 可 可以 请 需要 其 它 他 根据 我们 离 步行 最近 最近的 靠近 距离 最 近 名 间 预订 入住 其中 另外 此外 上 一家".split()
)
_STATUS = frozenset(
    "pending processed processing delivered cancelled canceled shipped returned refunded refund exchanged exchange approved rejected completed expired lost delayed dispatched "
    "unpaid free upgraded confirmed failed hold damaged insured complimentary guaranteed warranty discount discounted waived".split()
)  # fmt: skip
_STATUS_ZH = (
    "已发货",
    "已签收",
    "已取消",
    "已退款",
    "已完成",
    "待付款",
    "待发货",
    "已付款",
    "已送达",
    "退款中",
    "已过期",
    "已升级",
    "已确认",
    "免费",
    "打折",
    "赠送",
    "优惠",
    "满房",
    "售罄",
)


def record_breach(
    sentence: str, cited: Sequence[Evidence], others: Sequence[Evidence], known: Sequence[str]
) -> tuple[str, str]:
    """(`other_record` | `status` | `value` | `unsupported`, detail); ("", "") where the row says it."""
    held = held_words((*(_text(item) for item in cited), *known))
    rows = held_words(tuple(_text(item) for item in cited))  # a state is never taken from the customer's question
    unknown = [word for word in _words(sentence) if not holds(word, held) and not word.isdigit()]
    folded, joined = fold(sentence), fold(" ".join(_text(item) for item in cited))
    for state in _STATUS_ZH:
        if state in folded and state not in joined:
            return "status", state
    for state in re.findall(r"[a-z]+", folded):
        if state in _STATUS and not holds(stem(state), rows):
            return "status", state
    elsewhere = held_words(tuple(_text(item) for item in others if item.label not in {own.label for own in cited}))
    for word in unknown:
        if word not in _SPOKEN and word not in _SPOKEN_ZH and word in elsewhere:
            return "other_record", word
    if said := _wrong_truth(sentence, cited):
        return "value", said
    if column := _wrong_column(sentence, cited):
        return "value", column
    strange = [word for word in unknown if word not in _SPOKEN and word not in _SPOKEN_ZH]
    if not has_han(folded):
        return ("unsupported", " ".join(strange)) if strange else ("", "")
    named = [word for word, tag in rjieba.tag(folded) if tag[:1] in "na" and len(word) > 1 and word in strange]
    if named or len(strange) > 2 or len(strange) > 0.34 * max(1, len(_words(sentence))):
        return "unsupported", " ".join(named or strange)
    return "", ""


def _words(sentence: str) -> list[str]:
    bare = sentence
    for literal in reversed(find_literals(sentence)):
        bare = f"{bare[: literal.start]} {bare[literal.end :]}"
    return content_words(spelled_out(bare))


def _text(item: Evidence) -> str:
    return "\n".join(
        (item.title, item.heading, item.text, *(f"{_label(key)} {value}" for key, value in item.fields.items()))
    )


def _label(key: str) -> str:
    return re.sub(r"[._\[\]0-9⟨⟩]+", " ", key).strip()


def _wrong_column(sentence: str, cited: Sequence[Evidence]) -> str:
    """A part of the sentence that names one column and gives the value of another."""
    columns: dict[str, str] = {}
    for item in cited:
        for key, value in item.fields.items():
            columns[key] = value
    for part in re.split(r"[,，;；。]\s*|\band\b|并且|且", sentence):
        literals = find_literals(part)
        named = _named(part, columns)
        if len(literals) != 1:
            continue
        literal = literals[0]
        if _of_another_member(part, columns, literal.value, literal.number):
            return literal.text
        inside = [key for key, value in columns.items() if _is_in(literal.value, literal.number, value)]
        comparable = [key for key in named if any(other.number for other in find_literals(columns[key]))]
        if inside and comparable and not set(inside) & set(named) and literal.number:
            return literal.text
    return ""


def _wrong_truth(sentence: str, cited: Sequence[Evidence]) -> str:
    """Says yes of a column that holds no, or no of one that holds yes."""
    said = polarity(sentence)
    for item in cited:
        for key, value in item.fields.items():
            words = frozenset(content_words(_label(key.rpartition(".")[2])))
            if words and value.lower() in ("false", "no", "否", "true", "yes", "是"):
                holds_true = value.lower() in ("true", "yes", "是")
                if (words <= said.negated and holds_true) or (
                    words <= said.plain and not words & said.negated and not holds_true
                ):
                    return key
    return ""


_MEMBER = re.compile(r"^(.*\[)(\d+)\]")


def _of_another_member(part: str, columns: Mapping[str, str], value: str, number: str) -> bool:
    """The value belongs to one member of a list, items[1].price, and the sentence names another, items[0].name."""
    said = set(content_words(part))
    named: set[str] = set()
    holding: set[str] = set()
    for key, text in columns.items():
        if match := _MEMBER.match(key):
            words = [word for word in content_words(text) if not word.isdigit()]
            if (
                words
                and key.rpartition(".")[2] in ("name", "title", "product", "名称", "商品")
                and all(word in said for word in words)
            ):
                named.add(match.group())
            if _is_in(value, number, text):
                holding.add(match.group())
    return bool(named) and bool(holding) and not named & holding


def _named(part: str, columns: Mapping[str, str]) -> list[str]:
    said, folded = set(content_words(part)), fold(part)
    made = []
    for key in columns:
        name = _label(key.rpartition(".")[2])
        words = content_words(name)
        if words and (all(word in said for word in words) or (has_han(name) and fold(name) in folded)):
            made.append(key)
    return made


def _is_in(value: str, number: str, text: str) -> bool:
    return any(other.value == value or (number and other.number == number) for other in find_literals(text))
