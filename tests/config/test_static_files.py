"""Static files, answered before Django sees the request."""

from __future__ import annotations

from typing import Any

import pytest

from config.static_files import StaticFiles

Answer = tuple[int, dict[str, str], bytes]


async def django(scope: dict[str, Any], receive: object, send: Any) -> None:
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b"django"})


async def ask(path: str, method: str = "GET", **headers: str) -> Answer:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": pairs}
    await StaticFiles(django)(scope, None, send)  # type: ignore[arg-type]
    given = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], given, b"".join(message["body"] for message in sent[1:])


async def test_a_style_sheet_comes_with_its_type() -> None:
    status, headers, body = await ask("/static/css/base.css")
    assert (status, headers["content-type"]) == (200, 'text/css; charset="utf-8"')
    assert int(headers["content-length"]) == len(body) > 0


async def test_no_browser_guesses_another_type() -> None:
    assert (await ask("/static/css/base.css"))[1]["x-content-type-options"] == "nosniff"


async def test_what_the_browser_has_is_not_sent_again() -> None:
    known = (await ask("/static/css/base.css"))[1]["last-modified"]
    status, _, body = await ask("/static/css/base.css", if_modified_since=known)
    assert (status, body) == (304, b"")


async def test_head_has_no_body() -> None:
    status, headers, body = await ask("/static/css/base.css", method="HEAD")
    assert (status, body) == (200, b"")
    assert int(headers["content-length"]) > 0


async def test_a_range_is_served() -> None:
    status, _, body = await ask("/static/css/base.css", range="bytes=0-9")
    assert (status, len(body)) == (206, 10)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/console/",
        "/static/",
        "/static/nothing.css",
        "/static/../manage.py",
        "/static/css/../../manage.py",
        "/static/%2e%2e/manage.py",
        "/static//etc/passwd",
        "/static/css",
    ],
)
async def test_everything_else_is_djangos_affair(path: str) -> None:
    assert (await ask(path))[0] == 418


async def test_a_post_is_djangos_affair() -> None:
    assert (await ask("/static/css/base.css", method="POST"))[0] == 418
