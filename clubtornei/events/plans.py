"""The stages that a named formula gives for a number of players, or why it does not fit."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.utils.functional import cached_property
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext
from msgspec.structs import asdict, replace

from clubtornei.events.details import StageDetails
from clubtornei.events.models import Event, Stage
from clubtornei.events.stage_warnings import StageWarning, stage_warnings
from clubtornei.events.systems import StageLimits, options_that_seat, system_presets
from clubtornei.text.languages import reader_language, translated
from clubtornei.text.untyped import Options
from pairing.event_formats import EVENT_FORMATS, EventFormat, PlannedStage, formats_for
from pairing.registry import SYSTEMS
from scoring.document import DocumentError, ValidationIssue
from scoring.methods import METHODS
from scoring.options import describe
from scoring.qualification_rule import QualificationRule, qualification_rule_of
from scoring.reading import MOST_PLAYERS
from scoring.reasons import issue_text


@dataclass(frozen=True, kw_only=True)
class FormulaChoice:
    """What the organiser has chosen of a formula.

    `options`: of the formula's option record; `wildcards`: how many places of the first stage that takes
    players from a ranking go to the best single results instead.
    """

    name: str
    players: int
    options: Options = field(default_factory=dict)
    scoring: str = ""
    wildcards: int = 0


@dataclass(frozen=True, kw_only=True)
class PlanLine:
    """A stage of a plan, in words; `games`: how many rounds, where its system asks for that."""

    name: str
    system: str
    method: str
    players: int
    tables: str
    qualification: str
    games: int | None
    discards: int

    @property
    def counts(self) -> list[str]:
        """How many games, and how many of them are discarded, where there are any."""
        games, discards = self.games or 0, self.discards
        texts = [
            (games, ngettext("%(count)s partita", "%(count)s partite", games)),
            (discards, ngettext("%(count)s scarto", "%(count)s scarti", discards)),
        ]
        return [text % {"count": count} for count, text in texts if count]


@dataclass(frozen=True, kw_only=True)
class FormulaPlan:
    """The stages of a formula for a number of players; if it does not fit none, and `issues` say why."""

    formula: EventFormat
    players: int
    stages: Sequence[PlannedStage] = ()
    issues: Sequence[ValidationIssue] = ()

    @property
    def fits(self) -> bool:
        return self.formula.fits(self.players)

    @property
    def misfits(self) -> bool:
        return not self.fits

    @cached_property
    def warnings(self) -> list[StageWarning]:
        """What is against good practice in its stages."""
        made = [
            Stage(number=number, **asdict(planned_details(planned)))
            for number, planned in enumerate(self.stages, 1)
        ]
        return [warning for of_stage in stage_warnings(made, self.players).values() for warning in of_stage]

    @property
    def direct(self) -> list[int]:
        """The numbers of direct finalists to choose instead of four semi-finals, where the formula asks."""
        asked = any(option.name == "direct" for option in describe(self.formula.options))
        return [number for warning in self.warnings for number in warning.direct] if asked else []

    @property
    def near(self) -> list[int]:
        """The nearest numbers of players for which the formula is made."""
        return self.formula.nearest_sizes(self.players)

    @property
    def limits(self) -> StageLimits:
        """The numbers of players for which the formula is made."""
        return limits_of_format(self.formula)

    @property
    def at_other_tables(self) -> list[tuple[str, str]]:
        """What seats so many at tables of other sizes, where the formula's own cannot be formed: the query of
        the wizard for it, and its title.
        """
        system = self.formula.otherwise if self.players in self.formula.without else ""
        presets = [preset for preset in system_presets().values() if preset.system == system]
        asked = {"game": self.formula.games[0], "players": self.players}
        return [
            (urlencode({"formula": preset.key, **asked}), preset.full_title)
            for preset in presets
            if options_that_seat(system, preset.options, self.players)
        ]

    @property
    def others(self) -> list[dict[str, str]]:
        """The cards of the formulas made for this number of players."""
        return [formula_card(other) for other in formats_for(self.players)]

    @property
    def lines(self) -> list[PlanLine]:
        """A row for each stage, in words."""
        return [
            PlanLine(
                name=planned.stage.name,
                system=translated(SYSTEMS[planned.stage.system].title),
                method=translated(METHODS[planned.stage.scoring].title),
                players=planned.players,
                tables=tables_in_words(planned.sizes),
                qualification=", ".join(qualification_in_words(qualification_rule_of(planned.stage))),
                games=planned.stage.options.get("rounds"),
                discards=planned.stage.scoring_options.get("discards", 0),
            )
            for planned in self.stages
        ]


def limits_of_format(formula: EventFormat) -> StageLimits:
    """The numbers of players for which it is made."""
    most = None if formula.most == MOST_PLAYERS else formula.most
    return StageLimits(least=formula.fewest, most=most, without=formula.without)


def formula_card(formula: EventFormat) -> dict[str, str]:
    """The formula's name, game, title and meaning, for its card in the wizard."""
    return {
        "name": formula.name,
        "game": translated(formula.game),
        "title": translated(formula.title),
        "meaning": translated(formula.meaning),
    }


def plan_stages(choice: FormulaChoice) -> FormulaPlan:
    """The plan for the choice. Raises KeyError if there is no such formula."""
    formula = EVENT_FORMATS[choice.name]
    try:
        stages = formula.stages(choice.players, choice.options, choice.scoring or None, reader_language())
        stages = _add_wildcards(stages, choice.wildcards)
    except DocumentError as error:
        return FormulaPlan(formula=formula, players=choice.players, issues=error.issues)
    return FormulaPlan(formula=formula, players=choice.players, stages=stages)


def _add_wildcards(stages: Sequence[PlannedStage], count: int) -> tuple[PlannedStage, ...]:
    """The stages with the last `count` places that the first stage takes from a ranking given to wild cards.

    Raises DocumentError if no stage takes so many places from a ranking.
    """
    if not count:
        return tuple(stages)
    for number, planned in enumerate(stages):
        entry = dict(planned.stage.entry or {})
        ranked = entry.get("ranked")
        if ranked and "set" not in entry and ranked["to"] - count >= ranked["from"]:
            entry["ranked"] = {**ranked, "to": ranked["to"] - count}
            entry["wildcards"] = {"stage": ranked["stage"], "count": count, "min_games": 1}
            changed = replace(planned, stage=replace(planned.stage, entry=entry))
            return (*stages[:number], changed, *stages[number + 1 :])
    raise DocumentError(ValidationIssue("wildcards", "no_wildcards", {}))


def stored_choice(event: Event) -> FormulaChoice | None:
    """The choice by which the event's stages were created; None if there is none, or it is unknown."""
    stored = event.formula
    return FormulaChoice(**stored) if stored and stored["name"] in EVENT_FORMATS else None


def formula_to_adapt(event: Event, players: int) -> EventFormat | None:
    """The event's formula, if its stages were created for another number of players; else None."""
    stored = event.formula
    if not stored or not players or stored["players"] == players:
        return None
    return EVENT_FORMATS.get(stored["name"])


def formula_title(event: Event, system: str) -> str:
    """What the event is played by: its formula, or else its system."""
    formula = EVENT_FORMATS.get((event.formula or {}).get("name", ""))
    return translated(SYSTEMS[system].title if formula is None else formula.title)


def issue_in_words(issue: ValidationIssue) -> str:
    if issue.code == "no_wildcards":
        return _("In questa formula nessuna fase ha posti da dare con una wild card.")
    text = issue_text(issue, reader_language())
    return f"{text[:1].upper()}{text[1:]}."


def planned_details(planned: PlannedStage) -> StageDetails:
    """The planned stage as one of an event."""
    stage = planned.stage
    return StageDetails(
        name=stage.name,
        system=stage.system,
        options=dict(stage.options),
        scoring=stage.scoring,
        scoring_options=dict(stage.scoring_options),
        ranking=list(stage.ranking),
        qualification=None if stage.entry is None else dict(stage.entry),
    )


def tables_in_words(sizes: Sequence[int]) -> str:
    """For example «4 tavoli da 4, 1 tavolo da 5»."""
    parts = []
    for size in sorted(set(sizes)):
        count = sizes.count(size)
        parts.append(
            ngettext("%(count)d tavolo da %(size)d", "%(count)d tavoli da %(size)d", count)
            % {"count": count, "size": size}
        )
    return ", ".join(parts)


_DEALT = {
    "serpentine": gettext_lazy("a serpentina"),
    "numbers": gettext_lazy("un numero per gruppo, in giro"),
    "lot": gettext_lazy("a sorte"),
}


def qualification_in_words(rule: QualificationRule | None) -> list[str]:
    """A qualification rule in a few words for each of its parts."""
    if rule is None:
        return [_("tutti")]
    parts = []
    if rule.direct:
        parts.append(_("%(places)s (direttamente)") % {"places": _places(1, rule.direct.to)})
    if rule.ranked:
        parts.append(_places(rule.ranked.first, rule.ranked.to))
    if rule.best_of:
        parts.append(_("i migliori %(count)d dei gruppi") % {"count": rule.best_of.count})
    if rule.group:
        parts.append(
            _("gruppo %(group)d di %(of)d, %(by)s")
            % {"group": rule.group.group, "of": rule.group.of, "by": _DEALT[rule.group.by]}
        )
    if rule.play_off:
        parts.append(_("chi è primo a pari merito"))
    if rule.first_of:
        parts.append(
            ngettext(
                "il primo di ciascuna delle fasi %(stages)s",
                "i primi %(count)d di ciascuna delle fasi %(stages)s",
                rule.first_of.to,
            )
            % {"count": rule.first_of.to, "stages": ", ".join(map(str, rule.first_of.stages))}
        )
    if rule.winners:
        parts.append(_("chi vince il tavolo"))
    if rule.losers:
        parts.append(_("chi non vince il tavolo"))
    if rule.wildcards:
        parts.append(_("wild card: %(count)d") % {"count": rule.wildcards.count})
    if rule.dealt:
        first, sets = rule.dealt
        parts.append(_("uno ogni %(sets)d, dal %(first)dº") % {"first": first, "sets": sets})
    return parts


def _places(first: int, last: int) -> str:
    """The places from `first` to `last`."""
    if first == last == 1:
        return pgettext("posto", "il primo")
    return _("posti %(first)d–%(last)d") % {"first": first, "last": last}
