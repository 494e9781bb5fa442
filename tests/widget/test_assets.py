"""What pages refer to is there, and what is vendored is what VENDORED.md says."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SPRITE = set(re.findall(r'<symbol id="([^"]+)"', (ROOT / "static/vendor/lucide/icons.svg").read_text(encoding="utf-8")))
_ICON = re.compile(r'(?:icon\.html" with name|icon)="([a-z0-9-]+)"')
_STATIC = re.compile(r"{% static '([^']+)' %}")
_INLINE = re.compile(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)|javascript:", re.IGNORECASE)
_LINE = re.compile(r"^\| (\S+) \| .* \| `([0-9a-f]{64})` \|$", re.MULTILINE)
VENDORED = _LINE.findall((ROOT / "static/vendor/VENDORED.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_a_template_names_icons_and_files_that_exist_and_has_nothing_inline(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert set(_ICON.findall(text)) <= SPRITE
    assert [name for name in _STATIC.findall(text) if not (ROOT / "static" / name).is_file()] == []
    assert _INLINE.findall(text) == []


def test_scripts_name_icons_that_exist() -> None:
    named = set()
    for script in (ROOT / "static/widget/chat").glob("*.js"):
        text = script.read_text(encoding="utf-8")
        named |= set(re.findall(r'(?:iconName: |icon\(|iconButton\([^"]*"[^"]*"\), )"([a-z0-9-]+)"', text))
    assert {"refresh-cw", "thumbs-up", "external-link"} <= named
    assert named <= SPRITE


@pytest.mark.parametrize(("file", "digest"), VENDORED)
def test_a_vendored_file_is_unchanged(file: str, digest: str) -> None:
    assert hashlib.sha256((ROOT / "static/vendor" / file).read_bytes()).hexdigest() == digest


def test_every_vendored_file_is_listed() -> None:
    folder = ROOT / "static/vendor"
    present = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert {name for name in present if not name.endswith(("LICENSE", ".md"))} == {file for file, _ in VENDORED}
