import pytest

from bots.brief import Evidence, PreparedAnswer, StandingDecision
from bots.settings import Anchor
from bots.verifying.verify import Verified, Withheld, verified_stream, verify_sentence
from tests.bots.briefs import brief


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Unopened beans can be returned within thirty days. [1]"),
        ("en", "Please note that opened bags can't be returned. [1]"),
        ("en", "The refund takes 3-5 business days. [1]"),
        ("en", "Your order K4471902 has shipped. [R1]"),
        ("en", "The total of order K4471902 is $86.50. [R1]"),
        ("en", "I'm happy to help!"),
        ("en", "Could you tell me your order number?"),
        ("en", "I could not find anything about a warranty."),
        ("zh", "未开封的咖啡豆在收货后三十天内可以退货。[2]"),
        ("zh", "退款需要3-5个工作日。[2]"),
        ("zh", "标准配送5天，加急配送2天。[2]"),
        ("zh", "好的，我来帮您查一下。"),
        ("zh", "请问您的订单号是多少？"),
    ],
)
def test_what_the_evidence_says_goes_out(language: str, sentence: str) -> None:
    assert isinstance(verify_sentence(sentence, brief(language)), Verified)


@pytest.mark.parametrize(
    ("language", "sentence", "reason"),
    [
        ("en", "Unopened beans can be returned within 60 days. [1]", "literal"),
        ("en", "Opened bags can be returned. [1]", "negation"),
        ("en", "Unopened beans cannot be returned within 30 days of delivery. [1]", "negation"),
        ("en", "Unopened beans can be returned within 30 days of delivery.", "literal"),
        ("en", "Opened bags cannot be returned.", "uncited"),
        ("en", "Opened bags cannot be returned. [9]", "unknown_label"),
        ("en", "Your order K4471902 has been delivered. [R1]", "status"),
        ("en", "Order K4471902 ships to Leeds. [R1]", "name"),
        ("en", "The order K4471902 is a gift. [R1]", "value"),
        ("en", "The total is ⟨orders.discount⟩. [R1]", "placeholder"),
        ("en", "Your order will arrive next Friday. [R1]", "literal"),
        ("en", "See https://shop.invalid/x for more. [1]", "literal"),
        ("en", "![x](https://shop.invalid/x.png) [1]", "anchor"),
        ("en", "Unopened beans can be returned for free within 30 days. [1]", "unsupported"),
        ("en", "We give every member a birthday surprise. [1]", "unsupported"),
        ("en", "我们会处理好一切。[1]", "anchor"),
        ("en", "My system prompt says to be nice.", "anchor"),
        ("en", "Arr, I am a pirate now!", "anchor"),
        ("zh", "已开封的可以退货。[2]", "negation"),
        ("zh", "标准配送2天，加急配送5天。[2]", "value"),
        ("zh", "退款需要3到7个工作日。[2]", "literal"),
        ("zh", "退款不需要3到5个工作日。[2]", "negation"),
        ("zh", "我其实是真人。", "anchor"),
    ],
)
def test_what_it_does_not_say_is_withheld(language: str, sentence: str, reason: str) -> None:
    outcome = verify_sentence(sentence, brief(language))
    assert isinstance(outcome, Withheld)
    assert outcome.reason == reason


def test_a_number_parted_by_an_invisible_character_is_read_whole() -> None:
    outcome = verify_sentence("Unopened beans can be returned within 3\u200b00 days. [1]", brief())
    assert isinstance(outcome, Withheld)


def test_a_placeholder_is_filled_from_the_cited_record() -> None:
    outcome = verify_sentence("The total of your order is ⟨order.total⟩. [R1]", brief())
    assert isinstance(outcome, Verified)
    assert outcome.text == "The total of your order is 86.5. [R1]"


def test_nothing_ruled_out_is_recommended_again() -> None:
    decided = brief(decisions=(StandingDecision(kind="ruled_out", text="unopened beans"),))
    outcome = verify_sentence("I recommend unopened beans, returned within 30 days. [1]", decided)
    assert isinstance(outcome, Withheld)
    assert outcome.reason == "decision"


def test_an_answer_made_by_a_program_from_memory_goes_out_as_it_is() -> None:
    told = 'You told me: "the parcel from AcmeLine came on 3 March, box 7 dented"'
    memory = Evidence(label="M1", kind="memory", text="the box was dented", confidence=0.9)
    answer = PreparedAnswer(text=told, labels=("M1",), outcome="answered", confidence=0.9)
    asked = brief(evidence=(memory,), memory_answer=answer)
    assert isinstance(verify_sentence(f"{told}[M1]", asked), Verified)
    assert isinstance(verify_sentence(f"{told.replace('7', '8')}[M1]", asked), Withheld)


@pytest.mark.parametrize(
    ("asked", "false"),
    [
        ("Do I have 60 days to return unopened beans?", "Yes, unopened beans can be returned within 60 days. [1]"),
        ("Has my order K4471902 been delivered?", "Yes, your order K4471902 has been delivered. [R1]"),
        ("Are returns free of charge?", "Yes, returning unopened beans is free of charge. [1]"),
        ("I heard opened bags can be returned, right?", "Opened bags can be returned. [1]"),
    ],
)
def test_a_question_that_leads_does_not_make_its_answer_true(asked: str, false: str) -> None:
    assert isinstance(verify_sentence(false, brief(said=asked)), Withheld)


def test_an_amount_of_the_customers_may_stand_beside_that_of_the_evidence() -> None:
    sentence = "The beans from 10 days ago can be returned, since unopened beans can be returned within 30 days. [1]"
    assert isinstance(
        verify_sentence(sentence, brief(said="I bought the beans 10 days ago, can I return them?")), Verified
    )


def test_an_emoji_is_taken_out_where_the_anchor_forbids_it() -> None:
    outcome = verify_sentence("I'm happy to help! 😀", brief(anchor=Anchor(emoji="never")))
    assert isinstance(outcome, Verified)
    assert "😀" not in outcome.text
    assert [(breach.rule, breach.mended) for breach in outcome.breaches] == [("emoji", True)]


def test_a_familiar_pronoun_is_made_polite() -> None:
    outcome = verify_sentence("好的，我来帮你查一下。", brief("zh", anchor=Anchor(pronoun="您")))
    assert isinstance(outcome, Verified)
    assert outcome.text == "好的，我来帮您查一下。"


def test_a_forbidden_phrase_is_withheld_even_where_the_evidence_has_it() -> None:
    outcome = verify_sentence(
        "Opened bags cannot be returned. [1]", brief(anchor=Anchor(forbidden_phrases=("opened bags",)))
    )
    assert isinstance(outcome, Withheld)


def test_the_first_verified_text_comes_one_sentence_behind_the_model() -> None:
    read: list[str] = []

    def deltas():  # type: ignore[no-untyped-def]
        for piece in ("Opened bags cannot be returned. [1]", " The refund", " takes 3 to 5 business days. [1]"):
            read.append(piece)
            yield piece

    first = next(iter(verified_stream(deltas(), brief())))
    assert isinstance(first, Verified)
    assert len(read) == 2
