from html.parser import HTMLParser

import pytest

from bots.markdown import render_html

SOURCE = {"label": "1", "title": 'Returns "A&B"', "url": "https://shop.example/returns"}


class _Read(HTMLParser):
    """What a browser would make of it: its elements and their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)


@pytest.mark.parametrize(
    "text",
    [
        "![x](https://evil.example/p.png)",
        "![x][1]\n\n[1]: https://evil.example/p.png",
        "<img src=https://evil.example/p.png>",
        "<script>fetch('//evil.example')</script>",
        "<a href='javascript:alert(1)'>x</a>",
        "[x](javascript:alert(1))",
        "[x](data:text/html;base64,AAAA)",
        "<svg/onload=alert(1)>",
        "<iframe src='//evil.example'></iframe>",
        "[x](//evil.example)",
        "<https://evil.example/>",
        "[x](https://shop.example.evil.example/returns)",
        "`x` <style>@import 'https://evil.example'</style>",
    ],
)
def test_nothing_that_fetches_or_runs_is_rendered(text: str) -> None:
    read = _Read()
    read.feed(render_html(text, citations=[SOURCE]))
    assert read.tags <= {"p", "a", "code", "br"}
    assert not {name for name in read.attributes if name in ("src", "href", "style") or name.startswith("on")}


def test_a_link_of_the_evidence_stays_and_tells_nobody_where_it_was_followed() -> None:
    html = render_html("[here](https://shop.example/returns)", citations=[SOURCE])
    assert 'href="https://shop.example/returns"' in html
    assert 'rel="noopener noreferrer nofollow"' in html


def test_a_link_that_the_operator_allows_stays() -> None:
    html = render_html("[here](https://help.example/)", allowed_links=["https://help.example/"])
    assert 'href="https://help.example/"' in html


def test_a_marker_becomes_a_button_named_after_its_source() -> None:
    html = render_html("Thirty days. [1]", citations=[SOURCE])
    assert '<button type="button" class="citation" data-citation="1"' in html
    assert 'aria-label="1 Returns &quot;A&amp;B&quot;"' in html


def test_a_marker_without_its_source_goes() -> None:
    assert render_html("Thirty days. [7]", citations=[SOURCE]) == "<p>Thirty days.</p>\n"


def test_several_labels_in_one_marker_become_several_buttons() -> None:
    html = render_html("Yes. [1, M2]", citations=[SOURCE, {"label": "M2"}])
    assert html.count("<button") == 2


def test_a_list_and_a_table_are_rendered() -> None:
    html = render_html("- 一\n- 二\n\n| a | b |\n|---|---|\n| 1 | 2 |")
    assert "<li>一</li>" in html
    assert "<th>a</th>" in html
