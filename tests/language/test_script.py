import pytest

from language.detect import detect_language
from language.script import aligned, fold


@pytest.mark.parametrize(
    ("text", "language"),
    [("退货要多久", "zh"), ("退貨要多久呢", "zh-Hant"), ("how long", "en"), ("我想問一下 about my order", "zh-Hant")],
)
def test_the_language_is_told(text: str, language: str) -> None:
    assert detect_language(text) == language


def test_folding_brings_the_same_words_together() -> None:
    assert fold("ＡＢＣ　臺灣—“x”") == fold('abc 台湾-"x"')


def test_aligning_keeps_each_character_at_its_place() -> None:
    text = "Ａ１臺—İ"
    assert len(aligned(text)) == len(text)
