import pytest

from bots.drafting.composer import compose
from bots.verifying.verify import Verified, verify_sentence
from tests.bots.briefs import ORDER, OTHER, RETURNS, RETURNS_ZH, brief


@pytest.mark.parametrize(
    ("language", "said", "item"),
    [
        ("en", "How long does a refund take?", RETURNS),
        ("zh", "退款要多久？", RETURNS_ZH),
        ("en", "Can I return opened bags?", RETURNS),
    ],
)
def test_what_the_composer_quotes_passes_verification(language: str, said: str, item: object) -> None:
    asked = brief(language, said=said, evidence=(item, ORDER, OTHER))
    outcomes = [verify_sentence(sentence, asked) for sentence in compose(asked)]
    assert outcomes
    assert all(isinstance(outcome, Verified) and outcome.labels for outcome in outcomes)


@pytest.mark.parametrize("route", ["greeting", "thanks", "goodbye", "small_talk", "statement"])
@pytest.mark.parametrize("language", ["en", "zh", "zh-Hant"])
def test_courtesies_pass_verification(language: str, route: str) -> None:
    asked = brief(language, said="...", evidence=(), route=route)
    outcomes = [verify_sentence(sentence, asked) for sentence in compose(asked)]
    assert outcomes
    assert all(isinstance(outcome, Verified) for outcome in outcomes)
