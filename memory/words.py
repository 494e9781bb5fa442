# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""Words as the engine compares them: folded script, stems, bigrams and concepts. Nothing here is shown to anybody."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files

from language.tokens import content_words
from language.tokens import stem as stem_english

_CJK = "\u3400-\u9fff"
_TOKEN = re.compile(rf"[{_CJK}]+|[a-z0-9]+(?:['’][a-z]+)?(?:[-./_@][a-z0-9]+)*")
CANTONESE = re.compile("[唔嘅喺佢哋咗嗰揀啲冇係乜邊睇攞搵揾俾畀鍾咩嘢㗎嚟瞓嘥]|钟意|而家|依家")
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—−"), "-") | {ord("’"): "'", ord("‘"): "'", ord("“"): '"', ord("”"): '"'}


@cache
def word_list(name: str) -> tuple[str, ...]:
    """The lines of a data file, without comments."""
    text = files("memory").joinpath("data", f"{name}.txt").read_text(encoding="utf-8")
    return tuple(line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#"))


@cache
def _simplified() -> dict[int, str]:
    lines = files("opencc").joinpath("dictionary", "TSCharacters.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split() for line in lines if "\t" in line)
    return {ord(pair[0]): pair[1] for pair in pairs if len(pair[0]) == 1}


@cache
def _variants() -> tuple[re.Pattern[str], dict[str, str]]:
    text = files("memory").joinpath("data", "variants.tsv").read_text(encoding="utf-8")
    table = dict(line.split("\t") for line in text.splitlines() if "\t" in line)
    return re.compile("|".join(map(re.escape, sorted(table, key=len, reverse=True)))), table


@cache
def same_length_variants() -> tuple[re.Pattern[str], dict[str, str]]:
    """The Cantonese words that have a Mandarin one of the same length."""
    table = {a: b for a, b in _variants()[1].items() if len(a) == len(b)}
    return re.compile("|".join(map(re.escape, sorted(table, key=len, reverse=True)))), table


@cache
def _dialects() -> tuple[re.Pattern[str], dict[str, str], frozenset[str]]:
    """Words of Chinese and English dialects and of short messages, which the standard tongue has not; their standard words;
    and what a text must hold to hold one of them: the first English word, the first Chinese character."""
    text = files("memory").joinpath("data", "dialects.tsv").read_text(encoding="utf-8")
    table = dict(line.split("\t") for line in text.splitlines() if "\t" in line)
    chinese = sorted((word for word in table if not word.isascii()), key=len, reverse=True)
    english = [word for word in table if word.isascii()]
    english += [word.capitalize() for word in english if len(word) > _SURE_WORD]
    table |= {word.capitalize(): standard for word, standard in table.items()}
    signs = frozenset(word[0] for word in chinese) | {_WHOLE_WORD.findall(word)[0] for word in english}
    return re.compile("|".join(chinese) + r"|(?<![\w'-])(?:" + "|".join(english) + r")(?![\w'-])"), table, signs


_WHOLE_WORD = re.compile(r"[\w'-]+")


_SURE_WORD = 3  # a capitalised word of no more letters may be a name


def fold(text: str) -> str:
    """Width, case, dashes and script folded; of the same length wherever the width folding keeps it."""
    return unicodedata.normalize("NFKC", text).lower().translate(_DASHES).translate(_simplified())


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """As fold, with the words of dialects as standard ones, so that the two meet."""
    pattern, table = _variants()
    text = unicodedata.normalize("NFKC", text).translate(_DASHES)
    if CANTONESE.search(text):
        text = pattern.sub(lambda m: table[m[0]], text)
    text = text.translate(_simplified())
    words, standard, signs = _dialects()
    if signs.isdisjoint(_WHOLE_WORD.findall(text)) and signs.isdisjoint(text):
        return text
    return words.sub(lambda m: standard[m[0]], text)


def stem(word: str) -> str:
    return stem_english(word.removesuffix("'s"))


@cache
def _stops() -> frozenset[str]:
    return frozenset(word_list("stops"))


@lru_cache(maxsize=8192)
def terms(text: str) -> tuple[str, ...]:
    """Search terms: Chinese bigrams and content characters, English stems without stop words, codes whole and in parts."""
    out: list[str] = []
    for token in _TOKEN.findall(plain(text).lower()):
        if "\u3400" <= token[0] <= "\u9fff":
            out += _chinese_terms(token)
        elif token not in _stops():
            out.append(stem(token))
            parts = re.split(r"[-./_@]", token)
            if len(parts) > 1:
                out += [stem(part) for part in parts if part and part not in _stops()]
    return tuple(out)


def _chinese_terms(run: str) -> list[str]:
    pieces = [p for p in _stop_pattern().split(run) if p]
    out = [p for p in pieces if len(p) == 1]
    for piece in pieces:
        out += [piece[i : i + 2] for i in range(len(piece) - 1)]
    return out


@cache
def _stop_pattern() -> re.Pattern[str]:
    words = [w for w in word_list("stops") if "\u3400" <= w[0] <= "\u9fff"]
    return re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))))


_Phrases = dict[str, tuple[tuple[tuple[str, ...], frozenset[str]], ...]]  # by the first word
_Table = tuple[_Phrases, re.Pattern[str], dict[str, frozenset[str]]]


@cache
def _table(name: str) -> _Table:
    """Stemmed English phrases, a pattern of the Chinese words, and those words."""
    english: dict[tuple[str, ...], set[str]] = {}
    chinese: dict[str, set[str]] = {}
    for line in word_list(name):
        concept, _, words = line.partition(":")
        for word in (w.strip() for w in words.split(",")):
            if "\u3400" <= word[0] <= "\u9fff" or not word[0].isalnum():
                chinese.setdefault(word, set()).add(concept)
            else:
                english.setdefault(tuple(stem(w) for w in word.lower().split()), set()).add(concept)
    pattern = re.compile("|".join(map(re.escape, sorted(chinese, key=len, reverse=True))))
    by_first: dict[str, list[tuple[tuple[str, ...], frozenset[str]]]] = {}
    for phrase, named in english.items():
        by_first.setdefault(phrase[0], []).append((phrase, frozenset(named)))
    phrases = {word: tuple(found) for word, found in by_first.items()}
    return phrases, pattern, {word: frozenset(named) for word, named in chinese.items()}


def concepts(text: str) -> frozenset[str]:
    """What a text is about, as names of the lines of data/concepts.txt."""
    return _look_up(text, "concepts")


def topics(text: str) -> frozenset[str]:
    """Concepts and attributes together."""
    return concepts(text) | {f"attribute {name}" for name in attributes(text)}


def classes(text: str) -> frozenset[str]:
    """Classes of details that a text is about, as names of the lines of data/classes.txt."""
    return _look_up(text, "classes")


def attributes(text: str) -> frozenset[str]:
    """Attributes named in a text, as names of the lines of data/attributes.txt."""
    return _look_up(text, "attributes")


def beings(text: str) -> frozenset[str]:
    """People and animals named in a text, as names of the lines of data/beings.txt."""
    return _look_up(text, "beings")


@lru_cache(maxsize=8192)
def canonical(word: str) -> str:
    """One name for words of the same meaning, in whatever language, else the folded word itself."""
    known = sorted(beings(word)) or sorted(attributes(word)) or sorted(concepts(word) - _TOO_WIDE)
    return known[0] if known else plain(word).lower().strip()


_TOO_WIDE = frozenset(
    {"relation", "name", "size", "city", "like", "dislike", "choice", "quantity", "time", "date", "reference"}
)


@lru_cache(maxsize=16384)
def _look_up(text: str, name: str) -> frozenset[str]:
    phrases, pattern, chinese = _table(name)
    folded = plain(text).lower()
    found: set[str] = set()
    for match in pattern.finditer(folded):
        found |= chinese[match[0]]
    words = [stem(w) for w in re.findall(r"[a-z][a-z'-]*", folded)]
    for place, word in enumerate(words):
        for phrase, named in phrases.get(word, ()):
            if len(phrase) == 1 or tuple(words[place : place + len(phrase)]) == phrase:
                found |= named
    return frozenset(found)


@lru_cache(maxsize=8192)
def naming_words(text: str) -> frozenset[str]:
    """Whole content words, Chinese ones of two characters and more: what names a thing."""
    words = (word for word in content_words(plain(text)) if len(word) > 1)
    return frozenset(stem(word.lower()) for word in words if word.lower() not in _stops())


def labels(text: str) -> frozenset[str]:
    """What a number near these words belongs to, as names of the lines of data/labels.txt."""
    return _look_up(text, "labels")


def series_named(text: str) -> frozenset[str]:
    """Things done or measured again and again that a text names, as names of the lines of data/series.txt."""
    return _look_up(text, "series")
