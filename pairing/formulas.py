"""Formulas: whole events as data (rules/formulas.md#formulas).

Sources: the RTU of 2014, "Formule di torneo"; the Master regulations of 2016 and 2020; the club's "Sistema a
fasi successive". A formula says, for so many players, which stages follow one another, who enters each, and
how many sit at the tables. Every value can be changed afterwards.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from pairing.formula_options import (
    Championship,
    Evenings,
    Knocked,
    Labyrinth,
    Master2016,
    Nothing,
    OneDay,
    SemiFinals,
)
from pairing.formula_parts import (
    FINAL,
    FIVE,
    FOUR,
    INTERMEDIATE,
    QUALIFYING,
    SECOND_CHANCE,
    SEMI_FINALS,
    Part,
    Sizes,
    Words,
    can_be_seated,
    chosen_direct,
    final_of_the_first,
    games,
    knocked_out,
    one_game,
    tables_of,
)
from pairing.formula_proposals import Proposal, four_semi_finals
from pairing.formula_proposals import master_2016 as master_2016_proposals
from pairing.table_sizes import table_sizes
from scoring.document import Document, Fault, Faulty, Stage
from scoring.methods import METHODS
from scoring.options import check
from scoring.reading import MOST_PLAYERS

MOST_ROTATING = 400
"""For so many at most `rotation` makes a plan."""


class Planned(Struct, frozen=True, kw_only=True):
    """A stage as a document writes it, how many enter it, and how many sit at the tables of a round."""

    stage: Stage
    players: int
    sizes: Sizes


class Formula(Struct, frozen=True, kw_only=True):
    """A formula.

    `options`: its option record, for a form. `scorings`: those it offers, the usual one first; any other for
    tables can be chosen. `fewest`, `most`, `seatable`: which numbers of players it takes. `parts(players,
    options)`: its stages. `level`: the criteria that part who is level on points. `game`, `title`, `meaning`
    by language. `proposing(document, options)`: see `proposals`.
    """

    name: str
    game: Words
    title: Words
    meaning: Words
    parts: Callable[[int, Any], list[Part]]
    scorings: tuple[str, ...]
    options: type[Struct] = Nothing
    fewest: int = FOUR
    most: int = MOST_PLAYERS
    seatable: Callable[[int], bool] = lambda players: True
    level: tuple[str, ...] = ("previous",)
    proposing: Callable[[Document, Any], list[Proposal]] = lambda document, options: []

    def fits(self, players: int) -> bool:
        """Does it take so many players?"""
        return self.fewest <= players <= self.most and self.seatable(players)

    def near(self, players: int) -> list[int]:
        """The nearest numbers below and above that it takes."""
        below = range(min(players - 1, self.most), self.fewest - 1, -1)
        above = range(max(players + 1, self.fewest), self.most + 1)
        found = (next(filter(self.fits, side), None) for side in (below, above))
        return [size for size in found if size is not None]

    def proposals(self, document: Document, options: Mapping[str, Any]) -> list[Proposal]:
        """What the rules want chosen differently, now that this has happened in an event of the formula."""
        if check(self.options, dict(options), "options"):
            return []
        return self.proposing(document, self.options(**options))

    def stages(
        self,
        players: int,
        options: Mapping[str, Any] | None = None,
        scoring: str | None = None,
        language: str = "it",
    ) -> tuple[Planned, ...]:
        """The stages for so many players; `options` as written. Faulty: it does not take so many, or so."""
        raw = dict(options or {})
        faults = check(self.options, raw, "options")
        if not self.fits(players):
            faults.insert(0, self._refused(players))
        method = METHODS.get(scoring or self.scorings[0])
        if method is None or not method.multiplayer:
            known = [name for name, one in METHODS.items() if one.multiplayer]
            faults.append(Fault("scoring", "unknown_scoring", {"name": scoring, "known": known}))
        if faults or method is None:
            raise Faulty(*faults)
        own = method.ranking[0] == "points"
        ranking = ("points", *self.level) if own else method.ranking
        return tuple(
            Planned(
                stage=Stage(
                    name=f"{part.name[language]} {part.number}" if part.number else part.name[language],
                    system=part.system,
                    options=part.options,
                    scoring=method.name,
                    scoring_options={"discards": part.discards} if part.discards else {},
                    ranking=ranking,
                    entry=part.entry,
                ),
                players=sum(part.sizes),
                sizes=part.sizes,
            )
            for part in self.parts(players, self.options(**raw))
        )

    def _refused(self, players: int) -> Fault:
        code = "formula_players" if self.most == MOST_PLAYERS else "formula_players_between"
        facts = {"minimum": self.fewest, "maximum": self.most, "near": self.near(players)}
        facts["others"] = [formula.name for formula in fitting(players)]
        return Fault("players", code, {"players": players, "formula": self.name, **facts})


def fitting(players: int) -> list[Formula]:
    """The formulas that take so many players."""
    return [formula for formula in FORMULAS.values() if formula.fits(players)]


# The formulas


def one_day(players: int, options: OneDay) -> list[Part]:
    final = [final_of_the_first()] if options.final else []
    return [games(players, 3, options.discards), *final]


def evenings(players: int, options: Evenings) -> list[Part]:
    return [games(players, options.rounds, options.discards), *rtu_finals(players, options, FOUR)]


def championship(players: int, options: Championship) -> list[Part]:
    finals = rtu_finals(players, options, FOUR)
    wanted = options.final or len(finals) > 1
    return [games(players, options.rounds, options.discards), *(finals if wanted else ())]


def two_days(players: int, options: SemiFinals) -> list[Part]:
    """With fewer than 32 players never four semi-finals, unless a direct finalist declined (`direct` 0)."""
    usual = 0 if players >= 32 else 1 if players >= 13 else 2 if players >= 10 else FOUR
    return [games(players, 2), *rtu_finals(players, options, usual)]


def rtu_finals(players: int, options: Knocked, usual: int) -> list[Part]:
    """Semi-finals and final as the RTU has them; `usual`: how many go straight to the final."""
    direct = chosen_direct(players, options, usual, {2: 10, 3: 13, 4: 32})
    return [final_of_the_first()] if direct == FOUR else knocked_out(direct)


def master_2016(players: int, options: Master2016) -> list[Part]:
    sets = 2 if players >= 100 else 1
    return [games(players, 2), *knocked_out(options.direct, sets, first="clubs")]


def master_2020(players: int, options: SemiFinals) -> list[Part]:
    """The table of sizes is lost: below 50 players these are defaults."""
    usual = 0 if players >= 32 else 1 if players >= 24 else 2 if players >= 16 else FOUR
    direct = chosen_direct(players, options, usual, {2: 10, 3: 13, 4: 16})
    if direct == FOUR:
        return [games(players, 2), final_of_the_first(first="clubs")]
    sets = 1 if players < 100 else players // 50
    return [games(players, 2), *knocked_out(direct, sets, first="clubs")]


def semi_final_tables(winners: int) -> int:
    """Four semi-finals for 16 to 19 winners, five for 20 to 25."""
    return FOUR if winners < FOUR * FIVE else FIVE


def knockout(players: int, options: Nothing) -> list[Part]:
    tables = min(25, players // FOUR)
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
    ways = [
        (first, second)
        for first in range(1, players)
        for second in range(max(1, 16 - first), 26 - first)
        if tables_of(players, first) and tables_of(players - first, second)
    ]

    def rank(way: tuple[int, int]) -> tuple[int, int]:
        first, second = way
        fives = players - FOUR * first + (players - first) - FOUR * second
        return fives, -first

    return min(ways, key=rank)


def second_chance(players: int, options: Nothing) -> list[Part]:
    first, second = second_chance_tables(players)
    semi_finals = semi_final_tables(first + second)
    return [
        one_game(QUALIFYING, players, first, None),
        one_game(SECOND_CHANCE, players - first, second, {"losers_of": 1}),
        one_game(SEMI_FINALS, first + second, semi_finals, {"winners_of": [1, 2]}),
        one_game(FINAL, semi_finals, 1, {"winners_of": 3}),
    ]


def labyrinth(players: int, options: Labyrinth) -> list[Part]:
    finalists = options.finalists
    if finalists % FOUR or finalists > players:
        facts = {"finalists": finalists, "players": players}
        raise Faulty(Fault("options.finalists", "formula_finalists", facts))
    qualifying = Part(
        name=QUALIFYING,
        system="rotation",
        options={"rounds": options.rounds},
        sizes=table_sizes(players, FOUR, (3, FOUR, FIVE)),
    )
    entry: dict[str, Any] = {"ranked": {"stage": 1, "from": 1, "to": finalists}}
    phases = [qualifying]
    if players >= 24:
        phases.append(intermediate(players, options))
        entry = {"best_of": {"stage": 2, "groups": options.groups, "count": finalists}}
    final = Part(
        name=FINAL,
        system="rotation",
        options={"rounds": options.final_rounds, "swap_winds": True},
        sizes=(FOUR,) * (finalists // FOUR),
        entry=entry,
    )
    return [*phases, final]


def intermediate(players: int, options: Labyrinth) -> Part:
    """Two games for the first k: the greatest multiple of 4 not above 16 and a third of the players."""
    k = min(16, players // 3) // FOUR * FOUR
    fixed = options.groups == "tables"
    return Part(
        name=INTERMEDIATE,
        system="bands" if fixed else "rotation",
        options={"tables": k // FOUR, "rounds": 2} if fixed else {"rounds": 2},
        sizes=(FOUR,) * (k // FOUR),
        entry={"ranked": {"stage": 1, "from": 1, "to": k}},
    )


RISIKO: Words = {"it": "RisiKo!", "en": "RisiKo!"}
ANY_GAME: Words = {"it": "Giochi di carte e da tavolo", "en": "Card and board games"}
SUMS = ("conversion-150", "conversion-200", "table-points", "standard")
BESTS = ("best_1", "best_2", "best_3", "previous")

_ROWS = (
    Formula(
        name="rtu-one-day",
        game=RISIKO,
        title={"it": "RTU in una giornata", "en": "RTU in one day"},
        meaning={
            "it": "Tre partite a somma di punti, con la finale dei primi quattro se si vuole.",
            "en": "Three games, ranked by the sum of points, with a final of the first four if you like.",
        },
        parts=one_day,
        options=OneDay,
        scorings=SUMS,
        seatable=can_be_seated,
    ),
    Formula(
        name="rtu-two-days",
        game=RISIKO,
        title={"it": "RTU in due giornate", "en": "RTU in two days"},
        meaning={
            "it": "Due partite, semifinali dei primi in classifica e finale.",
            "en": "Two games, semi-finals of the first of the ranking, and a final.",
        },
        parts=two_days,
        options=SemiFinals,
        scorings=("table-points",),
        seatable=can_be_seated,
        proposing=four_semi_finals,
    ),
    Formula(
        name="rtu-evenings",
        game=RISIKO,
        title={"it": "RTU in poche serate", "en": "RTU over a few evenings"},
        meaning={
            "it": "Da quattro a sei partite con uno o due scarti, poi la finale dei primi quattro o, se si"
            " vuole, le semifinali.",
            "en": "Four to six games with one or two discards, then a final of the first four or, if you"
            " like, semi-finals.",
        },
        parts=evenings,
        options=Evenings,
        scorings=(*SUMS, "spartaco"),
        seatable=can_be_seated,
        proposing=four_semi_finals,
    ),
    Formula(
        name="rtu-championship",
        game=RISIKO,
        title={"it": "RTU, campionato", "en": "RTU championship"},
        meaning={
            "it": "Otto partite o più, con almeno due scarti; se si vuole, la finale dei primi quattro o le"
            " semifinali.",
            "en": "Eight games or more, at least two discards; if you like, a final of the first four, or"
            " semi-finals.",
        },
        parts=championship,
        options=Championship,
        scorings=("standard", "faentino", "spartaco", "medals"),
        seatable=can_be_seated,
        proposing=four_semi_finals,
    ),
    Formula(
        name="rtu-knockout",
        game=RISIKO,
        title={"it": "RTU a eliminazione diretta", "en": "RTU knockout"},
        meaning={
            "it": "Va avanti solo chi vince il tavolo: qualificazione, semifinali, finale.",
            "en": "Only who wins the table goes on: qualifying, semi-finals, final.",
        },
        parts=knockout,
        scorings=("table-points",),
        fewest=64,
        most=125,
    ),
    Formula(
        name="rtu-second-chance",
        game=RISIKO,
        title={"it": "RTU con seconda chance", "en": "RTU with a second chance"},
        meaning={
            "it": "Chi vince va in semifinale; gli altri giocano una seconda partita, e chi la vince pure.",
            "en": "Who wins goes to the semi-finals; the others play again, and their winners go too.",
        },
        parts=second_chance,
        scorings=("table-points",),
        fewest=37,
        most=69,
    ),
    Formula(
        name="master-2016",
        game=RISIKO,
        title={"it": "Master 2016", "en": "Master 2016"},
        meaning={
            "it": "Due partite, quattro semifinali dei primi sedici e finale; da 100 giocatori due tornei"
            " paralleli.",
            "en": "Two games, four semi-finals of the first sixteen, a final; from 100 players on two"
            " parallel tournaments.",
        },
        parts=master_2016,
        options=Master2016,
        scorings=("master",),
        fewest=16,
        level=BESTS,
        proposing=master_2016_proposals,
    ),
    Formula(
        name="master-2020",
        game=RISIKO,
        title={"it": "Master 2020", "en": "Master 2020"},
        meaning={
            "it": "Come il 2016, con semifinali e finalisti diretti secondo i giocatori; da 100 un vincitore"
            " ogni 50.",
            "en": "As 2016, with semi-finals and direct finalists by the number of players; from 100 on a"
            " winner for every 50.",
        },
        parts=master_2020,
        options=SemiFinals,
        scorings=("master",),
        seatable=can_be_seated,
        level=BESTS,
        proposing=four_semi_finals,
    ),
    Formula(
        name="labyrinth",
        game=ANY_GAME,
        title={"it": "Fasi successive (Labyrinth)", "en": "Phases (Labyrinth)"},
        meaning={
            "it": "Eliminatoria a rotazione, fase intermedia da 24 giocatori in su, finale con scambio di"
            " venti.",
            "en": "Qualifying by rotation, an intermediate phase from 24 players on, a final swapping winds.",
        },
        parts=labyrinth,
        options=Labyrinth,
        scorings=("places", "winds"),
        most=MOST_ROTATING,
        level=("penalty",),
    ),
)

FORMULAS: Mapping[str, Formula] = {formula.name: formula for formula in _ROWS}
"""All formulas by name, in the order in which they are offered."""
