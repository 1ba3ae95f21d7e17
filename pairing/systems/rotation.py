"""Rotation: a plan of several games in which everybody meets as many others as possible
(rules/rotation.md#plan).

Source: the club's rules, "Sistema a fasi successive". All games are planned when the stage starts. Where the
players of a game are not those of the game before, or a game was not played as planned, the remaining games
are planned again for those present.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
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
from pairing.system import Draw, NoLegalPairing, OptionsPreset, PairedBye, PairedTable, Reason, System
from pairing.table_history import meeting_counts, met_pairs, present_players, took_part
from pairing.table_sizes import table_sizes
from pairing.winds import even_winds
from scoring.options import NOT_EMPTY, NOTHING_MORE, bounds, meta
from scoring.record import Bye, DocumentRound, DocumentTable, Record
from scoring.system_spec import SystemSpec

FEWEST, MOST = 3, 400
SIZES = (3, 4, 5)
FOUR = 4

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
                "Scambia i venti",
                "A ogni partita si cambia vento, in parti uguali: si usa nelle finali. Altrimenti ognuno"
                " tiene il suo; se qualcuno deve riposare i venti si sorteggiano.",
            ),
            (
                "Swap winds",
                "Everybody changes winds from game to game, equally often: for finals. Otherwise players"
                " keep the same wind; if somebody has a bye, winds are drawn by lot.",
            ),
            announced=(
                "A ogni partita si cambia vento, in parti uguali.",
                "Everybody changes winds from game to game, equally often.",
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
        return RotationProblem(
            players,
            table_sizes(players, options.size, options.allow),
            options.rounds - self.round + 1,
            not options.swap_winds and _all_sit(players, options),
        )


def _all_sit(players: int, options: Options) -> bool:
    """Do so many players fill tables of the allowed sizes, so that nobody rests?"""
    return sum(table_sizes(players, options.size, options.allow)) == players


def notice(options: Options, players: int) -> Reason | None:
    """That winds cannot be kept by so many players, and by how many near them they can."""
    if options.swap_winds or _all_sit(players, options):
        return None
    around = range(max(FEWEST, players - FOUR), players + FOUR + 1)
    near = [count for count in around if _all_sit(count, options)]
    facts = {"present": players, "allowed": sorted(set(options.allow)), "near": near}
    return Reason("winds_not_kept", facts) if near else None


def pair(record: Record, options: Options, rng: Generator) -> Draw:
    """The next game of the plan. NoLegalPairing: all are played, or no table of an allowed size can be
    filled.
    """
    _check_playable(record, options)
    start, games = _current_plan(record, options)
    number = record.next_round - start.round
    meetings = defaultdict(list)
    for place, played in enumerate(record.rounds, 1):
        for pair_of in met_pairs([played]):
            meetings[frozenset(pair_of)].append(place)
    seated = {player for seats in games[number] for player in seats}
    return Draw(
        tables=tuple(
            PairedTable(seats=seats, why=_why(start, seats, number, meetings)) for seats in games[number]
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
        tables = tuple(DocumentTable(seats=table.seats) for table in draw.tables)
        byes = tuple(Bye(player=bye.player, points=bye.points) for bye in draw.byes)
        rounds.append(DocumentRound(tables=tables, byes=byes))
        draws.append(draw)
    return [msgspec.structs.replace(draw, quality=draws[-1].quality) for draw in draws]


def _check_playable(record: Record, options: Options) -> None:
    SYSTEM.check_size(record)
    if record.next_round > options.rounds:
        raise NoLegalPairing("all_rounds_played", rounds=options.rounds)
    if record.method.by_seat and record.stage.entry and record.next_round == 1:
        line = present_players(record)
        if len(table_sizes(len(line), options.size, options.allow)) == 1:
            raise NoLegalPairing("winds_one_table", present=len(line))


def _current_plan(record: Record, options: Options) -> tuple[PlanStart, Games]:
    """The plan that the next game is part of. It begins with the earliest game since which all games were
    played by the players now present, and as planned then.
    """
    line = present_players(record)
    first_round = record.next_round
    while first_round > 1 and took_part(record.rounds[first_round - 2]) == set(line):
        first_round -= 1
    while True:
        start = _plan_start(record, options, line, first_round)
        games = _plan_games(start)
        played = [{table.seats for table in round_.tables} for round_ in record.rounds[first_round - 1 :]]
        if played == [set(game) for game in games[: len(played)]]:
            return start, games
        first_round += 1


def _plan_start(record: Record, options: Options, line: tuple[int, ...], first_round: int) -> PlanStart:
    """The start of a plan from that round on."""
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
    order = _by_held_wind(start, rng.sample(range(len(start.line)), len(start.line)))
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


def _by_held_wind(start: PlanStart, order: list[int]) -> list[int]:
    """The positions in that order; where winds are kept, those who have held one so far come at its places,
    as far as there are places for them.
    """
    if not start.problem.keep_winds:
        return order
    places: list[list[int]] = [[] for _ in start.problem.winds]
    others = []
    for position in order:
        held = start.held[position]
        wind = held.index(max(held))
        if any(held) and wind < len(places) and len(places[wind]) < start.problem.winds[wind]:
            places[wind].append(position)
        else:
            others.append(position)
    for row, count in zip(places, start.problem.winds, strict=True):
        while len(row) < count:
            row.append(others.pop(0))
    return [position for row in places for position in row]


def _quality(record: Record, start: PlanStart, games: Games) -> Quality:
    """Over the whole stage: distinct opponents of all players, their upper bound, pairs who meet again, and
    how often the pair that meets most often does.

    Pairs with a player who is no longer present count with the meetings they have had.
    """
    before = Counter(frozenset(pair_of) for pair_of in met_pairs(record.rounds[: start.round - 1]))
    planned = Counter(
        frozenset(pair_of) for game in games for seats in game for pair_of in combinations(seats, 2)
    )
    meetings = before + planned
    absent_pairs = sum(not pair_of <= set(start.line) for pair_of in before)
    bound = most_pairs(start.problem, [list(row) for row in start.met]) + absent_pairs
    return {
        "distinct": 2 * len(meetings),
        "bound": 2 * bound,
        "repeats": sum(count > 1 for count in meetings.values()),
        "most": max(meetings.values()),
    }


def _why(
    start: PlanStart, seats: tuple[int, ...], number: int, meetings: Mapping[frozenset[int], Sequence[int]]
) -> tuple[Reason, ...]:
    """The repeated meetings at this table, and how its winds were assigned.

    `meetings`: for each pair that has met the games in which it did.
    """
    repeated = [pair_of for pair_of in combinations(sorted(seats), 2) if frozenset(pair_of) in meetings]
    reasons = [Reason("rotation_new" if not repeated else "rotation_table", {"players": seats})]
    for player, opponent in repeated:
        rounds = meetings[frozenset((player, opponent))]
        again = {"player": player, "opponent": opponent, "round": rounds[-1], "times": len(rounds) + 1}
        reasons.append(Reason("rotation_again" if len(rounds) == 1 else "rotation_often", again))
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
    OptionsPreset(
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
    OptionsPreset(
        name="final",
        title={"it": "Finale in quattro partite", "en": "Final in four games"},
        meaning={
            "it": "Quattro partite: a ogni partita si cambia vento.",
            "en": "Four games: everybody changes winds from game to game.",
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
        seats_are_winds=True,
        winds=lambda options: options.size <= FOUR,
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
