"""Bytes to text: Unicode by its marks, Chinese and Japanese by how common the characters are, Latin by what is left.

General detectors mistake short Chinese texts; counting the characters that each old standard itself calls frequent
(the first level of GB 2312 and of Big5) decides them surely.
"""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 200_000  # bytes looked at
_HIGH_ALONE = re.compile(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])")
_DECLARED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9_\-]{3,20})""", re.IGNORECASE)


def decode(content: bytes, *, declared: str = "") -> tuple[str, str]:
    """(text, name of the encoding). `declared`: what a header says; believed when the bytes agree."""
    for mark, name in _MARKS:
        if content.startswith(mark):
            return content.decode(name, "replace"), name.removesuffix("-sig")
    for name in filter(None, [declared, _without_mark(content), "utf-8"]):
        text = _strictly(content, name)
        if text is not None:
            return text, name.lower()
    name = _old_encoding(content[:_SAMPLE])
    return content.decode(name, "replace"), name


def declared_in(content: bytes) -> str:
    """The encoding that an HTML or XML head names."""
    found = _DECLARED.search(content[:2048])
    name = found[1].decode("ascii").lower() if found else ""
    return {"gb2312": "gb18030", "gbk": "gb18030", "iso-8859-1": "cp1252"}.get(name, name)


def _strictly(content: bytes, name: str) -> str | None:
    try:
        return content.decode(name)
    except (UnicodeDecodeError, LookupError):
        return None


def _without_mark(content: bytes) -> str:
    """UTF-16 or UTF-32 without a mark shows by where its zero bytes, or its repeated high bytes, stand."""
    sample = content[: _SAMPLE - _SAMPLE % 4]
    if len(sample) < 4 or len(content) % 2:
        return ""
    zeros = [sample[place::4].count(0) * 4 / len(sample) for place in range(4)]
    if len(content) % 4 == 0 and zeros[2] > 0.9 and zeros[3] > 0.9:
        return "utf-32-le"
    if len(content) % 4 == 0 and zeros[0] > 0.9 and zeros[1] > 0.9:
        return "utf-32-be"
    odd, even = zeros[1] + zeros[3], zeros[0] + zeros[2]
    name = "utf-16-le" if odd > even else "utf-16-be"
    if min(odd, even) < 0.1 * max(odd, even) and _sensible(sample.decode(name, "replace")):
        return name
    return ""


def _sensible(text: str) -> bool:
    """Nearly all letters are of everyday scripts: what two unrelated bytes make is mostly not."""
    everyday = sum(" " <= letter <= "\u04ff" or letter in "\r\n\t" or "\u3000" <= letter <= "\u9fff" for letter in text)
    return everyday > 0.95 * len(text)


def _old_encoding(sample: bytes) -> str:
    high = sum(byte >= 0x80 for byte in sample) or 1
    if len(_HIGH_ALONE.findall(sample)) / high > 0.6:
        return "cp1252"
    scores = {name: _commonness(sample, name) for name in ("gb18030", "big5hkscs", "shift_jis")}
    best = max(scores, key=lambda name: scores[name])
    if scores[best] > 0.5:
        return best
    guess = from_bytes(sample).best()
    return guess.encoding if guess else "cp1252"


def _commonness(sample: bytes, name: str) -> float:
    """Share of the characters beyond ASCII that are frequent ones of this encoding; -1 when it does not decode."""
    text = sample.decode(name, "replace")
    beyond = [letter for letter in text if letter > "\x7f"]
    broken = text.count("\ufffd")
    if not beyond or broken > max(1, len(beyond) // 50):
        return -1.0
    return sum(_common(letter, name) for letter in beyond) / len(beyond)


def _common(letter: str, name: str) -> bool:
    if letter in "，。、：；！？（）「」『』“”‘’《》【】　…—·":
        return True
    if name == "shift_jis":
        return "\u3041" <= letter <= "\u30ff"
    try:
        code = letter.encode("gb2312" if name == "gb18030" else "big5")
    except UnicodeEncodeError:
        return False
    first = code[0]
    return 0xB0 <= first <= 0xD7 if name == "gb18030" else 0xA4 <= first <= 0xC6
