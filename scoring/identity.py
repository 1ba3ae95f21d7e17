"""Who the players are and where the event is held, for the reports that federations take
(rules/document.md#identity).

Nothing that is drawn or counted depends on it. What is said of a player is personal: a public document is
without it. Empty, or None: not known.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct, field

_DAY = r"(0[1-9]|[12]\d|3[01])"
_YEAR_AND_MONTH = r"\d{4}-(0[1-9]|1[0-2])"

Day = Annotated[str, Meta(pattern=rf"^{_YEAR_AND_MONTH}-{_DAY}$", examples=["2026-11-07"])]
Month = Annotated[str, Meta(pattern=rf"^{_YEAR_AND_MONTH}$", examples=["2026-11"])]
Birth = Annotated[
    str, Meta(pattern=rf"^(\d{{4}}|{_YEAR_AND_MONTH}-{_DAY})$", examples=["1990", "1990-05-31"])
]
Federation = Annotated[str, Meta(pattern=r"^[A-Z]{3}$", examples=["ITA"])]
Sex = Annotated[str, Meta(pattern=r"^[mw]$", examples=["m", "w"])]
RatingList = Annotated[str, Meta(pattern=r"^(fide|national|club)$", examples=["fide", "national", "club"])]
EventList = Annotated[
    str,
    Meta(
        pattern=r"^(fide|national|club|fide-national|national-fide)$",
        examples=["fide", "national", "club", "fide-national", "national-fide"],
    ),
]
"""A list that orders the players of an event; of two, the one and, for who is missing from it, the other."""
Rate = Annotated[str, Meta(pattern=r"^(standard|rapid|blitz)$", examples=["standard", "rapid", "blitz"])]


class ListedRating(Struct, frozen=True, kw_only=True):
    """A player's rating in one list, of one rate of play, with the month of the list."""

    list: RatingList = ""
    rate: Rate = "standard"
    rating: int | None = None
    month: Month = ""
    k: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


class Identity(Struct, frozen=True, kw_only=True):
    """A player as federations know him, on the day he entered.

    `rating_list`: that from which his rating in the event is. `category`: the national one; `origin`: his
    federation, region or club in the national list.
    """

    family: str = ""
    given: str = ""
    sex: Sex = ""
    born: Birth = ""
    federation: Federation = ""
    fide_id: int | None = None
    fide_title: str = ""
    national_id: str = ""
    category: str = ""
    origin: str = ""
    rating_list: RatingList = ""
    ratings: tuple[ListedRating, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


class ReportArbiter(Struct, frozen=True, kw_only=True):
    name: str = ""
    title: str = ""
    fide_id: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


_ARBITER = re.compile(
    r"(?is)(?:(IA|FA|NA)\s+)?(.*?)(?:\s*\(\s*(?:ID:?\s*)?(\d{4,9})\s*\))?", re.IGNORECASE | re.DOTALL
)


def arbiter_of(text: str) -> ReportArbiter:
    """The arbiter in a line of a form or of a report file.

    >>> arbiter_of("IA Rossi Mario (800001)")
    ReportArbiter(name='Rossi Mario', title='IA', fide_id=800001, extra={})
    """
    found = _ARBITER.fullmatch(text)
    assert found is not None  # the name may be anything
    title, name, number = found.groups()
    return ReportArbiter(
        name=name.strip(), title=(title or "").upper(), fide_id=int(number) if number else None
    )


class ReportFacts(Struct, frozen=True, kw_only=True):
    """The facts of the event that a report file begins with.

    `rating_lists`: that of the players' ratings first, then those of their other ratings. `national`: the
    federation of the national list. `time_control`: in words; `time_control_code`: in seconds, `5400+30`.
    """

    city: str = ""
    federation: Federation = ""
    starts_on: Day = ""
    ends_on: Day = ""
    chief_arbiter: ReportArbiter = ReportArbiter()
    deputies: tuple[ReportArbiter, ...] = ()
    time_control: str = ""
    time_control_code: str = ""
    rate: Rate = "standard"
    fide_event_id: str = ""
    national: Federation = ""
    rating_lists: tuple[EventList, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
