"""Everybody's games as a report, in the form that fits the system: everybody against everybody, round by
round, or at multiplayer tables whom each has met.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from django.utils.translation import gettext as _

from clubtornei.rounds.documents.calendar import ShownRound, ShownTable
from clubtornei.rounds.documents.event_snapshot import EventSnapshot, cached_by_version
from clubtornei.rounds.reports.report import (
    NAME,
    RANK,
    Column,
    ColumnKind,
    CrossGame,
    CrossRound,
    Mark,
    Opponents,
    Report,
    ReportRow,
    Value,
)
from clubtornei.rounds.state.table_words import SeatColour, colours_of, has_colours
from pairing.registry import SYSTEMS
from scoring.ledger import ResultKind
from scoring.record import DocumentPlayer

ADJOURNED = "a"
"""The key that enters it: a cell has no room for the word, which the legend says."""
ROW, POINTS = "row", "points"

ValuesOf = Callable[[DocumentPlayer], Mapping[str, Value]]


def is_by_round(snapshot: EventSnapshot) -> bool:
    """Whether it has a column a round: who meets whom is not known beforehand."""
    return not snapshot.multiplayer and SYSTEMS[snapshot.system].calendar is None


def crosstable_title(snapshot: EventSnapshot) -> str:
    """What it is called, in the form that fits the system."""
    if snapshot.multiplayer:
        return _("Incontri")
    return _("Tabella")


@cached_by_version
def crosstable_report(snapshot: EventSnapshot, *, by_rank: bool = True, on_paper: bool = False) -> Report:
    """In the order of the ranking, or of the players' numbers. `on_paper`: with the legend of a sheet, where
    the cells of games to come are left to be written in.
    """
    make = _meetings if snapshot.multiplayer else _by_round if is_by_round(snapshot) else _against_all
    return make(snapshot, by_rank, on_paper)


def _against_all(snapshot: EventSnapshot, by_rank: bool, on_paper: bool) -> Report:
    games, rests = _games(snapshot.calendar, colours_of(SYSTEMS[snapshot.system], snapshot.event))
    order = snapshot.order(by_rank=by_rank)

    def values(player: DocumentPlayer) -> Mapping[str, Value]:
        against = {_against(other): tuple(games[player.id, other]) for other in order if other != player.id}
        return {**against, "rests": ", ".join(map(str, rests[player.id]))}

    has_rests = Column(
        key="rests",
        title=_("Rip."),
        meaning=_("Turni di riposo"),
        kind=ColumnKind.TEXT,
        is_idle=not any(rests.values()),
    )
    return _report(
        snapshot,
        order,
        title=_("Tabella"),
        columns=_opponents(snapshot, order),
        behind=[has_rests],
        values=values,
        footnotes=_legend(snapshot, snapshot.calendar, on_paper),
    )


def _by_round(snapshot: EventSnapshot, by_rank: bool, on_paper: bool) -> Report:
    order, system = snapshot.order(by_rank=by_rank), SYSTEMS[snapshot.system]
    numbers = range(1, snapshot.progress.rounds + 1)
    rounds = [snapshot.round(number) for number in numbers]
    rows = {player: row for row, player in enumerate(order, 1)}
    cells = [_cells_of_round(round_, rows, colours_of(system, snapshot.event)) for round_ in rounds]

    def values(player: DocumentPlayer) -> Mapping[str, Value]:
        steps = _steps(snapshot, player, cells)
        return {f"round-{number}": step for number, step in zip(numbers, steps, strict=True) if step}

    about = _("Di ogni turno: la riga dell’avversario e il risultato.")
    return _report(
        snapshot,
        order,
        title=_("Tabella"),
        columns=[
            Column(
                key=f"round-{number}",
                title=_("T%(number)d") % {"number": number},
                meaning=_("Turno %(number)d") % {"number": number},
                kind=ColumnKind.CROSS_ROUND,
            )
            for number in numbers
        ],
        values=values,
        footnotes=(about, *_legend(snapshot, rounds, on_paper)),
    )


def _meetings(snapshot: EventSnapshot, by_rank: bool, _on_paper: bool) -> Report:
    order = snapshot.order(by_rank=by_rank)
    met = _count_meetings(round_ for round_ in snapshot.calendar if round_.published)
    others = {player: [other for other in order if met[player, other]] for player in order}

    def values(player: DocumentPlayer) -> Mapping[str, Value]:
        several = [other for other in others[player.id] if met[player.id, other] > 1]
        return {"different": len(others[player.id]), "met": named(others[player.id]), "again": named(several)}

    def named(players: Sequence[int]) -> Opponents:
        return Opponents(players=tuple(snapshot.players[player] for player in players))

    column = Column(
        key="different",
        title=_("Diversi"),
        meaning=_("Avversari diversi incontrati"),
        kind=ColumnKind.NUMBER,
        is_main=True,
        is_idle=len(set(map(len, others.values()))) < 2,
    )
    return _report(
        snapshot,
        order,
        title=_("Incontri"),
        main=column,
        columns=[],
        behind=[
            Column(key="met", title=_("Ha incontrato"), kind=ColumnKind.OPPONENTS),
            Column(
                key="again",
                title=_("Più volte"),
                kind=ColumnKind.OPPONENTS,
                is_idle=max(met.values(), default=0) < 2,
            ),
        ],
        values=values,
        footnotes=[_("Chi si è seduto allo stesso tavolo, nell’ordine della tabella.")],
    )


def _report(
    snapshot: EventSnapshot,
    order: Sequence[int],
    *,
    title: str,
    columns: Sequence[Column],
    values: ValuesOf,
    footnotes: Sequence[str],
    main: Column | None = None,
    behind: Sequence[Column] = (),
) -> Report:
    """Rows with their numbers, names and points; places have a column of their own where these are not also
    the numbers of the rows. `main`: another column than the points, beside which places and rows say little.
    """
    record, points = snapshot.record(), snapshot.ledger.points_of
    ranks = [snapshot.ranks.get(player) for player in order]
    are_places = not main and ranks == list(range(1, len(ranks) + 1))
    number = Column(
        key=ROW,
        title=_("Riga"),
        meaning=_("Numero della riga"),
        kind=ColumnKind.ROW,
        is_detail=bool(main),
    )
    points_column = Column(key=POINTS, title=_("Punti"), kind=ColumnKind.POINTS, is_main=True)
    rank = Column(key=RANK, title=_("Posto"), kind=ColumnKind.PLACE, is_detail=bool(main))
    return Report(
        title=title,
        notation=snapshot.notation,
        columns=(
            number,
            Column(key=NAME, title=_("Nome"), kind=ColumnKind.NAME),
            *columns,
            main or points_column,
            *([] if are_places else [rank]),
            *behind,
        ),
        rows=tuple(
            ReportRow(
                player=player,
                values={
                    ROW: row,
                    NAME: record.players[player],
                    POINTS: points.get(player),
                    RANK: place,
                    **values(record.players[player]),
                },
                marks=frozenset({Mark.ANNULLED} if place is None else ()),
            )
            for row, (player, place) in enumerate(zip(order, ranks, strict=True), 1)
        ),
        footnotes=tuple(footnotes),
    )


def _against(player: int) -> str:
    return f"against-{player}"


def _opponents(snapshot: EventSnapshot, order: Sequence[int]) -> list[Column]:
    """A column for each player, under the number of his row."""
    return [
        Column(
            key=_against(player),
            title=str(row),
            meaning=snapshot.players[player].name,
            kind=ColumnKind.GAMES,
        )
        for row, player in enumerate(order, 1)
    ]


def _legend(snapshot: EventSnapshot, rounds: Sequence[ShownRound], on_paper: bool) -> tuple[str, ...]:
    """What the signs of a crosstable mean."""
    colours = has_colours(SYSTEMS[snapshot.system], snapshot.event)
    signs = {
        _("Il pallino: chiaro col Bianco, scuro col Nero."): colours,
        _("Un punto: ancora da giocare."): not on_paper,
        _("+ e −: partita non giocata (forfait)."): True,
        _("a:\u00a0aggiornata, si finisce un altro giorno."): any(one.has_adjourned for one in rounds),
        _("Barrate le partite annullate, che non contano per nessuno."): bool(snapshot.ledger.annulled),
    }
    return tuple(sign for sign, is_there in signs.items() if is_there)


def _symbols(table: ShownTable) -> tuple[str, ...]:
    """What the cells of both say of their game."""
    return (ADJOURNED, ADJOURNED) if table.adjourned else tuple(map(str, table.symbols))


def _games(
    rounds: Sequence[ShownRound], colours: Sequence[SeatColour]
) -> tuple[dict[tuple[int, int], list[CrossGame]], dict[int, list[int]]]:
    """The games by (player, opponent), in the order of the rounds; the rounds without a game by player."""
    games: dict[tuple[int, int], list[CrossGame]] = defaultdict(list)
    rests: dict[int, list[int]] = defaultdict(list)
    for round_ in rounds:
        for player, opponent, game in _games_of_round(round_, colours):
            games[player.id, opponent.id].append(game)
        for bye in round_.byes:
            rests[bye.player.id].append(round_.number)
    return games, rests


def _games_of_round(
    round_: ShownRound, colours: Sequence[SeatColour]
) -> Iterator[tuple[DocumentPlayer, DocumentPlayer, CrossGame]]:
    for table in round_.tables:
        if len(table.seats) == 2:
            for seat, symbol in enumerate(_symbols(table)):
                game = CrossGame(round_.number, symbol=symbol, colour=colours[seat], annulled=table.annulled)
                yield table.seats[seat], table.seats[1 - seat], game


def _cells_of_round(
    round_: ShownRound, rows: Mapping[int, int], colours: Sequence[SeatColour]
) -> dict[int, CrossRound]:
    """Those who sat at a table of two in the round, by player id."""
    kinds = {table.seats[0].id: _kind_of(table) for table in round_.tables}
    return {
        player.id: CrossRound(
            game=game,
            kind=kinds.get(player.id) or kinds[opponent.id],
            opponent=opponent,
            row=rows.get(opponent.id),
        )
        for player, opponent, game in _games_of_round(round_, colours)
    }


def _kind_of(table: ShownTable) -> ResultKind:
    if table.annulled:
        return ResultKind.NOTHING
    return ResultKind.PLAYED if table.finished else ResultKind.OPEN


def _steps(
    snapshot: EventSnapshot, player: DocumentPlayer, cells_by_round: Sequence[Mapping[int, CrossRound]]
) -> Iterator[CrossRound | None]:
    """The rounds of a player. None before he joined, and where he had nothing to play."""
    ledger = snapshot.ledger
    if player.id in ledger.annulled:
        yield from (cells.get(player.id) for cells in cells_by_round)
        return
    results = zip(cells_by_round, ledger.round_results[player.id], strict=True)
    for number, (cells, result) in enumerate(results, 1):
        absent = CrossRound(kind=result.code, points=result.points)
        yield None if number < player.joined else cells.get(player.id, absent)


def _count_meetings(rounds: Iterable[ShownRound]) -> Counter[tuple[int, int]]:
    """How often two players sat at one table, by their ids in either order."""
    met: Counter[tuple[int, int]] = Counter()
    for round_ in rounds:
        for table in round_.tables:
            for first, second in combinations((player.id for player in table.seats), 2):
                met[first, second] += 1
                met[second, first] += 1
    return met
