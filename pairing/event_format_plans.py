"""The stages of each event format for so many players: functions of players and options.

A format gives, for so many players, the stages in order, the entrants of each, and the sizes of the tables.
`event_formats.py` has the formats themselves, with their sources.
"""

from typing import Any

from pairing.event_format_options import (
    Championship,
    Evenings,
    Knockout,
    Labyrinth,
    Master2016,
    NoOptions,
    OneDay,
    SemiFinalOptions,
    SemiFinals,
    TwoDays,
)
from pairing.event_format_stages import (
    FIVE,
    FOUR,
    StagePlan,
    direct_finalists,
    final_of_first_four,
    games,
    one_game,
    semi_finals_and_finals,
    tables_of,
)
from pairing.table_sizes import table_sizes
from scoring.document import DocumentError, ValidationIssue
from scoring.stage_names import FINAL, INTERMEDIATE, QUALIFYING, SECOND_CHANCE, SEMI_FINALS

INTERMEDIATE_FROM = 24  # players


def one_day(players: int, options: OneDay) -> list[StagePlan]:
    final = [final_of_first_four()] if options.final else []
    return [games(players, 3, options.discards), *final]


def evenings(players: int, options: Evenings) -> list[StagePlan]:
    finals = rtu_finals(players, options, FOUR)
    if not options.final and len(finals) > 1:
        raise DocumentError(ValidationIssue("options.final", "formula_no_final", {}))
    return [games(players, options.rounds, options.discards), *(finals if options.final else ())]


def championship(players: int, options: Championship) -> list[StagePlan]:
    finals = rtu_finals(players, options, FOUR)
    wanted = options.final or len(finals) > 1
    return [games(players, options.rounds, options.discards), *(finals if wanted else ())]


def two_days(players: int, options: TwoDays) -> list[StagePlan]:
    """Four semi-finals only with 32 players or more, or where a direct finalist declined (`direct` is 0)."""
    usual = 0 if players >= 32 else 1 if players >= 13 else 2 if players >= 10 else FOUR
    return [games(players, options.rounds), *rtu_finals(players, options, usual)]


def rtu_finals(players: int, options: SemiFinalOptions, usual: int) -> list[StagePlan]:
    """Semi-finals and final of the RTU; `usual`: the direct finalists unless chosen otherwise."""
    direct = direct_finalists(players, options, usual, {2: 10, 3: 13, 4: 32})
    return [final_of_first_four()] if direct == FOUR else semi_finals_and_finals(direct)


def master_2016(players: int, options: Master2016) -> list[StagePlan]:
    sets = 2 if players >= 100 else 1
    return [games(players, 2), *semi_finals_and_finals(options.direct, sets, first="clubs")]


def master_2020(players: int, options: SemiFinals) -> list[StagePlan]:
    """The table of sizes of the regulation is lost: below 50 players these are defaults of our own."""
    usual = 0 if players >= 32 else 1 if players >= 24 else 2 if players >= 16 else FOUR
    direct = direct_finalists(players, options, usual, {2: 10, 3: 13, 4: 16})
    if direct == FOUR:
        return [games(players, 2), final_of_first_four(first="clubs")]
    sets = 1 if players < 100 else players // 50
    return [games(players, 2), *semi_finals_and_finals(direct, sets, first="clubs")]


def semi_final_tables(winners: int) -> int:
    """Four semi-finals for 16 to 19 winners, five for 20 to 25."""
    return FOUR if winners < FOUR * FIVE else FIVE


def knockout(players: int, options: Knockout) -> list[StagePlan]:
    tables = options.tables or min(25, players // FOUR)
    if not tables_of(players, tables):
        facts = {"tables": tables, "players": players, "minimum": FOUR * tables, "maximum": FIVE * tables}
        raise DocumentError(ValidationIssue("options.tables", "formula_tables", facts))
    semi_finals = semi_final_tables(tables)
    return [
        one_game(QUALIFYING, players, tables, None),
        one_game(SEMI_FINALS, tables, semi_finals, {"winners_of": 1}),
        one_game(FINAL, semi_finals, 1, {"winners_of": 2}),
    ]


def second_chance_tables(players: int) -> tuple[int, int]:
    """The tables of the first game and of the second chance: together 16 to 25, with the fewest of five, then
    the most in the first game.
    """
    splits = [
        (first, second)
        for first in range(1, players)
        for second in range(max(1, 16 - first), 26 - first)
        if tables_of(players, first) and tables_of(players - first, second)
    ]

    def rank(split: tuple[int, int]) -> tuple[int, int]:
        first, second = split
        fives = players - FOUR * first + (players - first) - FOUR * second
        return fives, -first

    return min(splits, key=rank)


def second_chance(players: int, options: NoOptions) -> list[StagePlan]:
    first, second = second_chance_tables(players)
    semi_finals = semi_final_tables(first + second)
    return [
        one_game(QUALIFYING, players, first, None),
        one_game(SECOND_CHANCE, players - first, second, {"losers_of": 1}),
        one_game(SEMI_FINALS, first + second, semi_finals, {"winners_of": [1, 2]}),
        one_game(FINAL, semi_finals, 1, {"winners_of": 3}),
    ]


def labyrinth(players: int, options: Labyrinth) -> list[StagePlan]:
    finalists = options.finalists
    if finalists % FOUR or finalists > players:
        facts = {"finalists": finalists, "players": players}
        raise DocumentError(ValidationIssue("options.finalists", "formula_finalists", facts))
    qualifying = StagePlan(
        name=QUALIFYING,
        system="rotation",
        options={"rounds": options.rounds},
        sizes=table_sizes(players, FOUR, (3, FOUR, FIVE)),
    )
    entry: dict[str, Any] = {"ranked": {"stage": 1, "from": 1, "to": finalists}}
    phases = [qualifying]
    if players >= INTERMEDIATE_FROM and options.intermediate:
        phases.append(intermediate(players, options))
        entry = {"best_of": {"stage": 2, "groups": options.groups, "count": finalists}}
    final = StagePlan(
        name=FINAL,
        system="rotation",
        options={"rounds": options.final_rounds, "swap_winds": True},
        sizes=(FOUR,) * (finalists // FOUR),
        entry=entry,
    )
    return [*phases, final]


def intermediate(players: int, options: Labyrinth) -> StagePlan:
    """Games for the first k: the greatest multiple of 4 not above 16 and a third of the players."""
    k = min(16, players // 3) // FOUR * FOUR
    fixed = options.groups == "tables"
    return StagePlan(
        name=INTERMEDIATE,
        system="bands" if fixed else "rotation",
        options={**({"tables": k // FOUR} if fixed else {}), "rounds": options.intermediate_rounds},
        sizes=(FOUR,) * (k // FOUR),
        entry={"ranked": {"stage": 1, "from": 1, "to": k}},
    )
