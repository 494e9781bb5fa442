# ruff: noqa: E501  word lists
"""How far each clause of a sentence stands in its evidence: one that is invented must not hide behind one that is
copied. Pure; features of `bots.verifying.support`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from bots.verifying.held import held_words, holds
from language.script import fold
from language.sentences import split_sentences
from language.tokens import content_words

CLAUSE_FEATURES = ("least_clause", "most_clause", "bare", "bare_triples", "one_sentence", "clauses", "bare_whole", "bare_length")  # fmt: skip
_CLAUSE = re.compile(r"[.!?;,，。；！？]\s+|\s(?:but|so|and|because|which|who|while)\s|[，。；！？]")
_OPENING = re.compile(
    r"^(?:yes|yeah|yep|well|oh|no|ok|okay|wow|cool|sure|i think|i believe|i heard|i read|i know|that is true|really|actually|haha|hi|hello)\b[ ,!.]*"
)
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?|[\u3400-\u4dbf\u4e00-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]+")
_IRREGULAR = dict(pair.split(":") for pair in (
    "paid:pay sold:sell bought:buy sent:send made:make held:hold kept:keep left:leave lost:lose won:win gave:give given:give took:take taken:take came:come went:go gone:go "
    "began:begin begun:begin wrote:write written:write known:know knew:know grew:grow grown:grow shown:show drew:draw drawn:draw drove:drive driven:drive ate:eat eaten:eat "
    "fell:fall fallen:fall found:find got:get gotten:get led:lead met:meet ran:run said:say saw:see seen:see spent:spend stood:stand told:tell thought:think understood:understand "
    "wore:wear worn:wear built:build brought:bring broke:break broken:break chose:choose chosen:choose became:become felt:feel flew:fly flown:fly forgot:forget meant:mean "
    "rose:rise risen:rise sang:sing sung:sing spoke:speak spoken:speak taught:teach threw:throw thrown:throw woke:wake born:bear men:man women:woman children:child people:person feet:foot"
).split())  # fmt: skip
_MOST_SENTENCES = 30


def clause_features(sentence: str, sources: Sequence[str]) -> tuple[float, ...]:
    """float, in the order of CLAUSE_FEATURES, each about 0 to 1."""
    plain, evidence = fold(_regular(sentence)), tuple(_regular(source) for source in sources)
    held = held_words(evidence)
    bare = _OPENING.sub("", plain)
    words = content_words(bare)
    clauses = [_share(telling, held) for part in _CLAUSE.split(plain) if len(telling := content_words(part)) > 1]
    covered = _share(words, held)
    return (
        min(clauses, default=covered),
        max(clauses, default=covered),
        covered,
        _triples(bare, evidence),
        max((_share(words, held_words((each,))) for each in _split(evidence)), default=0.0),
        float(len(clauses) > 1),
        float(covered == 1),
        min(len(words), 15) / 10,
    )


def _share(words: Sequence[str], held: frozenset[str]) -> float:
    return sum(holds(word, held) for word in words) / len(words) if words else 1.0


@lru_cache(maxsize=512)
def _regular(text: str) -> str:
    """ "paid" as "pay": the stemmer knows no irregular forms."""
    return _LATIN.sub(lambda match: _IRREGULAR.get(match.group().lower(), match.group()), text)


@lru_cache(maxsize=128)
def _split(evidence: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(each for text in evidence for each in split_sentences(text))[:_MOST_SENTENCES]


@lru_cache(maxsize=128)
def _known_triples(evidence: tuple[str, ...]) -> frozenset[tuple[str, str, str]]:
    return frozenset(triple for text in evidence for triple in _three(fold(text)))


def _triples(bare: str, evidence: tuple[str, ...]) -> float:
    known, mine = _known_triples(evidence), _three(bare)
    return sum(triple in known for triple in mine) / len(mine) if mine else 0.0


def _three(folded: str) -> list[tuple[str, str, str]]:
    words = _WORD.findall(folded)
    return list(zip(words, words[1:], words[2:], strict=False))
