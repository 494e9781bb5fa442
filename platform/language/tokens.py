"""Words for searching. Chinese is indexed by character bigrams: they find every substring, with no dictionary."""

from __future__ import annotations

import re
import threading
from functools import lru_cache

import rjieba
import snowballstemmer

from language.script import fold

_PIECE = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+|[a-z0-9]+(?:['.\-_/][a-z0-9]+)*", re.ASCII)
_PART = re.compile(r"[a-z]+|[0-9]+", re.ASCII)
_STEMMER = snowballstemmer.stemmer("english")
_STEMMING = threading.Lock()  # the stemmer keeps the word it works on in itself: two threads would spoil each other's

STOP_EN = frozenset(
    "a an the and or but if of to in on at by for from with as is are was were be been being am do does did done "
    "have has had having i me my mine we us our you your yours he him his she her it its they them their this that "
    "these those there here what which who whom whose when where why how can could will would shall should may might "
    "must not no nor so than then too very just also about into over under again once please".split()
)
STOP_ZH = frozenset(
    "的 了 和 是 就 都 而 及 与 着 或 一个 没有 我们 你们 他们 她们 它们 是否 这 那 这个 那个 这些 那些 我 你 您 他 她 它 "
    "吗 呢 吧 啊 呀 嘛 哦 嗯 什么 怎么 怎样 如何 哪 哪个 哪些 哪里 谁 多少 几 为什么 请问 请 可以 能 会 要 想 有 在 对 "
    "也 还 又 再 很 把 被 给 从 到 让 用 跟 比 等 得 地 之 其 以 于 个".split()
)


def search_tokens(text: str, *, stop_words: bool = False) -> list[str]:
    """Chinese bigrams (a lone character as it is), English stems, numbers and codes whole and in parts.

    `stop_words`: keep English words that say nothing by themselves.
    """
    tokens: list[str] = []
    for piece in _PIECE.findall(fold(text)):
        if piece[0] > "\u3000":
            tokens.extend([piece] if len(piece) == 1 else [piece[i : i + 2] for i in range(len(piece) - 1)])
        else:
            tokens.extend(_latin(piece, keep_stop=stop_words))
    return tokens


def content_words(text: str) -> list[str]:
    """Words that carry meaning, folded: Chinese by dictionary, English stemmed, numbers as they are."""
    words: list[str] = []
    for piece in _PIECE.findall(fold(text)):
        if piece[0] > "\u3000":
            words.extend(word for word in rjieba.cut(piece) if word not in STOP_ZH)
        else:
            words.extend(_latin(piece, keep_stop=False))
    return words


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """English Snowball stem (Porter 2)."""
    with _STEMMING:
        stemmed: str = _STEMMER.stemWord(word)
    return stemmed


def _latin(piece: str, *, keep_stop: bool) -> list[str]:
    if piece.isalpha():
        return [] if piece in STOP_EN and not keep_stop else [stem(piece)]
    plain = piece.replace("'s", "").replace("'", "")
    if plain.isalpha():
        return [] if plain in STOP_EN and not keep_stop else [stem(plain)]
    parts = _PART.findall(plain)
    return [plain, *(part for part in parts if len(part) > 1)] if len(parts) > 1 else [plain]
