"""What visitors do on a server to an event that comes from a laptop. The laptop is told, and decides.

People and tables are named by the keys of their links, which are the same in both places.
"""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct, convert, to_builtins

from clubtornei.events.models import Event
from clubtornei.rounds.models import VisitorRequest
from scoring.document import SeatScore

ShortText = Annotated[str, Meta(max_length=200)]
Code = Annotated[str, Meta(max_length=60)]
Year = Annotated[int, Meta(ge=1900, le=2999)]
Ordinal = Annotated[int, Meta(ge=1, le=32_767)]


class Asked(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One request."""


class SigningUp(Asked, frozen=True, tag="sign-up"):
    """`form`: of the form that was sent; the rest as in SignUpRequest."""

    person: UUID
    form: Annotated[str, Meta(max_length=36)]
    name: ShortText
    affiliation: Annotated[str, Meta(max_length=100)] = ""
    contact: ShortText = ""
    birth_year: Year | None = None
    consent_by: ShortText = ""
    answers: Annotated[list[tuple[ShortText, ShortText]], Meta(max_length=20)] = []


class Cancelling(Asked, frozen=True, tag="cancel"):
    person: UUID


class Arriving(Asked, frozen=True, tag="present"):
    person: UUID


class Planning(Asked, frozen=True, tag="plan"):
    """Missing a round, or playing it after all."""

    person: UUID
    round: Ordinal
    misses: bool


class Leaving(Asked, frozen=True, tag="leave"):
    person: UUID


class Naming(Asked, frozen=True, tag="name"):
    """Asking for initials, or no more."""

    person: UUID
    initials: bool


class ProposingResult(Asked, frozen=True, tag="result"):
    """At a table of two; `game`: of a match."""

    table: UUID
    code: Code
    game: Ordinal | None = None
    phone: Annotated[str, Meta(max_length=32)] = ""


class ProposingScores(Asked, frozen=True, tag="scores"):
    """At a table of more than two."""

    table: UUID
    scores: Annotated[tuple[SeatScore, ...], Meta(max_length=20)]
    phone: Annotated[str, Meta(max_length=32)] = ""


OF_ONE_THING = ("type", "person", "round")
AnyAsked = SigningUp | Cancelling | Arriving | Planning | Leaving | Naming | ProposingResult | ProposingScores


def keep_for_laptop(event: Event, asked: AnyAsked) -> None:
    """Keep the request, where the event comes from a laptop. In the transaction that carries it out here.
    Of what one person may change his mind about the last one counts: however often he does, one row is kept.
    """
    if not event.received:
        return
    if isinstance(asked, Arriving | Planning | Naming):
        same = {name: value for name, value in to_builtins(asked).items() if name in OF_ONE_THING}
        VisitorRequest.objects.filter(event=event, asked__contains=same).delete()
    VisitorRequest.objects.create(event=event, asked=asked)


def asked_in(request: VisitorRequest) -> AnyAsked:
    asked: AnyAsked = convert(request.asked, AnyAsked)
    return asked
