"""How the chain of models comes through each fault: PYTHONPATH=.:platform python -m tests.bench.fault_report

Prints each mode of the fault server with what was noted, how often the server was asked and how long it took until
the customer had a whole answer; then how many modes were survived, and the longest time.
"""

from __future__ import annotations

import logging
import sys
import time
from dataclasses import dataclass

import tests.adapters.fault_modes  # noqa: F401  registers the modes
from adapters.chat_chain import ChatChain
from adapters.openai_chat import OpenAIChat
from adapters.scripted_chat import ScriptedChat
from ports.chat import ChatMessage, ChatRequest, Deadlines, Finished, Restarted, TextDelta
from tests.adapters.fault_server import ANSWER, MODES, FaultServer

DEADLINES = Deadlines(connect=1.0, first_token=2.0, between_chunks=2.0, total=4.0)
BUILTIN = "The builtin answer."
ASK = ChatRequest(messages=(ChatMessage(role="user", content="How long do returns take?"),), deadlines=DEADLINES)


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    mode: str
    survived: bool
    answered_by: str
    faults: str
    requests: int
    seconds: float


def report() -> list[Row]:
    with FaultServer() as server:
        rows = [_row(server, name, server.url(name)) for name in MODES]
        rows.append(_row(server, "nobody listens", "http://127.0.0.1:9/v1"))
        rows.append(_row(server, "no TLS where TLS is wanted", f"https://127.0.0.1:{server.port}/good/v1"))
        return rows


def _row(server: FaultServer, mode: str, url: str) -> Row:
    builtin = ScriptedChat(replies=[BUILTIN], name="builtin")
    chain = ChatChain(models=[OpenAIChat(base_url=url, model="server"), builtin])
    began, text, last = time.monotonic(), "", None
    for event in chain.stream(ASK):
        match event:
            case TextDelta():
                text += event.text
            case Restarted():
                text = ""
            case Finished():
                last = event
    seconds = time.monotonic() - began
    return Row(
        mode=mode,
        survived=last is not None and bool(text.strip()) and seconds <= DEADLINES.total + 1.0,
        answered_by="builtin" if text == BUILTIN else "server" + ("" if text == ANSWER else " (cleaned or cut)"),
        faults=", ".join(note.fault for note in last.notes) if last else "",
        requests=server.counts[mode],
        seconds=seconds,
    )


def main() -> int:
    logging.disable(logging.CRITICAL)
    rows = report()
    survived, slowest = sum(row.survived for row in rows), max(rows, key=lambda row: row.seconds)
    for row in rows:
        _say(f"{row.mode:<28}{row.seconds:6.2f} s  asked {row.requests}  by {row.answered_by:<25}{row.faults}")
    _say(f"\nModes survived: {survived} of {len(rows)}.")
    _say(f"Longest time to a whole answer: {slowest.seconds:.2f} s ({slowest.mode}), of {DEADLINES.total} s in all.")
    return 0 if survived == len(rows) else 1


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
