"""The fetcher's twin: answers from a script, and remembers what was asked."""

from __future__ import annotations

from collections.abc import Mapping

from adapters.public_addresses import read_url
from ports.errors import FetchError
from ports.fetching import Fetched, FetchRequest


class ScriptedFetcher:
    """`pages`: what each address answers. An address that is not there answers 404; an error is raised."""

    def __init__(self, pages: Mapping[str, Fetched | bytes | Exception]) -> None:
        self.pages = dict(pages)
        self.asked: list[FetchRequest] = []

    def fetch(self, request: FetchRequest) -> Fetched:
        read_url(request.url)  # as strict as the real one
        self.asked.append(request)
        page = self.pages.get(request.url, Fetched(url=request.url, status=404, headers={}, body=b""))
        if isinstance(page, Exception):
            raise page
        if isinstance(page, bytes):
            page = Fetched(url=request.url, status=200, headers={"content-type": "text/html; charset=utf-8"}, body=page)
        if len(page.body) > request.max_bytes:
            raise FetchError("The answer is too long.", fault="too_large")
        etag = page.headers.get("etag")
        if etag and etag == request.etag:
            return Fetched(url=page.url, status=304, headers=page.headers, body=b"", not_modified=True)
        return page
