"""A customer's program: speaks the chat socket's frames from a thread or process of its own."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

Frame = dict[str, Any]


class Chat:
    """One socket of one conversation. `resume` opens the next one after it broke."""

    def __init__(self, port: int, key: str) -> None:
        self._url = f"ws://127.0.0.1:{port}/ws/chat/{key}/"
        self._origin = f"http://127.0.0.1:{port}"
        self.visitor = ""
        self.conversation = ""
        self.seen = 0
        self.frames: list[Frame] = []
        self._socket: ClientConnection | None = None
        self._held = ExitStack()

    def open(self) -> Frame:
        self.close()
        self._socket = self._held.enter_context(
            connect(self._url, origin=self._origin, open_timeout=10, close_timeout=1)  # type: ignore[arg-type]
        )
        hello: Frame = {"type": "hello", "locale": "en"}
        if self.conversation:
            hello |= {"visitor": self.visitor, "conversation": self.conversation, "after_seq": self.seen}
        self.send(hello)
        welcome = self.until("welcome")
        self.conversation = welcome["conversation"]
        self.visitor = welcome["visitor"] or self.visitor
        return welcome

    def close(self) -> None:
        self._socket = None
        self._held.close()

    def send(self, frame: Frame) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps(frame))

    def say(self, text: str, client_id: str = "") -> str:
        client_id = client_id or str(uuid.uuid4())
        self.send({"type": "message", "client_id": client_id, "text": text})
        return client_id

    def until(self, kind: str, *, seconds: float = 30, matching: Callable[[Frame], bool] = lambda _: True) -> Frame:
        """The next frame of this type. Raises TimeoutError, or what the socket raises."""
        assert self._socket is not None
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            frame: Frame = json.loads(self._socket.recv(timeout=left))
            self.frames.append(frame)
            if "seq" in frame and frame["type"] in ("reply", "message"):
                self.seen = max(self.seen, frame["seq"])
            if frame["type"] == kind and matching(frame):
                return frame
        raise TimeoutError(kind)

    def ask(self, text: str, *, seconds: float = 60) -> Frame:
        client_id = self.say(text)
        ack = self.until("ack", seconds=seconds, matching=lambda frame: frame["client_id"] == client_id)
        return self.until("reply", seconds=seconds, matching=lambda frame: frame["reply_to"] == ack["seq"])


BROKEN = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)
