"""What a site asks of robots (RFC 9309)."""

from __future__ import annotations

from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

from ports.errors import FetchError
from ports.fetching import Fetcher, FetchRequest

AGENT = "AnamnesisBot"
_LARGEST = 500_000  # bytes read of robots.txt, as the RFC asks at least
_LONGEST_DELAY = 5.0  # seconds between two pages


class Robots:
    """robots.txt of each host, read once. None there, or an error of the client's kind: everything is allowed."""

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher
        self._rules: dict[str, RobotFileParser] = {}

    def allows(self, url: str) -> bool:
        return self._of(url).can_fetch(AGENT, url)

    def delay(self, url: str) -> float:
        """Seconds to wait between two pages of this host."""
        asked = self._of(url).crawl_delay(AGENT)
        return min(float(asked), _LONGEST_DELAY) if asked else 0.0

    def _of(self, url: str) -> RobotFileParser:
        parts = urlsplit(url)
        home = f"{parts.scheme}://{parts.netloc}"
        if home not in self._rules:
            self._rules[home] = self._read(f"{home}/robots.txt")
        return self._rules[home]

    def _read(self, url: str) -> RobotFileParser:
        rules = RobotFileParser(url)
        try:
            page = self._fetcher.fetch(FetchRequest(url=url, max_bytes=_LARGEST, timeout=10))
        except FetchError:
            rules.parse([])
            return rules
        if page.status >= 500:  # RFC 9309: an unreachable robots.txt forbids everything
            rules.parse(["User-agent: *", "Disallow: /"])
        else:
            rules.parse(page.body.decode("utf-8", "replace").splitlines() if page.status < 300 else [])
        return rules
