"""A draft as the arbiter has it before him: who sits where, what is against it, who is to be seated yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Entry, Event
from clubtornei.rounds.core.page_context import round_header
from clubtornei.rounds.core.reason_texts import language, quality_of, why_of
from clubtornei.rounds.core.seat_names import colours_of
from clubtornei.rounds.drafts.repository import DraftRepository, changes_in
from clubtornei.rounds.models import Round, Table
from pairing.by_hand import cost
from pairing.quality import criterion
from pairing.registry import SYSTEMS
from scoring.document import Number
from scoring.system_spec import SystemSpec

MADE, ALLOWED = "hand_made", "hand_allowed"


@dataclass
class DraftSeat:
    """A seat; `colour` only where there are some."""

    entry: Entry
    colour: str = ""


@dataclass
class DraftTableRow:
    """`why`: how it came about; `against`: what it breaks, where it was made by hand."""

    table: Table
    draft_seats: list[DraftSeat]
    why: list[str]
    against: list[str]

    @property
    def number(self) -> int | None:
        return self.table.number


@dataclass
class CostChange:
    """A criterion that should be small: as the system had drawn, and as it is now."""

    words: str
    before: int
    now: int


@dataclass
class DraftView:
    """`token`: what a change by hand says it has seen. `bye`: what one is worth."""

    round: Round
    token: str
    kind: SystemSpec
    bye: Number
    tables: list[DraftTableRow] = field(default_factory=list)
    byes: list[DraftTableRow] = field(default_factory=list)
    unseated: list[Entry] = field(default_factory=list)
    costs: list[CostChange] = field(default_factory=list)
    quality: list[str] = field(default_factory=list)

    @property
    def of_two(self) -> bool:
        return not self.kind.multiplayer

    @property
    def colours(self) -> bool:
        """Is there a White and a Black?"""
        return SYSTEMS[self.kind.name].colours

    @property
    def requests(self) -> bool:
        """May a player ask for a bye?"""
        return SYSTEMS[self.kind.name].requested_byes

    @property
    def undoable(self) -> bool:
        return bool(changes_in(self.round).undo)

    @property
    def by_hand(self) -> bool:
        """Is it no longer what the system would pair?"""
        return bool(self.unseated) or any(one.table.by_hand for one in (*self.tables, *self.byes))

    @property
    def against(self) -> int:
        """How many tables break a rule."""
        return sum(bool(one.against) for one in (*self.tables, *self.byes))


def draft_context(request: MemberRequest, event: Event, round_: Round) -> dict[str, Any]:
    """What the page of a draft shows; nothing of it where somebody has just published the round."""
    shown = {} if round_.published else {"draft": draft_of(event, round_)}
    return round_header(request, event, round_) | shown


def draft_of(event: Event, round_: Round) -> DraftView:
    """In nine queries, whatever the size."""
    repository = DraftRepository(event, round_)
    entries = {entry.entry_no: entry for entry in event.entries.all()}
    names = {entry_no: entry.name for entry_no, entry in entries.items()}
    draft = DraftView(round_, repository.token, repository.record.spec, repository.rules.bye)
    colours = colours_of(SYSTEMS[draft.kind.name]) if draft.of_two else ()
    for table in repository.tables:
        (draft.byes if table.number is None else draft.tables).append(_shown(table, colours, names))
    draft.unseated = [entries[entry_no] for entry_no in repository.unseated]
    draft.quality = quality_of(round_.quality, names, round_.number)
    draft.costs = _costs(repository) if draft.by_hand else []
    return draft


def _shown(table: Table, of_two: Sequence[str], names: Mapping[int, str]) -> DraftTableRow:
    seats = list(table.seats.all())
    colours = of_two if len(seats) == len(of_two) else [""] * len(seats)
    against = [reason for reason in table.why if table.by_hand and reason.code not in (MADE, ALLOWED)]
    why = [] if table.by_hand else table.why
    return DraftTableRow(
        table,
        [DraftSeat(seat.entry, colour) for seat, colour in zip(seats, colours, strict=True)],
        why_of(why, names),
        why_of(against, names),
    )


def _costs(repository: DraftRepository) -> list[CostChange]:
    """What the hand has made dearer or cheaper; nothing where the system counts no costs."""
    drawn = [table.seats for table in repository.changes.drawn if not table.bye]
    before, now = (
        cost(repository.record, tables) or {}
        for tables in (drawn, [place.seats for place in repository.places if not place.bye])
    )
    return [
        CostChange(criterion(name, language()), before.get(name, 0), units)
        for name, units in now.items()
        if drawn and units != before.get(name, 0)
    ]
