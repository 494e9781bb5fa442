# ruff: noqa: E501  a pattern reads best on one line
"""Is a reply right? The rules of the public judge of conversation scripts, for the figures of a run."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_MONTHS = "january february march april may june july august september october november december".split()
_QUOTES = {"’": "'", "‘": "'", "“": '"', "”": '"', "*": "", "_": ""} | dict.fromkeys("‐‑‒–—−", "-")
_NO_RECORD = re.compile(
    r"(没有?|沒有?|未曾?|尚未|不曾|暂无|暫無|无|無).{0,14}?(记录|紀錄|記錄|信息|資料|资料|资讯|提|说|說|讲|講|告诉|告訴|告知|找到|查到|收到|存|您|你|这|這|$)|查不到|找不到|不记得|不記得|不知道|不清楚"
    r"|(\b(no|never|nothing|not)\b|n't\b).{0,40}?\b(records?|info(rmation)?|notes?|mention(ed)?|details?|idea|have|find|found|see|recall|remember|know|told|tell|said|say|shared?|provided?|given|gave|locate|aware|on file|on that|on it)\b"
    r"|\bthere('s| is| are) no\b"
)
_DENIAL = re.compile(
    r"^\W*(抱歉|对不起|不好意思|sorry|unfortunately|i'm afraid)?\W*.{0,8}?((没有|没|沒有|未|暂无|无).{0,10}(记录|紀錄|記錄|信息|资料|提到|提过|说过|找到|查到)|查不到|找不到|不记得|不知道"
    r"|(no|not any) (exact )?(record|information|note)|(do not|don't|did not|didn't|could not|couldn't|can't|cannot) (have|find|see|recall|know)|nothing (on record|about))"
)
_OFFER = re.compile(
    r"[?？]|请|請|麻烦|麻煩|抱歉|对不起|不好意思|方便|您好|sorry|afraid|please|could you|let me know|if you"
)
_STATES = re.compile(r"是|为|為|叫|\d|\b(is|are|was|ends?|called|use|lives?)\b")
_PAST = re.compile(
    r"(不是|并非|並非|不再|不用|之前|以前|原来|原來|原先|曾|旧|舊|而非|不要|从|從|取消|作废|除了|改自|no longer|not|n't|before|previous(ly)?|formerly|used to|was|were|old|earlier|instead of|rather than|changed from|replac\w+|superseded|until)[^。.!?;；]{0,18}$"
)
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_PIECES = re.compile(r"[。！？；!;\n,，:：()（）]|\.(?=\s|$)|(?<=\?)")


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    strict: bool
    lenient: bool
    stale: bool


def holds_wrong_value(text: str, question: Mapping[str, object]) -> bool:
    return _forbidden(fold(text), _texts(question, "forbid"))


def judge(reply: str, question: Mapping[str, object], lines: Sequence[str]) -> Verdict:
    """`lines`: all that the customer said. A reply of more than 120 Chinese or 300 other characters is wrong."""
    folded = fold(reply)
    bad = _forbidden(folded, _texts(question, "forbid"))
    if question.get("category") == "unknown":
        good = _denies(folded) and not bad and not _quotes(folded, lines, str(question["question"]))
        return Verdict(strict=good, lenient=good, stale=False)
    wanted = _spellings(_texts(question, "accept"))
    right = any(_pattern(text).search(folded) for text in wanted) and not _too_long(folded)
    right = right and not _DENIAL.search(folded)
    return Verdict(strict=right and not bad, lenient=right, stale=bad)


def holds_answer(text: str, question: Mapping[str, object]) -> bool:
    """An accepted answer stands in the text."""
    folded = fold(text)
    return any(_pattern(literal).search(folded) for literal in _spellings(_texts(question, "accept")))


def fold(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text or "").lower().translate({ord(a): b for a, b in _QUOTES.items()})
    folded = re.sub(r"(\d)[.:](\d\d)\s*([ap])\.?m\.?", r"\1:\2 \3m", folded)
    folded = re.sub(r"\s+", " ", folded)
    return re.sub(r"(?<=[\u3400-\u9fff]) (?=\w)|(?<=\w) (?=[\u3400-\u9fff])", "", folded)


def _texts(question: Mapping[str, object], name: str) -> list[str]:
    value = question.get(name)
    return [str(item) for item in value] if isinstance(value, list) else []


def _pattern(literal: str) -> re.Pattern[str]:
    text = fold(literal).strip()
    left = r"(?<![\d.])" if text[:1].isdigit() else r"(?<![a-z0-9])" if re.match("[a-z]", text) else ""
    word = re.search("[a-z]+$", text)
    if word:
        right = r"[a-z]{0,4}(?![a-z0-9])" if len(word[0]) > 4 else r"(?:e?s)?(?![a-z0-9])"
    else:
        right = r"(?!\d)" if text[-1:].isdigit() else ""
    return re.compile(left + re.escape(text) + right)


def _spellings(accepted: Sequence[str]) -> list[str]:
    out = list(accepted)
    for text in accepted:
        match = _ISO.fullmatch(text)
        if match:
            year, month, day = map(int, match.groups())
            name = _MONTHS[month - 1]
            th = "th" if day in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
            out += [f"{day} of {name}", f"{day}{th} of {name}", f"{day}{th} {name}", f"{name} {day}{th}"]
            out += [f"{day}/{month}/{year}", f"{day:02d}/{month:02d}/{year}", f"{month}/{day}/{year}"]
            out += [f"{year}/{month}/{day}", f"{year}/{month:02d}/{day:02d}", f"{month}月{day}日", f"{month}月{day}号"]
    return out


def _too_long(reply: str) -> bool:
    chinese = len(re.findall(r"[\u3400-\u9fff]", reply))
    return len(reply) > (120 if chinese * 3 > len(reply) else 300)


def _forbidden(reply: str, forbidden: Sequence[str]) -> bool:
    found = (match for text in forbidden for match in _pattern(text).finditer(reply))
    return any(not _PAST.search(reply[: match.start()]) for match in found)


def _quotes(reply: str, lines: Sequence[str], question: str) -> bool:
    """Six Chinese characters or four words in a row of the customer's own, which are not the question's."""
    asked_zh, reply_zh = (re.sub(r"[^\u4e00-\u9fff]", "", text) for text in (fold(question), reply))
    asked_en, reply_en = (" ".join(re.findall(r"[a-z0-9']+", text)) for text in (fold(question), reply))
    for line in lines:
        chinese = re.sub(r"[^\u4e00-\u9fff]", "", fold(line))
        words = re.findall(r"[a-z0-9']+", fold(line))
        runs = [chinese[i : i + 6] for i in range(len(chinese) - 5)]
        if any(run in reply_zh and run not in asked_zh for run in runs):
            return True
        grams = [" ".join(words[i : i + 4]) for i in range(len(words) - 3)]
        if any(gram in reply_en and gram not in asked_en for gram in grams):
            return True
    return False


def _denies(reply: str) -> bool:
    parts = [part.strip() for part in _PIECES.split(reply) if part and part.strip()]
    hits = [bool(_NO_RECORD.search(part)) for part in parts]
    rest = [part for part, hit in zip(parts, hits, strict=True) if not hit and not _OFFER.search(part)]
    return any(hits) and not any(_STATES.search(part) for part in rest)
