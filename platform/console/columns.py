"""The columns of a table as lines on a page: told from a file or an answer, stored, or as somebody posted them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from console.words import COLUMN_TYPES
from knowledge.records.importing import TableView
from knowledge.types import ColumnSample, ColumnType, ConnectorTrial, TablePreview

TYPES = tuple(COLUMN_TYPES.items())
OWNER_KINDS = [("external_id", _("the customer's number in your own system")), ("email", _("the customer's e-mail"))]
_NAMES: tuple[ColumnType, ...] = get_args(ColumnType)
_MOST_LINES = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One column on the page."""

    name: str
    type: ColumnType = "text"
    zh: str = ""
    en: str = ""
    path: str = ""  # where a connector's answer has it
    shown: bool = True
    samples: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Roles:
    """Which column is the key, the owner, the name."""

    key: str = ""
    owner: str = ""
    owner_kind: str = "external_id"
    name: str = ""


def lines_of_preview(preview: TablePreview) -> tuple[Line, ...]:
    return tuple(_line(sample) for sample in preview.columns)


def lines_of_table(view: TableView) -> tuple[Line, ...]:
    paths = dict((view.connector.fields or {}) if view.connector else {})
    return tuple(
        Line(
            name=column.name,
            type=column.type,
            zh=column.labels.get("zh", ""),
            en=column.labels.get("en", ""),
            path=paths.get(column.name, ""),
            shown=column.shown,
        )
        for column in view.columns
    )


def lines_of_trial(posted: Sequence[Line], samples: Sequence[ColumnSample]) -> tuple[Line, ...]:
    """What stood on the page, with what was answered; then what was answered besides."""
    seen = {sample.name: sample for sample in samples}
    kept = [
        Line(
            name=line.name, type=line.type, zh=line.zh, en=line.en, path=line.path, shown=line.shown,
            samples=seen[line.path or line.name].samples if (line.path or line.name) in seen else (),
        )
        for line in posted
    ]  # fmt: skip
    known = {line.path or line.name for line in posted}
    return (*kept, *(_line(sample, path=sample.name) for sample in samples if sample.name not in known))


def lines_posted(data: QueryDict) -> tuple[Line, ...]:
    """Lines without a name are left out; so are those that were crossed out."""
    columns = [data.getlist(name)[:_MOST_LINES] for name in ("column", "type", "zh", "en", "path")]
    shown, dropped = set(data.getlist("shown")), set(data.getlist("drop"))
    lines = [
        Line(
            name=name.strip()[:100], type=_type(kind), zh=zh.strip()[:60], en=en.strip()[:60], path=path.strip()[:200],
            shown=str(place) in shown,
        )
        for place, (name, kind, zh, en, path) in enumerate(zip(*columns, strict=False))
        if name.strip() and str(place) not in dropped
    ]  # fmt: skip
    return tuple({line.name: line for line in lines}.values())


def roles_posted(data: QueryDict) -> Roles:
    return Roles(
        key=data.get("key_column", ""),
        owner=data.get("owner_column", ""),
        owner_kind="email" if data.get("owner_kind") == "email" else "external_id",
        name=data.get("name_column", ""),
    )


def faults_of(lines: Sequence[Line], roles: Roles) -> tuple[object, ...]:
    """What the columns lack, in words."""
    names = {line.name for line in lines}
    faults = []
    if not lines:
        faults.append(_("Name at least one column."))
    elif roles.key not in names:
        faults.append(_("Choose the column that tells one row from another: the key."))
    if roles.owner and roles.owner not in names:
        faults.append(_("The owner is no column of this table."))
    return tuple(faults)


def mapped_rows(trial: ConnectorTrial, lines: Sequence[Line]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(row.get(line.path or line.name, "") for line in lines) for row in trial.rows[:5])


def _line(sample: ColumnSample, *, path: str = "") -> Line:
    return Line(
        name=sample.name,
        type=sample.type,
        zh=sample.label_zh or sample.label,
        en=sample.label,
        path=path,
        samples=sample.samples,
    )


def _type(name: str) -> ColumnType:
    return next((kind for kind in _NAMES if kind == name), "text")
