from __future__ import annotations

from knowledge.candidates import Vocabulary, _rare

BIG = Vocabulary(chunks=20_000, mean_length=60.0, holding={"the": 18_000, "bag": 6000, "norway": 12})


def test_a_word_that_stands_everywhere_is_not_looked_up_beside_vectors() -> None:
    assert _rare({"the": 0.1, "bag": 1.2}, BIG, alone=False) == []
    assert _rare({"the": 0.1, "bag": 1.2}, BIG, alone=True) == ["bag"]


def test_a_rare_word_is_looked_up_and_a_common_one_beside_it_is_not() -> None:
    assert _rare({"bag": 1.2, "norway": 7.0}, BIG, alone=False) == ["norway"]
