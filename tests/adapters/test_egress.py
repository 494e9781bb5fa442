"""No address, name, redirect or answer leads the fetcher inside. An internal canary server counts what gets through."""

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from adapters.egress import EgressFetcher
from adapters.public_addresses import is_public, read_url
from ports.errors import FetchError, ForbiddenAddress
from ports.fetching import FetchRequest

HOSTS = """127.0.0.1 127.1 127.0.1 2130706433 0x7f.1 0x7f000001 0177.0.0.1 017700000001 0.0.0.0 0 127.0.0.1. 00.0.0.0
127.000.000.001 0x7f.0x0.0x0.0x1 0300.0250.0.1 3232235521 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1
192.168.1.1 100.64.0.1 100.127.255.255 169.254.169.254 169.254.0.1 192.0.0.1 192.0.0.192 192.0.0.9 192.0.0.170 192.0.2.1
198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 192.88.99.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
[::] [::1] [::ffff:10.0.0.1] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::127.0.0.1]
[64:ff9b::a00:1] [64:ff9b:1::1] [2002:7f00:1::] [2002:a00:1::1] [2001::1] [2001:db8::1] [fd00::] [fd12:3456::1]
[fc00::1] [fe80::1] [fe80::1%25eth0] [fec0::1] [ff02::1] [100::1] [::ffff:0:127.0.0.1] [0000::1]
localhost localhost. LOCALHOST foo.localhost
localhost.localdomain.local metadata metadata.google.internal kubernetes.default.svc.cluster.local printer.lan
db.internal intranet １２７.０.０.１ 127。0。0。1 ①②⑦.0.0.1 ⓛⓞⓒⓐⓛhost ｌocalhost
127.0.0.1%00.example.com 127.0.0.1%2eexample.com -bad.example bad-.example a..example .example ex_ample.com""".split()
URLS = [
    *(f"http://{host}/" for host in HOSTS),
    *(f"https://{host}:8443/x?y=1" for host in HOSTS[:30]),
    "http://127.0.0.1:6666\\@1.1.1.1/",
    "http://1.1.1.1\\@127.0.0.1/",
    "http://user@example.com/",
    "http://user:pass@example.com/",
    "http://example.com@127.0.0.1/",
    "http://127.0.0.1#@example.com/",
    "http://example.com:22/",
    "http://example.com:5432/",
    "http://example.com:6379/",
    "http://example.com:25/",
    "http://example.com:0/",
    "http://example.com:99999/",
    "http://example.com:port/",
    "http://exa\r\nmple.com/",
    "http://example.com/\r\nHost: internal",
    "http://example.com/ x",
    "http://example.com/\x00",
    "\thttp://example.com/",
    "file:///etc/passwd",
    "gopher://example.com/",
    "ftp://example.com/",
    "data:text/html,x",
    "dict://example.com:11211/",
    "javascript:alert(1)",
    "//example.com/",
    "http:///etc",
    "http:example.com",
    "https://",
    "",
    "http://" + "a" * 3000 + ".com/",
]


class Canary(BaseHTTPRequestHandler):
    hits = 0

    def do_GET(self) -> None:
        type(self).hits += 1
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None: ...


class Site(BaseHTTPRequestHandler):
    """A public site, as far as the fetcher is told."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        kind, _, rest = self.path.lstrip("/").partition("/")
        getattr(self, f"_{kind}", self._page)(rest)

    def _page(self, _: str) -> None:
        self._send(200, b"hello", {"ETag": '"1"', "X-Agent": self.headers["User-Agent"]})

    def _to(self, where: str) -> None:
        self._send(302, b"", {"Location": where})

    def _loop(self, count: str) -> None:
        self._send(302, b"", {"Location": f"/loop/{int(count) + 1}"})

    def _header(self, name: str) -> None:
        self._send(200, self.headers.get(name, "").encode(), {})

    def _zip(self, _: str) -> None:
        self._send(200, gzip.compress(bytes(30_000_000)), {"Content-Encoding": "gzip"})

    def _long(self, _: str) -> None:
        self._send(200, bytes(2_000_000), {})

    def _lie(self, _: str) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        self.wfile.write(b"short")
        self.close_connection = True

    def _drip(self, _: str) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "100000")
        self.end_headers()
        for _second in range(100):
            self.wfile.write(b"x")
            self.wfile.flush()
            time.sleep(0.05)

    def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


def serve(handler: type[BaseHTTPRequestHandler]) -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield server.server_port
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def canary() -> Iterator[int]:
    yield from serve(Canary)


@pytest.fixture(scope="module")
def site() -> Iterator[int]:
    yield from serve(Site)


Fetch = Callable[..., bytes]


@pytest.fixture
def fetcher(site: int, canary: int) -> EgressFetcher:
    """Reaches the test's site by its address; every port is open, so that only the address check protects."""
    return EgressFetcher(ports=range(1, 65536), trusted=[f"127.0.0.1:{site}"], resolve=lambda host, port: ["10.0.0.1"])


def test_the_table_is_long_enough() -> None:
    assert len(URLS) >= 120


@pytest.mark.parametrize("url", URLS)
def test_an_address_that_is_not_public_is_refused(url: str) -> None:
    with pytest.raises(ForbiddenAddress):
        EgressFetcher().fetch(FetchRequest(url=url, timeout=2))


@pytest.mark.parametrize("host", [host for host in HOSTS if "%" not in host][:45])
def test_nothing_reaches_the_canary_whatever_the_port(host: str, canary: int) -> None:
    Canary.hits = 0
    fetcher = EgressFetcher(ports=range(1, 65536))
    with pytest.raises(ForbiddenAddress):
        fetcher.fetch(FetchRequest(url=f"http://{host}:{canary}/", timeout=2))
    assert Canary.hits == 0


@pytest.mark.parametrize(
    "answers",
    [["127.0.0.1"], ["1.1.1.1", "127.0.0.1"], ["::1"], ["93.184.216.34", "10.0.0.8"], ["::ffff:127.0.0.1"], []],
)
def test_a_name_with_an_inner_address_among_its_answers_is_refused(answers: list[str], canary: int) -> None:
    Canary.hits = 0
    fetcher = EgressFetcher(ports=range(1, 65536), resolve=lambda host, port: answers)
    with pytest.raises(ForbiddenAddress):
        fetcher.fetch(FetchRequest(url=f"http://shop.example.com:{canary}/", timeout=2))
    assert Canary.hits == 0


def test_a_name_is_resolved_once_so_rebinding_finds_no_second_look(canary: int) -> None:
    Canary.hits = 0
    answers = iter([["192.0.2.1"], ["127.0.0.1"]])
    fetcher = EgressFetcher(ports=range(1, 65536), resolve=lambda host, port: next(answers))
    with pytest.raises(ForbiddenAddress):
        fetcher.fetch(FetchRequest(url=f"http://shop.example.com:{canary}/", timeout=2))
    assert next(answers) == ["127.0.0.1"]
    assert Canary.hits == 0


@pytest.mark.parametrize("inner", ["127.0.0.1", "localhost", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "127.1"])
def test_a_redirect_inside_is_refused(inner: str, canary: int, site: int) -> None:
    Canary.hits = 0
    fetcher = EgressFetcher(ports=range(1, 65536), trusted=[f"127.0.0.1:{site}"])
    with pytest.raises(ForbiddenAddress):
        fetcher.fetch(FetchRequest(url=f"http://127.0.0.1:{site}/to/http://{inner}:{canary}/", timeout=5))
    assert Canary.hits == 0


def test_a_page_comes_with_lower_case_headers(fetcher: EgressFetcher, site: int) -> None:
    page = fetcher.fetch(FetchRequest(url=f"http://127.0.0.1:{site}/page"))
    assert (page.status, page.body, page.headers["etag"]) == (200, b"hello", '"1"')
    assert page.headers["x-agent"].startswith("AnamnesisBot")


def test_a_redirect_on_the_same_site_is_followed(fetcher: EgressFetcher, site: int) -> None:
    page = fetcher.fetch(FetchRequest(url=f"http://127.0.0.1:{site}/to//page"))
    assert page.url.endswith("/page")


def test_endless_redirects_end(fetcher: EgressFetcher, site: int) -> None:
    with pytest.raises(FetchError, match="redirects"):
        fetcher.fetch(FetchRequest(url=f"http://127.0.0.1:{site}/loop/0"))


@pytest.mark.parametrize("path", ["zip", "long"])
def test_more_than_the_limit_is_refused(path: str, fetcher: EgressFetcher, site: int) -> None:
    with pytest.raises(FetchError, match="longer"):
        fetcher.fetch(FetchRequest(url=f"http://127.0.0.1:{site}/{path}", max_bytes=1_000_000))


def test_an_answer_shorter_than_it_says_is_an_error(fetcher: EgressFetcher, site: int) -> None:
    with pytest.raises(FetchError):
        fetcher.fetch(FetchRequest(url=f"http://127.0.0.1:{site}/lie"))


def test_a_drip_of_bytes_ends_at_the_deadline(fetcher: EgressFetcher, site: int) -> None:
    started = time.monotonic()
    with pytest.raises(FetchError):
        fetcher.fetch(FetchRequest(url=f"http://127.0.0.1:{site}/drip", timeout=0.6))
    assert time.monotonic() - started < 2


def test_a_header_with_a_line_break_is_not_sent(fetcher: EgressFetcher, site: int) -> None:
    request = FetchRequest(url=f"http://127.0.0.1:{site}/header/X-Key", headers={"X-Key": "a\r\nHost: inner"})
    assert fetcher.fetch(request).body == b""


def test_public_addresses_are_public() -> None:
    assert all(map(is_public, ["1.1.1.1", "93.184.216.34", "2606:4700::1111"]))
    assert read_url("https://例子.测试.com/路径?q=é").host == "xn--fsqu00a.xn--0zwm56d.com"
