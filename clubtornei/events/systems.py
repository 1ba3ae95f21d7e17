"""What the site asks of the pairing systems: the wizard's cards, sizes, usual rankings, numbers of rounds.

Everything comes from the systems' own data: a new file in pairing/systems/ shows up here by itself.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.contrib.staticfiles import finders

from clubtornei.events.models import Entry, Stage
from clubtornei.events.option_forms import spoken
from clubtornei.events.ranking import Criterion
from pairing.registry import SYSTEM_SPECS, SYSTEMS, plan
from pairing.registry import rounds_of as rounds_in
from pairing.system import NoLegalPairing, PlannedRound, Preset, System
from scoring import document
from scoring.criteria import CRITERIA
from scoring.method import Method
from scoring.methods import METHODS
from scoring.options import build, describe
from scoring.record import DocumentError, Player, Record, record_of
from scoring.system_spec import SystemSpec

ANY_DRAWING = "no-rounds"  # for a system that nobody has drawn yet


@dataclass(frozen=True, kw_only=True)
class Limits:
    """For how many players a formula is made; `most` is None where there is no limit."""

    least: int
    most: int | None


@dataclass(frozen=True, kw_only=True)
class SystemPreset:
    """A card of the wizard: a system with a usual choice of its options (by option name).

    `family`: what the system is called, where it has several cards.
    """

    key: str
    system: str
    title: str
    meaning: str
    limits: Limits
    drawing: str
    family: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)


def system_presets() -> dict[str, SystemPreset]:
    """All cards by key ("system" or "system.preset"), in the reader's language."""
    cards = [
        _system_preset(system, preset) for system in SYSTEMS.values() for preset in system.presets or (None,)
    ]
    return {card.key: card for card in cards}


def _system_preset(system: System, preset: Preset | None) -> SystemPreset:
    words = preset or system
    return SystemPreset(
        key=f"{system.name}.{preset.name}" if preset else system.name,
        system=system.name,
        title=spoken(words.title),
        meaning=spoken(words.meaning),
        limits=Limits(least=system.fewest, most=system.most),
        drawing=_drawing(system.name, preset.name if preset else ""),
        options=preset.options if preset else {},
        family=spoken(system.title) if preset else "",
    )


@cache
def _drawing(system: str, preset: str) -> str:
    """The drawing of the preset, else that of the system, else one that suits any."""
    names = [f"{system}-{preset}", system] if preset else [system]
    return next((name for name in names if finders.find(f"drawings/{name}.svg")), ANY_DRAWING)


def kind_of(system: str) -> SystemSpec:
    """The system's option record, and what scoring knows of it. KeyError: there is no such system."""
    return SYSTEMS[system].spec


def decided_later(system: str) -> frozenset[str]:
    """The options set round by round, where the rules allow none without: nobody chooses them beforehand."""
    row = SYSTEMS[system]
    listed = frozenset(option.name for option in describe(row.spec.options) if option.type == "integers")
    return listed & frozenset(row.remedies.values())


def limits_of(stage: Stage) -> Limits:
    """For how many players the stage's system is made."""
    system = SYSTEMS[stage.system]
    return Limits(least=system.fewest, most=system.most)


def draws_numbers(stage: Stage) -> bool:
    """Are order numbers drawn by lot before the first round?"""
    return SYSTEMS[stage.system].draws_numbers


def counts_absences(stage: Stage) -> bool:
    """Does it matter who is announced absent? Not where everybody is in the calendar all the same."""
    return SYSTEMS[stage.system].absence != "ignored"


def pairs_by_results(stage: Stage) -> bool:
    """Is a round made from the results before it, so that these must be there first?"""
    return SYSTEMS[stage.system].calendar is None


def rounds_of(stage: Stage, players: int, exempt: Collection[int] | None = None) -> int | None:
    """How many rounds the stage has with so many players; None where that is not fixed, or where the rules
    have none for them. `exempt`: the rounds that each of those skips who skip some; None: as they are
    entered, in a query of its own where it matters.
    """
    system = SYSTEMS[stage.system]
    if system.plan is None or players < system.fewest:
        return system.rounds(build(system.spec.options, stage.options), players)
    return rounds_in(_foreseen(stage, players, _exempt(stage) if exempt is None else exempt))


def planned_rounds(
    stage: Stage, players: int, exempt: Collection[int] | None = None
) -> Sequence[PlannedRound]:
    """What each round is called and how many play in it, before anything is played. Empty: everybody plays in
    every round, or the rules have none for so many. `exempt` as in `rounds_of`.
    """
    if SYSTEMS[stage.system].plan is None:
        return ()
    try:
        return plan(_foreseen(stage, players, _exempt(stage) if exempt is None else exempt))
    except (NoLegalPairing, DocumentError):
        return ()


def _exempt(stage: Stage) -> list[int]:
    entries = Entry.objects.filter(event=stage.event_id, exempt__gt=0)
    if stage.entrants is not None:
        entries = entries.filter(entry_no__in=stage.entrants)
    return list(entries.values_list("exempt", flat=True))


def _foreseen(stage: Stage, players: int, exempt: Collection[int]) -> Record:
    """A field of the same shape: how many rounds there are does not depend on who the players are."""
    skips = [*exempt, *[0] * players][:players]
    entered = tuple(
        Player(id=place, name=str(place), number=place, exempt=skipped)
        for place, skipped in enumerate(skips, 1)
    )
    alike = document.Stage(system=stage.system, options=stage.options, scoring=stage.scoring)
    return record_of(document.Document(players=entered, stages=(alike,)), SYSTEM_SPECS)


def games_in_match(stage: Stage) -> int | None:
    """How many games a match has, where a table plays on until somebody wins; None elsewhere."""
    system = SYSTEMS[stage.system]
    return system.match(build(system.spec.options, stage.options))


def has_bracket(stage: Stage) -> bool:
    """Is there a bracket, in which players may be exempt from the first rounds?"""
    return SYSTEMS[stage.system].bracket is not None


def games_each(stage: Stage, players: int) -> int | None:
    """How many games everybody has in the stage's calendar; None where there is none beforehand."""
    kind = SYSTEMS[stage.system].spec
    if kind.games_each is None:
        return None
    return kind.games_each(build(kind.options, stage.options), players)


def usual_ranking(system: str, scoring: str = "") -> Sequence[str]:
    """The criteria by which the system is usually ranked, in order; at tables of more, its scoring method."""
    row = SYSTEMS[system]
    if not row.spec.multiplayer:
        return row.ranking
    return METHODS[scoring or row.spec.scoring].ranking


def offered_methods(system: str, chosen: str = "") -> list[Method]:
    """The scoring methods that make sense for the system, its own first, and the one chosen already."""
    row = SYSTEMS[system]
    fitting = [
        method
        for method in METHODS.values()
        if method.name == chosen
        or (method.multiplayer == row.spec.multiplayer and (row.seat_order or not method.by_seat))
    ]
    return sorted(fitting, key=lambda method: method.name != row.spec.scoring)


def offered_criteria(system: str, chosen: Sequence[str] = ()) -> list[Criterion]:
    """The criteria that make sense for the system, and those chosen already (an import may have others)."""
    kind, colours = kind_of(system), SYSTEMS[system].colours
    return [
        Criterion(name, spoken(row.title), spoken(row.meaning))
        for name, row in CRITERIA.items()
        if (row.makes_sense_for(kind) and (colours or not row.colours)) or name in chosen
    ]
