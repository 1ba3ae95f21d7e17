"""What a stage added by hand begins with: name, entrants and scoring that fit the stages before it."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import asdict

from clubtornei.events.details import ScoringDetails, StageDetails
from clubtornei.events.models import Stage
from clubtornei.events.stage_titles import is_group
from clubtornei.events.stage_warnings import StageSizes, stage_warnings
from clubtornei.events.systems import SystemPreset, offered_methods, spec_of
from clubtornei.text.languages import reader_language
from clubtornei.text.untyped import JsonObject
from pairing.registry import SYSTEMS
from scoring.methods import METHODS
from scoring.options import build
from scoring.stage_names import FINAL, FINAL_PHASE, SEMI_FINALS

A_TABLE = 4
SIZES = range(3, 7)
"""How many can sit at one table."""


class OfferedStage(Struct, frozen=True, kw_only=True):
    """A preset that the next stage can have; `doubts`: what is against good practice in it, in words;
    `at_such_tables`: two sit at its tables, or more, as in the stage before.
    """

    preset: SystemPreset
    doubts: Sequence[str]
    at_such_tables: bool


def offered_stages(
    presets: Sequence[SystemPreset], earlier: Sequence[Stage], entries: int
) -> list[OfferedStage]:
    """The presets, each with what is against good practice with so many players."""
    larger = SYSTEMS[earlier[-1].system].spec.multiplayer
    return [
        OfferedStage(
            preset=one,
            doubts=_doubts(one, earlier, entries),
            at_such_tables=SYSTEMS[one.system].spec.multiplayer == larger,
        )
        for one in presets
    ]


def _doubts(preset: SystemPreset, earlier: Sequence[Stage], entries: int) -> list[str]:
    if preset.opens:
        return []
    usual = usual_stage(preset, earlier, entries)
    number = earlier[-1].number + 1
    new = Stage(number=number, system=usual.system, options=usual.options, qualification=usual.qualification)
    return [warning.text for warning in stage_warnings([*earlier, new], entries).get(number, ())]


def usual_stage(preset: SystemPreset, earlier: Sequence[Stage], entries: int) -> StageDetails:
    """The stage that usually follows the `earlier` ones of an event with so many players."""
    sizes, options = StageSizes(earlier, entries), dict(preset.options)
    if preset.opens:
        name, rule = FINAL_PHASE, _first_places(earlier, max(A_TABLE, SYSTEMS[preset.system].fewest))
    elif options.get("tables", 1) > 1:
        name, rule = SEMI_FINALS, _semi_finalists(earlier, sizes, options["tables"])
    else:
        name, rule = FINAL, _finalists(earlier, sizes)
        finalists = sizes.players_by_rule(rule)
        if "tables" in options and finalists != A_TABLE and finalists in SIZES:
            options["size"] = finalists
    at_one_table = sizes.players_by_rule(rule) in SIZES
    return StageDetails(
        name=name[reader_language()],
        system=preset.system,
        options=options,
        qualification=rule,
        **asdict(_scoring_like(earlier[-1], preset.system, options, at_one_table=at_one_table)),
    )


def _first_places(earlier: Sequence[Stage], places: int) -> JsonObject:
    """The first so many of the last stage; of parallel groups as many of each as make so many."""
    groups = [stage.number for stage in earlier if is_group(stage)]
    if groups and is_group(earlier[-1]):
        return {"first_of": {"stages": groups, "to": max(1, places // len(groups))}}
    return {"ranked": {"stage": earlier[-1].number, "from": 1, "to": places}}


def _semi_finalists(earlier: Sequence[Stage], sizes: StageSizes, tables: int) -> JsonObject:
    """The winners of a stage of one game that fill the tables; else so many of the ranking, behind the direct
    finalists that make four with the winners.
    """
    last = earlier[-1]
    if sizes.is_one_game(last.number) and sizes.tables(last.number) == A_TABLE * tables:
        return {"winners_of": last.number}
    if is_group(last):
        return _first_places(earlier, A_TABLE * tables)
    direct = max(0, A_TABLE - tables)
    return {"ranked": {"stage": last.number, "from": direct + 1, "to": direct + A_TABLE * tables}}


def _finalists(earlier: Sequence[Stage], sizes: StageSizes) -> JsonObject:
    """The winners of the semi-finals, with the direct finalists ahead of them; where there were none, the
    first four, and behind a final of these the next four.
    """
    last = earlier[-1]
    rule = sizes.rule(last.number)
    if not rule.sources:
        return _first_places(earlier, A_TABLE)
    if sizes.tables(last.number) == 1 and rule.ranked:
        ranked = rule.ranked
        return {"ranked": {"stage": ranked.stage, "from": ranked.to + 1, "to": ranked.to + A_TABLE}}
    if not sizes.is_one_game(last.number) or sizes.tables(last.number) == 1:
        return _first_places(earlier, A_TABLE)
    found: JsonObject = {"winners_of": last.number}
    if rule.ranked and rule.ranked.first > 1 and not rule.dealt:
        found["direct"] = {"stage": rule.ranked.stage, "to": rule.ranked.first - 1}
    return found


def _scoring_like(last: Stage, system: str, options: JsonObject, *, at_one_table: bool) -> ScoringDetails:
    """The scoring and ranking of the last stage, without discards, where the new stage can have them."""
    spec = spec_of(system)
    method = METHODS[last.scoring]
    fits = method in offered_methods(system, last.scoring) and (
        not method.by_seat or (spec.winds(build(spec.options, options)) and not at_one_table)
    )
    if not fits:
        return ScoringDetails()
    worth = {**spec_of(last.system).scoring_defaults, **last.scoring_options}
    worth.pop("discards", None)
    ranking = list(last.ranking) if spec.multiplayer else []
    return ScoringDetails(scoring=last.scoring, scoring_options=worth, ranking=ranking)
