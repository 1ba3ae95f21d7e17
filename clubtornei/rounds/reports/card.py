"""The player's card: whom do I meet, with which colour, at which table, and what came of it."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from clubtornei.rounds.core.result_codes import RESULT_CODES
from clubtornei.rounds.core.seat_names import colours_of
from clubtornei.rounds.reports.calendar import ShownRound, ShownTable
from clubtornei.rounds.reports.snapshot import EventSnapshot
from clubtornei.rounds.reports.standings import RoundResult, results_of
from pairing.registry import SYSTEMS
from pairing.system import Reason
from scoring.ledger import Ledger
from scoring.record import Player
from scoring.standings import exact


class CardLine(Struct, frozen=True, kw_only=True):
    """One round of a player.

    `kind`: "game"; "bye", also a rest; "absent"; "withdrawn"; in a bracket "exempt" before it is his turn,
    and "out"; "unknown", a round to come of which nothing is known. `symbol`: the own result; `points`: the
    total after the round, None where it is not played yet.
    `seat`, from 1, and `result` at tables of more than two, where `points` counts no discards.
    """

    round: int
    kind: str
    published: bool
    table: int | None = None
    colour: str = ""
    opponents: tuple[Player, ...] = ()
    outcome: str = ""
    symbol: str = ""
    annulled: bool = False
    points: str | None = None
    seat: int | None = None
    result: RoundResult | None = None
    day: date | None = None
    why: list[Reason] = []

    @property
    def open(self) -> bool:
        """Is it still to be played?"""
        if self.kind != "game" or self.annulled:
            return False
        if self.seat is not None:
            return self.result is None or self.result.kind == "open"
        return self.outcome in ("", "adjourned")


class Card(Struct, frozen=True, kw_only=True):
    """A player with all his rounds. `rank` and `points` are None for who is annulled."""

    player: Player
    rank: int | None
    points: str | None
    annulled: bool
    lines: tuple[CardLine, ...]

    @property
    def next(self) -> CardLine | None:
        """The game to be played first: the one on the board now, or the next of the calendar.

        An adjourned one is played another day, so it comes after those that nobody has begun.
        """
        left = [line for line in self.lines if line.open]
        return min(left, key=lambda line: line.outcome == "adjourned", default=None)


def card(snapshot: EventSnapshot, player: int) -> Card:
    """The card of a player by id. KeyError: nobody has that id."""
    return snapshot.cached(f"card:{player}", lambda: _card(snapshot, snapshot.record().players[player]))


def _card(snapshot: EventSnapshot, player: Player) -> Card:
    ledger = snapshot.ledger
    ranks = snapshot.ranks
    totals = dict(enumerate(_totals(ledger, player.id), 1))
    annulled = player.id in ledger.annulled
    colours = colours_of(SYSTEMS[snapshot.system])
    results = dict(enumerate(results_of(snapshot).get(player.id, ()), 1))
    lines = _until_gone(
        replace(
            _line(player, round_, totals.get(round_.number), colours),
            result=results.get(round_.number),
            day=round_.day,
        )
        for round_ in snapshot.calendar
    )
    if SYSTEMS[snapshot.system].bracket:
        lines = _in_bracket(lines)
    return Card(
        player=player,
        rank=ranks.get(player.id),
        points=None if annulled else exact(ledger.points_of[player.id]),
        annulled=annulled,
        lines=tuple(lines),
    )


def _until_gone(lines: Iterable[CardLine]) -> Iterator[CardLine]:
    """The lines, but of the rounds without a game after a withdrawal only the first."""
    gone = False
    for line in lines:
        if line.kind != "withdrawn" or not gone:
            yield line
        gone = gone or line.kind == "withdrawn"


def _in_bracket(lines: Iterable[CardLine]) -> Iterator[CardLine]:
    """The lines as far as the player is in: before his first round he is exempt, after his last one out."""
    came = False
    for line in lines:
        if line.kind != "unknown" or not line.published:
            came = True
            yield line
        elif not came:
            yield replace(line, kind="exempt")
        else:
            yield replace(line, kind="out")
            return


def _totals(ledger: Ledger, player: int) -> Iterator[str]:
    """The total after each round: what the engine counted for the rounds, one after the other."""
    if player in ledger.annulled:
        return
    total = ledger.head_start(player)
    for outcome in ledger.round_results[player]:
        total += outcome.points
        yield exact(total)


def _line(player: Player, round_: ShownRound, points: str | None, colours: Sequence[str]) -> CardLine:
    for table in round_.tables:
        if player in table.seats:
            return _game(player, round_, table, points, colours)
    for bye in round_.byes:
        if bye.player.id == player.id:
            return CardLine(
                round=round_.number, kind="bye", published=round_.published, points=points, why=bye.why
            )
    gone = player.withdrawn is not None and round_.number >= player.withdrawn
    kind = "withdrawn" if gone else "absent" if not player.plays_in(round_.number) else "unknown"
    return CardLine(round=round_.number, kind=kind, published=round_.published, points=points)


def _game(
    player: Player, round_: ShownRound, table: ShownTable, points: str | None, colours: Sequence[str]
) -> CardLine:
    seat = table.seats.index(player)
    two = len(table.seats) == 2
    return CardLine(
        round=round_.number,
        kind="game",
        published=round_.published,
        table=table.number,
        colour=colours[seat] if two else "",
        opponents=tuple(other for other in table.seats if other.id != player.id),
        outcome=table.outcome,
        symbol=_symbol(table, seat) if two else "",
        seat=None if two else seat + 1,
        annulled=table.annulled,
        points=points if table.finished or table.annulled else None,
    )


def _symbol(table: ShownTable, seat: int) -> str:
    """The own result of a table of two; of a match how it stands, the own points first."""
    outcome = RESULT_CODES[table.outcome]
    if table.match_score is None or outcome.forfeit:
        return outcome.symbols[seat]
    return f"{table.match_score[seat]} – {table.match_score[1 - seat]}"
