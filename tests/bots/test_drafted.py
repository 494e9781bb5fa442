from bots.drafting.again import correction
from bots.drafting.drafted import TOO_LONG, Draft
from bots.drafting.prompt import assemble
from bots.verifying.verify import Verified, Withheld
from ports.chat import Finished
from tests.bots.briefs import brief


def said(text: str) -> Verified:
    return Verified(text=text, labels=("1",), support=0.9)


def test_a_reply_is_full_when_the_next_sentence_would_make_it_too_long() -> None:
    draft = Draft(text="x" * 40)
    assert [draft.is_full(said("y" * length), 50) for length in (10, 11)] == [False, True]


def test_the_first_sentence_goes_out_whatever_its_length() -> None:
    assert not Draft().is_full(said("y" * 500), 50)


def test_markers_are_not_counted() -> None:
    assert not Draft(text="x" * 40 + " [1][2]").is_full(said("y" * 10 + " [1]"), 50)


def test_what_was_left_out_for_length_is_neither_missing_nor_asked_again() -> None:
    left_out = Withheld(text="And more. [1]", reason=TOO_LONG)
    draft = Draft(text="Yes. [1]", sentences=[said("Yes. [1]"), left_out], finished=Finished(model="large"))
    assert (draft.missing, correction(assemble(brief()), draft)) == (0, ())


def test_what_was_false_is_asked_again_with_the_reason() -> None:
    draft = Draft(sentences=[Withheld(text="It takes 9 days. [1]", reason="literal")], finished=Finished(model="large"))
    asked = correction(assemble(brief()), draft)[-1].content
    assert "It takes 9 days. [1]" in asked
    assert "neither in the evidence" in asked
