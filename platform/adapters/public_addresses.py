"""Which hosts and addresses of the internet may be fetched. Pure."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import urlsplit

from ports.errors import ForbiddenAddress

PORTS = frozenset({80, 443, 8080, 8443})
_ODD = re.compile(r"[\x00-\x20\x7f\\\u0080-\u00a0\u2000-\u200f\u2028-\u202f\ufeff]")
_LABEL = re.compile(r"^(?!-)[a-z0-9-]{1,63}(?<!-)$")
_NUMBER_LABEL = re.compile(r"^(?:0x[0-9a-f]*|[0-9]+)$")
# Public by the registry, but ways into somewhere else: IPv4 in IPv6, translation, tunnels, protocol assignments.
_DETOURS = tuple(
    map(
        ipaddress.ip_network,
        [
            "192.0.0.0/24",
            "192.88.99.0/24",
            "64:ff9b::/96",
            "64:ff9b:1::/48",
            "2001::/23",
            "2002::/16",
            "::/96",
            "::ffff:0:0/96",
            "::ffff:0:0:0/96",
            "fec0::/10",
            "3fff::/20",
            "5f00::/16",
            "100::/64",
        ],
    )
)
_LOCAL_NAMES = (".localhost", ".local", ".internal", ".intranet", ".lan", ".home", ".corp", ".arpa", ".onion")


@dataclass(frozen=True, kw_only=True, slots=True)
class Target:
    """A checked address. `host` is ASCII, without brackets."""

    scheme: str
    host: str
    port: int
    path: str  # with the query


def read_url(url: str, *, ports: frozenset[int] = PORTS) -> Target:
    """One strict reading, so that no other parser reads the address otherwise. Raises ForbiddenAddress."""
    if len(url) > 2000 or _ODD.search(url):
        raise ForbiddenAddress("The address holds characters that no address has.")
    try:
        parts = urlsplit(url)
        port = (443 if parts.scheme == "https" else 80) if parts.port is None else parts.port
    except ValueError as error:
        raise ForbiddenAddress(f"The address cannot be read: {error}") from error
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise ForbiddenAddress("Only http and https addresses may be fetched.")
    if "@" in parts.netloc:
        raise ForbiddenAddress("An address may not hold a user name or password.")
    if port not in ports:
        raise ForbiddenAddress(f"Port {port} is not allowed.")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(scheme=parts.scheme, host=_host(parts.hostname or ""), port=port, path=_ascii(path))


def is_public(address: str) -> bool:
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if getattr(ip, "scope_id", None) or ip.is_multicast or ip.is_reserved or not ip.is_global:
        return False
    return not any(ip in network for network in _DETOURS if network.version == ip.version)


def _host(host: str) -> str:
    if ":" in host:
        if not is_public(host):
            raise ForbiddenAddress("This address does not lead to the public internet.")
        return host
    if unicodedata.normalize("NFKC", host).lower() != host.lower():
        raise ForbiddenAddress("The host's name holds look-alike characters.")
    try:
        name = host.rstrip(".").encode("idna").decode("ascii").lower()
    except UnicodeError as error:
        raise ForbiddenAddress("The host's name is not valid.") from error
    labels = name.split(".")
    if not all(_LABEL.match(label) for label in labels):
        raise ForbiddenAddress("The host's name is not valid.")
    if _NUMBER_LABEL.match(labels[-1]):
        if not re.fullmatch(r"(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}", name) or not is_public(name):
            raise ForbiddenAddress("This address does not lead to the public internet.")
    elif len(labels) < 2 or f".{name}".endswith(_LOCAL_NAMES):
        raise ForbiddenAddress("This name does not lead to the public internet.")
    return name


def _ascii(path: str) -> str:
    return "".join(
        letter if letter < "\x80" else "".join(f"%{byte:02X}" for byte in letter.encode()) for letter in path
    )
