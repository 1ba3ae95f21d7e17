"""What the page of a draft shows: who sits where, which rules that breaks, and who is unseated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.translation import ngettext

from clubtornei.accounts.access import MemberRequest
from clubtornei.events.models import Entry, Event
from clubtornei.events.namesakes import use_whole_names
from clubtornei.players.names import sort_key
from clubtornei.rounds.drafts.draft_rows import StoredDraft, changes_in
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.participation.attendance.queries import requested_bye_values
from clubtornei.rounds.participation.entries.late_entry_queries import entered_after_drawing
from clubtornei.rounds.results.round_view import absent_from, tell_short_names_apart
from clubtornei.rounds.state.formatting import Notation, names_in_short, notation_of
from clubtornei.rounds.state.listing import is_searchable
from clubtornei.rounds.state.page_context import round_header
from clubtornei.rounds.state.reason_texts import quality_texts, reason_texts
from clubtornei.rounds.state.stale_pairings import provisional_notes
from clubtornei.rounds.state.table_words import SeatColour, colours_of
from clubtornei.text.languages import reader_language
from clubtornei.text.untyped import Context
from pairing.by_hand import cost
from pairing.quality import criterion
from pairing.registry import SYSTEMS
from scoring import record as engine
from scoring.document import Number
from scoring.record import Record
from scoring.standings import decimal_text, ranked_ledger, standings
from scoring.system_spec import SystemSpec

NOT_OBJECTIONS = ("hand_made", "hand_allowed")  # reason codes of a hand-made table that break no rule


@dataclass
class DraftSeat:
    """A seat of the draft; `colour` is empty where the game has none, `points` before there are any."""

    entry: Entry
    colour: SeatColour = ""
    points: str = ""


@dataclass
class DraftTableRow:
    """A table of the draft. `why`: the system's reasons; `against`: the rules that a hand-made one breaks."""

    table: Table
    draft_seats: list[DraftSeat]
    why: list[str]
    against: list[str]

    @property
    def number(self) -> int | None:
        return self.table.number


@dataclass
class CostChange:
    """A criterion to be kept small (`words`): its value as the system had drawn the round, and now."""

    words: str
    before: int
    now: int


@dataclass
class DraftView:
    """A draft as its page shows it. `token`: sent back with every edit; `basis_changes`: what has changed of
    what it was computed from, in sentences; `requested_bye`: what one is usually worth, None where the system
    has none.
    """

    round: Round
    token: str
    basis_changes: list[str]
    spec: SystemSpec
    requested_bye: Number | None
    seat_colours: Sequence[SeatColour] = ()
    tables: list[DraftTableRow] = field(default_factory=list)
    byes: list[DraftTableRow] = field(default_factory=list)
    unseated: list[Entry] = field(default_factory=list)
    absent: list[Entry] = field(default_factory=list)
    costs: list[CostChange] = field(default_factory=list)
    quality: list[str] = field(default_factory=list)
    provisional: list[str] = field(default_factory=list)

    @property
    def of_two(self) -> bool:
        return not self.spec.multiplayer

    @property
    def in_first_column(self) -> int:
        """How many tables, where they stand in two columns."""
        return (len(self.tables) + 1) // 2

    @property
    def colours(self) -> bool:
        """Whether the players have colours."""
        return any(self.seat_colours)

    @property
    def requests(self) -> bool:
        """Whether the system has requested byes."""
        return self.requested_bye is not None

    @property
    def searchable(self) -> bool:
        """Whether the page has a field for searching a player; no edit makes it come or go."""
        seated = [seat for row in (*self.tables, *self.byes) for seat in row.draft_seats]
        return is_searchable([*seated, *self.unseated])

    @property
    def undoable(self) -> bool:
        return bool(changes_in(self.round).undo)

    @property
    def by_hand(self) -> bool:
        """Whether the draft differs from the system's pairing."""
        return bool(self.unseated) or any(row.table.by_hand for row in (*self.tables, *self.byes))

    @property
    def against(self) -> int:
        """How many hand-made tables break a rule."""
        return sum(bool(row.against) for row in (*self.tables, *self.byes))


def draft_context(request: MemberRequest, event: Event, round_: Round) -> Context:
    """The context of the draft's page; without `draft` where the round has just been published."""
    shown = {} if round_.published else {"draft": draft_of(event, round_)}
    return round_header(request, event, round_) | shown


def draft_of(event: Event, round_: Round) -> DraftView:
    """The draft for its page, in nine queries whatever its size."""
    stored_draft = StoredDraft(event, round_)
    entries = {entry.entry_no: entry for entry in event.entries.select_related("player")}
    shown = [*entries.values(), *(seat.entry for row in stored_draft.rows for seat in row.seated)]
    use_whole_names(event, shown)
    tell_short_names_apart(shown, entries.values())
    names = {entry_no: entry.name for entry_no, entry in entries.items()}
    spec = stored_draft.record.spec
    colours = colours_of(SYSTEMS[spec.name], event) if not spec.multiplayer else ()
    usual_bye = next(iter(requested_bye_values(round_.stage)), None)
    changes = [
        *stored_draft.basis_changes,
        *_entered_text(entered_after_drawing(round_.stage, round_.number, entries.values())),
    ]
    draft = DraftView(round_, stored_draft.token, changes, spec, usual_bye, colours)
    points_of, notation = _points_before(stored_draft.record)
    for row in stored_draft.rows:
        (draft.byes if row.number is None else draft.tables).append(
            _table_row(row, colours, names, points_of, notation)
        )
    draft.unseated = [entries[entry_no] for entry_no in stored_draft.unseated]
    without_table = absent_from(round_, entries.values(), stored_draft.rows)
    draft.absent = [entry for entry in without_table if entry not in draft.unseated]
    draft.quality = quality_texts(
        round_.quality,
        names,
        round_.number,
        lambda: _rounds_drawn(stored_draft),
        tables=len(draft.tables),
    )
    draft.provisional = provisional_notes(stored_draft.record, round_.provisional)
    draft.costs = _cost_changes(stored_draft) if draft.by_hand else []
    return draft


def _entered_text(newcomers: Sequence[Entry]) -> list[str]:
    words = ngettext("Intanto è entrato %(names)s.", "Intanto sono entrati %(names)s.", len(newcomers))
    names = sorted((entry.name for entry in newcomers), key=sort_key)
    return [words % {"names": names_in_short(names)}] if newcomers else []


def _rounds_drawn(stored_draft: StoredDraft) -> list[engine.DocumentRound]:
    """The rounds before the draft, and the draft."""
    tables = [engine.DocumentTable(seats=table.seats) for table in stored_draft.tables if table.number]
    return [*stored_draft.record.rounds, engine.DocumentRound(tables=tuple(tables))]


def _points_before(record: Record) -> tuple[Mapping[int, str], Notation]:
    """The points with which the players go into the round, and how they are written; none in the first, nor
    in a bracket.
    """
    if not record.rounds_played or SYSTEMS[record.spec.name].bracket:
        return {}, Notation()
    ranked, decimals = ranked_ledger(record), record.method.decimals
    notation = notation_of(standings(record, ranked), decimals, multiplayer=record.spec.multiplayer)
    points_of = {
        player: notation.points(decimal_text(Fraction(scored), decimals))
        for player, scored in ranked[0].points_of.items()
    }
    return points_of, notation


def _table_row(
    table: Table,
    two_colours: Sequence[SeatColour],
    names: Mapping[int, str],
    points_of: Mapping[int, str],
    notation: Notation,
) -> DraftTableRow:
    seats = table.seated
    no_colours: Sequence[SeatColour] = [""] * len(seats)
    colours = two_colours if len(seats) == len(two_colours) else no_colours
    against = [reason for reason in table.why if table.by_hand and reason.code not in NOT_OBJECTIONS]
    why = [] if table.by_hand else table.why
    return DraftTableRow(
        table,
        [
            DraftSeat(seat.entry, colour, points_of.get(seat.entry.entry_no, ""))
            for seat, colour in zip(seats, colours, strict=True)
        ],
        reason_texts(why, names, colours=any(two_colours), figure=notation.figure),
        reason_texts(against, names, colours=any(two_colours), figure=notation.figure),
    )


def _cost_changes(stored_draft: StoredDraft) -> list[CostChange]:
    """The criteria that the edits have changed; none where the system counts no costs."""
    drawn = [table.seats for table in stored_draft.changes.drawn if not table.bye]
    before, now = (
        cost(stored_draft.record, tables) or {}
        for tables in (drawn, [table.seats for table in stored_draft.tables if not table.bye])
    )
    return [
        CostChange(criterion(name, reader_language()), before.get(name, 0), units)
        for name, units in now.items()
        if drawn and units != before.get(name, 0)
    ]
