"""PDF by Chromium's engine."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from adapters.parsing.faults import UnreadableContent
from ports.parsing import Block, ParsedFile

_MOST_PAGES = 3000
_FEWEST_LETTERS = 12  # of a page with text, on average
_RUNNING = 0.6  # a line at the edge of so many pages is a running head or foot
_CJK = "\u3400-\u9fff\u3000-\u303f\uff00-\uffef"
_CJK_GAP = re.compile(rf"(?<=[{_CJK}])\s+(?=[{_CJK}])")
_SENTENCE_END = tuple('.。!！?？:：;；”"」)）')


def read_pdf(content: bytes) -> ParsedFile:
    import pypdfium2  # noqa: PLC0415  each format loads its own reader

    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        raise UnreadableContent("encrypted" if "password" in str(error).lower() else "broken", str(error)) from error
    notes = ("too_many_pages",) if len(document) > _MOST_PAGES else ()
    pages = [_page_lines(document, number) for number in range(min(len(document), _MOST_PAGES))]
    letters = sum(len(line) for page in pages for line in page)
    if pages and letters < _FEWEST_LETTERS * len(pages):
        raise UnreadableContent("scanned" if _has_images(document) else "empty")
    _refuse_garbled("".join(line for page in pages for line in page))
    running = _running_lines(pages)
    blocks = tuple(
        Block(kind="text", text=paragraph, page=number)
        for number, page in enumerate(pages, start=1)
        for paragraph in _paragraphs([line for line in page if _shape(line) not in running])
    )
    title = document.get_metadata_dict().get("Title", "").strip()
    return ParsedFile(title=title if _tells(title) else "", blocks=blocks, notes=notes)


def _page_lines(document: object, number: int) -> list[str]:
    page = document[number]  # type: ignore[index]  # pypdfium2 ships no types
    text = page.get_textpage().get_text_bounded()
    lines = [" ".join(line.replace("\ufffe", "").split()) for line in text.replace("\r", "\n").split("\n")]
    return [_CJK_GAP.sub("", line) for line in lines if line]


def _has_images(document: object) -> bool:
    from pypdfium2 import raw  # noqa: PLC0415  each format loads its own reader

    first = document[0]  # type: ignore[index]  # pypdfium2 ships no types
    return any(item.type == raw.FPDF_PAGEOBJ_IMAGE for item in first.get_objects(max_depth=3))


def _refuse_garbled(text: str) -> None:
    """Fonts without a Unicode table come out as private-use or control characters."""
    odd = sum("\ue000" <= letter <= "\uf8ff" or letter < " " or letter == "\ufffd" for letter in text)
    if odd > len(text) * 0.2:
        raise UnreadableContent("garbled")


def _running_lines(pages: Sequence[Sequence[str]]) -> frozenset[str]:
    if len(pages) < 4:
        return frozenset()
    edges = Counter(shape for page in pages for shape in {_shape(line) for line in (*page[:2], *page[-2:])})
    return frozenset(shape for shape, count in edges.items() if count >= _RUNNING * len(pages))


def _shape(line: str) -> str:
    return re.sub(r"\d+", "#", line)


def _paragraphs(lines: Sequence[str]) -> list[str]:
    """A line that ends a sentence, or is much shorter than its neighbours, ends a paragraph."""
    full = sorted(map(len, lines))[len(lines) * 3 // 4] if lines else 0
    made: list[str] = []
    held = ""
    for line in lines:
        held = _joined(held, line)
        if line.endswith(_SENTENCE_END) or len(line) < 0.6 * full:
            made.append(held)
            held = ""
    return [*made, held] if held else made


def _joined(held: str, line: str) -> str:
    if not held:
        return line
    if held.endswith("-") and line[:1].islower():
        return held[:-1] + line
    return held + line if re.search(rf"[{_CJK}]$", held) else f"{held} {line}"


def _tells(title: str) -> bool:
    return len(title) > 3 and not re.search(r"\.(?:docx?|indd|pdf)$|^untitled|^microsoft word", title, re.IGNORECASE)
