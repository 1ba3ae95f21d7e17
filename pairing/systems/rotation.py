"""Rotation: a plan of several games in which everybody meets as many others as possible
(rules/rotation.md#plan).

Source: the club's rules, "Sistema a fasi successive". All games are planned when the stage starts. Where the
players of a game are not those of the game before, the remaining games are planned again for those present.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Annotated

import msgspec
from msgspec import Struct

from pairing.objections import met, rested_more, size
from pairing.offers import PHASES_FROM, TABLES, UsualChoice, between
from pairing.quality import Quality
from pairing.random_generator import Generator, generator
from pairing.rotations import RotationProblem, most_pairs, plan
from pairing.system import Draw, NoLegalPairing, PairedBye, PairedTable, Preset, Reason, System
from pairing.table_history import meeting_counts, met_pairs, present_players, took_part
from pairing.table_sizes import table_sizes
from pairing.winds import even_winds
from scoring.options import NOT_EMPTY, NOTHING_MORE, bounds, meta
from scoring.record import Bye, Record, Round, Table
from scoring.system_spec import SystemSpec

FEWEST, MOST = 3, 400
SIZES = (3, 4, 5)
WINDS = 4

Games = tuple[tuple[tuple[int, ...], ...], ...]
"""For each game the tables, for each table the ids in seat order."""


class Options(Struct, frozen=True):
    """The number of games, the sizes of tables, and whether players change wind."""

    rounds: Annotated[
        int,
        meta(
            ("Partite", "Quante partite gioca ciascuno."),
            ("Games", "How many games each player plays."),
            announced=NOTHING_MORE,
            minimum=1,
            maximum=50,
        ),
    ] = 2
    size: Annotated[
        int,
        meta(
            ("Giocatori per tavolo", "Di quanti sono i tavoli, quando i giocatori bastano."),
            ("Players per table", "The number of players at a table, if there are enough of them."),
            announced=NOTHING_MORE,
            minimum=3,
            maximum=5,
            among="allow",
        ),
    ] = 4
    swap_winds: Annotated[
        bool,
        meta(
            (
                "Scambia i posti al tavolo",
                "A ogni partita si cambia posto, in parti uguali: si usa nelle finali. Altrimenti ognuno"
                " tiene il suo, se i giocatori riempiono tavoli tutti da quattro; se no i posti si"
                " sorteggiano.",
            ),
            (
                "Swap seats",
                "Everybody changes seats from game to game, equally often: for finals. Otherwise players"
                " keep the same seat if all tables are of four; if not, seats are drawn by lot.",
            ),
            announced=(
                "A ogni partita si cambia posto, in parti uguali.",
                "Everybody changes seats from game to game, equally often.",
            ),
        ),
    ] = False
    allow: Annotated[
        tuple[Annotated[int, bounds(3, 5)], ...],
        meta(
            ("Tavoli ammessi", "Di quanti giocatori può essere un tavolo: 3, 4, 5. Chi avanza riposa."),
            ("Allowed tables", "How many players a table may have: 3, 4, 5. Anybody left over has a bye."),
            announced=("Chi avanza riposa.", "Anybody left over has a bye."),
        ),
        NOT_EMPTY,
    ] = SIZES


class PlanStart(Struct, frozen=True):
    """All that a plan depends on. `round`: its first round; `line`: the ids; by position in it `rested`: the
    rests of each before the plan, `met`: the meetings of each two, `held`: how often each has held each wind.
    """

    seed: str
    stage: int
    system: str
    round: int
    line: tuple[int, ...]
    options: Options
    rested: tuple[int, ...]
    met: tuple[tuple[int, ...], ...]
    held: tuple[tuple[int, ...], ...]

    @property
    def problem(self) -> RotationProblem:
        players, options = len(self.line), self.options
        keep_winds = not options.swap_winds and _full_tables_of_four(players, options)
        return RotationProblem(
            players,
            table_sizes(players, options.size, options.allow),
            options.rounds - self.round + 1,
            keep_winds,
        )


def _full_tables_of_four(players: int, options: Options) -> bool:
    """Do so many players fill tables that are all of four, so that each seat is a wind?"""
    sizes = table_sizes(players, options.size, options.allow)
    return sum(sizes) == players and set(sizes) == {WINDS}


def notice(options: Options, players: int) -> Reason | None:
    """That winds cannot be kept by so many players, and by how many near them they can."""
    if options.swap_winds or _full_tables_of_four(players, options):
        return None
    around = range(max(WINDS, players - WINDS), players + WINDS + 1)
    near = [count for count in around if _full_tables_of_four(count, options)]
    sizes = table_sizes(players, options.size, options.allow)
    return (
        Reason("winds_not_kept", {"present": players, "sizes": list(sizes), "near": near}) if near else None
    )


def pair(record: Record, options: Options, rng: Generator) -> Draw:
    """The next game of the plan. NoLegalPairing: all are played, or no table of an allowed size can be
    filled.
    """
    _check_playable(record, options)
    start = _plan_start(record, options)
    games = _plan_games(start)
    number = record.next_round - start.round
    earlier_rounds = [*record.rounds[: start.round - 1]]
    earlier_rounds += [Round(tables=tuple(Table(seats=seats) for seats in game)) for game in games[:number]]
    latest = {
        frozenset(pair_of): place
        for place, played in enumerate(earlier_rounds, 1)
        for pair_of in met_pairs([played])
    }
    seated = {player for seats in games[number] for player in seats}
    return Draw(
        tables=tuple(
            PairedTable(seats=seats, why=_why(start, seats, number, latest)) for seats in games[number]
        ),
        byes=tuple(
            PairedBye(player=player, points=0, why=(_rest_reason(start, player, number, games),))
            for player in start.line
            if player not in seated
        ),
        quality=_quality(record, start, games),
    )


def calendar(record: Record, options: Options, rng: Generator) -> list[Draw]:
    """All games still to come, with the absences and withdrawals known now."""
    _check_playable(record, options)
    rounds = list(record.rounds)
    draws = []
    for _ in range(record.next_round, options.rounds + 1):
        extended_record = Record(record.document, record.spec, record.number, record.players, tuple(rounds))
        draw = pair(extended_record, options, rng)
        tables = tuple(Table(seats=table.seats) for table in draw.tables)
        byes = tuple(Bye(player=bye.player, points=bye.points) for bye in draw.byes)
        rounds.append(Round(tables=tables, byes=byes))
        draws.append(draw)
    return [msgspec.structs.replace(draw, quality=draws[-1].quality) for draw in draws]


def _check_playable(record: Record, options: Options) -> None:
    SYSTEM.check_size(record)
    if record.next_round > options.rounds:
        raise NoLegalPairing("all_rounds_played", rounds=options.rounds)


def _plan_start(record: Record, options: Options) -> PlanStart:
    """The start of the plan for the next game: the first of the latest games all played by the present
    players.
    """
    line = present_players(record)
    first_round = record.next_round
    while first_round > 1 and took_part(record.rounds[first_round - 2]) == set(line):
        first_round -= 1
    before = record.rounds[: first_round - 1]
    rests = Counter(bye.player for played in before for bye in played.byes if not bye.requested)
    winds = Counter(
        (player, seat)
        for played in before
        for table in played.tables
        for seat, player in enumerate(table.seats)
    )
    plan_start = PlanStart(
        seed=record.document.seed,
        stage=record.number,
        system=record.spec.name,
        round=first_round,
        line=line,
        options=options,
        rested=tuple(rests[player] for player in line),
        met=tuple(tuple(row) for row in meeting_counts(line, met_pairs(before))),
        held=tuple(tuple(winds[player, seat] for seat in range(max(SIZES))) for player in line),
    )
    if not plan_start.problem.sizes:
        raise NoLegalPairing("no_table_filled", present=len(line), sizes=sorted(set(options.allow)))
    return plan_start


@lru_cache(maxsize=16)
def _plan_games(start: PlanStart) -> Games:
    """The games of the plan; cached, as the same start always has the same plan."""
    rng = generator(start.seed, start.stage, start.system, start.round)
    order = rng.sample(range(len(start.line)), len(start.line))
    met = [[start.met[position][second] for second in order] for position in order]
    games = plan(start.problem, [start.rested[position] for position in order], met, rng)
    if start.options.swap_winds:
        games = even_winds(games, [start.held[position] for position in order], rng)
    elif not start.problem.keep_winds:
        for row in (row for tables in games for row in tables):
            rng.shuffle(row)
    return tuple(
        tuple(tuple(start.line[order[position]] for position in row) for row in tables) for tables in games
    )


def _quality(record: Record, start: PlanStart, games: Games) -> Quality:
    """Over the whole stage: distinct opponents of all players, their upper bound, and pairs who meet again.

    Pairs with a player who is no longer present count with the meetings they have had.
    """
    before = Counter(frozenset(pair_of) for pair_of in met_pairs(record.rounds[: start.round - 1]))
    planned = Counter(
        frozenset(pair_of) for game in games for seats in game for pair_of in combinations(seats, 2)
    )
    meetings = before + planned
    absent_pairs = sum(not pair_of <= set(start.line) for pair_of in before)
    bound = most_pairs(start.problem, [list(row) for row in start.met]) + absent_pairs
    repeats = sum(count > 1 for count in meetings.values())
    return {"distinct": 2 * len(meetings), "bound": 2 * bound, "repeats": repeats}


def _why(
    start: PlanStart, seats: tuple[int, ...], number: int, latest: Mapping[frozenset[int], int]
) -> tuple[Reason, ...]:
    """The repeated meetings at this table, and how its seats were assigned.

    `latest`: for each pair that has met the last game in which it did.
    """
    repeated = [pair_of for pair_of in combinations(sorted(seats), 2) if frozenset(pair_of) in latest]
    reasons = [Reason("rotation_new" if not repeated else "rotation_table", {"players": seats})]
    reasons += [
        Reason(
            "rotation_again",
            {"player": player, "opponent": opponent, "round": latest[frozenset((player, opponent))]},
        )
        for player, opponent in repeated
    ]
    if len(seats) != start.options.size:
        facts = {"present": len(start.line), "sizes": list(start.problem.sizes), "seats": len(seats)}
        reasons.append(Reason("rotation_size", facts))
    if start.options.swap_winds:
        code = "winds_swapped"
    elif start.problem.keep_winds:
        code = "winds_kept" if start.round + number > 1 else "winds_drawn"
    else:
        code = "seats_drawn"
    return (*reasons, Reason(code))


def _rest_reason(start: PlanStart, player: int, number: int, games: Games) -> Reason:
    """Why a player rests: how many cannot be seated, and how often he has rested before."""
    rested = start.rested[start.line.index(player)]
    rested += sum(all(player not in seats for seats in game) for game in games[:number])
    facts = {
        "player": player,
        "present": len(start.line),
        "left": start.problem.resting,
        "allowed": sorted(set(start.options.allow)),
        "times": rested,
    }
    return Reason("rotation_rest" if rested == 0 else "rotation_rest_again", facts)


PRESETS = (
    Preset(
        name="evening",
        title={"it": "Una serata a tavoli da quattro", "en": "An evening at tables of four"},
        meaning={
            "it": "Due partite o più, ogni volta con avversari diversi.",
            "en": "Two games or more, each time different opponents.",
        },
        usual=(
            UsualChoice(
                games=(TABLES,),
                players=between(FEWEST, PHASES_FROM - 1),
                why={
                    "it": "Sta in una serata, e a ogni partita si cambia tavolo: si incontrano più avversari"
                    " che si può. In più serate ci sono le fasi (Labyrinth).",
                    "en": "Fits into one evening, and tables change every game: everybody meets as many"
                    " opponents as possible. For several evenings there are stages (Labyrinth).",
                },
            ),
        ),
    ),
    Preset(
        name="final",
        title={"it": "Finale", "en": "Final"},
        meaning={
            "it": "Quattro partite: a ogni partita si cambia posto al tavolo.",
            "en": "Four games: everybody changes seats from game to game.",
        },
        options={"rounds": 4, "swap_winds": True},
        opens=False,
    ),
)


def objections(record: Record, options: Options, seats: tuple[int, ...]) -> Iterator[Reason]:
    """Repeated meetings and a size that is not allowed; for a rest, that others have rested less often."""
    if len(seats) == 1:
        yield from rested_more(record, seats[0])
    else:
        yield from size(seats, options.allow)
        yield from met(record, seats)


SYSTEM = System(
    spec=SystemSpec(
        name="rotation",
        multiplayer=True,
        family="tables",
        options=Options,
        scoring="places",
        winds=lambda options: options.size == WINDS,
    ),
    pair=pair,
    calendar=calendar,
    objections=objections,
    rounds=lambda options, players: options.rounds,
    notice=notice,
    title={"it": "Rotazione ai tavoli", "en": "Rotation"},
    meaning={
        "it": "Più partite a tavoli da quattro: ognuno incontra quanti più avversari diversi è possibile.",
        "en": "Several games at tables of four: everybody meets as many different opponents as possible.",
    },
    draws_numbers=True,
    fewest=FEWEST,
    most=MOST,
    presets=PRESETS,
    open_field=True,
)
