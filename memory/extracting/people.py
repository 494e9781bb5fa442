"""Of whom a clause speaks: the customer, a relative or friend, or whoever the pronoun means. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.extracting.phrases import level
from memory.extracting.reading import EN_KIN, KIN_PATTERN, Reading, cue

_FIRST = re.compile(r"我(?!的?(?:$|家\b))|咱|俺|\b(?:i|i'[a-z]+|im|ive|we|we'[a-z]+)\b", re.I)
_MINE = re.compile(r"我|咱|俺|\b(?:i|i'[a-z]+|my|mine|me|we|our|ours)\b", re.I)
_ZH_ROLE = re.compile(rf"(?:(?<![\u3400-\u9fff])|(?<=[我俺咱家们的是和跟个])){KIN_PATTERN}{{1,2}}")
_EN_ROLE = re.compile(
    rf"(?:\b(?:my|our|me|his|her|the|a) (?:[a-z]+ )?|(?:^|(?<=^so )|(?<=^and )|(?<=^but )))(?P<who>{EN_KIN})\b", re.I
)
_OBJECT = re.compile(
    r"(?:给|帮|替|跟|和|像|让|陪|对|送|找|叫|问|寄|搬|接|带|比|成|为|由)我?的?$"
    r"|\b(?:for|to|with|from|of|at|by|about|like|than|tell|ask|call|bring|see|and|on) $",
    re.I,
)
_PRONOUN = re.compile(
    r"^\W*(?:因为|所以|但是?|而且|不过|and|but|so|because|cause)?\s*(?:[他她](?!们)|\b(?:he|she|his|her|hers|he'[a-z]+|she'[a-z]+)\b)",
    re.I,
)
_CALLED_TO = re.compile(r"姐妹|兄弟|姐姐|哥哥|哥们")  # the one who listens, more often than a relative
_POSSESSES = re.compile(
    r"'s (?!(?:a|an|the|on|in|at|got|been|not|only|still|also|always|deaf|allergic|\w+ing)\b)", re.I
)
# what is said of "my wife's phone" or "my wife's 41" is said of her; of "my wife's cat" it is not
_OWN_MATTER = re.compile(
    r"'s (?:\d|(?:new |old |own |home |work |mobile |order |card |account |booking |shoe |phone )*"
    r"(?:phone|mobile|cell|number|e-?mail|address|birthday|date of birth|order|account|card|booking|policy|passport"
    r"|code|size|weight|height|age|appointment)\b)",
    re.I,
)
_WANTS = re.compile(r"^(?:so |and |but )?(?P<who>[A-Z][a-z]{2,}) (?:wants|needs|likes|loves|hates|prefers|can't)\b")
_ENDS = re.compile(r"[。！!？?.;；\n]")
_NICKNAME = re.compile(
    r"(?:(?<![\u3400-\u9fff])|(?<=[是找跟给和说]))(?P<who>[小老阿](?![师公婆人家区时孩心猫狗姐哥是板姨票程样爸妈头弟妹乡大伙])[\u4e00-\u9fff])"
    r"(?=的?(?:电话|手机|号码|尾号|邮箱|地址|微信)|对|住|怕|喜欢|是)"
)
_OWNS = re.compile(r"\b(?P<who>[A-Z][a-z]+)'s (?:new |old )?(?:number|phone|mobile|cell|email|address)\b")
SOMEBODY = "somebody"  # a pronoun without a person


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """`name` as it was said; `start` and `end` in the clause."""

    name: str
    start: int
    end: int


def subjects(reading: Reading) -> tuple[str, ...]:
    """For each clause its subject, empty for the customer. A pronoun or an empty place means the person before it."""
    return tuple(_subjects(reading))


def _subjects(reading: Reading) -> Iterator[str]:
    person, last_end, other = "", 0, False
    for clause in reading.clauses:
        flat = level(clause.text)
        if _ENDS.search(reading.text[last_end : clause.start]):
            other = False
        own = _own(flat)
        if own is not None:
            person, other = own.name.lower(), True
        elif _PRONOUN.search(flat):
            person, other = person or _mentioned(flat) or SOMEBODY, True
        elif _MINE.search(flat) and not cue("corrected").search(flat.lower()):
            other = False
        named = person_in(flat)
        yield person if other else ""
        if named is not None and own is None:
            person = named.name.lower()
        last_end = clause.end


def _own(flat: str) -> Person | None:
    """The person that the clause speaks of, before it speaks of the customer."""
    who = person_in(flat)
    if who is None:
        named = _WANTS.match(flat) or _NICKNAME.search(flat) or _OWNS.search(flat)
        return Person(name=named["who"], start=named.start("who"), end=named.end("who")) if named else None
    before = flat[: who.start]
    lead = re.sub(r"(?:我们?|咱|俺)(?:家|的)?的?$|\b(?:my|our|me) (?:[a-z]+ )?$", "", before, flags=re.I)
    if _FIRST.search(lead) or _OBJECT.search(lead):
        return None
    return who


def _mentioned(flat: str) -> str:
    who = person_in(flat)
    return who.name.lower() if who else ""


def person_in(flat: str) -> Person | None:
    """The first relative or friend in a levelled clause; not a form of address."""
    match = _ZH_ROLE.search(flat)
    if match and not _CALLED_TO.match(match[0]):
        return Person(name=match[0], start=match.start(), end=match.end())
    match = _EN_ROLE.search(flat)
    if match and (not _POSSESSES.match(flat[match.end() :]) or _OWN_MATTER.match(flat[match.end() :])):
        return Person(name=match["who"], start=match.start("who"), end=match.end("who"))
    return None
