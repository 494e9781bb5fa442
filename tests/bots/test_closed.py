"""Yes or no before a quotation: only where the sentence plainly says or denies what was asked."""

from __future__ import annotations

import pytest

from bots.brief import Evidence
from bots.drafting.closed import yes_or_no
from bots.drafting.composer import compose
from bots.verifying.verify import Verified, verify_sentence
from tests.bots.briefs import brief

PLAIN = [
    ("en", "Is there caffeine-free coffee?", "We have coffee without caffeine from Peru.", "Yes: "),
    ("en", "Do you have oat milk?", "We have oat milk.", "Yes: "),
    ("en", "Do you have oat milk?", "We have no oat milk.", "No: "),
    ("en", "Can I return opened bags?", "Opened bags cannot be returned.", "No: "),
    ("en", "Can I return unopened bags?", "Unopened bags can be returned within 30 days.", "Yes: "),
    ("zh", "有没有不含咖啡因的咖啡？", "我们有不含咖啡因的咖啡。", "有的："),
    ("zh", "有礼品卡吗？", "目前没有礼品卡。", "没有："),
    ("zh", "已开封的可以退货吗？", "已开封的不能退货。", "不可以："),
    ("zh", "你们支持货到付款吗？", "本店支持货到付款。", "是的："),
    ("zh-Hant", "有沒有無糖優格？", "我們有無糖優格。", "有的："),
    ("zh-Hant", "可以開發票嗎？", "可以開發票。", "可以："),
]
UNPLAIN = [
    ("en", "Is there caffeine-free coffee?", "We have coffee with a lot of caffeine."),  # what was to be left out
    ("en", "Can I return opened bags?", "Unopened bags can be returned."),  # of another thing
    ("en", "Can I return unopened bags?", "Unopened bags can be returned if the label is whole."),  # a condition
    ("en", "Do you offer free delivery?", "We offer free delivery from 50 euros."),
    ("en", "Can I change the address?", "We change our address book every year."),  # says nothing of being allowed
    ("en", "Do you ship to Norway or Sweden?", "We ship to Norway and Sweden."),  # no yes-or-no question
    ("en", "Can I return bags within 60 days?", "Bags can be returned within 30 days."),  # another number
    ("en", "Is there parking?", "We have no accessible parking."),  # no parking of one sort
    ("en", "Is there parking?", "Accessible parking is not available."),
    ("en", "Do you have drinks?", "We have no sugar-free drinks."),
    ("zh", "有饮料吗？", "没有无糖饮料。"),
    ("en", "Do you offer wine?", "High chairs are available at the Hill Wine Bar."),  # in a name
    ("zh", "有停车位吗？", "本店没有无障碍停车位。"),
    ("zh", "可以开发票吗？", "满100元可以开发票。"),
    ("zh", "已开封的可以退货吗？", "未开封的可以退货。"),
    ("zh", "有没有不含咖啡因的咖啡？", "我们有咖啡因很高的咖啡。"),
    ("zh-Hant", "可以貨到付款嗎？", "部分地區可以貨到付款。"),
]


@pytest.mark.parametrize(("language", "question", "sentence", "word"), PLAIN)
def test_a_sentence_that_plainly_says_it_gets_its_word(language: str, question: str, sentence: str, word: str) -> None:
    assert yes_or_no(question, sentence, language) == word  # type: ignore[arg-type]  # of the three


@pytest.mark.parametrize(("language", "question", "sentence"), UNPLAIN)
def test_in_doubt_there_is_no_word(language: str, question: str, sentence: str) -> None:
    assert yes_or_no(question, sentence, language) == ""  # type: ignore[arg-type]  # of the three


@pytest.mark.parametrize(("language", "question", "sentence", "word"), PLAIN)
def test_the_word_stands_before_the_quotation_and_passes_verification(
    language: str, question: str, sentence: str, word: str
) -> None:
    item = Evidence(label="1", kind="document", title="Shop", confidence=0.9, text=sentence)
    asked = brief(language, said=question, evidence=(item,))
    made = compose(asked)
    assert made[0] == f"{word}{sentence}[1]"
    assert isinstance(verify_sentence(made[0], asked), Verified)


def test_what_overrides_is_quoted_before_what_is_about_as_sure() -> None:
    """The search puts it first; its confidence is the lower one."""
    now = Evidence(
        label="1", kind="document", title="Now", confidence=0.8, overrides=True, text="Delivery costs 5 euros."
    )
    old = Evidence(label="2", kind="document", title="Old", confidence=0.9, text="Delivery costs 4 euros.")
    assert compose(brief(said="What does delivery cost?", evidence=(now, old))) == ["Delivery costs 5 euros.[1]"]
