"""Sitemaps that name themselves, go round, never end or blow up: everything is bounded."""

from __future__ import annotations

import gzip

import pytest

from knowledge.sources.discovery import sitemap_pages
from ports.errors import FetchError
from ports.fetching import Fetched

HOME = "https://shop.example.com"


class Site:
    def __init__(self, pages: dict[str, bytes]) -> None:
        self.pages, self.asked = pages, 0

    def __call__(self, url: str, *, max_bytes: int) -> Fetched:
        self.asked += 1
        return Fetched(url=url, status=200, headers={}, body=self.pages[url])


def index_of(*urls: str) -> bytes:
    return f"<sitemapindex>{''.join(f'<sitemap><loc>{url}</loc></sitemap>' for url in urls)}</sitemapindex>".encode()


def pages_of(*urls: str) -> bytes:
    return f"<urlset>{''.join(f'<url><loc>{url}</loc></url>' for url in urls)}</urlset>".encode()


def test_a_sitemap_that_names_itself_is_read_once() -> None:
    site = Site({f"{HOME}/a": index_of(f"{HOME}/a", f"{HOME}/b"), f"{HOME}/b": index_of(f"{HOME}/a")})
    assert sitemap_pages(f"{HOME}/a", site, most=100) == []
    assert site.asked == 2


def test_a_deep_index_ends_at_the_depth() -> None:
    site = Site({f"{HOME}/{level}": index_of(f"{HOME}/{level + 1}") for level in range(60)})
    sitemap_pages(f"{HOME}/0", site, most=100)
    assert site.asked <= 5


def test_a_wide_index_ends_at_the_number() -> None:
    children = [f"{HOME}/{number}" for number in range(1000)]
    site = Site({f"{HOME}/index": index_of(*children)} | {child: pages_of() for child in children})
    sitemap_pages(f"{HOME}/index", site, most=100)
    assert site.asked <= 51


def test_a_million_entries_give_the_pages_asked_for() -> None:
    site = Site({f"{HOME}/s": pages_of(*(f"{HOME}/{number}" for number in range(200_000)))})
    assert len(sitemap_pages(f"{HOME}/s", site, most=50)) == 50


def test_another_host_in_a_sitemap_is_left_out() -> None:
    site = Site({f"{HOME}/s": pages_of("https://elsewhere.example.org/x", "http://127.0.0.1/", f"{HOME}/a")})
    assert sitemap_pages(f"{HOME}/s", site, most=10) == [f"{HOME}/a"]


@pytest.mark.parametrize(
    "body",
    [
        b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><urlset><url><loc>&b;</loc></url></urlset>',
        b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><urlset><url><loc>&a;</loc></url></urlset>',
        b"<urlset><url>",
        b"",
        b"\x1f\x8bnot gzip at all",
        gzip.compress(bytes(60_000_000)),
    ],
)
def test_what_is_no_sitemap_is_an_error_that_names_it(body: bytes) -> None:
    with pytest.raises(FetchError, match="sitemap"):
        sitemap_pages(f"{HOME}/s", Site({f"{HOME}/s": body}), most=10)
