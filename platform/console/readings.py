"""The trace of a write, arranged for the page. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from console.words import word
from memory.admin_types import WriteRunView


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """One candidate at one step. `note`: where it went, or why not."""

    name: str
    value: str
    note: str
    dropped: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class StepShown:
    name: str
    text: str
    items: tuple[Item, ...]
    ms: float | None


def explained(run: WriteRunView) -> tuple[StepShown, ...]:
    return tuple(_step(step) for step in run.steps)


def _step(step: Mapping[str, object]) -> StepShown:
    code = str(step.get("step", ""))
    ms = step.get("ms")
    return StepShown(
        name=word(code, "write_step"),
        text=_text(code, step),
        items=tuple(_items(code, step)),
        ms=float(ms) if isinstance(ms, int | float) else None,
    )


def _text(code: str, step: Mapping[str, object]) -> str:
    if code == "parse":
        flags = ", ".join(word(flag, "flag") for flag in _names(step.get("flags")))
        return flags or _("A plain statement")
    if code == "extract":
        return _("Read by %(reader)s") % {"reader": word(str(step.get("by", "rules")), "reader")}
    if code == "resolve":
        return _("Compared with %(count)s facts that held") % {"count": step.get("known", 0)}
    if code == "store":
        kept, new = len(_names(step.get("facts"))), step.get("new", 0)
        text = _("%(kept)s kept, %(new)s of them new") % {"kept": kept, "new": new}
        return f"{text} · {_('the summary was rewritten')}" if step.get("summary") else text
    return ""


def _items(code: str, step: Mapping[str, object]) -> list[Item]:
    rows = [row for name in ("found", "items", "took_back") for row in _rows(step.get(name))]
    shown = [_item(code, row) for row in rows]
    notes = [
        Item(name="", value="", note=word(note, "reading_note"), dropped=True) for note in _names(step.get("notes"))
    ]
    return [*shown, *notes]


def _item(code: str, row: Mapping[str, object]) -> Item:
    about = [str(row[name]) for name in ("subject", "entity") if row.get(name)]
    target, reason = str(row.get("to", "")), str(row.get("reason", ""))
    note = ": ".join(part for part in (word(target, "target") if target else "", word(reason, "reason")) if part)
    if code == "resolve":
        note = _("taken back")
    elif not target and row.get("operation") not in (None, "state"):
        note = word(str(row["operation"]), "operation")
    return Item(
        name=" · ".join([*about, word(str(row.get("attribute", "")), "attribute")]),
        value=str(row.get("value", "")),
        note=note,
        dropped=target == "discard",
    )


def _rows(value: object) -> Sequence[Mapping[str, object]]:
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list) else []


def _names(value: object) -> list[str]:
    return [name for name in value if isinstance(name, str)] if isinstance(value, list) else []
