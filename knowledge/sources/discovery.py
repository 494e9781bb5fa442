"""Which pages a source has: one address, a sitemap, a feed. Everything is bounded: pages, files, depth, bytes."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator
from typing import Protocol
from urllib.parse import urljoin, urlsplit
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from ports.errors import FetchError
from ports.fetching import Fetched

_MOST_SITEMAPS = 50
_DEEPEST = 3
_LARGEST = 50_000_000  # bytes of a sitemap, unpacked (sitemaps.org allows 50 MB)


class Get(Protocol):
    def __call__(self, url: str, *, max_bytes: int) -> Fetched: ...


def sitemap_pages(url: str, get: Get, *, most: int, prefix: str = "") -> list[str]:
    """Addresses on the sitemap's own host, in order, each once. A sitemap that names itself ends all the same."""
    host = urlsplit(url).netloc
    pages: dict[str, None] = {}
    waiting, seen = [(url, 0)], {url}
    while waiting and len(seen) <= _MOST_SITEMAPS and len(pages) < most:
        current, depth = waiting.pop(0)
        root = _tree(get(current, max_bytes=_LARGEST))
        index = _local(root) == "sitemapindex"
        for location in _locations(root, current):
            if urlsplit(location).netloc != host:
                continue
            if index and depth < _DEEPEST and location not in seen and len(seen) < _MOST_SITEMAPS:
                seen.add(location)
                waiting.append((location, depth + 1))
            elif not index and location.startswith(prefix or "http"):
                pages[location] = None
                if len(pages) >= most:
                    break
    return list(pages)


def feed_pages(url: str, get: Get, *, most: int) -> list[str]:
    """The addresses of the entries of an RSS or Atom feed, newest first as the feed has them."""
    root = _tree(get(url, max_bytes=_LARGEST))
    links: dict[str, None] = {}
    for entry in (element for element in root.iter() if _local(element) in {"item", "entry"}):
        link = _entry_link(entry)
        if link:
            links[urljoin(url, link)] = None
        if len(links) >= most:
            break
    return list(links)


def _tree(page: Fetched) -> Element:
    body = page.body
    if body[:2] == b"\x1f\x8b":
        body = _unpacked(body)
    try:
        root: Element = fromstring(body, forbid_dtd=False)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise FetchError(f"The sitemap or feed cannot be read ({type(error).__name__}).", fault="unreadable") from error
    return root


def _unpacked(body: bytes) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(body)) as packed:
            made = packed.read(_LARGEST + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise FetchError("The sitemap's archive is damaged.", fault="unreadable") from error
    if len(made) > _LARGEST:
        raise FetchError("The sitemap is too large.", fault="too_large")
    return made


def _locations(root: Element, base: str) -> Iterator[str]:
    for element in root.iter():
        if _local(element) == "loc" and element.text:
            yield urljoin(base, element.text.strip())


def _entry_link(entry: Element) -> str:
    for child in entry:
        if _local(child) == "link":
            if child.get("href") and child.get("rel", "alternate") == "alternate":
                return str(child.get("href"))
            if child.text and child.text.strip():
                return child.text.strip()
    return ""


def _local(element: Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
