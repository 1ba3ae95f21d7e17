"""What a laptop sends to a server, and what the server answers."""

from datetime import MAXYEAR, MINYEAR, datetime
from decimal import Decimal
from typing import Annotated, TypeVar
from uuid import UUID

import msgspec
from msgspec import Meta, Struct
from msgspec.json import Decoder

from clubtornei.events.exact import ExactEncoder
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.participation.signups.questions import MOST_QUESTIONS, Question
from clubtornei.rounds.state.site_facts import Moment
from clubtornei.rounds.state.visitor_requests import AnyAsked, Ordinal, ShortText

# A `$` also matches before a newline at the end, which has no place in an address or a choice.
Slug = Annotated[str, Meta(pattern=r"^[-a-z0-9_]{1,80}\Z")]
NO_NUL = r"^[^\0]*\Z"
"""Text that a column can hold."""
Place = Annotated[str, Meta(max_length=60, pattern=NO_NUL)]
Version = Annotated[int, Meta(ge=0, le=2**62)]
MOST_REQUESTS = 50
"""Of visitors, in one answer, which then is never too large; the others come with the next one."""

Read = TypeVar("Read")


def refuse_far(*moments: datetime | None) -> None:
    """A time zone leads out of the first and the last year. Raises ValueError."""
    if any(one and not MINYEAR < one.year < MAXYEAR for one in moments):
        raise ValueError("A moment is out of the calendar.")


class PublishingRecord(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is not known in it is left alone: one of the two may be newer."""


class EntryKey(PublishingRecord, frozen=True):
    """The key of an entry's personal link; and whether it is present, for the page in the hall."""

    number: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    key: UUID
    present: bool | None = None


class TableKey(PublishingRecord, frozen=True):
    """The key of the link on the slip of a table."""

    stage: Ordinal
    round: Ordinal
    number: Ordinal
    key: UUID


class SignUpLine(PublishingRecord, frozen=True):
    """A sign-up, by the key of its personal link: no contact, and the name as the public reads it."""

    key: UUID
    name: ShortText
    status: Annotated[str, Meta(pattern=r"^(sent|accepted|refused|cancelled)\Z")]
    entry: int | None = None


class SignUpRules(PublishingRecord, frozen=True):
    """As the model SignUpSettings."""

    enabled: bool
    opens_at: Moment | None
    closes_at: Moment | None
    limit: Annotated[int, Meta(ge=1, le=9_999)] | None
    approval: bool
    self_check_in: bool
    self_leaving: bool
    listed: bool
    asks_birth_year: bool
    questions: Annotated[list[Question], Meta(max_length=MOST_QUESTIONS)]

    def __post_init__(self) -> None:
        refuse_far(self.opens_at, self.closes_at)


class ProposalLine(PublishingRecord, frozen=True):
    """A result that players have proposed, and what became of it."""

    table: UUID
    state: TableState
    phone: Annotated[str, Meta(max_length=32)]
    status: Annotated[str, Meta(pattern=r"^(waiting|confirmed|rejected|replaced)\Z")]


class ClockFace(PublishingRecord, frozen=True):
    """The clock of a round: seconds left, and whether it runs. No moment: two machines have two clocks."""

    stage: Ordinal
    round: Ordinal
    minutes: Annotated[int, Meta(ge=0, le=32_767)]
    ending: Annotated[str, Meta(pattern=r"^(2014|2003|quick-[4-8]|secret|bare)\Z")]
    left: Annotated[int, Meta(ge=-86_400, le=2_000_000)]
    running: bool
    started: bool
    stopped: bool


class ScreenFacts(PublishingRecord, frozen=True):
    """As the model Screen."""

    number: Annotated[int, Meta(ge=0, le=9)]
    contents: Annotated[str, Meta(pattern=r"^(automatic|board|results|standings|bracket)\Z")]
    seconds: Annotated[int, Meta(ge=1, le=600)]
    message: Annotated[str, Meta(max_length=120)]
    light: bool


class Publication(PublishingRecord, frozen=True):
    """All that a server shows of an event. `document`: the public one, as JSON."""

    slug: Slug
    document: str
    hall_key: UUID
    public_key: UUID
    names_removed_at: Moment | None = None
    entries: list[EntryKey] = []
    tables: list[TableKey] = []
    settings: SignUpRules | None = None
    sign_ups: Annotated[list[SignUpLine], Meta(max_length=2_000)] = []
    proposals: Annotated[list[ProposalLine], Meta(max_length=2_000)] = []
    clocks: Annotated[list[ClockFace], Meta(max_length=200)] = []
    screens: Annotated[list[ScreenFacts], Meta(max_length=10)] = []

    def __post_init__(self) -> None:
        refuse_far(self.names_removed_at)


class PublishingMessage(PublishingRecord, frozen=True):
    """What a laptop sends. `event`: None: it only asks whether it is let in.

    `sending`: of this content, a publication or that it is `withdrawn`; None: it only asks what visitors
    want. `after`: the last one that it knows to be accepted. `takes_over`: the organiser replaces what the
    server has, which is `after`. `done`: the requests of visitors that are carried out.
    """

    place: Place
    event: UUID | None = None
    sending: UUID | None = None
    after: UUID | None = None
    version: Version = 0
    takes_over: bool = False
    withdrawn: bool = False
    publication: Publication | None = None
    done: Annotated[list[UUID], Meta(max_length=MOST_REQUESTS)] = []


class Held(PublishingRecord, frozen=True):
    """What the server has of the event."""

    sending: UUID
    version: Version
    place: Place = ""


class Wanted(PublishingRecord, frozen=True):
    """What a visitor of the server asked for."""

    key: UUID
    asked: AnyAsked


class Answer(PublishingRecord, frozen=True):
    """What the server says. `accepted`: the laptop knows what it has; else nothing was done. `held`: what it
    has now, if anything. `slug`: of the event there. `addresses`: how many get mail of it from
    there; None: the server sends none.
    """

    club: Annotated[str, Meta(max_length=100, pattern=NO_NUL)]
    accepted: bool = True
    held: Held | None = None
    slug: Slug | None = None
    addresses: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    requests: Annotated[list[Wanted], Meta(max_length=MOST_REQUESTS)] = []


class ServerRefusal(PublishingRecord, frozen=True):
    """Why the server could not take it."""

    error: Annotated[str, Meta(max_length=2_000, pattern=NO_NUL)]


class TakeOver(PublishingRecord, frozen=True):
    """When another place began to send the event, or an older state of it, on the server's clock."""

    at: Moment
    before: Place
    now: Place


class MalformedMessage(Exception):
    """What was sent is not what it should be; the message says where."""


def written(record: PublishingRecord) -> bytes:
    return ExactEncoder().encode(record).encode()


def read(content: bytes, kind: type[Read]) -> Read:
    """What is not known is skipped: it never takes the memory that it would ask for. Raises Unreadable."""
    try:
        return Decoder(kind, float_hook=Decimal).decode(content)
    except (msgspec.MsgspecError, RecursionError, ValueError, ArithmeticError) as error:
        raise MalformedMessage(str(error)) from error
