from language.sentences import SentenceStream, split_sentences


def streamed(text: str, size: int = 3) -> list[str]:
    stream = SentenceStream()
    out = [sentence for i in range(0, len(text), size) for sentence in stream.feed(text[i : i + size])]
    return out + stream.flush()


def test_a_stream_cuts_as_the_whole_text_is_cut() -> None:
    text = "It costs $3.50 today. Dr. Lee agrees![1] 好的。退货要7天。[2][R1] Done"
    assert streamed(text) == split_sentences(text)


def test_markers_of_any_label_stay_with_their_sentence() -> None:
    assert streamed("Yes. [policy-3] No more.") == ["Yes. [policy-3]", "No more."]


def test_a_semicolon_does_not_end_a_drafted_sentence() -> None:
    assert streamed("One thing; another [1].") == ["One thing; another [1]."]


def test_lines_of_a_list_are_sentences() -> None:
    assert streamed("- one\n- two\n") == ["- one", "- two"]
