"""The figures of an evaluation as its page arranges them. Pure."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils.translation import override

from console.figures import arranged
from evaluation.record import RunView
from ports.ids import new_id

FIGURES = {
    "strict": 0.9,
    "overlap": 0.01,
    "by_language": {"en": {"strict": 0.88, "stale": 0.1}, "zh": {"strict": 0.92}},
}
UNSEEN = {"strict": 0.85, "by_language": {"en": {"strict": 0.8, "stale": 0.2}}}


def run(**figures: object) -> RunView:
    return RunView(
        run_id=new_id(), suite="scripts", files=("a.jsonl",), chat="builtin", figures=figures, seconds=1.0,
        at=datetime(2026, 3, 1, tzinfo=UTC), before={"strict": 0.8},
    )  # fmt: skip


def test_cross_validated_figures_stand_beside_the_others() -> None:
    page = arranged(run(**FIGURES, cross_validated=UNSEEN))
    assert [(number.name, number.value, number.unseen, number.change) for number in page.numbers] == [
        ("strict", "0.9", "0.85", "+0.1"),
        ("overlap", "0.01", "", ""),
    ]
    assert page.has_unseen
    (table,) = page.tables
    assert table.columns == ("strict", "strict, cross-validated", "stale", "stale, cross-validated")
    assert table.rows == (("en", ("0.88", "0.8", "0.1", "0.2")), ("zh", ("0.92", "", "", "")))


def test_a_run_without_them_has_no_such_column() -> None:
    page = arranged(run(**FIGURES))
    assert not page.has_unseen
    assert page.tables[0].columns == ("strict", "stale")


def test_the_column_is_named_in_the_language_of_the_screen() -> None:
    with override("zh-hans"):
        assert arranged(run(**FIGURES, cross_validated=UNSEEN)).tables[0].columns[1] == "strict（交叉验证）"
