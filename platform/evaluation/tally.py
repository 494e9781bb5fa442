"""The figures of a run of scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from evaluation.played import Answered, Played


def figures(scripts: int, played: Played) -> dict[str, object]:
    answers = played.answers
    known = [a for a in answers if a.question.get("category") != "unknown"]
    missed = Counter({a.script_id: 0 for a in answers})
    missed.update(a.script_id for a in known if not a.verdict.lenient)
    return {
        "scripts": scripts,
        "questions": len(answers),
        **_rates(answers),
        "repeats_mean": _mean(list(missed.values())),
        "repeats_max": max(missed.values(), default=0),
        "share_under_2": _mean([n < 2 for n in missed.values()]),
        "stale": _mean([a.verdict.stale for a in answers]),
        "unknown_right": _mean([a.verdict.strict for a in answers if a.question.get("category") == "unknown"]),
        "injected_mean": _mean([len(a.injected) for a in known]),
        "evidence_injected": _mean([_has_evidence(a) for a in known]),
        "no_memory_turns_injected": _mean(played.idle_turns),
        "summary_fact_overlap": _mean(played.overlaps),
        "wrong_facts": _mean(played.wrong),
        "numbers_at_once": _mean(played.at_once),
        "in_facts": _mean(played.in_facts),
        "prompt_prefix_shared": _mean(played.prefixes),
        "tokens_vs_history": _mean([a.share_of_history for a in answers]),
        "by_category": _by(answers, lambda a: str(a.question.get("category"))),
        "by_language": _by(answers, lambda a: a.language),
    }


WITHOUT_WEIGHTS = frozenset({"wrong_facts", "in_facts"})  # what is read in a line, whatever is recalled


def fitted_figures(scripts: int, played: Played) -> dict[str, object]:
    """Those that fitted weights have a part in."""
    return {name: value for name, value in figures(scripts, played).items() if name not in WITHOUT_WEIGHTS}


def _rates(answers: Sequence[Answered]) -> dict[str, float]:
    return {
        "strict": _mean([a.verdict.strict for a in answers]),
        "lenient": _mean([a.verdict.lenient for a in answers]),
    }


def _by(answers: Sequence[Answered], key: Callable[[Answered], str]) -> dict[str, dict[str, float]]:
    names = sorted({key(a) for a in answers})
    return {name: _rates([a for a in answers if key(a) == name]) for name in names}


def _has_evidence(answer: Answered) -> bool:
    gold = answer.question.get("evidence")
    wanted = set(gold) if isinstance(gold, list) else set()
    given = {source for item in answer.injected for source in _sources(item.get("sources"))}
    return bool(wanted & given)


def _sources(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0
