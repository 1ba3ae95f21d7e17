"""The one interface of all pairing systems: what a `System` is, and what it answers.

A system is one file in `pairing/systems/` with a `SYSTEM`; `registry.py` finds it there.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, field

from pairing.bracket import Bracket
from pairing.random_generator import Generator
from scoring.record import DocumentError, Number, Record, Shares, ValidationIssue
from scoring.system_spec import SystemSpec


class Reason(Struct, frozen=True):
    """Why something is so: a code and its facts. Players are ids in the facts; `reasons.py` says it in
    words.
    """

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


class PairedTable(Struct, frozen=True, kw_only=True):
    """A table as paired: ids in seat order (two seats: White first). `result`: where nobody will play it."""

    seats: tuple[int, ...]
    why: tuple[Reason, ...]
    forfeit: bool = False
    result: Shares | None = None


class PairedBye(Struct, frozen=True, kw_only=True):
    """A player of this round without a table, and the points he has for it."""

    player: int
    points: Number
    why: tuple[Reason, ...]


class Draw(Struct, frozen=True, kw_only=True):
    """A round as paired. Tables in the order of their numbers; `quality` for seating problems."""

    tables: tuple[PairedTable, ...]
    byes: tuple[PairedBye, ...] = ()
    quality: Mapping[str, Any] = field(default_factory=dict)


class NoLegalPairing(Exception):
    """The rules allow no round now: which rule (`code`), and the facts of it."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class PlannedRound(Struct, frozen=True):
    """A round before anything is played: what it is called (in words: `reasons.py`), how many play in it."""

    name: Reason
    players: int


class Preset(Struct, frozen=True, kw_only=True):
    """A usual choice of a system's options, to begin with: a card of the site's wizard.

    `name` is unique within the system; `title`, `meaning` by language.
    """

    name: str
    title: Mapping[str, str]
    meaning: Mapping[str, str]
    options: Mapping[str, Any] = field(default_factory=dict)


def _single_games(options: Any) -> None:
    return None


class System(Struct, frozen=True, kw_only=True):
    """A pairing system.

    `spec`: its name, option record and what scoring has to know. `pair(record, options, rng)`: the round
    after those of the record, or NoLegalPairing, or DocumentError where the field is too small or too large.
    `calendar`: all rounds still to come, results or not, where the system knows them. `plan`: the rounds of
    the stage with the number of players in each, where those become fewer. `bracket`: who stands where in it,
    where there is one. `match(options)`: how many games a match has, where a table plays on until somebody
    wins; None where a game may end drawn. `rounds(options, players)`: how many the stage has, None where that
    is not fixed. `seat_order`: does it matter who sits where? `title`, `meaning` by language. `fewest`,
    `most`: for how many players it is made. `draws_numbers`: are order numbers drawn by lot before round 1?
    Otherwise they follow the rating list. `ranking`: the criteria it is usually ranked by. `presets`: the
    usual choices of options, where there are several.

    Rounds by hand: `objections(record, options, seats)`: what its rules have against a table of the next
    round (one seat: a bye); None: only that people meet again. `cost(record, options, tables)`: what a whole
    round costs by criterion, where the system looks for the best.

    Who takes part: `open_field`: may players enter after round 1, and are then all numbers assigned again
    (`renumbers`), or does the newcomer take the next one? `absence`: who is announced absent sits the round
    out, or loses by forfeit what he would play, or is paired all the same. `requested_byes`: may he have
    points for it? `advised_rounds`: how many make sense for so many players; None: nothing to advise.
    `remedies`: which option allows the round that a code refuses. `fitted(players)`: the options that so many
    players ask for, where the system cannot be played without naming them.
    """

    spec: SystemSpec
    pair: Callable[[Record, Any, Generator], Draw]
    rounds: Callable[[Any, int], int | None]
    title: Mapping[str, str]
    meaning: Mapping[str, str]
    calendar: Callable[[Record, Any, Generator], Sequence[Draw]] | None = None
    plan: Callable[[Record, Any], Sequence[PlannedRound]] | None = None
    bracket: Callable[[Record, Any], Bracket] | None = None
    match: Callable[[Any], int | None] = _single_games
    seat_order: bool = True
    objections: Callable[[Record, Any, tuple[int, ...]], Iterable[Reason]] | None = None
    cost: Callable[[Record, Any, Sequence[Sequence[int]]], Mapping[str, int]] | None = None
    fewest: int = 2
    most: int | None = None
    draws_numbers: bool = False
    ranking: tuple[str, ...] = ("points",)
    presets: tuple[Preset, ...] = ()
    open_field: bool = False
    renumbers: bool = False
    absence: Literal["sits_out", "forfeits", "ignored"] = "sits_out"
    requested_byes: bool = False
    advised_rounds: Callable[[int], range] | None = None
    remedies: Mapping[str, str] = field(default_factory=dict)
    fitted: Callable[[int], Mapping[str, Any]] = lambda players: {}

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def colours(self) -> bool:
        """Is there a White and a Black?"""
        return not self.spec.multiplayer and self.seat_order

    def check_size(self, record: Record) -> None:
        """DocumentError: the stage has fewer players than the system is made for, or more."""
        players = len(record.players)
        if players < self.fewest or (self.most is not None and players > self.most):
            facts = {"players": players, "minimum": self.fewest, "maximum": self.most}
            raise DocumentError(ValidationIssue("players", "players_range", facts))
