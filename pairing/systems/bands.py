"""Bands: tables with one player of each band of the ranking, clubs kept apart (rules/bands.md#bands).

Source: the semi-finals of the Master regulations of 2016 and 2020. In both, by the project's reading,
clubs come before bands (option `first`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Annotated, Literal

from msgspec import Struct

from pairing.objections import size
from pairing.random_generator import Generator, generator
from pairing.seating_bound import SeatingProblem
from pairing.seating_search import seat
from pairing.separation import club_bound, club_pairs, within
from pairing.system import Draw, NoLegalPairing, OptionsPreset, PairedTable, Reason, System
from pairing.table_history import present_players
from scoring.options import NOTHING_MORE, meta
from scoring.record import Record
from scoring.system_spec import SystemSpec

Cost = dict[str, int]


class Options(Struct, frozen=True):
    """The number and size of tables, the number of games at them, and whether bands or clubs come first."""

    tables: Annotated[
        int,
        meta(
            ("Tavoli", "Quanti tavoli; 1: la finale."),
            ("Tables", "The number of tables; 1 for a final."),
            announced=NOTHING_MORE,
            minimum=1,
            maximum=100,
        ),
    ]
    size: Annotated[
        int,
        meta(
            ("Giocatori per tavolo", "Quanti siedono a ogni tavolo: tante sono le fasce."),
            ("Players per table", "The number of players at each table, and so of bands."),
            announced=NOTHING_MORE,
            minimum=3,
            maximum=6,
        ),
    ] = 4
    rounds: Annotated[
        int,
        meta(
            ("Partite", "Più d’una: agli stessi tavoli, ognuno un posto più in là."),
            ("Games", "If more than one: at the same tables, with everybody moving one seat along."),
            announced=(
                "Se sono più d’una, agli stessi tavoli: ognuno va un posto più in là.",
                "If there are more than one, at the same tables: everybody moves one seat along.",
            ),
            minimum=1,
            maximum=50,
        ),
    ] = 1
    first: Annotated[
        Literal["bands", "clubs"],
        meta(
            (
                "Che cosa viene prima",
                "Le fasce: a ogni tavolo uno per fascia; i circoli e i gruppi: prima si separano questi.",
            ),
            (
                "First priority",
                "Bands: one player of each at every table; clubs and groups: these are kept apart first.",
            ),
            announced=NOTHING_MORE,
            choice_labels={
                "bands": ("Le fasce di classifica", "Ranking bands"),
                "clubs": ("I circoli e i gruppi", "Clubs and groups"),
            },
        ),
    ] = "bands"


def pair(record: Record, options: Options, rng: Generator) -> Draw:
    """The next game: the first is drawn, the others have the same tables with everybody one seat further.

    NoLegalPairing: all games are played, the number of players is not that of seats, or they have changed.
    """
    if record.next_round > options.rounds:
        raise NoLegalPairing("all_rounds_played", rounds=options.rounds)
    entrants = _entrants(record)
    if len(entrants) != options.tables * options.size:
        facts = {"tables": options.tables, "size": options.size, "near": [options.tables * options.size]}
        raise NoLegalPairing("bands_players", present=len(entrants), **facts)
    first = generator(record.document.seed, record.number, record.spec.name, 1)
    drawn, bound = _draw_tables(record, options, entrants, first)
    band = _bands(options, entrants)
    if not record.rounds:
        tables = drawn
    else:
        tables = [list(table.seats[-1:] + table.seats[:-1]) for table in record.rounds[-1].tables]
        if sorted(player for seats in tables for player in seats) != sorted(entrants):
            raise NoLegalPairing("bands_changed")
    cost = _cost(record, entrants, options, tables)
    return Draw(
        tables=tuple(
            PairedTable(seats=tuple(seats), why=_why(record, options, seats, band)) for seats in tables
        ),
        quality={"cost": cost, "bound": bound, "optimal": cost == bound},
    )


def _draw_tables(
    record: Record, options: Options, entrants: Sequence[int], rng: Generator
) -> tuple[list[list[int]], Cost]:
    """The tables of the first game in seat order, and a proven lower bound for their cost."""
    players = [record.players[player] for player in entrants]
    place = {player: position for position, player in enumerate(entrants)}
    pairs = club_pairs(players)
    # With clubs first one pair of a club weighs more than all players of a band beyond the first at a table.
    club_weight, band_penalty = (1, None) if options.first == "bands" else (len(entrants) + 1, 1)
    pair_cost: list[dict[int, int]] = [{} for _ in entrants]
    for first_player, second_player in pairs:
        first_place, second_place = place[first_player], place[second_player]
        pair_cost[first_place][second_place] = pair_cost[second_place][first_place] = club_weight
    problem = SeatingProblem(
        sizes=[options.size] * options.tables,
        pair_cost=pair_cost,
        table_cost=[{} for _ in entrants],
        group=[position // options.tables for position in range(len(entrants))],
        group_penalty=band_penalty,
    )
    fewest_club_pairs = club_bound(players, options.tables)
    solution = seat(problem, fewest_club_pairs * club_weight, rng)
    tables = [rng.sample([entrants[position] for position in row], len(row)) for row in solution.tables]
    rng.shuffle(tables)
    # With bands first nobody of a band is beyond the first at a table, and clubs weigh 1.
    return tables, {"clubs": solution.bound // club_weight, "bands": solution.bound % club_weight}


def _cost(record: Record, entrants: Sequence[int], options: Options, tables: Sequence[Sequence[int]]) -> Cost:
    """The pairs of a club or group at one table, and the players of a band beyond the first at one table."""
    band = _bands(options, entrants)
    beyond_first = sum(
        count - 1 for seats in tables for count in Counter(band[player] for player in seats).values()
    )
    return {
        "clubs": within(tables, club_pairs([record.players[player] for player in entrants])),
        "bands": beyond_first,
    }


def _why(record: Record, options: Options, seats: Sequence[int], band: dict[int, int]) -> tuple[Reason, ...]:
    """How the table was drawn, and the players at it who should be kept apart."""
    if record.rounds:
        return (Reason("bands_again", {"players": list(seats)}),)
    code = (
        "bands_final" if options.tables == 1 else f"bands_{'table' if options.first == 'bands' else 'clubs'}"
    )
    reasons = [Reason(code, {"players": list(seats)})]
    if options.tables == 1:
        return tuple(reasons)
    return (*reasons, *_not_kept_apart(record, seats, band))


def _not_kept_apart(record: Record, seats: Sequence[int], band: Mapping[int, int]) -> Iterator[Reason]:
    """The pairs at the table that should be kept apart."""
    pairs = club_pairs([record.players[player] for player in seats])
    for player, opponent in combinations(sorted(seats), 2):
        if (player, opponent) in pairs:
            yield Reason("seating_clubs", {"player": player, "opponent": opponent})
        if band[player] == band[opponent]:
            yield Reason("bands_same", {"player": player, "opponent": opponent, "band": band[player]})


def objections(record: Record, options: Options, seats: tuple[int, ...]) -> Iterator[Reason]:
    """Another size, other people than in the game before; in the first game players to be kept apart."""
    if len(seats) == 1:
        yield Reason("hand_bye_none")
        return
    yield from size(seats, (options.size,))
    if record.rounds:
        if frozenset(seats) not in {frozenset(table.seats) for table in record.rounds[-1].tables}:
            yield Reason("hand_bands_again", {"players": list(seats)})
    elif options.tables > 1:
        band = _bands(options, _entrants(record))
        yield from _not_kept_apart(record, [player for player in seats if player in band], band)


def cost(record: Record, options: Options, tables: Sequence[Sequence[int]]) -> Cost:
    """The cost of a whole round: pairs of a club, and players of a band beyond the first at a table."""
    entrants = _entrants(record)
    present = [[player for player in seats if player in entrants] for seats in tables]
    return _cost(record, entrants, options, present)


def _entrants(record: Record) -> list[int]:
    """The ids present, in entering order."""
    present = set(present_players(record))
    return [player for player in record.players if player in present]


def _bands(options: Options, entrants: Sequence[int]) -> dict[int, int]:
    """The band of each id, from 1."""
    return {player: place // options.tables + 1 for place, player in enumerate(entrants)}


def fitted(players: int) -> dict[str, int]:
    """Tables for so many players: of four if these leave nobody out, else of three, five or six."""
    size = next((size for size in (4, 3, 5, 6) if players % size == 0), 4)
    return {"tables": max(1, players // size), "size": size}


PRESETS = (
    OptionsPreset(
        name="semi-finals",
        title={"it": "Quattro semifinali", "en": "Four semi-finals"},
        meaning={
            "it": "I primi 16 in quattro tavoli, uno per fascia di classifica.",
            "en": "The top 16 at four tables, one from each ranking band.",
        },
        options={"tables": 4},
        opens=False,
    ),
    OptionsPreset(
        name="three-semi-finals",
        title={"it": "Tre semifinali", "en": "Three semi-finals"},
        meaning={
            "it": "I posti da 2 a 13 in tre tavoli; il primo va direttamente in finale.",
            "en": "Places 2 to 13 at three tables; the first goes straight to the final.",
        },
        options={"tables": 3},
        opens=False,
    ),
    OptionsPreset(
        name="two-semi-finals",
        title={"it": "Due semifinali", "en": "Two semi-finals"},
        meaning={
            "it": "I posti da 3 a 10 in due tavoli; i primi due vanno direttamente in finale.",
            "en": "Places 3 to 10 at two tables; the first two go straight to the final.",
        },
        options={"tables": 2},
        opens=False,
    ),
    OptionsPreset(
        name="final",
        title={"it": "Finale", "en": "Final"},
        meaning={"it": "Un tavolo da quattro.", "en": "One table of four."},
        options={"tables": 1},
        opens=False,
    ),
)

SYSTEM = System(
    spec=SystemSpec(name="bands", multiplayer=True, family="tables", options=Options, scoring="places"),
    pair=pair,
    objections=objections,
    cost=cost,
    rounds=lambda options, players: options.rounds,
    title={"it": "Fasce di classifica", "en": "Bands"},
    meaning={
        "it": "A ogni tavolo uno per fascia di classifica, separando circoli e gruppi: semifinali e finali.",
        "en": "One player from each ranking band at every table, clubs and groups kept apart: for"
        " semi-finals and finals.",
    },
    seat_order=False,
    draws_numbers=True,
    fewest=3,
    fitted=fitted,
    presets=PRESETS,
)
