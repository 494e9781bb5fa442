"""Word, Excel, PowerPoint and OpenDocument text."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time

from adapters.parsing.faults import UnreadableContent
from adapters.parsing.rows import table_blocks
from ports.parsing import Block, ParsedFile

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MOST_UNPACKED = 300 * 1024 * 1024
_MOST_FILES = 20_000
_HEADING = re.compile(r"(?:heading|标题|überschrift|titre)\s*(\d)", re.IGNORECASE)


def check_archive(content: bytes) -> zipfile.ZipFile:
    """Refuses an archive that would inflate beyond reason, before anything inflates it."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
        entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
        raise UnreadableContent("broken", str(error)) from error
    total = sum(entry.file_size for entry in entries)
    packed = sum(entry.compress_size for entry in entries) or 1
    if len(entries) > _MOST_FILES or total > _MOST_UNPACKED or (total > 20_000_000 and total / packed > 200):
        raise UnreadableContent("bomb")
    if any(entry.flag_bits & 1 for entry in entries):
        raise UnreadableContent("encrypted")
    return archive


def read_docx(content: bytes) -> ParsedFile:
    from docx import Document  # noqa: PLC0415  each format loads its own reader

    document = Document(io.BytesIO(content))
    styles = {style.style_id: style.name or "" for style in document.styles if style.style_id}
    blocks = tuple(_word_blocks(document.element.body, styles))
    return ParsedFile(title=document.core_properties.title or "", blocks=blocks)


def _word_blocks(parent: object, styles: dict[str, str]) -> Iterator[Block]:
    for child in parent:  # type: ignore[attr-defined]  # an lxml element
        if child.tag == f"{_W}p":
            yield from _word_paragraph(child, styles)
        elif child.tag == f"{_W}tbl":
            rows = child.iterchildren(f"{_W}tr")
            yield from table_blocks([_word_text(cell) for cell in row.iterchildren(f"{_W}tc")] for row in rows)
        elif child.tag in {f"{_W}sdt", f"{_W}sdtContent", f"{_W}ins", f"{_W}smartTag", f"{_W}customXml"}:
            yield from _word_blocks(child, styles)


def _word_paragraph(paragraph: object, styles: dict[str, str]) -> Iterator[Block]:
    for box in paragraph.iter(f"{_W}txbxContent"):  # type: ignore[attr-defined]  # an lxml element
        if not any(up.tag.endswith("}Fallback") for up in box.iterancestors()):  # Word writes each box twice
            yield from _word_blocks(box, styles)
    text = _word_text(paragraph, boxes=False)
    if not text:
        return
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")  # type: ignore[attr-defined]  # an lxml element
    name = styles.get(style.get(f"{_W}val"), "") if style is not None else ""
    heading = _HEADING.search(name)
    if heading or name.lower() in {"title", "标题"}:
        yield Block(kind="heading", text=text, level=int(heading[1]) if heading else 1)
    elif paragraph.find(f"{_W}pPr/{_W}numPr") is not None or "list" in name.lower():  # type: ignore[attr-defined]
        yield Block(kind="list", text=f"- {text}")
    else:
        yield Block(kind="text", text=text)


def _word_text(element: object, *, boxes: bool = True) -> str:
    parts: list[str] = []
    for node in element.iter():  # type: ignore[attr-defined]  # an lxml element
        if not isinstance(node.tag, str):
            continue
        skipped = any(up.tag == f"{_W}txbxContent" or up.tag.endswith("}Fallback") for up in node.iterancestors())
        if node.tag == f"{_W}t" and (boxes or not skipped):
            parts.append(node.text or "")
        elif node.tag in {f"{_W}tab", f"{_W}br", f"{_W}cr"} or (node.tag == f"{_W}p" and parts):
            parts.append(" ")
    return " ".join("".join(parts).split())


def read_xlsx(content: bytes) -> ParsedFile:
    from openpyxl import load_workbook  # noqa: PLC0415  each format loads its own reader

    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    blocks: list[Block] = []
    for sheet in book.worksheets:
        rows = ([_cell(value) for value in row] for row in sheet.iter_rows(values_only=True))
        made = list(table_blocks(rows))
        if made and len(book.worksheets) > 1:
            blocks.append(Block(kind="heading", text=sheet.title, level=1))
        blocks.extend(made)
    return ParsedFile(title="", blocks=tuple(blocks))


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(sep=" ", timespec="minutes")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, float):
        return f"{value:.10g}"
    return str(value)


def read_pptx(content: bytes) -> ParsedFile:
    from pptx import Presentation  # noqa: PLC0415  each format loads its own reader

    show = Presentation(io.BytesIO(content))
    blocks: list[Block] = []
    for number, slide in enumerate(show.slides, start=1):
        title = slide.shapes.title
        name = " ".join(title.text_frame.text.split()) if title is not None and title.has_text_frame else ""
        blocks.append(Block(kind="heading", text=name or f"{number}", level=1, page=number))
        for shape in slide.shapes:
            if title is None or shape.shape_id != title.shape_id:
                blocks.extend(_shape_blocks(shape, number))
        notes = slide.notes_slide.notes_text_frame if slide.has_notes_slide else None
        if notes is not None and notes.text.strip():
            blocks.append(Block(kind="text", text=" ".join(notes.text.split()), page=number))
    filled = any(block.kind != "heading" or not block.text.isdigit() for block in blocks)
    return ParsedFile(title=show.core_properties.title or "", blocks=tuple(blocks) if filled else ())


def _shape_blocks(shape: object, page: int) -> Iterator[Block]:
    if hasattr(shape, "shapes"):
        for inner in shape.shapes:
            yield from _shape_blocks(inner, page)
    elif getattr(shape, "has_table", False):
        rows = shape.table.rows  # type: ignore[attr-defined]  # a graphic frame
        yield from table_blocks([cell.text for cell in row.cells] for row in rows)
    elif getattr(shape, "has_text_frame", False):
        for paragraph in shape.text_frame.paragraphs:  # type: ignore[attr-defined]  # a shape with text
            text = " ".join("".join(run.text for run in paragraph.runs).split())
            if text:
                yield Block(kind="text", text=text, page=page)


def read_odt(content: bytes) -> ParsedFile:
    from odf import opendocument  # noqa: PLC0415  each format loads its own reader

    document = opendocument.load(io.BytesIO(content))
    return ParsedFile(title="", blocks=tuple(_odt_blocks(document.text)))


def _odt_blocks(parent: object) -> Iterator[Block]:
    from odf import teletype  # noqa: PLC0415  each format loads its own reader

    for node in parent.childNodes:  # type: ignore[attr-defined]  # odfpy ships no types
        kind = getattr(node, "qname", ("", ""))[1]
        if kind == "h":
            level = node.getAttribute("outlinelevel")
            yield Block(kind="heading", text=" ".join(teletype.extractText(node).split()), level=int(level or 1))
        elif kind == "p":
            text = " ".join(teletype.extractText(node).split())
            if text:
                yield Block(kind="text", text=text)
        elif kind == "table":
            yield from table_blocks(_odt_rows(node))
        elif kind in {"list", "list-item", "section", "index-body"}:
            yield from _odt_blocks(node)


def _odt_rows(table: object) -> Iterator[list[str]]:
    from odf import teletype  # noqa: PLC0415  each format loads its own reader
    from odf.table import TableCell, TableRow  # noqa: PLC0415

    for row in table.getElementsByType(TableRow):  # type: ignore[attr-defined]  # odfpy ships no types
        yield [teletype.extractText(cell) for cell in row.getElementsByType(TableCell)]
