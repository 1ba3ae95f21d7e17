"""View-models of the rounds of a stage: the published ones, and the future ones of its calendar."""

from collections.abc import Sequence
from datetime import date, datetime, time
from fractions import Fraction

from django.utils.translation import gettext as _
from msgspec import Struct, structs

from clubtornei.rounds.state.formatting import points, requested_bye
from clubtornei.rounds.state.larger_tables import tie_texts
from clubtornei.rounds.state.matches import due_game_reason, due_game_text, due_game_title
from clubtornei.rounds.state.result_codes import RESULT_CODES, USUAL, OutcomeCode, Scale, outcome_of, scale_of
from clubtornei.rounds.state.site_facts import round_facts, stage_facts, stored, table_facts, table_number
from clubtornei.rounds.state.table_state import match_score_of, score_texts, state_in
from clubtornei.rounds.state.table_words import SeatColour
from clubtornei.text.untyped import LazyText
from pairing.bracket import has_withdrawn
from pairing.quality import Quality
from pairing.registry import SYSTEMS, bracket, calendar
from pairing.system import Draw, NoLegalPairing, PairedTable, Reason
from scoring.method import Scored
from scoring.record import Bye, DocumentError, DocumentPlayer, DocumentRound, DocumentTable, Record, SeatScore
from scoring.standings import decimal_text
from scoring.table_ties import TableOrder, TableOrders
from scoring.withdrawals import annulled


class ShownSeat(Struct, frozen=True, kw_only=True):
    """A seat at a multiplayer table: its recorded score (None: not yet), place and points."""

    player: DocumentPlayer
    score: SeatScore | None = None
    place: int | None = None
    points: str | None = None

    @property
    def is_first(self) -> bool:
        return self.place == 1


class ShownTable(Struct, frozen=True, kw_only=True):
    """A table. `outcome`: the code of its result (see state.result_codes) at a table of two, empty if there
    is none; `scale`: what results are worth there. `match_score`: the points of both in a match of several
    games; `next_game`: the number of the one to be played, once others have been. `seat_rows`: the seats of a
    multiplayer table, in their order. `third_place`: whether it is the match for third place. `order`: at a
    multiplayer table with a result, with all ties that it breaks; `decimals`: of points there.
    """

    number: int
    seats: tuple[DocumentPlayer, ...]
    seat_rows: tuple[ShownSeat, ...] = ()
    outcome: OutcomeCode = ""
    match_score: tuple[str, str] | None = None
    next_game: int | None = None
    annulled: bool = False
    by_hand: bool = False
    why: list[Reason] = []
    scale: Scale = USUAL
    third_place: bool = False
    order: TableOrder | None = None
    decimals: int = 0

    @property
    def ties(self) -> list[str]:
        """What decided the ties at a multiplayer table, and which are left, in words."""
        return self._texts_of(self.order)

    def ties_of(self, player: int) -> list[str]:
        """The ties of one player."""
        if self.order is None:
            return []
        broken = tuple(tie for tie in self.order.broken if player in tie.players)
        left = tuple(tie for tie in self.order.open if player in tie.players)
        return self._texts_of(structs.replace(self.order, broken=broken, open=left))

    def _texts_of(self, order: TableOrder | None) -> list[str]:
        names = {seat.player.id: seat.player.name for seat in self.seat_rows}
        scores = {seat.player.id: seat.score for seat in self.seat_rows if seat.score}
        return [] if self.annulled else tie_texts(order, names, scores, self.decimals)

    @property
    def symbols(self) -> tuple[LazyText, LazyText]:
        """The results of both seats of a table of two, as a crosstable shows them."""
        return RESULT_CODES[self.outcome].on(self.scale).symbols

    @property
    def turned(self) -> bool:
        """Whether the second seat has White now: colours alternate from game to game of a match."""
        return self.next_game is not None and self.next_game % 2 == 0

    @property
    def white(self) -> DocumentPlayer:
        return self.seats[self.turned]

    @property
    def black(self) -> DocumentPlayer:
        return self.seats[not self.turned]

    @property
    def white_and_black(self) -> tuple[DocumentPlayer, DocumentPlayer]:
        return self.white, self.black

    def colour_of(self, seat: int, colours: Sequence[SeatColour]) -> SeatColour:
        """The colour that a seat, from 0, has now; `colours`: those of a table of two, in seat order."""
        return colours[seat ^ self.turned] if len(self.seats) == 2 else ""

    @property
    def due_game(self) -> int | None:
        """The game of a match that is played now: none while it is adjourned."""
        return None if self.adjourned else self.next_game

    @property
    def next_game_title(self) -> str:
        """Which game of a match that has begun comes next; else empty."""
        return due_game_title(self.next_game) if self.next_game else ""

    @property
    def due_game_text(self) -> str:
        """Which game of a match that has begun is played now, and how it stands, White first; else empty."""
        return due_game_text(self.due_game, self._shown_score) if self.due_game else ""

    def due_game_reason(self, *, colours: bool) -> str:
        """Why they sit so in that game; `colours`: whether it has them."""
        if not self.due_game:
            return ""
        return due_game_reason(self.due_game, self.white.name, self._shown_score, colours=colours)

    @property
    def _shown_score(self) -> tuple[str, str]:
        """`match_score` as White and Black have it."""
        first, second = self.match_score or ("0", "0")
        return (second, first) if self.turned else (first, second)

    @property
    def result(self) -> str:
        """The result of a table of two in symbols; of a match its score so far."""
        outcome = RESULT_CODES[self.outcome].on(self.scale)
        return outcome.label if self.match_score is None or outcome.forfeit else " – ".join(self._shown_score)

    @property
    def listed_seats(self) -> list[tuple[int, ShownSeat]]:
        """The seats of a multiplayer table with their numbers: by place once it is finished."""
        listed = list(enumerate(self.seat_rows, 1))
        if self.finished:
            listed.sort(key=_place_of)
        return listed

    @property
    def unrated(self) -> bool:
        """Whether its result does not count for the rating."""
        return RESULT_CODES[self.outcome].unrated

    @property
    def recorded(self) -> str:
        """The result, or the points at a larger table, as one text; empty until it is finished."""
        if self.seat_rows:
            return " ".join(seat.points or "" for seat in self.seat_rows) if self.finished else ""
        return self.result

    @property
    def meaning(self) -> str:
        """The result in words."""
        if self.match_score is None or RESULT_CODES[self.outcome].forfeit:
            return RESULT_CODES[self.outcome].in_words(self.white.name, self.black.name)
        first, second = self._shown_score
        return _("%(first)s a %(second)s") % {"first": first, "second": second}

    @property
    def unplayed(self) -> "ShownTable":
        """As it was before the game."""
        seats = tuple(ShownSeat(player=seat.player) for seat in self.seat_rows)
        return structs.replace(
            self, seat_rows=seats, order=None, outcome="", match_score=None, next_game=None
        )

    @property
    def finished(self) -> bool:
        if self.seat_rows:
            return all(seat.score is not None for seat in self.seat_rows)
        return self.outcome not in ("", "adjourned")

    @property
    def adjourned(self) -> bool:
        return self.outcome == "adjourned"


def _place_of(listed: tuple[int, ShownSeat]) -> int:
    return listed[1].place or 0


class ShownBye(Struct, frozen=True, kw_only=True):
    """A player with a bye, and the reasons for it; of one that he `requested`, what it is worth."""

    player: DocumentPlayer
    why: list[Reason]
    requested: bool = False
    points: Fraction | None = None

    @property
    def note(self) -> str:
        """That he asked for it, with what it is worth; else empty."""
        return "" if self.points is None else f" ({requested_bye(points(decimal_text(self.points)))})"


class ShownRound(Struct, frozen=True, kw_only=True):
    """A round. `published`: False for a future round of the calendar. `day`: on which it is played, if known.
    `quality`: of the draw, if its system gives one; `reason_texts.quality_texts` makes sentences of it.
    `absent`: who is in the stage, and has neither a table nor a bye.
    """

    number: int
    published: bool
    tables: tuple[ShownTable, ...]
    byes: tuple[ShownBye, ...]
    day: date | None = None
    quality: Quality = {}
    absent: tuple[DocumentPlayer, ...] = ()

    @property
    def day_without_time(self) -> date | None:
        """Its day alone, where its time is said by itself."""
        return self.day.date() if isinstance(self.day, datetime) else self.day

    @property
    def starts_at(self) -> time | None:
        """When it begins, if that is planned."""
        return self.day.time() if isinstance(self.day, datetime) else None

    @property
    def unplayed(self) -> "ShownRound":
        """Who meets whom, and when."""
        return structs.replace(self, tables=tuple(table.unplayed for table in self.tables))

    @property
    def multiplayer(self) -> bool:
        """Whether its tables have more than two seats."""
        return any(table.seat_rows for table in self.tables)

    @property
    def has_adjourned(self) -> bool:
        """Whether any of its games is finished another day."""
        return any(table.adjourned for table in self.tables)

    @property
    def by_hand(self) -> bool:
        """Whether any of its tables was changed by hand."""
        return any(table.by_hand for table in self.tables)


def calendar_of(record: Record) -> tuple[ShownRound, ...]:
    """All rounds of the record, then the future ones, if its system determines them."""
    annulled_players = annulled(record)
    played = (round_of(record, number, annulled_players) for number in range(1, record.next_round))
    return (*played, *future_rounds(record))


def future_rounds(record: Record) -> tuple[ShownRound, ...]:
    """The rounds after those of the record, if its system determines them."""
    try:
        draws = calendar(record)
    except (NoLegalPairing, DocumentError):  # all rounds are played, or the system has no calendar
        return ()
    return tuple(_future_round(record, number, draw) for number, draw in enumerate(draws, record.next_round))


def round_of(record: Record, number: int, annulled_players: frozenset[int]) -> ShownRound:
    """One round of the record, from 1. `annulled_players`: those of the record whose games are annulled."""
    round_: DocumentRound = record.rounds[number - 1]
    third = _third_place(record, number)
    scored_tables = record.method.score(round_.tables, record.scoring_options)
    scale = scale_of(record.scoring_options)
    orders = TableOrders(record)
    return ShownRound(
        number=number,
        published=True,
        tables=tuple(
            _table(orders, place, table, scored, annulled_players, scale, third=table is third)
            for place, (table, scored) in enumerate(zip(round_.tables, scored_tables, strict=True), 1)
        ),
        byes=tuple(_bye(record, bye) for bye in round_.byes),
        day=_day(record, number),
        quality=round_facts(round_).quality_of_draw,
        absent=_absent(record, number),
    )


def _absent(record: Record, number: int) -> tuple[DocumentPlayer, ...]:
    """Who has joined and not left, and plays nothing in the round; in a bracket nobody is only absent."""
    if SYSTEMS[record.spec.name].bracket:
        return ()
    round_ = record.rounds[number - 1]
    placed = {player for table in round_.tables for player in table.seats}
    placed |= {bye.player for bye in round_.byes}
    return tuple(
        player
        for player in record.by_number
        if player.id not in placed
        and player.joined <= number
        and not has_withdrawn(record, player.id, number)
    )


def _third_place(record: Record, number: int) -> DocumentTable | None:
    """The match for third place, if it is in that round."""
    try:
        grid = bracket(record)
    except (NoLegalPairing, DocumentError):
        return None
    return grid.third_place() if grid and number == grid.grid.rounds else None


def _day(record: Record, number: int) -> date | None:
    return stage_facts(record.stage).planned(number)


def _table(
    orders: TableOrders,
    place: int,
    table: DocumentTable,
    scored: Scored | None,
    annulled_players: frozenset[int],
    scale: Scale,
    *,
    third: bool,
) -> ShownTable:
    record, outcome = orders.record, _outcome(table)
    order = orders.of(table) if len(table.seats) > 2 else None
    return ShownTable(
        number=table_number(table, place),
        seats=tuple(record.players[player] for player in table.seats),
        seat_rows=_seat_rows(record, table, scored, order) if len(table.seats) > 2 else (),
        order=order,
        decimals=record.method.decimals,
        outcome=outcome,
        match_score=score_of(table),
        next_game=len(table.games) + 1 if table.games and outcome in ("", "adjourned") else None,
        annulled=not annulled_players.isdisjoint(table.seats),
        by_hand=table.by_hand,
        why=table_facts(table).why,
        scale=scale,
        third_place=third,
    )


def _seat_rows(
    record: Record, table: DocumentTable, scored: Scored | None, order: TableOrder | None
) -> tuple[ShownSeat, ...]:
    """Places are those of the order; those among all at a wind are the method's."""
    places = scored if order is None or record.method.by_seat else order
    scores = table.seat_scores or [None] * len(table.seats)
    return tuple(
        ShownSeat(
            player=record.players[player],
            score=score,
            place=places.places[seat] if scored and places else None,
            points=decimal_text(scored.points[seat], record.method.decimals) if scored else None,
        )
        for seat, (player, score) in enumerate(zip(table.seats, scores, strict=True))
    )


def score_of(table: DocumentTable) -> tuple[str, str] | None:
    """The score of a match so far, or what each of two scored in a game; None: it has neither."""
    if table.score is not None:
        return score_texts(table.score)
    return match_score_of(table.games) if table.games else None


def _outcome(table: DocumentTable) -> OutcomeCode:
    return outcome_of(state_in(table)).code if len(table.seats) == 2 else ""


def _bye(record: Record, bye: Bye) -> ShownBye:
    return ShownBye(
        player=record.players[bye.player],
        why=table_facts(bye).why,
        requested=bye.requested,
        points=Fraction(bye.points) if bye.requested else None,
    )


def _future_round(record: Record, number: int, draw: Draw) -> ShownRound:
    return ShownRound(
        number=number,
        published=False,
        tables=tuple(_future_table(record, place, table) for place, table in enumerate(draw.tables, 1)),
        byes=tuple(ShownBye(player=record.players[bye.player], why=stored(bye.why)) for bye in draw.byes),
        day=_day(record, number),
        quality=draw.quality,
    )


def _future_table(record: Record, number: int, seating: PairedTable) -> ShownTable:
    table = DocumentTable(seats=seating.seats, result=seating.result, forfeit=seating.forfeit)
    return ShownTable(
        number=number,
        seats=tuple(record.players[player] for player in seating.seats),
        seat_rows=_seat_rows(record, table, None, None) if len(table.seats) > 2 else (),
        outcome=_outcome(table),
    )
