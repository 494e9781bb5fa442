"""What came of a draft."""

from __future__ import annotations

from dataclasses import dataclass, field

from bots.drafting.prompt import Prompt
from bots.verifying.markers import strip_markers
from bots.verifying.verify import Verified, Withheld
from ports.chat import ChatNote, Finished

TOO_LONG = "length"  # why a true sentence is withheld: the reply has reached the longest that the operator allows


@dataclass(kw_only=True, slots=True)
class Raw:
    """What one model gave, word for word: with it the draft can be checked again."""

    model: str
    text: str = ""
    whole: bool = False  # False: it broke off, and the sentence it had begun was dropped
    verdicts: dict[str, dict[str, object]] = field(default_factory=dict)  # of a judge, by sentence
    again: bool = False  # asked once more for what was withheld


@dataclass(kw_only=True, slots=True)
class Draft:
    """`text` is what was released; `sentences` all of them, in order, with the reasons of those withheld."""

    text: str = ""
    sentences: list[Verified | Withheld] = field(default_factory=list)
    finished: Finished | None = None
    notes: list[ChatNote] = field(default_factory=list)
    prompt: Prompt | None = None  # where the first was too long for the model: the one that it got in the end
    calls: int = 1  # requests to the model
    mended: int = 0  # sentences withheld at first and sent when the model had corrected them
    fault: str = ""  # why no model answered at all
    raw: list[Raw] = field(default_factory=list)

    @property
    def verified(self) -> list[Verified]:
        return [sentence for sentence in self.sentences if isinstance(sentence, Verified)]

    def take(self, outcome: Verified | Withheld, *, longest: int) -> str:
        """Keep a sentence; the text that is released with it, "" where none is."""
        if any(outcome.text == known.text and type(outcome) is type(known) for known in self.sentences):
            return ""  # a model that took over, or was asked again, says what was said before
        if isinstance(outcome, Verified) and self.is_full(outcome, longest):
            outcome = Withheld(text=outcome.text, reason=TOO_LONG, support=outcome.support)
        self.sentences.append(outcome)
        if isinstance(outcome, Withheld):
            return ""
        piece = outcome.text if not self.text else f"{outcome.separator}{outcome.text}"
        self.text += piece
        return piece

    def is_full(self, following: Verified, longest: int) -> bool:
        """`longest` in characters, markers aside. The first sentence goes out whatever its length."""
        return bool(self.text) and len(strip_markers(f"{self.text}{following.text}")) > longest

    @property
    def missing(self) -> int:
        """Different sentences that never went out, neither as drafted nor corrected."""
        withheld = {
            sentence.text
            for sentence in self.sentences
            if isinstance(sentence, Withheld) and sentence.reason != TOO_LONG
        }
        return max(0, len(withheld) - self.mended)
