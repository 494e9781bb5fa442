# ruff: noqa: E501  a pattern of the grammar reads best on one line
"""What one line of a customer is made of: small talk, a hypothetical, somebody else's words, poison, clauses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache, cached_property, lru_cache

from language.moments import Moment, find_moments
from memory.words import plain, terms, topics, word_list

_CLOCK = re.compile(
    r"\d{1,2}[:：]\d{2}|\b\d{1,2}(?:\.\d\d)?\s?[ap]\.?m\b|\bnoon\b|\bmidnight\b|o'clock"
    r"|[上下早中晚凌]?[午上晨]?[零一二三四五六七八九十两\d]{1,3}点(?!\d)|\b(?:mornings?|afternoons?|evenings?|nights?|before|after|till"
    r"|until|past) \d{1,2}\b",
    re.I,
)
_MONEY = re.compile(
    r"[$£€¥￥₹]\s?\d|\d(?:[\d,.]*)\s?(?:元|块|塊|万|千|k\b|quid|rupees|dollars|pounds|euros?|bucks|naira|usd|gbp|rmb"
    r"|cny|hkd)|[一二三四五六七八九十两百千万]+[元块塊万千]",
    re.I,
)
_NUMBER = re.compile(r"\d")
_CODE = re.compile(
    r"(?=[A-Za-z0-9/_-]*\d)(?:[A-Za-z0-9]+(?:[-/_][A-Za-z0-9]+)+|[A-Za-z]+\d[A-Za-z0-9]*|\d+[A-Za-z]+[A-Za-z0-9]*"
    r"|\d{3,})"
)
_COUNT = re.compile(
    r"\d|[一二三四五六七八九十两俩几半双]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|once|twice|both"
    r"|couple|single|pair)\b",
    re.I,
)
_QUESTION = re.compile(
    r"[?？]\s*$|[吗么呢]\s*[?？。!！]*$|^\s*(?:what|which|who|when|where|how|why|do|does|did|is|are|can|could|will|would)\b",
    re.I,
)
KIN_PATTERN = (
    r"(?:爸|妈|老婆|老公|媳妇|太太|先生|妻子|丈夫|儿子|女儿|闺女|小子|丫头|孩子|娃|哥|弟|姐|妹|爷爷|奶奶|外公|外婆|姥姥|姥爷|公公|婆婆|岳母|岳父|丈母娘|(?<!月)嫂|舅|姑姑|大姑|小姑|大姨|小姨|大伯|婶"
    r"|侄子|侄女|外甥|室友|同事|同学|同桌|朋友|邻居|闺蜜|男友|女友|对象|孙子|孙女)"
)
EN_KIN = (
    r"(?:daughter-in-law|son-in-law|mother-in-law|father-in-law|sister-in-law|brother-in-law|stepson|stepdaughter|grandson|granddaughter|grandchild(?:ren)?|grandkids?|grandmother|grandfather|stepdad|step-?mum|nephew|missus|wife|husband|hubby|mama|mum|mom|mother|dad|father|son|daughter|brother|bro|sister|sis|cousin|nan|gran|grandma"
    r"|grandad|grandpa|aunt|auntie|uncle|niece|nephew|partner|girlfriend|boyfriend|fianc[eé]e?|flatmate|roommate"
    r"|housemate|neighbou?r"
    r"|friend|mate|buddy|colleague|coworker|boss|kids?|child|children|baby|toddler|twins|parents?|family"
    r"|mother-in-law|bridesmaid)"
)
KIN = re.compile(rf"{KIN_PATTERN}|\b{EN_KIN}\b", re.I)
_ANAPHOR = re.compile(
    r"^\W*(?:it|that|this|they|she|he|its|hers?|his|their|shes|hes|one)\b|^\W*(?:它|那|这|他|她|其中|刚)"
)
_NAME = re.compile(r"(?<=[\s(])(?:Mr|Mrs|Ms|Miss|Dr)?\.?\s?[A-Z][a-z]+|[叫姓][\u3400-\u9fff]|\b[A-Z][a-z]+ [A-Z][a-z]+")
_SPEECH = re.compile(
    r"[\u3400-\u9fff]{2}(?:说|讲)[:：,，]?[\"“「]|"
    rf"(?:{KIN_PATTERN}|人家|别人|有个?人|隔壁.{{0,2}}|(?<![跟和给对])[他她]|师傅|老师|阿姨|网友|战友|邻居)们?(?:总|老|还|就|都|又|跟我|刚)?(?:说|讲|话|觉得|建议|劝|打的|教我)"
    r"|(?:^|[，,。 ])(?:我|俺|咱|我们|俺们)(?!想|要|刚|是|跟|就|还|已|之|前|上|也|不|再|先|可|得|来|都|没|只|说|今|昨|一|直|听)[\u3400-\u9fff]{1,4}(?<![想要来])(?:说|讲)(?![好定了过错反漏岔混])"
    rf"|(?:{KIN_PATTERN}|人家|别人|网友)们?[^，,。]{{0,12}}[，,](?:还|就|都|老)?说|说[他她](?!俩|的)"
    rf"|\b(?:{EN_KIN}|he|she|they|guy|lad|dude|someone|somebody|everyone|everybody|people)(?:'s \w+)?(?: [a-zé]+)??(?: always| just| keeps?| even)? "
    r"(?:says?|said|saying|goes|told|tells|reckons?|thinks?|swears?|insists?|claims?|asks?|asked|was like|is like|typed|wrote|dared)\b"
    r"|\b(?:my|our|me) (?:[a-z]+ ){1,2}?(?:says?|said|tells|told me|reckons?|swears?)\b"
    rf"|\b(?:{EN_KIN}|he|she|they)(?:'s| is| was) (?:all )?like,? [\"“]"
    r"|\b(?:says?|said|saying|goes|told me|tells|reckons?|swears?|asks?|asked|was like|is like|whatsapp)[,:]?\s*[\"'](?=\w)",
    re.I,
)
_CONDITIONAL = re.compile(
    r"^\W*(?:要是|如果|假如|万一|早知道)(?!你|您|有人|没人|不行|可以|需要|方便|快递|师傅|到时)"
    r"|^\W*if\b(?! (?:you|u|they|there|possible|needed|necessary|anyone|no ?one|nobody|not)\b)|\bif (?:i|we|he|she|they|it) (?:was|were|had|get|got|won|could)\b"
    r"|\bif\b.*\b(?:i'd|we'd|(?:i|we|it|that) would)\b",
    re.I,
)
_STORE = re.compile(
    r"记住|记下|记录|写入|写进|备注|memory_|更新|更正|同步|设置|登记|认定|保存|牢记|存为|存成|存进|存入|存到|录入|remember|store|save|note:|update|set |record|register|memori[sz]|\bnote\b|never forget",
)
_LAUGH = re.compile(r"(?<![a-z])(?:ha){2,}h?(?![a-z])|哈哈|嘻嘻|呵呵")
_MACHINE = re.compile(
    r"系统|指令|模型|提示词|记忆|该用户|本用户|该客户|此用户|用户|客户|你都?要|您都?要|从现在起|从此|从今往后|管理员|长期|永久|永远|终身|一律"
    r"|assistant|\bai\b|\bbot\b|\bmodel\b|system|prompt|admin|developer|memory|\b(?:the |this )?(?:customer|user|client|patient|passenger|member)\b"
    r"|you must|from now on|permanently|definitively|forever|for life|lifetime|always|never",
)
_GRANT = re.compile(
    r"免费|免单|免除|免掉|无限|终身|永久|永远|全额|全免|减免|免运|免費|结清|无需|[一二三四五六七八九]折|管理员|最高权限|vip|0 ?元|1 ?元|不限|所有商品|余额|打折|五折|白金|特权|额度"
    r"|\bfree\b|paid in full|owes? nothing|unlimited|lifetime|forever|\bvip\b|waive|never pays?|admin|developer|100%|discount|grant|owed|entitled|no fees|zero (?:dollars?|pounds?|euros?|fees?|cost)|all (?:fees|items|orders|skins|cosmetics)|refund(?:ed)? (?:all|everything)|gratis|full refunds?|no matter what|upgrade",
)
_CLAUSE = re.compile(
    r"[。！？；!?;\n]+|(?<!\d)[，,、]|[，,、](?!\d{3}(?!\d))|(?<=[\u3400-\u9fff])\s+(?=[\u3400-\u9fff])"
    r"|(?<![\dA-Za-z]\.[A-Za-z])(?<!\bMr)(?<!\bMrs)(?<!\bDr)(?<!\bMs)\.(?=\s)|\s[-–—]\s|…+|\.{3,}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    start: int
    end: int
    text: str


@dataclass(frozen=True, kw_only=True)
class Reading:
    """A line, of which each part is read when it is first asked for. Flags are about the whole line."""

    text: str
    at: datetime  # the customer's local time

    def derived(self, **known: object) -> Reading:
        """Another reading that has what is `known` of it and need not be read."""
        text, at = known.pop("text", self.text), known.pop("at", self.at)
        other = Reading(text=text, at=at)  # type: ignore[arg-type]  # a text and a time
        other.__dict__.update({k: v for k, v in self.__dict__.items() if k not in ("text", "at", "flat")} | known)
        return other

    @property
    def is_read(self) -> bool:
        return "terms" in self.__dict__

    def take(self, **known: object) -> None:  # what was read of this very line before
        self.__dict__.update(known)

    @cached_property
    def flat(self) -> str:
        return plain(self.text).lower()

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        return tuple(split_clauses(self.text))

    @cached_property
    def terms(self) -> tuple[str, ...]:
        return terms(self.text)

    @cached_property
    def concepts(self) -> frozenset[str]:
        return topics(self.text)

    @cached_property
    def kinds(self) -> frozenset[str]:  # of value that stand in it
        return value_kinds(self.text, dated=bool(self.moments))

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        return find_moments(self.text, at=self.at)

    @cached_property
    def chitchat(self) -> bool:
        return _is_chitchat(self.flat)

    @cached_property
    def hypothetical(self) -> bool:
        return bool(cue("hypothetical").search(self.flat) or _CONDITIONAL.search(self.flat))

    @cached_property
    def quoted(self) -> bool:
        return bool(cue("quoted").search(self.flat) or _SPEECH.search(self.flat))

    @cached_property
    def question(self) -> bool:
        return bool(_QUESTION.search(self.flat))

    @cached_property
    def poison(self) -> bool:
        return poisons(self.flat)

    @cached_property
    def vague(self) -> bool:
        return bool(cue("vague").search(self.flat)) and not _NUMBER.search(self.flat)

    @cached_property
    def changed(self) -> bool:
        return bool(cue("changed").search(self.flat))

    @cached_property
    def corrected(self) -> bool:
        return bool(cue("corrected").search(self.flat))

    @cached_property
    def kin(self) -> frozenset[str]:
        return frozenset(m[0].lower() for m in KIN.finditer(plain(self.text)))

    @cached_property
    def anaphoric(self) -> bool:  # it opens with a word that points back
        return bool(_ANAPHOR.search(self.flat))


@dataclass(frozen=True, slots=True)
class Cue:
    """Set phrases, each with its longest word: only where that stands in a text is the phrase's own pattern tried. One
    pattern of all phrases would be tried at each place of each text (measured: five times slower)."""

    phrases: tuple[tuple[str, re.Pattern[str]], ...]

    def search(self, flat: str) -> bool:
        """`flat`: plain, lower-case text."""
        return any(word in flat and pattern.search(flat) is not None for word, pattern in self.phrases)


@cache
def cue(name: str) -> Cue:
    """The set phrases in data/cues_<name>.txt, where * stands for a few characters."""
    phrases = []
    for phrase in (line.lower() for line in word_list(f"cues_{name}")):
        escaped = re.escape(phrase).replace(r"\ ", r"\s+").replace(r"\*", r".{0,12}?")
        bounded = escaped if not phrase.isascii() else rf"(?<![a-z]){escaped}(?![a-z])"
        phrases.append((max(re.split(r"[ *]", phrase), key=len), re.compile(bounded)))
    return Cue(phrases=tuple(phrases))


@lru_cache(maxsize=8192)
def read_line(text: str, at: datetime) -> Reading:
    return Reading(text=text, at=at)


def poisons(flat: str) -> bool:
    """It orders the machine to hold something for true. `flat`: plain, lower-case text."""
    return bool(cue("poison").search(flat) or (_GRANT.search(flat) and _STORE.search(flat) and _MACHINE.search(flat)))


def split_clauses(text: str) -> Iterable[Clause]:
    """Pieces between marks of punctuation, with their places; a thousands comma and an abbreviation do not cut."""
    start = 0
    for match in _CLAUSE.finditer(text):
        yield from _clause(text, start, match.start())
        start = match.end()
    yield from _clause(text, start, len(text))


def _clause(text: str, start: int, end: int) -> Iterable[Clause]:
    piece = text[start:end]
    stripped = piece.strip()
    if any(c.isalnum() for c in stripped):
        offset = start + piece.index(stripped[0])
        yield Clause(start=offset, end=offset + len(stripped), text=stripped)


def reported(reading: Reading) -> range:
    """The clauses in which somebody else speaks: to the end of the sentence, where the customer goes on."""
    if not reading.quoted:
        return range(0)
    size = len(reading.clauses)
    if '"' in reading.text or "“" in reading.text:
        return range(size)
    speaks = [i for i, clause in enumerate(reading.clauses) if _speaks(plain(clause.text).lower())]
    if not speaks:
        return range(size)
    starts = range(speaks[-1] + 1, size)
    return range(speaks[0], next((i for i in starts if _goes_on(reading, i)), size))


def _speaks(flat: str) -> bool:
    return bool(cue("quoted").search(flat) or _SPEECH.search(flat))


def _goes_on(reading: Reading, clause: int) -> bool:
    """A new sentence of the customer's own: it opens with "I", "my", "so"."""
    between = reading.text[reading.clauses[clause - 1].end : reading.clauses[clause].start]
    return bool(_SENTENCE.search(between)) and bool(_OWN_OPENING.search(plain(reading.clauses[clause].text).lower()))


_SENTENCE = re.compile(r"[。！!？?.;；\n]")
_OWN_OPENING = re.compile(
    r"^(?:所以|反正|但|不过|那)?(?:我|咱|俺)|^(?:so |but |and |anyway )?(?:i|i'[a-z]+|im|we|my|our|please|pls)\b"
)


@lru_cache(maxsize=2048)
def holds_small_talk(text: str) -> bool:  # somewhere in the line
    flat = plain(text).lower()
    return bool(cue("chitchat").search(flat) or _LAUGH.search(flat))


def small_talk(clause: str) -> bool:  # of thanks, greetings or laughter; what stands beside it may be earnest
    flat = plain(clause).lower()
    return bool(cue("chitchat").search(flat) or _LAUGH.search(flat)) and not _CODE.search(flat)


def value_kinds(text: str, *, dated: bool) -> frozenset[str]:
    flat = plain(text)
    found = {
        "date": dated,
        "clock": bool(_CLOCK.search(flat)),
        "money": bool(_MONEY.search(flat)),
        "number": bool(_NUMBER.search(flat)),
        "code": bool(_CODE.search(flat)),
        "count": bool(_COUNT.search(flat)),
        "name": bool(_NAME.search(flat)),
        "kin": bool(KIN.search(flat)),
    }
    return frozenset(kind for kind, there in found.items() if there)


def _is_chitchat(flat: str) -> bool:
    if _CODE.search(flat):
        return False
    return bool(cue("chitchat").search(flat) or _LAUGH.search(flat)) or len([c for c in flat if c.isalnum()]) < 4
