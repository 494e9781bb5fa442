"""The reranker behind a server: order, faults, deadlines."""

from __future__ import annotations

import time

import pytest

from adapters.http_reranker import HTTPReranker
from ports.errors import PortMisconfigured, RerankError
from tests.adapters.fault_server import FaultServer

KEY = "sk-very-secret-1234"


def reranker_at(url: str, **options: object) -> HTTPReranker:
    settings = {"timeout": 0.5, "api_key": KEY, **options}
    return HTTPReranker(base_url=url, model="small", **settings)  # type: ignore[arg-type]  # options of any kind


def test_scores_come_back_in_the_order_of_the_passages(server: FaultServer) -> None:
    scores = reranker_at(server.url("longest_first")).relevances(question="q", passages=["four", "eight   ", ""])
    assert scores == [0.04, 0.08, 0.01]  # an empty passage is sent as a space: some servers refuse it
    sent = server.of("longest_first")[-1].body
    assert (sent["query"], sent["top_n"], sent["model"]) == ("q", 3, "small")


def test_nothing_to_order_asks_nobody(server: FaultServer) -> None:
    asked = server.counts["longest_first"]
    assert reranker_at(server.url("longest_first")).relevances(question="q", passages=[]) == []
    assert server.counts["longest_first"] == asked


@pytest.mark.parametrize(
    "mode",
    [
        "one_score_short",
        "the_same_index_twice",
        "scores_without_a_number",
        "silent",
        "html_page",
        "broken_json",
        "key_in_the_error",
        "packed",
        "another_shape",
    ],
)
def test_anything_but_an_order_is_an_error_in_time(server: FaultServer, mode: str) -> None:
    began = time.monotonic()
    with pytest.raises(RerankError) as caught:
        reranker_at(server.url(mode)).relevances(question="q", passages=["a", "b"])
    assert time.monotonic() - began < 1.5
    assert KEY not in str(caught.value)


def test_a_server_that_keeps_failing_is_left_alone(server: FaultServer) -> None:
    reranker = reranker_at(server.url("html_page"))
    for _ in range(5):
        with pytest.raises(RerankError):
            reranker.relevances(question="q", passages=["a"])
    asked = server.counts["html_page"]
    with pytest.raises(RerankError, match="circuit_open"):
        reranker.relevances(question="q", passages=["a"])
    assert server.counts["html_page"] == asked


def test_bad_options_are_a_bad_setting() -> None:
    with pytest.raises(PortMisconfigured):
        HTTPReranker(base_url="http://localhost/v1", width=0)
