"""What the style guide shows: one example for each component, in English and in Chinese."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, time
from types import SimpleNamespace
from typing import Any

from django import forms
from django.core.paginator import Paginator

from bots.api import DriftEventView, DriftReport, DriftTurn, TopicShift
from console.drift_chart import chart_of, rules_of
from console.wording import compare

_AT = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)

_WORDS = {
    "title": ("Bots", "机器人"),
    "subtitle": ("Who speaks for you, and what they may say.", "谁代表你说话，以及可以说什么。"),
    "new_bot": ("New bot", "新建机器人"),
    "conversations": ("Conversations this week", "本周对话"),
    "more": ("12 % more than last week", "比上周多 12%"),
    "answered": ("Answered from evidence", "有据回答"),
    "not_found": ("Not found", "未找到"),
    "gaps": ("See what is missing", "看看缺什么"),
    "documents": ("Documents", "文档"),
    "search": ("Search documents", "搜索文档"),
    "name": ("Name", "名称"),
    "state": ("State", "状态"),
    "chunks": ("Passages", "段落"),
    "edit": ("Edit", "编辑"),
    "remove": ("Remove", "删除"),
    "conversation": ("Conversation", "对话"),
    "today": ("Today", "今天"),
    "form": ("Settings", "设置"),
    "publish": ("Publish", "发布"),
    "why": ("Why this answer", "为什么这样回答"),
    "memory": ("Memory", "记忆"),
    "changes": ("What changes", "有何变化"),
    "buttons": ("Small things", "小部件"),
    "cancel": ("Cancel", "取消"),
    "live": ("Live", "已上线"),
    "record": ("Record", "记录"),
    "stale": ("Stale", "过期"),
    "indexing": ("Reading 64 of 100 pages", "正在读取 64 / 100 页"),
    "notice": ("The new revision goes live at midnight.", "新版本将于午夜生效。"),
    "empty": ("No documents yet", "还没有文档"),
    "empty_text": (
        "The bot answers only from documents. Add the first one, and it can speak.",
        "机器人只依据文档回答。添加第一份文档，它才能开口。",
    ),
    "add": ("Add a document", "添加文档"),
}


class SampleForm(forms.Form):
    name = forms.CharField(label="Name", help_text="Customers see it above the chat.", initial="Mira")
    tone = forms.ChoiceField(label="Tone", choices=[("warm", "Warm"), ("plain", "Plain")], required=False)
    anchor = forms.CharField(label="Role", widget=forms.Textarea, max_length=20)
    languages = forms.MultipleChoiceField(
        label="Languages", choices=[("zh", "中文"), ("en", "English")], widget=forms.CheckboxSelectMultiple
    )
    remember = forms.BooleanField(label="Remember customers between conversations", required=False)


def context(*, chinese: bool) -> dict[str, Any]:
    """The variables of templates/styleguide/index.html."""
    brew = SimpleNamespace(id=1, name="半山咖啡" if chinese else "Halfway Hill Coffee")
    form = SampleForm({"name": "Mira", "anchor": "A role that is longer than it may be", "languages": ["zh"]})
    return {
        "section": "bots",
        "nav_counts": {"conversations": 3},
        "current_tenant": brew,
        "tenants": [brew, SimpleNamespace(id=2, name="Second Company")],
        "words": {key: pair[chinese] for key, pair in _WORDS.items()},
        "tabs": _tabs(chinese=chinese),
        "documents": _documents(chinese=chinese),
        "turns": _turns(chinese=chinese),
        "evidence": _evidence(chinese=chinese),
        "history": _history(chinese=chinese),
        **_closely(chinese=chinese),
        "lines": _lines(chinese=chinese),
        "form": form,
        "page": Paginator(range(100), 20).page(2),
    }


def _tabs(*, chinese: bool) -> list[dict[str, object]]:
    names = ("全部", "草稿", "已归档") if chinese else ("All", "Drafts", "Archived")
    return [{"label": name, "url": "#", "active": index == 0, "count": 4 - index} for index, name in enumerate(names)]


def _documents(*, chinese: bool) -> list[dict[str, object]]:
    titles = (
        ("退换货政策", "营业时间", "配送范围与运费") if chinese else ("Returns", "Opening hours", "Delivery and fees")
    )
    states = ("已生效", "读取中", "读取失败") if chinese else ("Live", "Reading", "Could not be read")
    tones = (("good", "circle-check"), ("record", "loader-circle"), ("wrong", "circle-x"))
    return [
        {"title": title, "state": state, "tone": tone, "icon": icon, "chunks": 7 * index + 3}
        for index, (title, state, (tone, icon)) in enumerate(zip(titles, states, tones, strict=True))
    ]


def _turns(*, chinese: bool) -> list[dict[str, object]]:
    question = "拆封的豆子还能退吗？" if chinese else "Can I return beans I have opened?"
    answer = "可以，收到后 14 天内。" if chinese else "Yes, within 14 days of delivery."
    unknown = "这个我没有查到。要不要请同事来帮忙？" if chinese else "I could not find that. Shall I ask a colleague?"
    return [
        {"author": "customer", "text": question, "at": time(9, 41)},
        {
            "author": "bot",
            "html": f'<p>{answer} <span class="marker">1</span></p>',
            "at": time(9, 41),
            "outcome": "answered",
            "why_url": "#",
            "selected": True,
        },
        {"author": "customer", "text": "⋯", "at": time(9, 43)},
        {"author": "bot", "text": unknown, "at": time(9, 43), "outcome": "not_found", "why_url": "#"},
        {"author": "agent", "text": "你好！" if chinese else "Hello!", "at": time(9, 45), "name": "Lin"},
    ]


def _evidence(*, chinese: bool) -> list[dict[str, object]]:
    title = "退换货政策 › 咖啡豆" if chinese else "Returns › Coffee beans"
    text = "已拆封的咖啡豆可在收货后 14 天内退回。" if chinese else "Opened beans may come back within 14 days."
    cat = "顾客的猫叫豆包" if chinese else "The customer's cat is called Pepper"
    low = "低于阈值" if chinese else "Below the threshold"
    return [
        {"label": "1", "kind": "document", "title": title, "text": text, "score": 0.87, "used": True},
        {"label": "M1", "kind": "memory", "title": cat, "score": 0.71},
        {"label": "2", "kind": "document", "title": title, "score": 0.41, "rejected": True, "reason": low},
    ]


def _history(*, chinese: bool) -> list[dict[str, object]]:
    new, old = ("喝什么都行", "只喝低因") if chinese else ("Any coffee", "Decaf only")
    said_new = "现在普通咖啡也可以了" if chinese else "Normal coffee is fine again"
    said_old = "我只能喝低因的" if chinese else "I can only have decaf"
    badge = "现在" if chinese else "Now"
    return [
        {
            "when": "12-01 09:52",
            "title": new,
            "quote": said_new,
            "tone": "current",
            "badge": badge,
            "badge_tone": "good",
        },
        {"when": "11-30 18:20", "title": old, "quote": said_old, "tone": "memory", "superseded": True},
    ]


def _closely(*, chinese: bool) -> dict[str, object]:
    """An answer looked at closely: two texts, a change of topic, drift over the turns."""
    then, now = ("30 天内可退。", "60 天内可退。") if chinese else ("Within 30 days.", "Within 60 days.")
    shift = TopicShift(
        seq=3, title=now, old_title=then, conclusion=then, open_points=(now,), returned=True, returned_conclusion=now
    )
    turn = {"message_id": uuid.UUID(int=3), "conversation_id": uuid.UUID(int=4), "seq": 2, "at": _AT}
    turns = (
        DriftTurn(**turn, sentences=2, mended=0, withheld=0),
        DriftTurn(**turn, sentences=3, mended=1, withheld=1),
    )
    event = DriftEventView(**turn, rule="persona", detail="AI", sentence=then, mended=False)
    mended = DriftEventView(**turn, rule="emoji", detail="", sentence=now, mended=True)
    drift = DriftReport(turns=turns, rules=(("persona", 2), ("emoji", 1)), events=(event, mended))
    return {
        "compared": compare(then, now),
        "shift": shift,
        "drift": drift,
        "chart": chart_of(drift),
        "rules": rules_of(drift),
    }


def _lines(*, chinese: bool) -> list[dict[str, str]]:
    same, old, new = (
        ("语气：亲切", "阈值：0.55", "阈值：0.62") if chinese else ("tone: warm", "threshold: 0.55", "threshold: 0.62")
    )
    return [{"kind": "same", "text": same}, {"kind": "removed", "text": old}, {"kind": "added", "text": new}]
