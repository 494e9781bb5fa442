from bots.drafting.again import correction
from bots.drafting.drafted import Draft
from bots.drafting.prompt import assemble
from bots.verifying.verify import verify_sentence
from ports.chat import Finished
from tests.bots.briefs import brief

FALSE = "Opened bags can be returned. [1]"


def drafted(model: str) -> Draft:
    return Draft(sentences=[verify_sentence(FALSE, brief())], finished=Finished(model=model))


def test_the_model_is_told_which_sentence_was_withheld_and_why() -> None:
    messages = correction(assemble(brief()), drafted("any"))
    assert FALSE in messages[-1].content
    assert "denies" in messages[-1].content


def test_the_builtin_composer_is_not_asked_again() -> None:
    assert correction(assemble(brief()), drafted("builtin")) == ()


def test_a_draft_sent_whole_is_not_asked_again() -> None:
    sent = Draft(
        sentences=[verify_sentence("Opened bags cannot be returned. [1]", brief())], finished=Finished(model="x")
    )
    assert correction(assemble(brief()), sent) == ()
