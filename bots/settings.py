"""What an operator decides about a bot: one declaration for checking, defaults and storage. Kept as whole versions."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

LanguageName = Literal["zh", "en"]
Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
Lines = Annotated[tuple[Line, ...], Field(max_length=50)]
Word = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]
Paragraph = Annotated[str, StringConstraints(strip_whitespace=True, max_length=4_000)]

DEFAULT_GREETING: dict[LanguageName, str] = {"zh": "您好！有什么可以帮您？", "en": "Hello! How can I help?"}
DEFAULT_NOT_FOUND: dict[LanguageName, str] = {
    "zh": "抱歉，我没有找到这方面的可靠信息，不想随便猜测。需要的话我可以请同事来帮您。",
    "en": "Sorry, I found no reliable information about this and will not guess. A colleague can help if you wish.",
}


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


class Anchor(_Part):
    """Who the bot is, whichever turn this is."""

    identity: Paragraph = "You are the customer-service assistant of this company."
    tone: Literal["warm", "neutral", "formal", "lively"] = "warm"
    pronoun: Literal["您", "你"] = "您"
    emoji: Literal["never", "sparingly", "free"] = "never"
    longest_reply: int = Field(default=600, ge=50, le=4_000, description="characters")
    must: Lines = ()
    must_never: Lines = ()
    forbidden_phrases: Annotated[tuple[Word, ...], Field(max_length=100)] = ()
    forbidden_topics: Annotated[tuple[Word, ...], Field(max_length=100)] = ()
    forbidden_promises: Annotated[tuple[Word, ...], Field(max_length=100)] = ()


class Thresholds(_Part):
    """Probabilities in [0, 1]. The number shown beside an answer is the number compared."""

    retrieval: float = Field(
        default=0.3, ge=0, le=1, description="least confidence that a passage answers the question"
    )
    support: float = Field(default=0.5, ge=0, le=1, description="least support of a sentence by what it cites")


DetailClass = Literal["contact", "address", "health", "payment", "identity", "preference", "order", "other"]
DETAIL_CLASSES: tuple[DetailClass, ...] = get_args(DetailClass)
Days = Annotated[int, Field(ge=0, le=36_500)]


class MemorySettings(_Part):
    mode: Literal["long_term", "conversation", "stateless"] = "long_term"
    allowed: tuple[DetailClass, ...] = Field(default=DETAIL_CLASSES, description="what else is said is not remembered")
    keep_days: dict[DetailClass, Days] = Field(default_factory=dict, description="0 or not there: for good")
    summary_every: int = Field(default=8, ge=2, le=100, description="turns of the customer between two summaries")
    window: int = Field(default=8, ge=0, le=50, description="recent turns given word for word")
    limit: int = Field(default=5, ge=0, le=20, description="facts given at most")
    least: float = Field(default=0, ge=0, le=1, description="least confidence that memory answers; 0: as calibrated")


class ModelSettings(_Part):
    name: Annotated[str, StringConstraints(max_length=200)] = Field(default="", description="empty: the installation's")
    temperature: float = Field(default=0.2, ge=0, le=2)
    max_tokens: int = Field(default=600, ge=16, le=8_000)
    prompt_tokens: int = Field(default=3_000, ge=500, le=100_000, description="budget of the whole prompt")
    first_token_seconds: float = Field(default=20, ge=1, le=120)
    total_seconds: float = Field(default=60, ge=2, le=300)


class Handover(_Part):
    enabled: bool = True
    on_request: bool = True
    after_not_found: int = Field(default=2, ge=0, le=10, description="not-found replies in a row; 0: never")
    on_anger: bool = True
    on_forbidden_topic: bool = False
    on_words: Annotated[tuple[Word, ...], Field(max_length=100)] = ()
    while_waiting: Literal["help", "silent"] = Field(default="help", description="until the human is there")


class Names(_Part):
    """Names that a reply may only say where its evidence or the customer has them."""

    people: Annotated[tuple[Word, ...], Field(max_length=500)] = ()
    products: Annotated[tuple[Word, ...], Field(max_length=500)] = ()
    derived: bool = Field(default=True, description="also those of records and of documents' titles")


class BotSettings(_Part):
    """Everything of a version. `zh` stands for both scripts: traditional replies are converted from it."""

    anchor: Anchor = Anchor()
    languages: Annotated[tuple[LanguageName, ...], Field(min_length=1)] = ("zh", "en")
    greeting: dict[LanguageName, Paragraph] = Field(default_factory=lambda: dict(DEFAULT_GREETING))
    not_found: dict[LanguageName, Paragraph] = Field(default_factory=lambda: dict(DEFAULT_NOT_FOUND))
    thresholds: Thresholds = Thresholds()
    memory: MemorySettings = MemorySettings()
    model: ModelSettings = ModelSettings()
    handover: Handover = Handover()
    allowed_links: Annotated[tuple[Word, ...], Field(max_length=100)] = ()
    names: Names = Names()

    @field_validator("not_found")
    @classmethod
    def _has_every_reply(cls, value: dict[LanguageName, str]) -> dict[LanguageName, str]:
        return {language: value.get(language) or default for language, default in DEFAULT_NOT_FOUND.items()}
