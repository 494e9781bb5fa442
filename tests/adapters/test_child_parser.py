"""Files as people bring them; each case names what it must not lose or let through."""

from __future__ import annotations

import io
import zipfile

import pytest
from docx import Document
from openpyxl import Workbook
from pptx import Presentation

from adapters.child_parser import ChildParser
from ports.errors import ParseError
from ports.parsing import ParsedFile

PARSER = ChildParser(seconds=20, megabytes=1500)
MENU = "品名,价格\n拿铁咖啡,二十八元\n手冲咖啡,三十五元\n"


def parse(name: str, content: bytes, media_type: str = "") -> ParsedFile:
    return PARSER.parse(name=name, content=content, media_type=media_type)


def texts(parsed: ParsedFile) -> list[str]:
    return [block.text for block in parsed.blocks]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "gbk", "gb18030", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_a_chinese_table_reads_right_in_every_encoding(encoding: str) -> None:
    assert texts(parse("menu.csv", MENU.encode(encoding)))[0] == "品名: 拿铁咖啡; 价格: 二十八元"


def test_traditional_chinese_in_big5_reads_right() -> None:
    text = "退貨須知：商品自收到之日起七天內可以辦理退貨，請保留發票與原包裝。"
    parsed = parse("policy.txt", text.encode("big5"))
    assert texts(parsed) == [text]


def test_japanese_in_shift_jis_reads_right() -> None:
    text = "返品は商品の到着から七日以内にお願いします。"
    assert texts(parse("policy.txt", text.encode("shift_jis"))) == [text]


def test_western_letters_in_latin_1_read_right() -> None:
    assert texts(parse("cafe.txt", "Café crème à volonté, 3 €".encode("cp1252"))) == ["Café crème à volonté, 3 €"]


def test_each_row_of_a_sheet_carries_its_headers() -> None:
    book = Workbook()
    sheet = book.active
    for row in (["Price list"], ["Item", "Price", "From"], ["Beans", 12.5, "Peru"], ["Filter", 3, None]):
        sheet.append(row)
    packed = io.BytesIO()
    book.save(packed)
    assert texts(parse("prices.xlsx", packed.getvalue())) == [
        "Price list",
        "Item: Beans; Price: 12.5; From: Peru",
        "Item: Filter; Price: 3",
    ]


def test_a_sheet_of_questions_becomes_questions_with_answers() -> None:
    parsed = parse("faq.csv", "问题,答案\n几点开门,九点\n".encode("gbk"))
    assert [(block.kind, block.text) for block in parsed.blocks] == [("question", "几点开门"), ("answer", "九点")]


def test_a_word_file_keeps_headings_lists_and_tables() -> None:
    document = Document()
    document.add_heading("Returns", level=1)
    document.add_paragraph("Within 30 days.")
    table = document.add_table(rows=2, cols=2)
    for place, text in enumerate(["Kind", "Days", "Beans", "14"]):
        table.cell(place // 2, place % 2).text = text
    packed = io.BytesIO()
    document.save(packed)
    parsed = parse("returns.docx", packed.getvalue())
    assert [(block.kind, block.text) for block in parsed.blocks] == [
        ("heading", "Returns"),
        ("text", "Within 30 days."),
        ("table_row", "Kind: Beans; Days: 14"),
    ]


def test_slides_are_read_with_their_titles() -> None:
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[1])
    slide.shapes.title.text = "Opening hours"
    slide.placeholders[1].text = "From 9 to 18"
    packed = io.BytesIO()
    show.save(packed)
    assert texts(parse("hours.pptx", packed.getvalue())) == ["Opening hours", "From 9 to 18"]


def test_a_page_loses_its_scripts_and_navigation_and_keeps_its_table() -> None:
    page = """<html><head><title>Fees</title><style>p{}</style></head><body><nav><a href="/">Home</a></nav>
    <script>alert("x")</script><main><h1>Fees</h1><p>Paid <b>once</b> a year.</p>
    <table><tr><th>Plan</th><th>Fee</th></tr><tr><td>Small</td><td>9 €</td></tr></table></main>
    <footer>Imprint</footer></body></html>"""
    parsed = parse("fees.html", page.encode())
    assert parsed.title == "Fees"
    assert texts(parsed) == ["Fees", "Paid once a year.", "Plan: Small; Fee: 9 €"]


def test_a_page_in_gbk_reads_right_by_what_it_declares() -> None:
    page = '<html><head><meta charset="gb2312"></head><body><p>周末十点开门</p></body></html>'
    assert texts(parse("hours.html", page.encode("gbk"))) == ["周末十点开门"]


def test_an_email_gives_subject_and_plain_text() -> None:
    mail = b"Subject: =?utf-8?b?6YCA6LSn?=\nFrom: a@example.com\nContent-Type: text/plain; charset=gbk\n\n"
    parsed = parse("mail.eml", mail + "三十天内可退".encode("gbk"))
    assert parsed.title == "退货"
    assert texts(parsed)[-1] == "三十天内可退"


def test_json_rows_carry_their_names() -> None:
    assert texts(parse("shops.json", b'[{"city": "Oslo", "open": true}]')) == ["city: Oslo; open: true"]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.txt", b"", "no text"),
        ("a.txt", b" \n\t ", "no text"),
        ("a.pdf", b"%PDF-1.7 nothing more", "damaged"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old Office"),
        ("a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "password"),
        ("a.pdf", b"\x89PNG\r\n\x1a\n" + bytes(50), "picture"),
        ("a.csv", bytes(range(256)) * 20, "cannot be read"),
        ("a.exe", b"MZ\x90\x00 program", "cannot be read"),
        ("a.json", b'{"open": ', "damaged"),
        ("a.json", b"[" * 200_000, "damaged"),
        ("a.docx", b"PK\x03\x04 cut off", "damaged"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_to_do(name: str, content: bytes, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        parse(name, content)


def test_an_archive_that_inflates_without_end_is_refused() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<x/>")
        archive.writestr("word/document.xml", b"<w/>" + bytes(100_000_000))
    with pytest.raises(ParseError, match="unpack to far more"):
        parse("bomb.docx", packed.getvalue())


def test_an_entity_bomb_in_a_page_ends_quickly() -> None:
    entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    page = f'<!DOCTYPE x [<!ENTITY a0 "ha">{entities}]><p>&a11; end</p>'
    assert "end" in " ".join(texts(parse("x.html", page.encode())))


def test_a_file_that_takes_too_long_is_given_up() -> None:
    quick = ChildParser(seconds=1, megabytes=1500)
    deep = b"<div>" * 150 + b"<table><tr><td>x</td></tr></table>" * 400_000
    with pytest.raises(ParseError):
        quick.parse(name="slow.html", content=deep)
