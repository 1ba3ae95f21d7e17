"""What the site needs to know of pairing systems: cards of the wizard, sizes, rankings, numbers of rounds.

Everything is read from the systems' own data, so a new file in pairing/systems/ needs no change here.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cache

from django.contrib.staticfiles import finders
from django.utils.translation import gettext as _

from clubtornei.events.games import plays_with_colours
from clubtornei.events.models import Entry, Stage
from clubtornei.events.ranking import RankingChoice
from clubtornei.text.languages import translated
from clubtornei.text.numerals import either, grouped
from clubtornei.text.untyped import Options
from pairing.offers import UsualChoice
from pairing.registry import SYSTEM_SPECS, SYSTEMS, plan, rounds_of as rounds_in
from pairing.system import NoLegalPairing, OptionsPreset, PlannedRound, System
from scoring import document
from scoring.criteria import CRITERIA
from scoring.method import Method
from scoring.methods import METHODS
from scoring.options import build, describe
from scoring.qualification_rule import parse_rule
from scoring.record import DocumentError, DocumentPlayer, Record, record_of
from scoring.stage_record import scoring_options
from scoring.system_spec import SystemSpec

DEFAULT_DRAWING = "no-rounds"  # for a system without a drawing of its own
SEATED_UP_TO, MOST_BETWEEN = 40, 10
"""Up to how many players it is looked for who can be seated, and the most numbers between two that can."""
MOST_NAMED = 4
"""If more numbers cannot be seated, they are not named."""


@dataclass(frozen=True, kw_only=True)
class StageLimits:
    """The least and the most players of a system; `most` is None if there is no limit. `without`: numbers
    between them that cannot be seated.
    """

    least: int
    most: int | None
    without: tuple[int, ...] = ()

    def include(self, players: int) -> bool:
        return self.least <= players and (self.most is None or players <= self.most)

    @property
    def written(self) -> dict[str, str | None]:
        """Both numbers as pages write large ones."""
        return {
            "least": grouped(self.least),
            "most": None if self.most is None else grouped(self.most),
            "without": either(self.without) if self.without else None,
        }

    @property
    def sentence(self) -> str:
        if self.without:
            facts = {"least": self.least, "without": either(self.without)}
            return _("Da %(least)s giocatori in su, non %(without)s.") % facts
        if self.most is None:
            return _("Da %(least)s giocatori in su.") % {"least": self.least}
        return _("Da %(least)s a %(most)s giocatori.") % {"least": self.least, "most": grouped(self.most)}


@dataclass(frozen=True, kw_only=True)
class SystemPreset:
    """A card of the wizard: a system with a usual choice of its options.

    `opens`: whether an event may begin with it; else it is for later stages. `usual`: when most choose it.
    """

    key: str
    system: str
    title: str
    meaning: str
    limits: StageLimits
    drawing: str
    opens: bool
    usual: tuple[UsualChoice, ...]
    options: Options = field(default_factory=dict)

    @property
    def full_title(self) -> str:
        """With that of its system before it, without which “Seeded” says nothing."""
        return " · ".join(dict.fromkeys((translated(SYSTEMS[self.system].title), self.title)))


def system_presets() -> dict[str, SystemPreset]:
    """All cards by key ("system" or "system.preset"), in the reader's language."""
    cards = [
        _system_preset(system, preset) for system in SYSTEMS.values() for preset in system.presets or (None,)
    ]
    return {card.key: card for card in cards}


def presets_for_later_stages() -> list[SystemPreset]:
    """All cards; first those that no event begins with: finals and semi-finals."""
    return sorted(system_presets().values(), key=lambda preset: preset.opens)


def _system_preset(system: System, preset: OptionsPreset | None) -> SystemPreset:
    described = preset or system
    return SystemPreset(
        key=f"{system.name}.{preset.name}" if preset else system.name,
        system=system.name,
        title=translated(described.title),
        meaning=translated(described.meaning),
        limits=StageLimits(least=system.fewest, most=system.most),
        drawing=drawing_of(system.name, preset.name if preset else ""),
        options=preset.options if preset else {},
        opens=preset.opens if preset else True,
        usual=described.usual,
    )


@cache
def drawing_of(system: str, preset: str = "") -> str:
    """The name of the preset's drawing in static/drawings/, else that of the system, else the default."""
    names = [f"{system}-{preset}", system] if preset else [system]
    return next((name for name in names if finders.find(f"drawings/{name}.svg")), DEFAULT_DRAWING)


def spec_of(system: str) -> SystemSpec:
    """The system's specification: its option record, and what scoring knows of it. Raises KeyError."""
    return SYSTEMS[system].spec


def options_decided_later(system: str) -> frozenset[str]:
    """The options that are lists of rounds, set only when a round is drawn."""
    row = SYSTEMS[system]
    # Such a list is empty until a round needs it.
    listed = frozenset(option.name for option in describe(row.spec.options) if option.default == ())
    decided = {remedy.option for remedy in row.remedies.values()}
    if row.tables_of_round:
        decided.add(row.tables_of_round.option)
    return listed & decided


def limits_of(stage: Stage) -> StageLimits:
    """The limits of the stage's system; where all are dealt into groups, of all of them together."""
    system, rule = SYSTEMS[stage.system], parse_rule(stage.qualification)
    groups = rule.group.of if rule and rule.group else 1
    if groups == 1 and system.seats is not None:
        return _seatable(system, stage.options)
    return StageLimits(
        least=system.fewest * groups, most=None if system.most is None else system.most * groups
    )


def _seatable(system: System, options: Options) -> StageLimits:
    """The limits of a system that cannot seat every number with these options."""
    built = build(system.spec.options, options)
    seated = [
        players
        for players in range(system.fewest, SEATED_UP_TO)
        if system.seats is None or system.seats(built, players)
    ]
    if not seated:
        return StageLimits(least=system.fewest, most=system.most)
    least, last = seated[0], seated[-1]
    without = tuple(players for players in range(least, last) if players not in seated)
    most = last if SEATED_UP_TO - last > MOST_BETWEEN else system.most
    return StageLimits(least=least, most=most, without=without if len(without) <= MOST_NAMED else ())


def options_that_seat(name: str, options: Options, players: int) -> Options | None:
    """The options changed so that so many can be seated, where a remedy of the system allows it; None: they
    can be seated anyway, or not at all.
    """
    system = SYSTEMS[name]
    if system.seats is None or system.seats(build(system.spec.options, options), players):
        return None
    for remedy in system.remedies.values():
        current = getattr(build(system.spec.options, options), remedy.option)
        changed = {**options, remedy.option: remedy.value(current, 1)}
        if system.seats(build(system.spec.options, changed), players):
            return changed
    return None


def draws_numbers(stage: Stage) -> bool:
    """Whether the players' numbers are drawn by lot before the first round."""
    return SYSTEMS[stage.system].draws_numbers


def counts_absences(stage: Stage) -> bool:
    """Whether announced absences affect the pairing; with a fixed calendar they do not."""
    return SYSTEMS[stage.system].absence != "ignored"


def pairs_by_results(stage: Stage) -> bool:
    """Whether a round depends on the results before it, which must then be complete."""
    return SYSTEMS[stage.system].calendar is None


def draws_adjourned(stage: Stage) -> bool:
    """Whether adjourned games count as drawn when the next round is paired."""
    return SYSTEMS[stage.system].adjourned_as_draws


def admits_late(stage: Stage) -> bool:
    """Whether players may enter the stage after its round 1."""
    system = SYSTEMS[stage.system]
    return system.admits_late(build(system.spec.options, stage.options))


def rounds_of(stage: Stage, players: int, exempt: Collection[int] | None = None) -> int | None:
    """The number of rounds of the stage with so many players; None if it is not fixed, or the rules have no
    rounds for them.

    exempt: for each player with exemptions, the number of rounds he skips; None: those of the entries, in
    another query if the system needs them.
    """
    system = SYSTEMS[stage.system]
    if system.plan is None or players < system.fewest:
        return system.rounds(build(system.spec.options, stage.options), players)
    return rounds_in(_sample_record(stage, players, exempt))


def planned_rounds(
    stage: Stage, players: int, exempt: Collection[int] | None = None
) -> Sequence[PlannedRound]:
    """The name of each round and the number of its players. Empty: everybody plays in every round, or the
    rules have no rounds for so many players. `exempt` as in `rounds_of`.
    """
    if SYSTEMS[stage.system].plan is None:
        return ()
    try:
        return plan(_sample_record(stage, players, exempt))
    except (NoLegalPairing, DocumentError):
        return ()


def _exemptions(stage: Stage) -> list[int]:
    """For each player of the stage with exemptions, the number of rounds he skips. One query."""
    entries = Entry.objects.filter(event=stage.event_id, exempt__gt=0)
    if stage.entrants is not None:
        entries = entries.filter(entry_no__in=stage.entrants)
    return list(entries.values_list("exempt", flat=True))


def _sample_record(stage: Stage, players: int, exempt: Collection[int] | None) -> Record:
    """A record of the stage with as many invented players and the same exemptions.

    The number of rounds does not depend on who the players are.
    """
    exemptions = _exemptions(stage) if exempt is None else exempt
    skipped_rounds = [*exemptions, *[0] * players][:players]
    sample = tuple(
        DocumentPlayer(id=number, name=str(number), number=number, exempt=skipped)
        for number, skipped in enumerate(skipped_rounds, 1)
    )
    empty_stage = document.DocumentStage(system=stage.system, options=stage.options, scoring=stage.scoring)
    return record_of(document.Document(players=sample, stages=(empty_stage,)), SYSTEM_SPECS)


def scoring_options_of(stage: Stage) -> object:
    """The typed options of the stage's scoring method."""
    return scoring_options(spec_of(stage.system), stage.scoring, stage.scoring_options)


def late_points(stage: Stage) -> document.Number:
    """The points with which a player starts who enters after the first round."""
    spec = spec_of(stage.system)
    return spec.late_points(build(spec.options, stage.options))


def late_points_rank(stage: Stage) -> bool:
    """Whether these points count in the ranking, and not only for the pairing."""
    spec = spec_of(stage.system)
    return spec.late_in_standings(build(spec.options, stage.options))


def games_in_match(stage: Stage) -> int | None:
    """The number of games in a match; None if the system has no matches of several games."""
    system = SYSTEMS[stage.system]
    return system.match(build(system.spec.options, stage.options))


def has_bracket(stage: Stage) -> bool:
    """Whether the stage is a bracket, in which players may be exempt from the first rounds."""
    return SYSTEMS[stage.system].bracket is not None


def draws_places(stage: Stage) -> bool:
    """Whether the places of its bracket are drawn by lot instead of following the numbers."""
    return has_bracket(stage) and bool(stage.options.get("draw"))


def takes_adjustments(stage: Stage) -> bool:
    """Whether bonus and penalty points count in the stage: it is no bracket, and is ranked by points."""
    return not has_bracket(stage) and "points" in stage.ranking


def games_each(stage: Stage, players: int) -> int | None:
    """The number of each player's games in the stage's calendar; None if it has no calendar."""
    spec = SYSTEMS[stage.system].spec
    if spec.games_each is None:
        return None
    return spec.games_each(build(spec.options, stage.options), players)


def usual_ranking(system: str, scoring: str = "", game: str = "") -> Sequence[str]:
    """The usual ranking criteria, in order: of the system, without those that make no sense in the game; at
    multiplayer tables of the scoring method.
    """
    row = SYSTEMS[system]
    method = METHODS[scoring or row.spec.scoring]
    if row.spec.reached is not None or not (row.spec.multiplayer or method.by_score):
        return [name for name in row.ranking if plays_with_colours(game) or not CRITERIA[name].colours]
    return method.ranking


def is_by_score(stage: Stage) -> bool:
    """Whether the result of a game of two is what each scored."""
    return METHODS[stage.scoring].by_score


def offered_methods(system: str, chosen: str = "", game: str = "") -> list[Method]:
    """The scoring methods that make sense for the system, its own first; and the `chosen` one in any case.
    Games with White and Black are won or lost, without scores.
    """
    row = SYSTEMS[system]
    fitting = [
        method
        for method in METHODS.values()
        if method.name == chosen
        or (
            method.multiplayer == row.spec.multiplayer
            and (row.seat_order or not method.by_seat)
            and not (method.by_score and plays_with_colours(game))
        )
    ]
    return sorted(fitting, key=lambda method: method.name != row.spec.scoring)


def offered_criteria(
    system: str, chosen: Sequence[str] = (), game: str = "", *, by_score: bool = False
) -> list[RankingChoice]:
    """The criteria that make sense for the system and the game; and the `chosen` ones: an import may have
    others. `by_score`: whether games have scores.
    """
    spec, colours = spec_of(system), SYSTEMS[system].colours and plays_with_colours(game)
    return [
        RankingChoice(name, translated(row.title), translated(row.meaning))
        for name, row in CRITERIA.items()
        if name in chosen
        or (row.makes_sense_for(spec) and (colours or not row.colours) and (by_score or not row.by_score))
    ]
