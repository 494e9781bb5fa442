"""The stemmer is one object for the process, and many turns stem at once."""

from concurrent.futures import ThreadPoolExecutor

from language.tokens import stem

WORDS = [f"{start}{end}" for start in ("deliver", "nation", "happi", "relat", "organ", "hope", "runn", "flow")
         for end in ("", "s", "ing", "ed", "ational", "iveness", "fulness", "ization", "ability")]  # fmt: skip


def test_words_stemmed_in_many_threads_come_out_as_in_one() -> None:
    alone = [stem.__wrapped__(word) for word in WORDS]
    with ThreadPoolExecutor(16) as pool:
        together = list(pool.map(stem.__wrapped__, WORDS * 200))
    assert together == alone * 200
