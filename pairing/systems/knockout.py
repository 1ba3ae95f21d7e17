"""Single elimination (eliminazione diretta): who loses is out (rules/knockout.md#grid).

The grid is in `pairing/grid.py`, its state after the rounds played in `pairing/bracket.py`; here are the next
round, its colours, and the reasons.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Struct

from pairing.bracket import (
    Meeting,
    SeededBracket,
    grid_of,
    has_withdrawn,
    open_matches,
    reached,
    seeding_order,
)
from pairing.colours import CLAIM_TO_WHITE, NONE, OPPOSITE, ColourOfRound
from pairing.grid import MOST_PRELIMINARY, Grid, GridSection
from pairing.offers import TWO_AT_A_TABLE, UsualChoice, between
from pairing.random_generator import Generator
from pairing.system import (
    Draw,
    NoLegalPairing,
    OptionsPreset,
    PairedBye,
    PairedTable,
    PlannedRound,
    Reason,
    System,
    one_report_code,
)
from scoring.ledger import BLACK, WHITE, Colour
from scoring.options import meta
from scoring.record import DocumentPlayer, GameScore, Record
from scoring.system_spec import KnockoutProgress, SystemSpec

MOST_GAMES = 99
_NAMED = {2: "final", 4: "semifinals", 8: "quarterfinals", 16: "of_16", 32: "of_32", 64: "of_64"}
"""The rounds that have a name, by the number of players in them when no slot is empty."""


class Options(Struct, frozen=True):
    """How many games a match has, whether the third place is played for, and how the grid is filled."""

    games: Annotated[
        int,
        meta(
            (
                "Partite per incontro",
                "Quante partite ha ogni incontro, a posti scambiati; se finisce pari si rigioca fino a che"
                " uno vince.",
            ),
            (
                "Games per match",
                "The number of games in each match, alternating seats; a drawn match is replayed until"
                " somebody wins.",
            ),
            minimum=1,
            maximum=MOST_GAMES,
        ),
    ] = 1
    third_place: Annotated[
        bool,
        meta(
            ("Finale per il 3° posto", "I perdenti delle semifinali giocano nel turno della finale."),
            ("Match for third place", "The losing semi-finalists play alongside the final."),
        ),
    ] = False
    draw: Annotated[
        bool,
        meta(
            (
                "Tabellone a sorteggio",
                "Le caselle del tabellone si sorteggiano; altrimenti vanno per numero d’ordine, e i più"
                " forti si incontrano il più tardi possibile.",
            ),
            (
                "Draw the bracket by lot",
                "Places in the bracket are drawn by lot; otherwise they follow pairing numbers, and the"
                " strongest meet as late as possible.",
            ),
            announced=(
                "Le caselle del tabellone si sorteggiano.",
                "Places in the bracket are drawn by lot.",
            ),
        ),
    ] = False


class Colours:
    """A player's colours: of his games in order, and of each round that of its first game, or NONE."""

    def __init__(self, rounds: int) -> None:
        self.games: list[Colour] = []
        self.rounds: list[ColourOfRound] = [NONE] * rounds

    def add(self, number: int, first: Colour, games: int) -> None:
        self.rounds[number - 1] = first
        self.games += [first if game % 2 == 0 else OPPOSITE[first] for game in range(games)]

    def has_twice_in_a_row(self, colour: Colour) -> bool:
        """Would one more game with this colour be the third in a row?"""
        return self.games[-2:] == [colour, colour]


def pair(record: Record, options: Options, rng: Generator) -> Draw:
    """The next round of the grid.

    NoLegalPairing: a match has no winner, all rounds are played, or too few players have no exemption.
    """
    bracket = _bracket(record, options)
    without_winner = open_matches(record)
    if without_winner:
        raise NoLegalPairing("matches_open", games=without_winner)
    number, rounds = record.next_round, bracket.grid.rounds
    if number > rounds:
        raise NoLegalPairing("all_rounds_played", rounds=rounds)
    return _Round(bracket, options, number).draw()


def _bracket(record: Record, options: Options) -> SeededBracket:
    SYSTEM.check_size(record)
    seeds = seeding_order(record, options.draw)
    return SeededBracket(record, seeds, _grid(seeds), third=options.third_place)


def _grid(seeds: list[DocumentPlayer]) -> Grid:
    grid = grid_of(seeds)
    if grid is None:
        exempt = [player.id for player in seeds if player.exempt]
        facts = {"players": exempt, "count": len(seeds), "most": MOST_PRELIMINARY}
        raise NoLegalPairing("too_few_without_exemption", **facts)
    return grid


class _Round:
    """The round to be paired."""

    def __init__(self, bracket: SeededBracket, options: Options, number: int) -> None:
        self.bracket = bracket
        self.record = bracket.record
        self.options = options
        self.number = number
        self.colours = _colours(self.record)

    def draw(self) -> Draw:
        self._refuse_prohibited()
        tables, byes = [], []
        for meeting in self.bracket.meetings(self.number):
            if meeting.upper is not None and meeting.lower is not None:
                why = self._table_reasons(meeting, meeting.upper, meeting.lower)
                tables.append(self._table(meeting.upper, meeting.lower, why))
            else:
                byes += [
                    PairedBye(player=player, points=0, why=(self._bye_reason(meeting, player),))
                    for player in meeting.players
                    if not has_withdrawn(self.record, player, self.number)
                ]
        if self.options.third_place and self.number == self.bracket.grid.rounds:
            losers = self.bracket.losing_semi_finalists()
            if len(losers) == 2:
                why = [Reason("third_place", {"player": losers[0], "opponent": losers[1]})]
                tables.append(self._table(losers[0], losers[1], why))
        return Draw(tables=tuple(tables), byes=tuple(byes))

    def _refuse_prohibited(self) -> None:
        """NoLegalPairing: by the grid, which moves nobody, two meet who may not."""
        prohibited, players = self.record.prohibited, self.record.players
        banned = [
            [player, opponent]
            for player, opponent in self.opponents().items()
            if opponent is not None
            and player < opponent
            and opponent in prohibited.get(player, ())
            and players[player].plays_in(self.number)
            and players[opponent].plays_in(self.number)
        ]
        if banned:
            together = [player for pair in banned for player in pair]
            raise NoLegalPairing("bracket_prohibited", players=together, round=self.number, prohibited=banned)

    def opponents(self) -> dict[int, int | None]:
        """The opponent of every player of this round, by id; None: he has none and advances."""
        opponents: dict[int, int | None] = {}
        if self.number <= self.bracket.grid.rounds:
            for meeting in self.bracket.meetings(self.number):
                opponents |= dict.fromkeys(meeting.players)
                if meeting.upper is not None and meeting.lower is not None:
                    opponents |= {meeting.upper: meeting.lower, meeting.lower: meeting.upper}
        losers = self.bracket.losing_semi_finalists()
        if self.options.third_place and self.number == self.bracket.grid.rounds and len(losers) == 2:
            opponents |= {losers[0]: losers[1], losers[1]: losers[0]}
        return opponents

    def _table(self, first: int, second: int, why: list[Reason]) -> PairedTable:
        """The table of two players, given in grid order: seats by colour; a forfeit where one is absent."""
        white, colour = self._white(first, second)
        seats = (first, second) if white == first else (second, first)
        why = [*why, colour]
        if self.options.games > 1:
            why.append(Reason("match_colours", {"games": self.options.games}))
        present = [self.record.players[player].plays_in(self.number) for player in seats]
        if all(present):
            return PairedTable(seats=seats, why=tuple(why))
        absent = [player for player, is_present in zip(seats, present, strict=True) if not is_present]
        code = "match_forfeit" if len(absent) == 1 else "match_forfeit_both"
        result: GameScore = (int(present[0]), int(present[1]))
        why.append(Reason(code, {"players": absent}))
        return PairedTable(seats=seats, why=tuple(why), forfeit=True, result=result)

    def _white(self, first: int, second: int) -> tuple[int, Reason]:
        """The player with White in the first game, and the clause that decides it."""
        if self.number == 1:
            return first, Reason("white_first_round", {"player": first})
        code, white = ("white_odd", first) if self.number % 2 else ("white_even", second)
        return (
            self._by_runs(first, second)
            or self._by_count(first, second)
            or self._by_latest(first, second)
            or (white, Reason(code, {"player": white, "round": self.number}))
        )

    def _by_runs(self, first: int, second: int) -> tuple[int, Reason] | None:
        """White so that fewer players get a colour three times in a row; None: it makes no difference."""
        third_in_a_row = {
            white: self._third_in_a_row(white, black) for white, black in ((first, second), (second, first))
        }
        if len(third_in_a_row[first]) == len(third_in_a_row[second]):
            return None
        white, black = sorted((first, second), key=lambda player: len(third_in_a_row[player]))
        code = "white_runs" if len(third_in_a_row[black]) == 1 else "white_runs_both"
        return white, Reason(code, {"player": white, "players": third_in_a_row[black]})

    def _third_in_a_row(self, white: int, black: int) -> list[int]:
        """The players who would have their colour three times in a row."""
        seats = ((white, WHITE), (black, BLACK))
        return [player for player, colour in seats if self.colours[player].has_twice_in_a_row(colour)]

    def _by_count(self, first: int, second: int) -> tuple[int, Reason] | None:
        """White to the player with fewer Whites so far; None: both have as many."""
        whites = {player: self.colours[player].games.count(WHITE) for player in (first, second)}
        if whites[first] == whites[second]:
            return None
        white, black = sorted((first, second), key=whites.__getitem__)
        counts = {"whites": whites[white], "other_whites": whites[black]}
        return white, Reason("white_fewer", {"player": white, "opponent": black, **counts})

    def _by_latest(self, first: int, second: int) -> tuple[int, Reason] | None:
        """White by the latest round in which their colours differed: to the one who had Black rather than no
        game, or no game rather than White. None: they never differed.
        """
        history = zip(self.colours[first].rounds, self.colours[second].rounds, strict=True)
        for number, (first_colour, second_colour) in reversed(list(enumerate(history, 1))):
            if first_colour != second_colour:
                first_has_white = CLAIM_TO_WHITE[first_colour] > CLAIM_TO_WHITE[second_colour]
                white, black = (first, second) if first_has_white else (second, first)
                code = "_".join(
                    [
                        "white_latest",
                        *(
                            (first_colour, second_colour)
                            if first_has_white
                            else (second_colour, first_colour)
                        ),
                    ]
                )
                return white, Reason(code, {"player": white, "opponent": black, "round": number})
        return None

    def _table_reasons(self, meeting: Meeting, upper: int, lower: int) -> list[Reason]:
        """Which sections of the grid meet, and how their players reached this round."""
        game = meeting.game
        facts = {"player": upper, "opponent": lower}
        if self.number == 1:
            slots = {"upper": game.upper.slot, "lower": game.lower.slot, "slots": self._slots()}
            return [Reason("slots_meet", facts | slots)]
        entries = [
            self._reason_without_win(section, player)
            for section, player in ((game.upper, upper), (game.lower, lower))
        ]
        return [Reason("winners_meet", facts), *(reason for reason in entries if reason)]

    def _slots(self) -> int:
        return self.bracket.grid.sections(self.bracket.grid.level_of(self.number))

    def _reason_without_win(self, section: GridSection, player: int) -> Reason | None:
        """How a player reached this round; None: by winning a match."""
        if self.bracket.entered_at[player] == section:
            return Reason("enters_now", {"player": player})
        previous_outcome = next(outcome for outcome in self.bracket.outcomes[-1] if outcome.winner == player)
        return (
            None
            if previous_outcome.table
            else Reason("came_free", {"player": player, "round": self.number - 1})
        )

    def _bye_reason(self, meeting: Meeting, player: int) -> Reason:
        game = meeting.game
        opposite_section = game.lower if meeting.upper == player else game.upper
        if opposite_section in self.bracket.player_in:
            return Reason("nobody_came", {"player": player})
        return Reason("slot_empty", {"player": player, "slot": opposite_section.slot, "slots": self._slots()})


def objections(record: Record, options: Options, seats: tuple[int, ...]) -> Iterator[Reason]:
    """Players whom the grid gives another opponent or none, and colours that would be the third in a row."""
    round_to_pair = _Round(_bracket(record, options), options, record.next_round)
    expected = round_to_pair.opponents()
    opponents: tuple[int | None, ...] = seats[::-1] if len(seats) == 2 else (None,)
    for player, opponent in zip(seats, opponents, strict=True):
        if player not in expected:
            yield Reason("hand_bracket_out", {"player": player})
        elif expected[player] != opponent and expected[player] is None:
            yield Reason("hand_bracket_free", {"player": player})
        elif expected[player] != opponent:
            yield Reason("hand_bracket", {"player": player, "opponent": expected[player]})
    for player, colour in zip(seats, (WHITE, BLACK), strict=False):
        if len(seats) == 2 and round_to_pair.colours[player].has_twice_in_a_row(colour):
            yield Reason(f"hand_{colour}_three", {"player": player})


def _colours(record: Record) -> Mapping[int, Colours]:
    """Every player's colours so far; a match that was not played gives none."""
    colours = {player: Colours(record.rounds_played) for player in record.players}
    for number, played in enumerate(record.rounds, 1):
        for table in played.tables:
            games = len(table.games) or int(not table.forfeit)
            if games:
                for player, first in zip(table.seats, (WHITE, BLACK), strict=True):
                    colours[player].add(number, first, games)
    return colours


def rounds_without_exemption(options: Options, players: int) -> int | None:
    """The number of rounds for so many players when nobody is exempt."""
    return max(1, (players - 1).bit_length())


def plan(record: Record, options: Options) -> tuple[PlannedRound, ...]:
    """The rounds before the first is played: the name of each, and how many play in it.

    DocumentError, NoLegalPairing: as in `pair`.
    """
    SYSTEM.check_size(record)
    grid = _grid(seeding_order(record, options.draw))
    return tuple(PlannedRound(_name(grid, number), players) for number, players in enumerate(grid.players, 1))


def _name(grid: Grid, number: int) -> Reason:
    level = grid.level_of(number)
    if level <= grid.preliminary:
        return Reason("round_preliminary")
    name = _NAMED.get(grid.sections(level))
    return Reason(f"round_{name}") if name else Reason("round_number", {"round": number})


def progress(record: Record) -> Mapping[int, KnockoutProgress]:
    """How far each player has come, by id; empty where there is no grid for these players."""
    grid = None
    if SYSTEM.fewest <= len(record.players) <= MOST:
        seeds = seeding_order(record, record.options.draw)
        grid = grid_of(seeds)
    return reached(SeededBracket(record, seeds, grid, third=record.options.third_place)) if grid else {}


MOST = 1_024

PRESETS = (
    OptionsPreset(
        name="seeded",
        title={"it": "Con teste di serie", "en": "Seeded"},
        meaning={
            "it": "Posizioni in ordine di forza: i favoriti si incontrano il più tardi possibile.",
            "en": "Places by strength: the favourites meet as late as possible.",
        },
    ),
    OptionsPreset(
        name="drawn",
        title={"it": "A sorteggio integrale", "en": "Drawn by lot"},
        meaning={
            "it": "Tutte le posizioni del tabellone si sorteggiano.",
            "en": "All places in the bracket are drawn by lot.",
        },
        options={"draw": True},
    ),
    OptionsPreset(
        name="two-games",
        title={"it": "Incontri di due partite", "en": "Matches of two games"},
        meaning={
            "it": "Andata e ritorno, con la finale per il 3° posto.",
            "en": "Two games with colours (or sides) reversed, with a match for third place.",
        },
        options={"games": 2, "third_place": True},
        usual=(
            UsualChoice(
                games=TWO_AT_A_TABLE,
                players=between(2, 2),
                why={
                    "it": "In due è una sfida: due partite a posti invertiti, e altre finché uno non vince.",
                    "en": "With two players it is a match: two games with seats reversed, and more until"
                    " somebody wins.",
                },
            ),
        ),
    ),
)
SYSTEM = System(
    spec=SystemSpec(
        name="knockout",
        multiplayer=False,
        family="knockout",
        options=Options,
        scoring="game",
        scoring_defaults={"bye": 0},
        reached=progress,
    ),
    pair=pair,
    plan=plan,
    objections=objections,
    bracket=_bracket,
    match=lambda options: options.games,
    rounds=rounds_without_exemption,
    title={"it": "Eliminazione diretta", "en": "Knockout"},
    meaning={
        "it": "Chi perde è fuori, chi vince va avanti nel tabellone fino alla finale.",
        "en": "Lose and you are out; win and you move on through the bracket, up to the final.",
    },
    fewest=2,
    most=MOST,
    ranking=("round_reached",),
    presets=PRESETS,
    absence="forfeits",
    report=one_report_code("Individual: Knockout", "CUSTOM_KNOCKOUT", lambda rounds: {}),
)
