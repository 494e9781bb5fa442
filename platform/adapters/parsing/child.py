"""The child process: limits first, then one file, then its text as JSON on the standard output.

Started by adapters.child_parser as `python -m adapters.parsing.child`, with no environment and no open file but the
three standard ones. It may not open a socket, write a large file, or use more time and memory than it is told.
"""

from __future__ import annotations

import ctypes
import dataclasses
import json
import resource
import sys
import zipfile
from collections.abc import Callable

_CLONE_NEWNET, _CLONE_NEWUSER = 0x40000000, 0x10000000
_MEGABYTE = 1024 * 1024


def main() -> None:
    order = json.loads(sys.stdin.buffer.readline())
    content = sys.stdin.buffer.read()
    _limit(seconds=int(order["seconds"]), megabytes=int(order["megabytes"]))
    sys.stdout.buffer.write(json.dumps(_answer(order, content), ensure_ascii=False).encode("utf-8", "replace"))


def _answer(order: dict[str, str], content: bytes) -> dict[str, object]:
    from adapters.parsing.faults import UnreadableContent  # noqa: PLC0415  loaded under the limits

    try:
        parsed = _reader(order["name"], order["media_type"], content)(content)
    except UnreadableContent as fault:
        return {"fault": fault.code, "detail": fault.detail[:300]}
    except MemoryError:
        return {"fault": "bomb"}
    except Exception as error:  # a reader's bug on a bad file must end as a refusal
        return {"fault": "broken", "detail": f"{type(error).__name__}: {error}"[:300]}
    if not any(block.text.strip() for block in parsed.blocks):
        return {"fault": "empty"}
    return dataclasses.asdict(parsed)


def _limit(*, seconds: int, megabytes: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * _MEGABYTE, megabytes * _MEGABYTE))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_MEGABYTE, _MEGABYTE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    ctypes.CDLL(None).unshare(_CLONE_NEWUSER | _CLONE_NEWNET)  # no network at all where the kernel lets us
    sys.addaudithook(_refuse_network)  # and none through Python anywhere


def _refuse_network(event: str, _: tuple[object, ...]) -> None:
    if event.startswith(("socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn")):
        raise PermissionError(f"{event} is not allowed here")


def _reader(name: str, media_type: str, content: bytes) -> Callable[[bytes], ParsedFile]:
    """By what the bytes are; the name only decides between kinds of text."""
    from adapters.parsing import html, mail, office, pdf, plain  # noqa: PLC0415  loaded under the limits
    from adapters.parsing.faults import UnreadableContent  # noqa: PLC0415

    suffix = name.rpartition(".")[2].lower()
    kind = media_type.partition(";")[0].strip().lower()
    if not content.strip():
        raise UnreadableContent("empty")
    if b"%PDF-" in content[:1024]:
        return pdf.read_pdf
    if content[:4] == b"PK\x03\x04":
        return _office_reader(office.check_archive(content))
    _refuse_others(content)
    if kind in {"text/html", "application/xhtml+xml"} or suffix in {"html", "htm", "xhtml"}:
        charset = media_type.lower().partition("charset=")[2].strip(" \"'").split(";")[0]
        return lambda data: html.read_html(data, declared=charset)
    if suffix == "eml" or kind == "message/rfc822":
        return mail.read_mail
    if suffix in {"json", "jsonl", "ndjson"} or kind in {"application/json", "application/x-ndjson"}:
        return plain.read_json
    if suffix in {"csv", "tsv", "tab"} or kind in {"text/csv", "text/tab-separated-values"}:
        tabs = suffix in {"tsv", "tab"} or kind == "text/tab-separated-values"
        return lambda data: plain.read_delimited(data, delimiter="\t" if tabs else "")
    if suffix in {"md", "markdown", "mdx"} or kind == "text/markdown":
        return plain.read_markdown
    if suffix in {"txt", "text", "log", "", "rst", "adoc"} or kind == "text/plain" or "." not in name:
        return plain.read_text
    raise UnreadableContent("unsupported", suffix)


def _office_reader(archive: zipfile.ZipFile) -> Callable[[bytes], ParsedFile]:
    from adapters.parsing import office  # noqa: PLC0415  loaded under the limits
    from adapters.parsing.faults import UnreadableContent  # noqa: PLC0415

    names = set(archive.namelist())
    if "word/document.xml" in names:
        return office.read_docx
    if "xl/workbook.xml" in names:
        return office.read_xlsx
    if "ppt/presentation.xml" in names:
        return office.read_pptx
    if "content.xml" in names and b"opendocument.text" in archive.read("mimetype")[:100]:
        return office.read_odt
    raise UnreadableContent("archive" if "[Content_Types].xml" not in names else "unsupported")


def _refuse_others(content: bytes) -> None:
    from adapters.parsing.faults import UnreadableContent  # noqa: PLC0415  loaded under the limits

    if content[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":  # OLE: old Office, or new Office with a password
        secret = "EncryptedPackage".encode("utf-16-le")
        raise UnreadableContent("encrypted" if secret in content else "old_office")
    if content[:5] == b"{\\rtf":
        raise UnreadableContent("old_office")
    if content[:4] in {b"\x89PNG", b"GIF8", b"RIFF"} or content[:3] == b"\xff\xd8\xff":
        raise UnreadableContent("image")
    if content[:2] == b"\x1f\x8b" or content[:6] in {b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07"}:
        raise UnreadableContent("archive")


from ports.parsing import ParsedFile  # noqa: E402  only a type; loading it needs no limit

if __name__ == "__main__":
    main()
