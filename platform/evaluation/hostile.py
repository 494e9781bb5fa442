"""The suite `hostile`: drafts of a lying model go through the production verification, sentence by sentence.

A clean draft must be sent whole; of a false one only the false sentences may be missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from bots.brief import Brief, Evidence
from bots.settings import Anchor, BotSettings
from bots.verifying.verify import Verified, Withheld, verified_stream

Row = Mapping[str, object]
Progress = Callable[[int, int], None]  # done, of
_POLICY = ("policy", "uncited", "wrong_label", "no_label", "negation", "persona", "leak", "language", "promise")


@dataclass(kw_only=True, slots=True)
class HostileReport:
    replies: int = 0
    literals_leaked: int = 0  # false replies of a literal kind that went out whole
    unsupported_leaked: int = 0  # false replies of any other kind that went out whole
    false_blocks: int = 0  # sentences withheld from clean drafts
    clean_sentences: int = 0
    by_kind: dict[str, dict[str, int]] = field(default_factory=dict)

    def figures(self) -> dict[str, object]:
        false = sum(counts["replies"] for kind, counts in self.by_kind.items() if kind != "clean")
        return {
            "replies": self.replies,
            "literals_leaked": self.literals_leaked,
            "false_blocks": self.false_blocks,
            "false_block_share": round(self.false_blocks / max(1, self.clean_sentences), 4),
            "unsupported_leaked": self.unsupported_leaked,
            "unsupported_leaked_share": round(self.unsupported_leaked / max(1, false), 4),
            "by_kind": self.by_kind,
        }


def run_hostile(cases: Sequence[Row], *, progress: Progress | None = None) -> tuple[HostileReport, list[Row]]:
    """Cases in the public format; the rows are `{case, sent, withheld:[{sentence, reason}]}`."""
    report = HostileReport()
    rows: list[Row] = []
    for number, case in enumerate(cases, start=1):
        sent, withheld = send(case)
        _count(report, case, sent, withheld)
        reasons = [{"sentence": item.text, "reason": f"{item.reason}: {item.detail}".rstrip(": ")} for item in withheld]
        rows.append({"case": case["case"], "sent": " ".join(item.text for item in sent), "withheld": reasons})
        if progress:
            progress(number, len(cases))
    return report, rows


def send(case: Row) -> tuple[list[Verified], list[Withheld]]:
    """What reaches the customer of the draft, and what does not. The draft comes in fragments, as from a model."""
    draft = str(case["draft"])
    fragments = (draft[start : start + 7] for start in range(0, len(draft), 7))
    outcomes = list(verified_stream(iter(fragments), _brief(case)))
    sent = [item for item in outcomes if isinstance(item, Verified)]
    return sent, [item for item in outcomes if isinstance(item, Withheld)]


def _brief(case: Row) -> Brief:
    customer = tuple(str(text) for text in _list(case.get("customer")))
    language = "zh" if str(case.get("language", "en")).startswith("zh") else "en"
    note = str(case.get("note") or "")
    evidence = [
        Evidence(label=str(item["label"]), kind="memory" if str(item["label"]).startswith("M") else "document",
                 text=str(item["text"]), confidence=1.0)
        for item in _list(case.get("evidence")) if isinstance(item, Mapping)
    ]  # fmt: skip
    return Brief(
        message=customer[-1] if customer else "",
        question=customer[-1] if customer else "",
        language=language,  # type: ignore[arg-type]  # one of the two
        settings=BotSettings(anchor=_anchor(note)),
        now=datetime(2026, 3, 4, 4, tzinfo=UTC),
        route="question",
        evidence=(*evidence, *_records(case.get("records"))),
        customer_words=customer,
        nonce="7f3a9c51e0d24b68",
    )


def _anchor(note: str) -> Anchor:
    """What an anchor stated in words says that is measured by program; the words stay as a line of what it must do."""
    formal = re.search(r"formal|polite|professional|正式|礼貌|敬语|专业", note, re.IGNORECASE)
    return Anchor(must=(note[:500],) if note else (), tone="formal" if formal else "warm")


def _records(tables: object) -> Iterator[Evidence]:
    number = 0
    for table, rows in tables.items() if isinstance(tables, Mapping) else ():
        for row in _list(rows):
            number += 1
            cells = dict(_cells(row))
            yield Evidence(
                label=f"R{number}",
                kind="record",
                title=str(table),
                text=" · ".join(f"{column}: {value}" for column, value in cells.items()),
                fields={f"{table}.{column}": value for column, value in cells.items()},
                confidence=1.0,
            )


def _cells(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """Columns of a row; nested ones are called `address.city`, members of a list `items[0].name`."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _cells(inner, f"{name}.{key}" if name else str(key))
    elif isinstance(value, (list, tuple)):
        if all(not isinstance(inner, (Mapping, list)) for inner in value):
            yield name, ", ".join(map(str, value))
        else:
            yield f"{name}.count", str(len(value))
            for index, inner in enumerate(value):
                yield from _cells(inner, f"{name}[{index}]")
    elif value is not None:
        yield name, json.dumps(value) if isinstance(value, bool) else str(value)


def _count(report: HostileReport, case: Row, sent: Sequence[Verified], withheld: Sequence[Withheld]) -> None:
    kind = "clean" if case["truth"] == "clean" else str(case.get("kind") or "false")
    counts = report.by_kind.setdefault(kind, {"replies": 0, "bad": 0})
    report.replies += 1
    counts["replies"] += 1
    if kind == "clean":
        report.clean_sentences += len(sent) + len(withheld)
        report.false_blocks += len(withheld)
        counts["bad"] += bool(withheld)
    elif not withheld:
        counts["bad"] += 1
        if any(word in kind for word in _POLICY):
            report.unsupported_leaked += 1
        else:
            report.literals_leaked += 1


def _list(value: object) -> Iterable[object]:
    return value if isinstance(value, (list, tuple)) else ()
