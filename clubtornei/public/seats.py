"""What each player looks for on his phone: his seat, his games so far, and the places he can still have."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from msgspec import Struct

from clubtornei.public.player_status import PlayerStatus
from clubtornei.rounds.documents.calendar import ShownRound, ShownTable
from clubtornei.rounds.documents.event_snapshot import EventSnapshot, cached_by_version
from clubtornei.rounds.reports.card import other_standings, score_of, symbol_of
from clubtornei.rounds.reports.clinch import reachable_places
from clubtornei.rounds.reports.places import places_report
from clubtornei.rounds.reports.prizes import Won, won_prizes
from clubtornei.rounds.reports.report import ReportRow
from clubtornei.rounds.state.formatting import ordinal
from clubtornei.rounds.state.result_codes import HALF, RESULT_CODES, SeatResult
from clubtornei.rounds.state.table_words import SeatColour
from pairing.registry import SYSTEMS
from scoring.standings import decimal_text

VERDICTS: Mapping[tuple[object, object], Promise] = {
    (1, 0): gettext_lazy("Hai vinto"),
    (0, 1): gettext_lazy("Hai perso"),
    (0, 0): gettext_lazy("Hai perso"),
    (HALF, HALF): gettext_lazy("Patta"),
}
"""What a result of two seats means for who has the first of both scores; an arbiter's halves have no word."""


class Opponent(Struct, frozen=True):
    """Somebody whom a player met: by the id of his own card, which has his name; who has none, by `name`."""

    card: int | None
    name: str = ""


class PlayedGame(Struct, frozen=True, kw_only=True):
    """A round of a player: his `symbol` at a table of two, or his `points` at a larger one, once there are
    any; `score`: what both have at a table of two, his own first; `verdict`: how it ended there for him.
    `table_place`: his place at a finished larger table, `won`: alone in front, `level`: others share it; all
    only where places are those at the table. `finished`: his table has its result; `missed`: he had no table;
    `bye`: he had a bye, whose `points` are empty where it has none.
    """

    round: int
    opponents: tuple[Opponent, ...] = ()
    colour: SeatColour = ""
    symbol: SeatResult = SeatResult()
    score: SeatResult = SeatResult()
    verdict: Promise | str = ""
    points: str = ""
    table_place: int | None = None
    won: bool = False
    level: bool = False
    missed: bool = False
    bye: bool = False
    finished: bool = False

    @property
    def headline(self) -> Promise | str:
        """How it ended for him; empty where only the figures say it."""
        if self.won:
            return str(VERDICTS[1, 0])
        if self.table_place:
            words = gettext("%(place)s alla pari al tavolo") if self.level else gettext("%(place)s al tavolo")
            return words % {"place": ordinal(self.table_place)}
        return self.verdict


class SeatCard(Struct, frozen=True, kw_only=True):
    """A player in the round shown, with his row of `places_report`. `rank` and `points` are as far as there
    are results; `reachable`: the best and the worst place that he can still have, where that can be told and
    is not any at all; `won`: his confirmed prizes; `elsewhere`: his places and points in
    other stages; `status`: what comes next for him, or None.
    """

    row: ReportRow
    games: tuple[PlayedGame, ...]
    rank: int | None
    points: str
    reachable: tuple[int, int] | None
    won: tuple[Won, ...] = ()
    elsewhere: Sequence[str] = ()
    status: PlayerStatus | None = None

    @property
    def best(self) -> int | None:
        return self.reachable[0] if self.reachable else None

    @property
    def worst(self) -> int | None:
        return self.reachable[1] if self.reachable else None

    @property
    def is_over(self) -> bool:
        """Whether his table of the round shown has its result."""
        return self.now.finished

    @property
    def now(self) -> PlayedGame:
        """His game in the round shown."""
        return self.games[-1]


@cached_by_version
def seat_cards(snapshot: EventSnapshot, number: int, colours: Sequence[SeatColour]) -> list[SeatCard]:
    """The players of a published round in alphabetical order; `colours`: of a table of two."""
    rounds = [snapshot.round(each) for each in range(1, number + 1)]
    rows = {row.player: row for row in places_report(snapshot, rounds[-1]).rows if row.player is not None}
    games = _games(rounds, colours, rows, placed=not snapshot.record().method.by_seat)
    byes = _byes(snapshot, rounds)
    won, elsewhere = won_prizes(snapshot), other_standings(snapshot, rows)
    reachable, ledger = reachable_places(snapshot), snapshot.ledger
    narrowed = {player: places for player, places in reachable.items() if places != (1, len(reachable))}
    return [
        SeatCard(
            row=row,
            games=tuple(
                games[each.number].get(player)
                or byes.get((each.number, player))
                or PlayedGame(round=each.number, missed=True)
                for each in rounds
            ),
            rank=snapshot.ranks.get(player),
            points=decimal_text(ledger.points_of.get(player, Fraction(0)), snapshot.decimals),
            reachable=narrowed.get(player),
            won=won.get(player, ()),
            elsewhere=elsewhere[player],
        )
        for player, row in rows.items()
    ]


def _games(
    rounds: Sequence[ShownRound],
    colours: Sequence[SeatColour],
    with_card: Collection[int],
    *,
    placed: bool,
) -> Mapping[int, Mapping[int, PlayedGame]]:
    """The tables of the rounds from each seat: by number of the round, then by id of the player. `placed`:
    whether places are those at the table.
    """
    games: dict[int, dict[int, PlayedGame]] = defaultdict(dict)
    for round_ in rounds:
        for table in round_.tables:
            for seat, player in enumerate(table.seats):
                opponents = tuple(
                    Opponent(other.id) if other.id in with_card else Opponent(None, other.name)
                    for other in table.seats
                    if other.id != player.id
                )
                games[round_.number][player.id] = (
                    _game_of_many(round_.number, table, seat, opponents, placed=placed)
                    if table.seat_rows
                    else _game_of_two(round_.number, table, seat, opponents, colours)
                )
    return games


def _game_of_many(
    number: int, table: ShownTable, seat: int, opponents: tuple[Opponent, ...], *, placed: bool
) -> PlayedGame:
    """The game of a seat, from 0, at a table of more than two; it has no place before it is finished."""
    places = table.order.places if placed and table.finished and table.order else None
    return PlayedGame(
        round=number,
        opponents=opponents,
        finished=table.finished,
        points=table.seat_rows[seat].points or "",
        table_place=places[seat] if places else None,
        won=places is not None and places[seat] == 1 and places.count(1) == 1,
        level=places is not None and places.count(places[seat]) > 1,
    )


def _game_of_two(
    number: int,
    table: ShownTable,
    seat: int,
    opponents: tuple[Opponent, ...],
    colours: Sequence[SeatColour],
) -> PlayedGame:
    first, second = RESULT_CODES[table.outcome].scores
    return PlayedGame(
        round=number,
        opponents=opponents,
        finished=table.finished,
        colour=table.colour_of(seat, colours),
        symbol=symbol_of(table, seat),
        score=score_of(table, seat),
        verdict=VERDICTS.get((second, first) if seat else (first, second), ""),
    )


def _byes(snapshot: EventSnapshot, rounds: Sequence[ShownRound]) -> Mapping[tuple[int, int], PlayedGame]:
    """The byes of the rounds with what they are worth, by number of the round and id of the player."""
    return {
        (round_.number, bye.player.id): PlayedGame(
            round=round_.number,
            missed=True,
            bye=True,
            points=_worth(snapshot, bye.player.id, round_.number),
        )
        for round_ in rounds
        for bye in round_.byes
    }


def _worth(snapshot: EventSnapshot, player: int, number: int) -> str:
    """The points of that bye; empty for a rest of a round robin, and in a knockout."""
    results = snapshot.ledger.round_results.get(player)
    if results is None or SYSTEMS[snapshot.system].bracket:
        return ""
    result = results[number - 1]
    return decimal_text(result.points, snapshot.decimals) if result.code.is_bye else ""
