"""All pairing systems by name, and the functions of a record's own system.

A system is one file in `pairing/systems/` with a `SYSTEM`; nothing else has to know of it.
"""

import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from msgspec.structs import replace

from pairing import systems
from pairing.bracket import SeededBracket
from pairing.fixed_tables import at_fixed_tables
from pairing.random_generator import Generator, generator
from pairing.system import Draw, NoLegalPairing, PlannedRound, System
from scoring.adjourned import adjourned_games, as_drawn
from scoring.record import DocumentError, Record, TablePlace, ValidationIssue
from scoring.system_spec import SystemSpec


def pair(record: Record) -> Draw:
    """The next round of the record's stage, by its system and options.

    A pure function: the same record gives the same draw, on any machine. NoLegalPairing: the rules allow no
    round. DocumentError: the system cannot be played with these options or so many players.

    >>> from scoring.record import Document, DocumentPlayer, DocumentStage, record_of
    >>> players = tuple(DocumentPlayer(id=number, name="", number=number) for number in range(1, 5))
    >>> document = Document(players=players, stages=(DocumentStage(system="round-robin", scoring="game"),))
    >>> [table.seats for table in pair(record_of(document, SYSTEM_SPECS)).tables]
    [(1, 4), (2, 3)]
    """
    provisional = provisional_draws(record)
    paired = as_drawn(record, provisional)
    draw = SYSTEMS[record.spec.name].pair(paired, record.options, _generator(record))
    draw = at_fixed_tables(record, draw)
    return replace(draw, provisional=provisional) if provisional else draw


def pair_early(record: Record) -> Draw:
    """As `pair`, but also the last round of a calendar while games of earlier rounds are open: whom it pairs
    does not depend on them.
    """
    try:
        return pair(record)
    except NoLegalPairing as refused:
        if refused.code != "games_before_last_round":
            raise
        return calendar(record)[0]


def provisional_draws(record: Record) -> tuple[TablePlace, ...]:
    """The adjourned games that count as drawn when the next round is paired
    (rules/games.md#adjourned).
    """
    return adjourned_games(record) if SYSTEMS[record.spec.name].adjourned_as_draws else ()


def calendar(record: Record) -> Sequence[Draw]:
    """All rounds still to come, without regard to results. DocumentError: the system does not know them."""
    system = SYSTEMS[record.spec.name]
    if system.calendar is None:
        path = f"stages[{record.number - 1}].system"
        raise DocumentError(ValidationIssue(path, "no_calendar", {"system": system.name}))
    draws = system.calendar(record, record.options, _generator(record))
    return [at_fixed_tables(record, draw) for draw in draws]


def plan(record: Record) -> Sequence[PlannedRound]:
    """The planned rounds of the stage. DocumentError: in this system everybody plays in every round."""
    system = SYSTEMS[record.spec.name]
    if system.plan is None:
        path = f"stages[{record.number - 1}].system"
        raise DocumentError(ValidationIssue(path, "no_plan", {"system": system.name}))
    return system.plan(record, record.options)


def bracket(record: Record) -> SeededBracket | None:
    """The record's bracket; None: its system has none. NoLegalPairing, DocumentError: as in `pair`."""
    system = SYSTEMS[record.spec.name]
    return system.bracket(record, record.options) if system.bracket else None


def games_in_match(record: Record) -> int | None:
    """The number of games in a match, which is played on until somebody wins; None: there are no matches."""
    return SYSTEMS[record.spec.name].match(record.options)


def rounds_of(record: Record) -> int | None:
    """The number of rounds of the stage; None: it is not fixed, or no round can be paired."""
    system = SYSTEMS[record.spec.name]
    if system.plan is None:
        return system.rounds(record.options, len(record.players))
    try:
        return len(system.plan(record, record.options))
    except (DocumentError, NoLegalPairing):
        return None


def remedied(record: Record, refused: NoLegalPairing) -> dict[str, Any] | None:
    """The stage's options, as in a document, with which the arbiter allows the refused round; None: none
    does.
    """
    remedy = SYSTEMS[record.spec.name].remedies.get(refused.code)
    if remedy is None:
        return None
    value = remedy.value(getattr(record.options, remedy.option), record.next_round)
    return {**record.stage.options, remedy.option: value}


def _generator(record: Record) -> Generator:
    return generator(record.document.seed, record.number, record.spec.name, record.next_round)


class _Systems(Mapping[str, System]):
    """All systems by name; each is imported on first use."""

    def __getitem__(self, name: str) -> System:
        if name not in _names():
            raise KeyError(name)
        system: System = import_module(f"{systems.__name__}.{name.replace('-', '_')}").SYSTEM
        return system

    def __iter__(self) -> Iterator[str]:
        return iter(_names())

    def __len__(self) -> int:
        return len(_names())


class _SystemSpecs(Mapping[str, SystemSpec]):
    """The specs of all systems by name."""

    def __getitem__(self, name: str) -> SystemSpec:
        return SYSTEMS[name].spec

    def __iter__(self) -> Iterator[str]:
        return iter(SYSTEMS)

    def __len__(self) -> int:
        return len(SYSTEMS)


@cache
def _names() -> tuple[str, ...]:
    return tuple(sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(systems.__path__)))


SYSTEMS: Mapping[str, System] = _Systems()
SYSTEM_SPECS: Mapping[str, SystemSpec] = _SystemSpecs()
