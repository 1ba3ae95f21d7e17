"""The interface of all pairing systems: `System`, and the records that its functions return.

A system is one file in `pairing/systems/` with a `SYSTEM`; `registry.py` finds it there.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, field

from pairing.bracket import SeededBracket
from pairing.offers import UsualChoice
from pairing.quality import Quality
from pairing.random_generator import Generator
from scoring.record import DocumentError, GameScore, Number, Record, TablePlace, ValidationIssue
from scoring.system_spec import SystemSpec
from scoring.trf import AccelerationLine


class Reason(Struct, frozen=True):
    """A reason as a code and its facts, with ids for players; the words are in `reasons.py`."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


class PairedTable(Struct, frozen=True, kw_only=True):
    """A table as paired: ids in seat order (two seats: White first). `result`: that of a forfeited game."""

    seats: tuple[int, ...]
    why: tuple[Reason, ...]
    forfeit: bool = False
    result: GameScore | None = None


class PairedBye(Struct, frozen=True, kw_only=True):
    """A player without a table in the round, and the points he gets for that."""

    player: int
    points: Number
    why: tuple[Reason, ...]


class Draw(Struct, frozen=True, kw_only=True):
    """A round as paired. Tables in the order of their numbers; `quality`: see `quality.py`, empty in most
    systems. `provisional`: the adjourned games that counted as draws.
    """

    tables: tuple[PairedTable, ...]
    byes: tuple[PairedBye, ...] = ()
    quality: Quality = field(default_factory=Quality)
    provisional: tuple[TablePlace, ...] = ()


class NoLegalPairing(Exception):
    """The rules allow no round now: `code` names the rule, with its facts; the words are in `reasons.py`."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class PlannedRound(Struct, frozen=True):
    """A round before the first is played: its name, in words by `reasons.py`, and how many play in it."""

    name: Reason
    players: int


class OptionsPreset(Struct, frozen=True, kw_only=True):
    """A usual choice of a system's options, to begin with: a card of the site's wizard.

    `name` is unique within the system; `title`, `meaning` by language. `opens`: whether an event may begin
    with it; otherwise it is offered for later stages alone. `usual`: when most clubs choose it.
    """

    name: str
    title: Mapping[str, str]
    meaning: Mapping[str, str]
    options: Mapping[str, Any] = field(default_factory=dict)
    opens: bool = True
    usual: tuple[UsualChoice, ...] = ()


class Remedy(Struct, frozen=True):
    """An option that allows a refused round: `value(current, round_number)` is its value then."""

    option: str
    value: Callable[[Any, int], Any] = lambda current, round_number: True


class TablesOfRound(Struct, frozen=True):
    """That the arbiter may choose how many tables a round has. `option`: the list, by round, in which it is
    written (0: as usual). `possible(options, present)`: the numbers for so many players, in order.
    `sizes(options, present, tables)`: how many sit at each of so many tables; empty where they cannot.
    """

    option: str
    possible: Callable[[Any, int], Sequence[int]]
    sizes: Callable[[Any, int, int], Sequence[int]]

    def written(self, options: Any, round_number: int, tables: int) -> list[int]:
        """The list with the number of tables of that round."""
        before = list(getattr(options, self.option))
        before += [0] * (round_number - len(before))
        before[round_number - 1] = tables
        return before


class ReportType(Struct, frozen=True):
    """How a report file calls the system (rules/trf.md#types): in words, and as a code with the options that
    it stands for. `options(code, rounds, players)`: None, the code is another system's. `scheduled(record,
    round)`: the ids (White, Black) whom a calendar lets meet in a round, None for a rest. `accelerated`: the
    virtual points by which rounds are paired.
    """

    words: str
    code: Callable[[Any], str]
    options: Callable[[str, int, int], Mapping[str, Any] | None]
    scheduled: Callable[[Record, int], Iterable[tuple[int | None, int | None]]] = lambda record, number: ()
    accelerated: Callable[[Record], tuple[AccelerationLine, ...]] = lambda record: ()


def one_report_code(words: str, code: str, options: Callable[[int], Mapping[str, Any]]) -> ReportType:
    """The type of a system with one code; `options(rounds)`: those of a stage read from a file."""
    return ReportType(
        words,
        lambda _options: code,
        lambda found, rounds, _players: options(rounds) if found == code else None,
    )


class System(Struct, frozen=True, kw_only=True):
    """A pairing system.

    `spec`: name, option record, and what scoring depends on. `pair(record, options, rng)`: the round after
    those of the record; NoLegalPairing, or DocumentError where there are too few or too many players.
    `calendar`: all rounds still to come, without regard to results; None: the system does not know them.
    `whole_calendar`: whether it is published whole before round 1, and its last round played after all
    others.
    `plan`: the rounds of the stage with the number of players in each; None: everybody plays in every round.
    `bracket`: the state of the bracket; None: there is none. `match(options)`: the number of games in a
    match, which is played on until somebody wins; None: there are no matches. `rounds(options, players)`: the
    number of rounds; None: it is not fixed. `seat_order`: whether it matters who has which seat of a table.
    `title`, `meaning` by language. `fewest`, `most`: the numbers of players it is for. `draws_numbers`:
    whether order numbers are drawn by lot before round 1; otherwise they follow the rating list. `ranking`:
    the usual ranking criteria. `presets`: the usual choices of options, where there are several. `family`:
    the row of `offers.FAMILIES` it is offered in; "": it is one by itself. `usual`: when most clubs choose
    it, where it has no presets, which say so themselves.

    Rounds by hand: `objections(record, options, seats)`: the rules that a table of the next round would break
    (one seat: a bye); None: only meetings are to be avoided. `cost(record, options, tables)`: the cost of a
    whole round by criterion; None: the system does not minimise any.

    Participation: `open_field`: whether players may enter after round 1, and `late_entries(options)`, whether
    the announcement lets them (`admits_late` asks both); if so, `renumbers`: whether all
    numbers are then assigned again, or the late entry gets the next one, as it does in any case from the
    round `frozen_from` on; `equals_by_name`: whether name comes
    before lot among equals of the rating list. `absence`: players announced absent
    sit the round out, or lose by forfeit, or are paired all the same. `adjourned_as_draws`: whether a round
    is paired while games are adjourned, which count as drawn. `requested_byes`: whether they may get
    points for it. `extendable`: whether the option `rounds` may grow during play, because no earlier round
    depends on it. `advised_rounds`: the sensible numbers of rounds for so many players; None: no advice.
    `most_rounds`: how many the rules can have, where nobody meets anybody again; None: there is no limit.
    `colour_options`: the options that mean nothing in a game without White and Black.
    `remedies`: for each code of NoLegalPairing the option that allows the round. `tables_of_round`: whether
    the arbiter may choose their number round by round; None: he may not. `fitted(players)`: the
    options for so many players, where the system has options without a default. `notice(options, players)`:
    what the organiser should know before so many play; None: nothing. `seats(options, players)`: whether so
    many can be seated, where not every number from `fewest` on can; None: every one can. `report`: how report
    files call it; None: it has none.
    """

    spec: SystemSpec
    pair: Callable[[Record, Any, Generator], Draw]
    rounds: Callable[[Any, int], int | None]
    title: Mapping[str, str]
    meaning: Mapping[str, str]
    calendar: Callable[[Record, Any, Generator], Sequence[Draw]] | None = None
    whole_calendar: bool = False
    plan: Callable[[Record, Any], Sequence[PlannedRound]] | None = None
    bracket: Callable[[Record, Any], SeededBracket] | None = None
    match: Callable[[Any], int | None] = lambda options: None
    seat_order: bool = True
    objections: Callable[[Record, Any, tuple[int, ...]], Iterable[Reason]] | None = None
    cost: Callable[[Record, Any, Sequence[Sequence[int]]], Mapping[str, int]] | None = None
    fewest: int = 2
    most: int | None = None
    draws_numbers: bool = False
    ranking: tuple[str, ...] = ("points",)
    presets: tuple[OptionsPreset, ...] = ()
    family: str = ""
    usual: tuple[UsualChoice, ...] = ()
    open_field: bool = False
    late_entries: Callable[[Any], bool] = lambda options: True
    renumbers: bool = False
    frozen_from: int | None = None
    equals_by_name: bool = False
    absence: Literal["sits_out", "forfeits", "ignored"] = "sits_out"
    adjourned_as_draws: bool = False
    requested_byes: bool = False
    extendable: bool = False
    advised_rounds: Callable[[int], range] | None = None
    most_rounds: Callable[[int], int | None] = lambda players: None
    remedies: Mapping[str, Remedy] = field(default_factory=dict)
    colour_options: frozenset[str] = frozenset()
    tables_of_round: TablesOfRound | None = None
    fitted: Callable[[int], Mapping[str, Any]] = lambda players: {}
    notice: Callable[[Any, int], Reason | None] = lambda options, players: None
    seats: Callable[[Any, int], bool] | None = None
    report: ReportType | None = None

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def colours(self) -> bool:
        """Do games have a White and a Black?"""
        return not self.spec.multiplayer and self.seat_order

    def admits_late(self, options: Any) -> bool:
        """Whether players may enter after round 1, by the system and by the stage's options."""
        return self.open_field and self.late_entries(options)

    def check_size(self, record: Record) -> None:
        """Checks the number of players. DocumentError: they are too few or too many for the system."""
        players = len(record.players)
        if players < self.fewest or (self.most is not None and players > self.most):
            facts = {"players": players, "minimum": self.fewest, "maximum": self.most}
            raise DocumentError(ValidationIssue("players", "players_range", facts))
