"""A web site of the test's own, answering over real HTTP on the loopback."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    body: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)  # with an ETag or Last-Modified it is answered 304


class Site:
    def __init__(self, port: int) -> None:
        self.home = f"http://127.0.0.1:{port}"
        self.netloc = f"127.0.0.1:{port}"
        self.pages: dict[str, Page] = {}
        self.asked: list[tuple[str, int]] = []  # (path, status answered)

    def paths(self) -> list[str]:
        return [path for path, _status in self.asked if path != "/robots.txt"]


@contextmanager
def serving() -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = site.pages.get(self.path, Page(status=404))
            known = {"ETag": "If-None-Match", "Last-Modified": "If-Modified-Since"}
            same = any(page.headers.get(mine, "-") == self.headers.get(theirs) for mine, theirs in known.items())
            status, body = (304, b"") if same else (page.status, page.body.encode())
            site.asked.append((self.path, status))
            self.send_response(status)
            for name, value in {"Content-Type": "text/html; charset=utf-8", **page.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site = Site(server.server_port)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
