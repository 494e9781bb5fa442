"""Web pages: headings, text, lists and tables; no scripts, no navigation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree, html

from adapters.parsing.encodings import declared_in, decode
from adapters.parsing.faults import UnreadableContent
from adapters.parsing.rows import table_blocks
from ports.parsing import Block, ParsedFile

_DROPPED = frozenset(
    "script style noscript template nav footer aside form button select svg canvas iframe object embed dialog head "
    "input textarea video audio map".split()
)
_PARAGRAPHS = frozenset("p div section article main li dt dd blockquote figcaption address td th body center".split())
_HEADING = re.compile(r"^h([1-6])$")
_BOILERPLATE = re.compile(
    r"(?:^|[\s_-])(?:nav|navbar|menu|breadcrumbs?|cookie|sidebar|footer|masthead|share|social|pagination|advert)(?:$|[\s_-])",
    re.IGNORECASE,
)
_ROLES = frozenset({"navigation", "banner", "contentinfo", "search", "menu", "dialog", "complementary"})
_DEEPEST = 200


def read_html(content: bytes, *, declared: str = "") -> ParsedFile:
    text, encoding = decode(content, declared=declared or declared_in(content))
    return html_blocks(text, encoding)


def html_blocks(text: str, encoding: str = "") -> ParsedFile:
    parser = html.HTMLParser(remove_comments=True, remove_pis=True, no_network=True, huge_tree=False)
    body = re.sub(r"^\s*<\?xml[^>]*\?>", "", text.replace("\x00", ""))
    if not body.strip():
        raise UnreadableContent("empty")
    try:
        tree = html.document_fromstring(body, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError) as error:
        raise UnreadableContent("broken", str(error)) from error
    title = " ".join((tree.findtext(".//title") or "").split())
    root = tree.find(".//main")
    blocks = tuple(_blocks(root if root is not None else tree, 0))
    if not blocks and root is not None:
        blocks = tuple(_blocks(tree, 0))
    return ParsedFile(title=title, blocks=blocks, encoding=encoding)


def _blocks(node: html.HtmlElement, depth: int) -> Iterator[Block]:
    if not isinstance(node.tag, str) or _dropped(node) or depth > _DEEPEST:
        return
    heading = _HEADING.match(node.tag)
    if heading:
        text = _inline(node)
        if text:
            yield Block(kind="heading", text=text, level=int(heading[1]))
    elif node.tag == "table":
        yield from _table(node, depth)
    elif node.tag == "pre":
        yield Block(kind="code", text=node.text_content().strip("\n"))
    elif _has_blocks(node):
        yield from _mixed(node, depth)
    else:
        yield from _leaf(node)


def _mixed(node: html.HtmlElement, depth: int) -> Iterator[Block]:
    """Text between block children is a paragraph of its own."""
    run: list[str] = [node.text or ""]
    for child in node:
        if isinstance(child.tag, str) and not _inline_only(child):
            yield from _paragraph(run)
            yield from _blocks(child, depth + 1)
            run = [child.tail or ""]
        else:
            if isinstance(child.tag, str) and not _dropped(child):
                run.append(_inline(child))
            run.append(child.tail or "")
    yield from _paragraph(run)


def _leaf(node: html.HtmlElement) -> Iterator[Block]:
    text = _inline(node)
    if text:
        yield Block(kind="list", text=f"- {text}") if node.tag == "li" else Block(kind="text", text=text)


def _paragraph(run: list[str]) -> Iterator[Block]:
    text = " ".join("".join(run).split())
    if text:
        yield Block(kind="text", text=text)


def _table(table: html.HtmlElement, depth: int) -> Iterator[Block]:
    rows = [row for row in table.iter("tr") if next(row.iterancestors("table")) is table]
    nested = [inner for inner in table.iter("table") if inner is not table]
    if nested or len(rows) < 2:  # a table for layout
        for row in rows:
            for cell in row.iterchildren("td", "th"):
                yield from _blocks(cell, depth + 1)
        return
    yield from table_blocks([_inline(cell) for cell in row.iterchildren("td", "th")] for row in rows)


def _inline(node: html.HtmlElement) -> str:
    parts: list[str] = []

    def walk(element: html.HtmlElement, level: int) -> None:
        if level > _DEEPEST or not isinstance(element.tag, str) or _dropped(element):
            return
        if element.tag == "br":
            parts.append(" ")
        parts.append(element.text or "")
        for child in element:
            walk(child, level + 1)
            parts.append(child.tail or "")

    walk(node, 0)
    return " ".join("".join(parts).split())


def _has_blocks(node: html.HtmlElement) -> bool:
    return any(isinstance(child.tag, str) and not _inline_only(child) for child in node)


def _inline_only(node: html.HtmlElement) -> bool:
    return not (
        node.tag in _PARAGRAPHS
        or node.tag in {"ul", "ol", "dl", "table", "pre", "header", "figure", "details", "summary", "hgroup"}
        or _HEADING.match(node.tag)
        or any(isinstance(inner.tag, str) and inner.tag in _PARAGRAPHS for inner in node.iterdescendants())
    )


def _dropped(node: html.HtmlElement) -> bool:
    if node.tag in _DROPPED or node.get("role") in _ROLES or node.get("aria-hidden") == "true":
        return True
    if node.get("hidden") is not None or "display:none" in (node.get("style") or "").replace(" ", "").lower():
        return True
    named = f"{node.get('class') or ''} {node.get('id') or ''}"
    return node.tag in {"div", "ul", "ol", "section", "header", "span"} and bool(_BOILERPLATE.search(named))
