"""The suite `contrast`: sentences of any evidence, and the same turned to their opposite."""

from __future__ import annotations

from bots.verifying.grounding import ground
from evaluation.contrast_pairs import contrast_pairs
from evaluation.suite import Row, SuiteReport, SuiteRun, read_rows

_LONGEST = 900  # characters of an evidence


def run(suite: SuiteRun) -> SuiteReport:
    """`caught`: share of changed sentences withheld; `withheld`: share of the sentences as they stand withheld."""
    evidence = dict.fromkeys(str(row.get("evidence", "")) for file in suite.files for row in read_rows(file))
    pairs = list(contrast_pairs([text for text in evidence if 0 < len(text) < _LONGEST]))
    rows: list[Row] = []
    counts: dict[str, list[int]] = {}
    for number, pair in enumerate(pairs, start=1):
        false, true = ground(pair.false, [pair.evidence]), ground(pair.true, [pair.evidence])
        key = f"{pair.language} {pair.kind}"
        counts.setdefault(key, [0, 0, 0])
        for place, hit in enumerate((True, bool(false.reason), bool(true.reason))):
            counts[key][place] += hit
        rows.append(
            {"kind": key, "false": pair.false, "true": pair.true, "caught": false.reason, "withheld": true.reason}
        )
        suite.progress(number, len(pairs))
    total, caught, withheld = (sum(count[place] for count in counts.values()) for place in range(3))
    return SuiteReport(
        figures={
            "pairs": total, "caught": round(caught / max(1, total), 4), "withheld": round(withheld / max(1, total), 4),
            "by_kind": {key: {"pairs": n, "caught": round(c / n, 4)} for key, (n, c, _) in sorted(counts.items())},
        },
        rows=rows,
    )  # fmt: skip
