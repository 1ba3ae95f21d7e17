"""A named formula for so many players: its stages as they would be made, and what does not fit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from msgspec.structs import replace

from clubtornei.events.models import Event
from clubtornei.events.option_forms import spoken
from pairing.event_formats import EVENT_FORMATS, EventFormat, PlannedStage, formats_for
from pairing.registry import SYSTEMS
from scoring.document import DocumentError, ValidationIssue
from scoring.methods import METHODS
from scoring.reasons import issue_text

LANGUAGES = ("it", "en")


@dataclass(frozen=True, kw_only=True)
class Choice:
    """What the organiser has chosen: `options` as the formula's record has them, `wildcards` how many of the
    last places of the first knock-out stage go to the best single results.
    """

    name: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    scoring: str = ""
    wildcards: int = 0


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The stages; empty where something does not fit, and then `faults` says what."""

    formula: EventFormat
    players: int
    stages: Sequence[PlannedStage] = ()
    faults: Sequence[ValidationIssue] = ()

    @property
    def fits(self) -> bool:
        return self.formula.fits(self.players)

    @property
    def near(self) -> list[int]:
        """The nearest numbers of players that the formula takes."""
        return self.formula.near(self.players)

    @property
    def others(self) -> list[dict[str, str]]:
        """The formulas that take so many players."""
        return [named(other) for other in formats_for(self.players)]

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The stages in words, one after the other."""
        return [
            {
                "name": planned.stage.name,
                "system": spoken(SYSTEMS[planned.stage.system].title),
                "method": spoken(METHODS[planned.stage.scoring].title),
                "players": planned.players,
                "tables": tables_in_words(planned.sizes),
                "entry": ", ".join(entry_in_words(planned.stage.entry)),
                "games": planned.stage.options.get("rounds"),
                "discards": planned.stage.scoring_options.get("discards", 0),
            }
            for planned in self.stages
        ]


def language() -> str:
    code = (get_language() or "").partition("-")[0]
    return code if code in LANGUAGES else LANGUAGES[0]


def named(formula: EventFormat) -> dict[str, str]:
    """The formula's card: its name, game, title and meaning."""
    return {
        "name": formula.name,
        "game": spoken(formula.game),
        "title": spoken(formula.title),
        "meaning": spoken(formula.meaning),
    }


def named_formulas() -> list[dict[str, str]]:
    """The cards of all named formulas."""
    return [named(formula) for formula in EVENT_FORMATS.values()]


def plan_of(choice: Choice) -> Plan:
    """The stages for the choice. KeyError: there is no such formula."""
    formula = EVENT_FORMATS[choice.name]
    try:
        stages = formula.stages(choice.players, choice.options, choice.scoring or None, language())
        stages = _with_wildcards(stages, choice.wildcards)
    except DocumentError as faulty:
        return Plan(formula=formula, players=choice.players, faults=faulty.issues)
    return Plan(formula=formula, players=choice.players, stages=stages)


def _with_wildcards(stages: Sequence[PlannedStage], count: int) -> tuple[PlannedStage, ...]:
    """The last places that the first later stage takes from a ranking are given to the best single results.

    DocumentError: no stage has so many places of that kind.
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


def choice_of(event: Event) -> Choice | None:
    """What the stages of the event were made by; None where that is no formula we know."""
    kept = event.formula
    return Choice(**kept) if kept and kept["name"] in EVENT_FORMATS else None


def to_adapt(event: Event, players: int) -> EventFormat | None:
    """The formula of the event, where more or fewer have entered than it was made for."""
    kept = event.formula
    if not kept or not players or kept["players"] == players:
        return None
    return EVENT_FORMATS.get(kept["name"])


def fault_in_words(fault: ValidationIssue) -> str:
    if fault.code == "no_wildcards":
        return _("In questa formula nessuna fase ha posti da dare con una wild card.")
    text = issue_text(fault, language())
    return f"{text[:1].upper()}{text[1:]}."


def columns_of(planned: PlannedStage) -> dict[str, Any]:
    """The stage as its row in the database keeps it."""
    stage = planned.stage
    return {
        "name": stage.name,
        "system": stage.system,
        "options": dict(stage.options),
        "scoring": stage.scoring,
        "scoring_options": dict(stage.scoring_options),
        "ranking": list(stage.ranking),
        "entry_rule": None if stage.entry is None else dict(stage.entry),
    }


def tables_in_words(sizes: Sequence[int]) -> str:
    """4 tavoli da 4, 1 tavolo da 5."""
    parts = []
    for size in sorted(set(sizes)):
        count = sizes.count(size)
        parts.append(
            ngettext("%(count)d tavolo da %(size)d", "%(count)d tavoli da %(size)d", count)
            % {"count": count, "size": size}
        )
    return ", ".join(parts)


def entry_in_words(entry: Mapping[str, Any] | None) -> list[str]:
    """Who enters, in a few words for each part of the rule."""
    if entry is None:
        return [_("tutti")]
    parts = []
    if direct := entry.get("direct"):
        parts.append(_span(1, direct["to"], _("direttamente il primo"), _("direttamente")))
    if ranked := entry.get("ranked"):
        parts.append(_span(ranked.get("from", 1), ranked["to"], _("il primo"), ""))
    if best := entry.get("best_of"):
        parts.append(_("i migliori %(count)d dei gruppi") % {"count": best["count"]})
    if entry.get("winners_of"):
        parts.append(_("chi vince il tavolo"))
    if entry.get("losers_of"):
        parts.append(_("chi non vince il tavolo"))
    if cards := entry.get("wildcards"):
        parts.append(_("wild card: %(count)d") % {"count": cards["count"]})
    if dealt := entry.get("set"):
        parts.append(_("uno ogni %(sets)d, dal %(first)dº") % {"first": dealt[0], "sets": dealt[1]})
    return parts


def _span(first: int, last: int, alone: str, how: str) -> str:
    if first == last == 1:
        return alone
    places = _("posti %(first)d–%(last)d") % {"first": first, "last": last}
    return f"{how} {places}" if how else places
