"""What a file of records, or another program's answer, would become. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from knowledge.errors import UnreadableFile
from knowledge.records.columns import Column, canonical
from knowledge.records.tables import told_columns
from knowledge.types import ColumnSample, OwnerKindName, TablePreview

_SHOWN = 6  # rows
_SAMPLES = 3
_KEY = re.compile(r"(?:^|[_\s.])(?:id|no|nr|number|key|code)$|编号|单号|号码|訂單號|编码", re.IGNORECASE)
_OWNER = re.compile(
    r"customer|user|member|email|e-mail|buyer|account|客户|客戶|会员|會員|用户|邮箱|买家", re.IGNORECASE
)
_MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


def preview_rows(rows: Sequence[Mapping[str, str]], *, currency: str) -> TablePreview:
    """Raises UnreadableFile when there is no row."""
    if not rows:
        raise UnreadableFile
    columns = told_columns(rows, currency)
    if not columns:
        raise UnreadableFile
    owner = _owner_column(columns)
    return TablePreview(
        columns=tuple(_sample(column, rows, owner=owner) for column in columns),
        rows=len(rows),
        first=tuple(tuple(canonical(column, row.get(column.name, "")) for column in columns) for row in rows[:_SHOWN]),
        key_column=_key_column(columns, rows),
        owner_column=owner,
        owner_kind=_owner_kind(owner, rows),
    )


def _sample(column: Column, rows: Sequence[Mapping[str, str]], *, owner: str) -> ColumnSample:
    """An owner is a name, however few of them a file has."""
    filled = [value for row in rows if (value := row.get(column.name, "").strip())]
    return ColumnSample(
        name=column.name,
        type="text" if column.name == owner else column.type,
        label=column.labels.get("en", column.name),
        label_zh=column.labels.get("zh", ""),
        currency=column.currency,
        samples=tuple(dict.fromkeys(filled))[:_SAMPLES],
        filled=len(filled),
    )


def _key_column(columns: Sequence[Column], rows: Sequence[Mapping[str, str]]) -> str:
    """One whose every value is there and stands once; the first with the name of a key before others."""
    unique = [column.name for column in columns if _is_unique([row.get(column.name, "").strip() for row in rows])]
    return next((name for name in unique if _KEY.search(name)), unique[0] if unique else "")


def _is_unique(values: Sequence[str]) -> bool:
    return all(values) and len(set(values)) == len(values)


def _owner_column(columns: Sequence[Column]) -> str:
    return next((column.name for column in columns if _OWNER.search(column.name)), "")


def _owner_kind(owner: str, rows: Sequence[Mapping[str, str]]) -> OwnerKindName:
    if not owner:
        return "nobody"
    mails = [bool(_MAIL.fullmatch(value)) for row in rows[:50] if (value := row.get(owner, "").strip())]
    return "email" if mails and all(mails) else "external_id"
