"""Text as models outside can take it: no NUL, no lone surrogate, no endless string."""

from __future__ import annotations


def plain(text: str, *, limit: int) -> str:
    """The first `limit` characters; what cannot be encoded becomes a space or U+FFFD."""
    cut = text[:limit].replace("\x00", " ")
    try:
        cut.encode("utf-8")
    except UnicodeEncodeError:
        return cut.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return cut
