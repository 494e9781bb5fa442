"""The sentence that tells a fact: by its attribute, with whose it is where the words leave no doubt. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from language.moments import local_time
from memory.extracting.reading import KIN
from memory.recalling.asking.question import QuestionReading, personal
from memory.telling.choosing import Told
from memory.telling.people import PRONOUN, as_said, asks_who, word_for
from memory.telling.requests import told_back
from memory.telling.wording import finish, tell, tell_day
from memory.types import RecalledFact
from memory.words import beings, labels, naming_words, plain

_CJK = "\u3400-\u9fff"
_REPLACED = frozenset({"phone", "email", "address", "card", "account"})
_ENDING = 5  # a number of no more digits is the end of one


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """In which language and when the customer is answered."""

    language: str
    today: date
    time_zone: str

    @property
    def chinese(self) -> bool:
        return self.language.startswith("zh")


def sentence_of(question: QuestionReading, chosen: Told, facts: Sequence[RecalledFact], setting: Setting) -> str:
    """Of one fact, or of the names of several of one kind; empty where no sentence is safe."""
    fact = facts[0]
    day = tell_day(local_time(chosen.at, setting.time_zone).date(), today=setting.today, language=setting.language)
    if len(facts) > 1:
        values = list(dict.fromkeys(one.value for one in facts))
        named = all(_LIKE_A_NAME.fullmatch(value) for value in values)
        return _told(("、" if setting.chinese else " and ").join(values), day, setting) if named else ""
    if asks_who(question):
        return _who(fact, day, setting)
    if fact.attribute == "age":
        aged = _age(question, fact, setting)
        return _told(aged, day, setting) if aged else ""
    sentence = _named(question, fact, setting)
    if question.first and sentence:
        return _told(fact.value, day, setting)
    if sentence is None:
        return ""
    if not sentence:
        return _told(fact.value, day, setting)
    if fact.attribute in _REPLACED and (chosen.reading.changed or chosen.reading.corrected):
        sentence = tell("changed", language=setting.language, sentence=sentence, day=day)
    return finish(sentence, language=setting.language)


def told_value(fact: RecalledFact, setting: Setting) -> str:
    """The value and when it was said, which claims nothing more."""
    day = local_time(fact.observed_at, setting.time_zone).date()
    return _told(fact.value, tell_day(day, today=setting.today, language=setting.language), setting)


def _told(value: str, day: str, setting: Setting) -> str:
    return finish(tell("told", language=setting.language, value=value, day=day), language=setting.language)


def _named(question: QuestionReading, fact: RecalledFact, setting: Setting) -> str | None:
    """A sentence that says what the value is; empty: only the value is safe to say; None: not even that."""
    match fact.attribute:
        case "phone" | "card" | "account" | "email" | "code":
            return _number(question, fact, setting)
        case "name" | "surname":
            return _name(question, fact, setting)
        case "allergy":
            return _allergy(question, fact, setting)
        case "address":
            of = _whose(question, fact, setting)
            fit = of and any(c.isdigit() for c in fact.value)
            return tell("address", language=setting.language, of=of, value=fact.value) if fit else None
        case "birthday":
            of = _whose(question, fact, setting)
            return tell("birthday", language=setting.language, of=of, value=fact.value) if of else None
        case "preference":
            return _liking(fact, setting)
        case "contact" | "request":
            what = told_back(fact.text, chinese=setting.chinese)
            return tell("request", language=setting.language, what=what) if what else None
        case "decision":
            return tell("decision", language=setting.language, value=fact.value)
        case _:
            return ""


def _number(question: QuestionReading, fact: RecalledFact, setting: Setting) -> str:
    form, told = fact.attribute, setting.language
    if form == "code":
        what = _own_word(fact, setting)
        return tell("code", language=told, what=what, value=fact.value) if what else ""
    short = sum(c.isdigit() for c in fact.value) <= _ENDING
    named = form == "email" or form in labels(question.text)
    if not named or (form in ("card", "account") and not short):
        return ""
    of = _whose(question, fact, setting)
    form += " ending" * (short and form != "email")
    return tell(form, language=told, of=of, value=fact.value) if of else ""


def _whose(question: QuestionReading, fact: RecalledFact, setting: Setting) -> str:
    """ "Your", "Your wife's"; empty where the words do not say so."""
    if fact.subject:
        who = _person(fact, setting)
        return tell("theirs", language=setting.language, who=who) if who and question.kin else ""
    others = question.kin or KIN.search(plain(fact.text)) or PRONOUN.search(plain(fact.text))
    return "" if others or not personal(question.text) else tell("mine", language=setting.language)


def _person(fact: RecalledFact, setting: Setting) -> str:
    """The relative of whom it tells, by the customer's own word where it is of the language of the answer."""
    word = as_said(fact.subject, fact.source.text) if fact.subject else ""
    return word if beings(word) - {"stranger"} and word.isascii() != setting.chinese else ""


def _own_word(fact: RecalledFact, setting: Setting) -> str:
    """What the customer calls a number, right before it."""
    before = fact.text[: max(0, fact.text.find(fact.value))]
    found = (_ZH_WORD if setting.chinese else _EN_WORD).search(before)
    if found is None or setting.chinese:
        return found[1] if found else ""
    *words, last = found[1].split()
    named = [word.lower() for word in words if naming_words(word)]
    return " ".join([*named, last.lower() if last.istitle() else last])


_ZH_WORD = re.compile(
    rf"^\W*((?![^号號码碼]*[我你您他她那这這给給把就有在])[{_CJK}]{{1,6}}[号號码碼])\s?(?:是|为|為|[:：])?\s*$"
)
_EN_WORD = re.compile(r"\b((?:[a-z]+ ){0,2}(?:number|code|id|reference|ref|pin|pnr))(?:'s| is| was|:)?\s*$", re.I)


def _who(fact: RecalledFact, day: str, setting: Setting) -> str:
    """Whom the question asks for: by the customer's own word and by name."""
    word = word_for(fact.entity, (fact.text, fact.source.text), chinese=setting.chinese)
    if not word or not _LIKE_A_NAME.fullmatch(fact.value):
        return ""
    return _told(tell("person", language=setting.language, who=word, name=fact.value), day, setting)


_PETS = frozenset({"cat", "dog", "rabbit", "bird", "hamster", "fish", "horse"})


def _name(question: QuestionReading, fact: RecalledFact, setting: Setting) -> str | None:
    if not _LIKE_A_NAME.fullmatch(fact.value):
        return None
    told = setting.language
    if fact.attribute == "surname":
        return tell("surname", language=told, value=fact.value)
    if not fact.entity:
        return (
            tell("own name", language=told, value=fact.value)
            if question.kind == "person" and _OWN_NAME.search(plain(question.text))
            else None
        )
    if who := word_for(fact.entity, (fact.text, fact.source.text), question.text, chinese=setting.chinese):
        return tell("pet's name" if fact.entity in _PETS else "their name", language=told, who=who, value=fact.value)
    named = fact.entity in plain(question.text).lower() and not beings(fact.entity)
    if named and fact.entity.isascii() != setting.chinese:
        return tell("its name", language=told, what=fact.entity, value=fact.value)
    return None


_LIKE_A_NAME = re.compile(
    rf"(?![{_CJK}]*[我你您他她去吖了的是])[{_CJK}]{{1,6}}|(?![{_CJK}])[^\W\d_][\w'’-]*(?: [A-Z][\w'’-]*){{0,3}}"
)
_OWN_NAME = re.compile(
    r"我(?:的?名|叫|姓名|的?全名)|叫我|称呼我|\b(?:my|me|ma) (?:\w+ )?name\b|\bcall(?:ed)? me\b|\bam i called\b", re.I
)


def _age(question: QuestionReading, fact: RecalledFact, setting: Setting) -> str:
    """An age grows: it is told with the day. A bare number is told only with whose it is."""
    if who := _person(fact, setting):
        return tell("their age", language=setting.language, who=who, value=fact.value)
    if _whose(question, fact, setting) and not beings(question.text) and not beings(fact.source.text):
        return tell("age", language=setting.language, value=fact.value)
    return "" if fact.value.isdigit() else fact.value


def _liking(fact: RecalledFact, setting: Setting) -> str | None:
    """With the verb of the customer's own."""
    before = fact.text[: max(0, fact.text.find(fact.value))]
    verb = (_ZH_LIKES if setting.chinese else _EN_LIKES).search(before)
    if verb is None or fact.subject or fact.value not in fact.text:
        return None
    return tell("liking", language=setting.language, what=verb[1], value=fact.value)


_ZH_LIKES = re.compile(r"^我(?:平时|平時|一直|还是|還是)?((?:最|更|比较|比較)?(?:喜欢|喜歡|爱|愛|偏爱|偏愛))$")
_EN_LIKES = re.compile(r"^I (?:really |always )?(like|love|prefer|enjoy)\s$", re.I)


def _allergy(question: QuestionReading, fact: RecalledFact, setting: Setting) -> str | None:
    if not _LIKE_FOOD.fullmatch(fact.value):
        return None
    if fact.subject:
        who = _person(fact, setting)
        fit = who and not fact.negative
        return tell("their allergy", language=setting.language, who=who, value=fact.value) if fit else None
    if not _whose(question, fact, setting):
        return None
    return tell("no allergy" if fact.negative else "allergy", language=setting.language, value=fact.value)


_LIKE_FOOD = re.compile(rf"(?![{_CJK}]*[我你您他她了说說的是])[{_CJK}]{{1,6}}|[a-zA-Z]+(?: [a-z]+)?")
