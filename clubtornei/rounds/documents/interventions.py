"""What the arbiter did to a stage that its rounds do not show, for report files
(rules/document.md#interventions).

What the site knows anyway, as facts of the event, is derived when the document is written; only the rest is
stored with the stage.
"""

from collections.abc import Iterable, Iterator, Sequence

from clubtornei.events.models import NumberingMethod
from clubtornei.rounds.state.site_facts import EventFacts, RoundFacts, StageRules, facts_in
from clubtornei.text.untyped import Options
from pairing.registry import SYSTEMS
from scoring.criteria import CRITERIA
from scoring.document import DocumentStage, Intervention


def derived(facts: EventFacts, number: int, stage: DocumentStage) -> tuple[Intervention, ...]:
    """The interventions that follow from the facts of the event: numbers by hand, and changes of the stage's
    rules.
    """
    found = []
    typed = facts.draw_method == NumberingMethod.HAND
    if number == 1 and typed and stage.rounds and not SYSTEMS[stage.system].draws_numbers:
        found.append(Intervention(kind="configuration", text="starting numbers given by hand"))
    for change in facts.rule_changes:
        if not change.after or number > min(len(change.before), len(change.now)):
            continue  # before round 1 rules are chosen
        differing = "; ".join(_differences(change.before[number - 1], change.now[number - 1]))
        if differing:
            published = [moment for played in _facts(number, stage) if (moment := played.published_at)]
            first = 1 + sum(moment < change.at for moment in published)
            text = f"{differing} ({change.reason})"
            found.append(Intervention(kind="configuration", round=first, text=text))
    return tuple(found)


def stored(facts: EventFacts, number: int, stage: DocumentStage) -> tuple[Intervention, ...]:
    """The interventions of an imported stage that the site does not derive, with the import of rounds that
    another program has paired.
    """
    known = derived(facts, number, stage)
    kept = [each for each in stage.interventions if each not in known]
    foreign = [place for place, played in enumerate(_facts(number, stage), 1) if played.drawn_at is None]
    if foreign and SYSTEMS[stage.system].report:
        rounds = f"rounds 1 to {foreign[-1]} come" if foreign[-1] > 1 else "round 1 comes"
        imported = Intervention(kind="import", round=foreign[-1], text=f"{rounds} from a file")
        kept += [] if imported in kept else [imported]
    return tuple(kept)


def holding(interventions: Sequence[Intervention], stage: DocumentStage) -> tuple[Intervention, ...]:
    """The interventions whose table has not been taken back since."""
    if not any(each.players for each in interventions):
        return tuple(interventions)
    seated = {
        (number, frozenset(table.seats))
        for number, played in enumerate(stage.rounds, 1)
        for table in played.tables
    }
    return tuple(
        each for each in interventions if not each.players or (each.round, frozenset(each.players)) in seated
    )


def _facts(number: int, stage: DocumentStage) -> Iterator[RoundFacts]:
    for place, played in enumerate(stage.rounds):
        yield facts_in(played.extra, RoundFacts, f"stages[{number - 1}].rounds[{place}].")


def _differences(before: StageRules, now: StageRules) -> Iterator[str]:
    """What differs, in the words of the document."""
    yield from _differing({"system": before.system}, {"system": now.system})
    yield from _differing(before.options, now.options)
    yield from _differing({"scoring": before.scoring}, {"scoring": now.scoring})
    yield from _differing(before.scoring_options, now.scoring_options)
    yield from _differing({"ranking": _codes(before.ranking)}, {"ranking": _codes(now.ranking)})
    if before.entry != now.entry:
        yield "entry"


def _differing(before: Options, now: Options) -> Iterator[str]:
    for key in sorted({*before, *now}):
        if before.get(key) != now.get(key):
            yield f"{key} {_text(before.get(key))} -> {_text(now.get(key))}"


def _text(value: object) -> str:
    if value is None:
        return "default"
    return (
        " ".join(map(_text, value))
        if isinstance(value, Sequence) and not isinstance(value, str)
        else f"{value}"
    )


def _codes(ranking: Iterable[str]) -> str:
    return ",".join(CRITERIA[name].acronym or name for name in ranking)
