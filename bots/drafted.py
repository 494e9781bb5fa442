"""What came of a draft."""

from __future__ import annotations

from dataclasses import dataclass, field

from bots.prompt import Prompt
from bots.verify import Verified, Withheld
from ports.chat import ChatNote, Finished


@dataclass(kw_only=True, slots=True)
class Draft:
    """`text` is what was released; `sentences` all of them, in order, with the reasons of those withheld."""

    text: str = ""
    sentences: list[Verified | Withheld] = field(default_factory=list)
    finished: Finished | None = None
    notes: list[ChatNote] = field(default_factory=list)
    prompt: Prompt | None = None  # where the first was too long for the model: the one that it got in the end
    fault: str = ""  # why no model answered at all

    @property
    def verified(self) -> list[Verified]:
        return [sentence for sentence in self.sentences if isinstance(sentence, Verified)]
