"""Suites of other rooms in the common shape."""

from __future__ import annotations

from evaluation.suite import SuiteReport, SuiteRun, read_rows


def rag(run: SuiteRun) -> SuiteReport:
    from evaluation.rag import run_rag  # noqa: PLC0415  only the suite that runs is imported

    report = run_rag(run.files, tenant_id=run.tenant_id, threshold=run.threshold, progress=run.progress)
    return SuiteReport(figures=report.figures, rows=report.rows)


def hostile(run: SuiteRun) -> SuiteReport:
    from evaluation.hostile import run_hostile  # noqa: PLC0415  only the suite that runs is imported

    cases = [row for file in run.files for row in read_rows(file)]
    report, rows = run_hostile(cases, progress=run.progress)
    return SuiteReport(figures=report.figures(), rows=rows)
