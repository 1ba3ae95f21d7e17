"""A round for the arbiter's page: who sits where, what is recorded, what is missing."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from clubtornei.events.games import plays_with_colours
from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.namesakes import use_whole_names
from clubtornei.events.short_names import given_letters
from clubtornei.events.stage_titles import is_opening
from clubtornei.events.systems import games_in_match, has_bracket, scoring_options_of
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.models import ResultEntry, Round, Table
from clubtornei.rounds.results.multiplayer_tables import (
    MultiplayerTable,
    TableRow,
    count,
    multiplayer_table_of,
)
from clubtornei.rounds.results.outcome_buttons import UNRATED_KEY, OutcomeButton
from clubtornei.rounds.state.event_state import annulled_players_of
from clubtornei.rounds.state.formatting import Notation, points, requested_bye
from clubtornei.rounds.state.larger_tables import orders_at
from clubtornei.rounds.state.listing import is_searchable
from clubtornei.rounds.state.matches import Match, due_game_reason, due_game_text, due_game_title, match_in
from clubtornei.rounds.state.reason_texts import reason_texts
from clubtornei.rounds.state.result_codes import RESULT_CODES, USUAL, ResultCode, Scale, outcome_of, scale_of
from clubtornei.rounds.state.table_state import code_of, label_of, reported_state, score_texts, state_of
from clubtornei.rounds.state.table_words import SeatColour
from pairing.registry import SYSTEMS
from scoring.ledger import BLACK, WHITE
from scoring.methods import METHODS
from scoring.stage_record import first_round_missed

TILES = (("large", 12), ("medium", 30), ("small", 63))
"""The sizes of tiles by the tables that there may be; of more than that they are smaller still."""


@dataclass
class MatchLine:
    """A game of a match, with its White and Black."""

    number: int
    white: Entry
    black: Entry
    outcome: ResultCode


@dataclass(kw_only=True)
class TwoPlayerTable(TableRow):
    """A table of two.

    In a `match`, White and Black are those of the game to be entered (`turned`: the second seat has White);
    once the table is locked or the event closed, those of the first game. `scale`: what results are worth.
    `hidden`: a search has not found it. `colours`: whether the game has them. `mine`: the result that was
    refused, where a colleague's came first.
    """

    white: Entry
    black: Entry
    outcome: ResultCode
    scale: Scale
    mine: str = ""
    match: Match | None = None
    turned: bool = False
    hidden: bool = False
    colours: bool = True

    @property
    def done(self) -> bool:
        """Whether the arbiter can go on to the next table."""
        return self.finished or self.adjourned

    @property
    def state(self) -> TableState:
        """The result as it is recorded."""
        return state_of(self.table)

    @property
    def expected(self) -> str:
        """All that is recorded, as the form sends it back in `expected`."""
        return self.match.code if self.match else code_of(self.state)

    @property
    def entered(self) -> str:
        """The code recorded for the game to be entered."""
        return self.match.entered if self.match else self.outcome.code

    @property
    def unrated(self) -> OutcomeButton | None:
        """The button that says that the result recorded counts for no rating."""
        outcome = None if self.match or not self.colours else self.outcome.as_unrated
        return OutcomeButton(outcome, UNRATED_KEY) if outcome else None

    @property
    def winner(self) -> SeatColour:
        """The colour of the winner, as the row shows the colours."""
        colour = self.outcome.winner
        if not self.turned or not colour:
            return colour
        return BLACK if colour == WHITE else WHITE

    @property
    def match_score(self) -> tuple[str, str] | None:
        """The points of White and Black in the match, once it has games; or what each scored."""
        if self.state.score is not None:
            return score_texts(self.state.score)
        if self.match is None or not self.match.games:
            return None
        if self.match.decided and self.match.size == len(self.match.games) == 1:
            return None
        return self.match.score[::-1] if self.turned else self.match.score

    @property
    def label(self) -> str:
        """The result in symbols, as the row shows it."""
        if self.match_score is None or self.outcome.forfeit or self.outcome.adjourned:
            return self.outcome.on(self.scale).label
        return " – ".join(self.match_score)

    @property
    def my_label(self) -> str:
        """`mine` in symbols, where it may take the place of what is recorded by one press."""
        if not self.enterable or self.match or not self.mine:
            return ""
        return RESULT_CODES[self.mine].on(self.scale).label if self.mine in RESULT_CODES else self.mine

    @property
    def points_label(self) -> str:
        """`label` without its word, where words beside it say the same."""
        return str(self.outcome.on(self.scale).short) if self.outcome.unrated else self.label

    @property
    def due_game(self) -> str:
        """Which game of a match that has begun is played now, and how it stands; else empty."""
        if self.match is None or self.match_score is None or self.annulled or self.done:
            return ""
        return due_game_text(self.match.to_enter, self.match_score)

    @property
    def due_game_reason(self) -> str:
        """Why they sit so in that game; the reasons of the table are those of the first one."""
        if self.match is None or self.match_score is None or not self.due_game:
            return ""
        return due_game_reason(self.match.to_enter, self.white.name, self.match_score, colours=self.colours)

    @property
    def tile_label(self) -> str:
        """`label` as a tile has room for it. Of a match that goes on, which game it is: how it stands is told
        beside the names.
        """
        if self.abbreviated:
            return self.outcome.on(self.scale).tile_label
        return due_game_title(self.match.to_enter) if self.match and self.due_game else self.label

    @property
    def abbreviated(self) -> bool:
        """Whether a tile has no room for the label."""
        return self.outcome.forfeit or self.outcome.unrated

    @property
    def match_winner(self) -> Entry | None:
        """The player who has won the match."""
        if self.match is None or not self.winner:
            return None
        return self.white if self.winner == WHITE else self.black

    @property
    def in_seat_order(self) -> tuple[Entry, Entry]:
        """Both players in seat order, whoever has White now."""
        return (self.black, self.white) if self.turned else (self.white, self.black)

    @property
    def meaning(self) -> str:
        """The outcome of the table in words."""
        return self.outcome.in_words(*(entry.name for entry in self.in_seat_order))

    @property
    def in_words(self) -> str:
        """What is recorded, in words; of a match its last game, and who has won with it."""
        if not self.lines or self.outcome.forfeit or self.outcome.adjourned:
            return self.meaning
        last = self.lines[-1]
        result = last.outcome.in_words(last.white.name, last.black.name)
        parts = [_("partita %(number)d: %(result)s") % {"number": last.number, "result": result}]
        if self.match_winner:
            parts.append(_("l’incontro è di %(name)s") % {"name": self.match_winner.name})
        return ", ".join(parts)

    @property
    def lines(self) -> list[MatchLine]:
        """The games of the match, unless the row shows all there is."""
        return (
            self.all_lines[: len(self.match.games)]
            if self.match and self.match_score and not self.state.score
            else []
        )

    @property
    def all_lines(self) -> list[MatchLine]:
        """The games of the match, and the next one if it is due."""
        if self.match is None:
            return []
        seats = self.in_seat_order
        outcomes = [game.outcome for game in self.match.games]
        if self.match.to_enter > len(outcomes):
            outcomes.append(RESULT_CODES[""])
        return [
            MatchLine(number, *(seats[::-1] if number % 2 == 0 else seats), outcome)
            for number, outcome in enumerate(outcomes, 1)
        ]

    @property
    def last_played(self) -> int:
        """The number of the last game of the match: the one to be corrected unless another is chosen."""
        return max(1, len(self.match.games)) if self.match else 1

    @property
    def finished(self) -> bool:
        return self.match.decided if self.match else self.outcome.finished

    @property
    def adjourned(self) -> bool:
        return self.outcome.adjourned

    @property
    def is_reportable(self) -> bool:
        """Whether the result is corrected for the report alone, since nothing else changes any more."""
        return self.closed and self.match is None and self.state.scored

    @property
    def leads_to_correction(self) -> bool:
        """Whether an arbiter has a page to correct the result, in a closed event for the report."""
        return self.is_reportable if self.closed else self.is_correctable

    @property
    def pair(self) -> str:
        """Who sits at it: «Rossi Anna – Verdi Bruno»."""
        return f"{self.white.name} – {self.black.name}"

    @property
    def read_out(self) -> str:
        """The pair and, if there is one, the result."""
        has_result = self.match is not None or bool(self.outcome.code)
        return f"{self.pair}, {self.in_words}" if has_result else self.pair

    @property
    def has_result(self) -> bool:
        """Whether there is a result to be taken away."""
        return bool(self.outcome.code or self.lines)

    @property
    def has_match_notes(self) -> bool:
        """Whether there is more to show of the match than its row."""
        return bool(self.lines or (self.match and self.match.size > 1))

    @property
    def has_notes(self) -> bool:
        """Whether there is anything to show below the row."""
        forfeit = self.outcome.forfeit and self.enterable
        special = forfeit or self.outcome.adjourned or self.outcome.unrated
        unusual = special or self.table.by_hand
        return bool(self.error or self.annulled or unusual or self.reported) or self.has_match_notes

    @property
    def reported(self) -> str:
        """What is reported for rating, in short, where that is another result than counts."""
        reported = self.table.reported
        return label_of(reported_state(reported), self.scale) if reported else ""


@dataclass
class ByeRow:
    """A player with a bye, the reasons for it, and `note` where he asked for it."""

    entry: Entry
    why: list[str]
    note: str


@dataclass
class RoundView:
    """A round with its tables, or some of them. `games`: the tables of two, `multiplayer_tables`: those of
    more; a round has one kind or the other. `annulled_players`: by entry number. `scale`: of its results.
    `followed`: whether a later round rests on it. Where all is shown, `names`: of all players of the event,
    and `tables`: the rows of all tables and byes.
    """

    round: Round
    annulled_players: frozenset[int]
    scale: Scale
    followed: bool
    names: Mapping[int, str] = field(default_factory=dict)
    games: list[TwoPlayerTable] = field(default_factory=list)
    multiplayer_tables: list[MultiplayerTable] = field(default_factory=list)
    byes: list[ByeRow] = field(default_factory=list)
    absent: list[Entry] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)

    @property
    def rows(self) -> list[TwoPlayerTable | MultiplayerTable]:
        """All tables, of whatever size."""
        return [*self.games, *self.multiplayer_tables]

    @property
    def explained(self) -> bool:
        """Whether there are reasons for any table: another program leaves none."""
        return any(row.why for row in self.rows)

    @property
    def byes_explained(self) -> list[ByeRow]:
        """The byes for which there are reasons."""
        return [bye for bye in self.byes if bye.why]

    @property
    def may_be_missed(self) -> bool:
        """Whether players may have no table, so that a latecomer or a bye is entered afterwards."""
        if self.multiplayer_tables:
            return self.enterable
        system = SYSTEMS[self.round.stage.system]
        return system.spec.chooses_opponents and system.absence == "sits_out"

    @property
    def enterable(self) -> bool:
        """Whether there is a table whose result is simply entered."""
        return any(row.enterable for row in self.rows)

    @property
    def searchable(self) -> bool:
        """Whether the page has a field for searching a player."""
        return is_searchable([seat for row in self.rows for seat in row.table.seated])

    @property
    def tile_size(self) -> str:
        """How big the tile of a table may be, so that all of them are in sight at once."""
        return next((size for size, most in TILES if len(self.rows) <= most), "")

    @property
    def any_found(self) -> bool:
        """Whether the search, if there is one, has left any table."""
        return not all(game.hidden for game in self.games)

    @property
    def by_hand(self) -> bool:
        """Whether the arbiter arranged any of the tables."""
        return any(row.table.by_hand for row in self.rows)

    @property
    def untouched(self) -> bool:
        """Whether nothing has been entered yet."""
        return not any(row.done or row.table.games for row in self.rows)

    def game(self, table_pk: int) -> TwoPlayerTable | None:
        return next((game for game in self.games if game.table.pk == table_pk), None)

    def multiplayer_table(self, table_pk: int) -> MultiplayerTable | None:
        return next((row for row in self.multiplayer_tables if row.table.pk == table_pk), None)


def round_view_of(event: Event, round_: Round) -> RoundView:
    """The round with all its tables, in four queries; one more where there is a calendar, and two once
    somebody has withdrawn from it. Organisers read names in full.
    """
    tables = list(Table.objects.filter(round=round_).with_seats())
    everybody = list(event.entries.select_related("player"))
    use_whole_names(event, everybody)
    use_whole_names(event, _seated_at(tables))
    tell_short_names_apart(_seated_at(tables), everybody)
    names = {entry.entry_no: entry.name for entry in everybody}
    round_view = _round_view(event, round_, tables, round_.is_followed(), names)
    round_view.absent = absent_from(round_, everybody, tables)
    round_view.tables = tables
    return round_view


def rows_of(event: Event, round_: Round, tables: Sequence[Table]) -> RoundView:
    """Some tables of the round, read `as_rows`, as its page shows them; no reasons. Nothing is read of the
    others, unless the scoring compares the tables with each other.
    """
    if tables and METHODS[round_.stage.scoring].by_seat:
        tables = tables_of(round_)
    return _round_view(event, round_, tables, any(table.followed for table in tables))


def organisers_rows_of(
    event: Event, round_: Round, tables: Sequence[Table], *, as_tiles: bool = False
) -> RoundView:
    """`rows_of` with the names in full; `as_tiles`: and the short ones told apart, for one more query."""
    round_view = rows_of(event, round_, tables)
    seated = list(_seated_at(row.table for row in round_view.rows))
    use_whole_names(event, seated)
    if seated and as_tiles:
        named = event.entries.select_related("player").only("event", "name", "mark", "player__name")
        tell_short_names_apart(seated, named)
    return round_view


def tell_short_names_apart(seated: Iterable[Entry], everybody: Iterable[Entry]) -> None:
    """As a tile shows them. Needs the names of those in full, and the players of everybody."""
    letters = given_letters(entry.roster_name or entry.own_name for entry in everybody)
    for entry in seated:
        entry.given_letters = letters.get(entry.own_name, 1)


def _seated_at(tables: Iterable[Table]) -> Iterator[Entry]:
    return (seat.entry for table in tables for seat in table.seated)


def tables_changed_since(round_: Round, version: int) -> set[int]:
    """The tables of the round whose results were entered, corrected or undone after that version of the
    event, by primary key.
    """
    entries = ResultEntry.objects.filter(table__round=round_, version__gt=version)
    return set(entries.values_list("table_id", flat=True))


def tables_of(round_: Round, pks: Collection[int] | None = None) -> list[Table]:
    """The tables of the round with these primary keys (None: all of them), `as_rows`."""
    if pks is not None and not pks:
        return []
    tables = round_.tables.games().as_rows().with_seats()
    return list(tables if pks is None else tables.filter(pk__in=pks))


def _round_view(
    event: Event,
    round_: Round,
    tables: Iterable[Table],
    followed: bool,
    names: Mapping[int, str] | None = None,
) -> RoundView:
    annulled_players = annulled_players_of(round_.stage)
    figure = Notation(halves=not METHODS[round_.stage.scoring].multiplayer).figure
    size = games_in_match(round_.stage)
    # A match is won or lost: its games are not worth points.
    scale = USUAL if size is not None else scale_of(scoring_options_of(round_.stage))
    round_view = RoundView(round_, annulled_players, scale, followed, names or {})
    colours = plays_with_colours(event.game)
    for table in tables:
        table.round = round_
        why = reason_texts(table.why, names, colours=colours, figure=figure) if names else []
        seats = table.seated
        if table.number is None:
            note = f" ({requested_bye(points(str(seats[0].score)))})" if table.requested else ""
            round_view.byes.append(ByeRow(seats[0].entry, why, note))
        elif len(seats) == 2:
            round_view.games.append(_game(table, why, size, scale, followed=followed, closed=event.closed))
            round_view.games[-1].colours = colours
        else:
            larger = multiplayer_table_of(table, seats, why)
            larger.locked = followed and larger.finished
            round_view.multiplayer_tables.append(larger)
    for row in round_view.rows:
        row.closed = event.closed
        row.annulled = not annulled_players.isdisjoint(seat.entry.entry_no for seat in row.table.seated)
    if round_view.multiplayer_tables:
        count(round_view.multiplayer_tables, orders_at(event, round_.stage))
    return round_view


def absent_from(round_: Round, everybody: Iterable[Entry], tables: Iterable[Table]) -> list[Entry]:
    """Who is in the stage and has neither a table nor a bye; in a bracket nobody is only absent."""
    stage, number = round_.stage, round_.number
    if has_bracket(stage):
        return []
    seated = {seat.entry_id for table in tables for seat in table.seated}
    return [
        entry
        for entry in sorted(everybody, key=lambda entry: (entry.number or 0, entry.entry_no))
        if entry.pk not in seated
        and (stage.entrants is None or entry.entry_no in stage.entrants)
        and (entry.joined <= number or not is_opening(stage))
        and number < (_first_missed(stage, entry) or number + 1)
    ]


def _first_missed(stage: Stage, entry: Entry) -> int | None:
    return first_round_missed(stage.number, stage.withdrawals.get(str(entry.entry_no)), entry.withdrawn)


def _game(
    table: Table, why: list[str], size: int | None, scale: Scale, *, followed: bool, closed: bool
) -> TwoPlayerTable:
    state = state_of(table)
    outcome = outcome_of(state)
    match = None if size is None else match_in(state, size)
    locked = followed and outcome.finished
    turned = match is not None and match.turned and not locked and not closed
    white, black = (seat.entry for seat in (table.seated[::-1] if turned else table.seated))
    return TwoPlayerTable(
        table=table,
        white=white,
        black=black,
        outcome=outcome,
        locked=locked,
        why=why,
        scale=scale,
        match=match,
        turned=turned,
    )
