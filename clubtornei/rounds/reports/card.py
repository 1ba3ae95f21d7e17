"""A player's card: opponent, colour, table and result of each of his rounds."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from enum import StrEnum
from fractions import Fraction

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.stage_titles import round_title
from clubtornei.rounds.documents.calendar import ShownRound, ShownTable
from clubtornei.rounds.documents.event_snapshot import EventSnapshot, cached_by_version
from clubtornei.rounds.reports.report import RoundPoints
from clubtornei.rounds.reports.standings import results_of
from clubtornei.rounds.state.formatting import ordinal, points_in_words
from clubtornei.rounds.state.result_codes import RESULT_CODES, OutcomeCode, SeatResult
from clubtornei.rounds.state.table_words import SeatColour, colours_of
from pairing.registry import SYSTEMS
from pairing.system import Reason
from scoring.ledger import Ledger
from scoring.record import DocumentPlayer
from scoring.standings import decimal_text
from scoring.withdrawals import Withdrawal, withdrawal_of


class LineKind(StrEnum):
    """What a round is for a player. BYE: also a rest of the calendar. In a bracket he is EXEMPT before the
    round in which he enters, and OUT after his last match. UNKNOWN: a future round without a calendar.
    """

    GAME = "game"
    BYE = "bye"
    ABSENT = "absent"
    WITHDRAWN = "withdrawn"
    EXEMPT = "exempt"
    OUT = "out"
    UNKNOWN = "unknown"


class CardLine(Struct, frozen=True, kw_only=True):
    """One round of a player.

    `symbol`: his own result; `points`: his total after the round, None if it is not finished. At multiplayer
    tables there are `seat`, from 1, and `result`, and `points` includes results that are discarded.
    `is_next`: it is his next game. `annulled_by_withdrawal`: it is annulled with the opponent's results.
    """

    round: int
    kind: LineKind
    published: bool
    table: int | None = None
    colour: SeatColour = ""
    opponents: tuple[DocumentPlayer, ...] = ()
    outcome: OutcomeCode = ""
    symbol: SeatResult = SeatResult()
    annulled: bool = False
    points: str | None = None
    seat: int | None = None
    result: RoundPoints | None = None
    day: date | None = None
    why: list[Reason] = []
    is_next: bool = False
    annulled_by_withdrawal: bool = False

    @property
    def adjourned(self) -> bool:
        return self.outcome == "adjourned"

    @property
    def open(self) -> bool:
        """Whether the round is a game that is not finished."""
        if self.kind is not LineKind.GAME or self.annulled:
            return False
        if self.seat is not None:
            return self.result is None or self.result.kind.is_open
        return self.adjourned or not self.outcome


class Card(Struct, frozen=True, kw_only=True):
    """A player with all his rounds. `rank` and `points` are None if his results are annulled. `withdrawal`:
    its effect, if he has left.
    """

    player: DocumentPlayer
    rank: int | None
    points: str | None
    annulled: bool
    lines: tuple[CardLine, ...]
    withdrawal: Withdrawal | None = None

    @property
    def next(self) -> CardLine | None:
        """The player's next game; none in an event that is closed."""
        return next((line for line in self.lines if line.is_next), None)


@cached_by_version
def card(snapshot: EventSnapshot, player_id: int) -> Card:
    """The card of the player with that id. Raises KeyError."""
    player, ledger = snapshot.record().players[player_id], snapshot.ledger
    totals = dict(enumerate(_totals(ledger, player.id), 1))
    annulled = player.id in ledger.annulled
    colours = colours_of(SYSTEMS[snapshot.system], snapshot.event)
    results = dict(enumerate(results_of(snapshot).get(player.id, ()), 1))
    lines = _until_withdrawal(
        replace(
            _line(player, round_, totals.get(round_.number), colours),
            result=results.get(round_.number),
            day=round_.day,
        )
        for round_ in snapshot.calendar
    )
    if SYSTEMS[snapshot.system].bracket:
        lines = _in_bracket(lines)
    shown = list(lines)
    following = None if snapshot.event.closed else _next_game(shown)
    return Card(
        player=player,
        rank=snapshot.ranks.get(player.id),
        points=None if annulled else decimal_text(ledger.points_of[player.id], snapshot.decimals),
        annulled=annulled,
        lines=tuple(
            replace(
                line,
                is_next=line is following,
                annulled_by_withdrawal=line.annulled and not annulled,
            )
            for line in shown
        ),
        withdrawal=withdrawal_of(ledger.record, player.id, player.withdrawn) if player.withdrawn else None,
    )


def _next_game(lines: Iterable[CardLine]) -> CardLine | None:
    """The first open game that is not adjourned, else the first adjourned one."""
    return min((line for line in lines if line.open), key=lambda line: line.adjourned, default=None)


def _until_withdrawal(lines: Iterable[CardLine]) -> Iterator[CardLine]:
    """The lines without those of kind WITHDRAWN after the first of them."""
    withdrawn = False
    for line in lines:
        is_withdrawn = line.kind is LineKind.WITHDRAWN
        if not (is_withdrawn and withdrawn):
            yield line
        withdrawn = withdrawn or is_withdrawn


def _in_bracket(lines: Iterable[CardLine]) -> Iterator[CardLine]:
    """The lines of a bracket: EXEMPT before the player's first round, and one line OUT after his last."""
    entered = False
    for line in lines:
        if line.kind != LineKind.UNKNOWN or not line.published:
            entered = True
            yield line
        else:
            yield replace(line, kind=LineKind.OUT if entered else LineKind.EXEMPT)
            if entered:
                return


def _totals(ledger: Ledger, player: int) -> Iterator[str]:
    """The player's total after each round; nothing if his results are annulled."""
    if player in ledger.annulled:
        return
    total, given = ledger.head_start(player), ledger.record.adjustments.get(player, {})
    for number, outcome in enumerate(ledger.round_results[player], 1):
        total += outcome.points + given.get(number, 0)
        yield decimal_text(total, ledger.record.method.decimals)


def _line(
    player: DocumentPlayer, round_: ShownRound, points: str | None, colours: Sequence[SeatColour]
) -> CardLine:
    for table in round_.tables:
        if player in table.seats:
            return _game(player, round_, table, points, colours)
    bye = next((bye for bye in round_.byes if bye.player.id == player.id), None)
    kind = LineKind.BYE if bye else _kind_without_seat(player, round_.number)
    why = bye.why if bye else []
    return CardLine(round=round_.number, kind=kind, published=round_.published, points=points, why=why)


def _kind_without_seat(player: DocumentPlayer, round_number: int) -> LineKind:
    if player.withdrawn is not None and round_number >= player.withdrawn:
        return LineKind.WITHDRAWN
    return LineKind.UNKNOWN if player.plays_in(round_number) else LineKind.ABSENT


def _game(
    player: DocumentPlayer,
    round_: ShownRound,
    table: ShownTable,
    points: str | None,
    colours: Sequence[SeatColour],
) -> CardLine:
    seat = table.seats.index(player)
    is_pair = len(table.seats) == 2
    return CardLine(
        round=round_.number,
        kind=LineKind.GAME,
        published=round_.published,
        table=table.number,
        colour=table.colour_of(seat, colours),
        opponents=tuple(other for other in table.seats if other.id != player.id),
        outcome=table.outcome,
        symbol=symbol_of(table, seat) if is_pair else SeatResult(),
        seat=None if is_pair else seat + 1,
        annulled=table.annulled,
        points=points if table.finished or table.annulled else None,
    )


def symbol_of(table: ShownTable, seat: int) -> SeatResult:
    """The result of a table of two from this seat; of a match its score, with the seat's points first."""
    outcome = RESULT_CODES[table.outcome].on(table.scale)
    if table.match_score is None or outcome.forfeit:
        return outcome.of_seat(seat)
    return score_of(table, seat)


def score_of(table: ShownTable, seat: int) -> SeatResult:
    """What both have at a finished table of two, with the seat's points first."""
    outcome = RESULT_CODES[table.outcome].on(table.scale)
    if table.match_score is None or outcome.forfeit:
        own, other = (outcome.of_seat(each).points for each in (seat, 1 - seat))
    else:
        own, other = table.match_score[seat], table.match_score[1 - seat]
    return SeatResult(f"{own} – {other}", outcome.forfeit)


def table_ties_of(snapshot: EventSnapshot, player: int, after: int | None = None) -> list[str]:
    """The player's ties in the stage, a sentence each. `after`: in the rounds up to that one; None: in
    all.
    """
    if not snapshot.multiplayer:
        return []
    stage, rounds = snapshot.stages.title, snapshot.progress.total
    return [
        _("%(round)s, tavolo %(table)d: %(tie)s")
        % {"round": round_title(round_.number, stage, rounds=rounds), "table": table.number, "tie": tie}
        for round_ in snapshot.calendar
        if after is None or round_.number <= after
        for table in round_.tables
        for tie in table.ties_of(player)
    ]


def standing_in(snapshot: EventSnapshot, player: int) -> str:
    """Place in the stage shown, and the points where they decide it: «Eliminatoria: 25°, 145 punti»."""
    if not snapshot.progress.started:
        return snapshot.stages.title
    rank = snapshot.ranks.get(player)
    parts = [ordinal(rank)] if rank else []
    if "points" in snapshot.ranking:
        points = decimal_text(snapshot.ledger.points_of.get(player, Fraction(0)), snapshot.decimals)
        parts.append(points_in_words(snapshot.notation.points(points)))
    return f"{snapshot.stages.title or _('In classifica')}: {', '.join(parts)}" if parts else ""


def other_standings(snapshot: EventSnapshot, players: Iterable[int]) -> dict[int, list[str]]:
    """What these players have in each other stage that has results, by id."""
    numbers = [tab.number for tab in snapshot.stages.begun if tab.number != snapshot.stages.shown]
    others = [stage for stage in map(snapshot.of_stage, numbers) if stage.progress.started]
    return {
        player: [standing_in(stage, player) for stage in others if player in stage.players]
        for player in players
    }


def final_standing(snapshot: EventSnapshot, player: int) -> str:
    """The player's place in the final ranking over several stages, and the sum; empty before the closing."""
    row = next((row for row in snapshot.announced if row.player == player), None)
    if not snapshot.stages.several or row is None or not row.rank:
        return ""
    said = _("Classifica finale: %(place)s") % {"place": ordinal(row.rank)}
    points = row.values.get("points")
    total = points and _("somma %(points)s") % {"points": snapshot.notation.points(points)}
    return f"{said}, {total}" if total else said


def event_ties_of(snapshot: EventSnapshot, player: int) -> list[str]:
    """The player's ties in all stages."""
    return [
        tie
        for tab in snapshot.stages_with(player)
        for tie in table_ties_of(snapshot.of_stage(tab.number), player)
    ]
