"""What is against good practice where players go on to semi-finals and a final, and the numbers that fit.

Where the winners of tables go on, the tables that feed a round should be a multiple of the finalists (1997
edition, rules/formulas.md#multiple-of-finalists). With fewer than 32 players there should not be four
semi-finals (RTU 2014, rules/formulas.md#semi-finals).
"""

from collections.abc import Collection, Iterator, Sequence
from math import ceil

from django.utils.translation import gettext as _
from msgspec import Struct

from clubtornei.events.models import Stage
from clubtornei.events.systems import rounds_of
from clubtornei.text.numerals import either
from clubtornei.text.untyped import JsonObject
from pairing.event_format_stages import FIVE, FOUR, tables_of
from pairing.registry import SYSTEMS
from scoring.qualification_rule import QualificationRule, parse_rule

FOUR_SEMI_FINALS_FROM = 32
"""Players from which four semi-finals are played."""
LARGEST_CHANGE = 100
"""By how many players more another number of tables is looked for."""
LEAST_FOR_DIRECT = {1: 13, 2: 10}
"""The players that are needed for so many direct finalists, with the semi-finals that go with them."""


class StageWarning(Struct, frozen=True):
    """What is against good practice in a stage. `direct`: the numbers of direct finalists with which it is
    not, where the cause is four semi-finals.
    """

    text: str
    direct: tuple[int, ...] = ()


class StageSizes:
    """The numbers of players and tables of each stage: from its entrants if they are confirmed, otherwise as
    its qualification rule implies. `entries`: the number of players in the event.
    """

    def __init__(self, stages: Sequence[Stage], entries: int) -> None:
        self.stages = {stage.number: stage for stage in stages}
        self.entries = entries

    def tables(self, number: int) -> int:
        stage = self.stages[number]
        if not SYSTEMS[stage.system].spec.multiplayer:
            return self.players(number) // 2
        return stage.options.get("tables") or len(tables_of(self.players(number)))

    def players(self, number: int) -> int:
        stage = self.stages[number]
        if stage.entrants is not None:
            return len(stage.entrants)
        known = stage.qualification and parse_rule(stage.qualification)
        return self.players_by_rule(stage.qualification) if known else self.entries

    def players_by_rule(self, qualification: JsonObject) -> int:
        """How many enter by a rule in the form of the document."""
        rule = parse_rule(qualification) or QualificationRule()
        sets = rule.dealt[1] if rule.dealt else 1
        places = (rule.direct.to if rule.direct else 0) + (
            rule.ranked.to - rule.ranked.first + 1 if rule.ranked else 0
        )
        return (
            places // sets
            + (rule.best_of.count if rule.best_of else 0)
            + (rule.first_of.to * len(rule.first_of.stages) if rule.first_of else 0)
            + (ceil(self.entries / rule.group.of) if rule.group else 0)
            + (2 if rule.play_off else 0)
            + sum(self.tables(source) for source in rule.winners)
            + sum(self.players(source) - self.tables(source) for source in rule.losers)
            + (rule.wildcards.count if rule.wildcards else 0)
        )

    def rule(self, number: int) -> QualificationRule:
        return parse_rule(self.stages[number].qualification) or QualificationRule()

    def is_one_game(self, number: int) -> bool:
        """Whether it is one game at tables of more than two."""
        stage = self.stages[number]
        multiplayer = SYSTEMS[stage.system].spec.multiplayer
        return multiplayer and rounds_of(stage, self.players(number), ()) == 1

    def finals(self) -> list[int]:
        """The stages that no other takes players from, play-offs apart."""
        rules = {number: self.rule(number) for number in self.stages}
        sources = {source for rule in rules.values() if not rule.play_off for source in rule.sources}
        return [number for number, rule in rules.items() if number not in sources and not rule.play_off]

    def semi_finals(self, final: int) -> Sequence[int]:
        """The stages whose winners play the final; where it has several tables, it is semi-finals itself."""
        if self.tables(final) > 1:
            return (final,)
        return [number for number in self.rule(final).winners if self.rule(number).sources]

    def feeding(self, numbers: Collection[int]) -> list[int]:
        """The stages whose winners enter these."""
        return list(dict.fromkeys(source for number in numbers for source in self.rule(number).winners))

    def can_have(self, numbers: Collection[int], tables: int, more: int = 0) -> bool:
        """Whether the players of these stages, with so many more, can sit at so many tables together."""
        players = more + sum(self.players(number) for number in numbers if not self.rule(number).losers)
        if not all(SYSTEMS[self.stages[number].system].spec.multiplayer for number in numbers):
            return players // 2 == tables
        if not any(self.rule(number).losers for number in numbers):
            return FOUR * tables <= players <= FIVE * tables
        # At so many tables they play first: then all but their winners sit at the others.
        fewest = max(ceil(players / FIVE), ceil((FOUR * tables - players) / 3), 1)
        most = min(players // FOUR, (FIVE * tables - players) // FOUR, tables - 1)
        return fewest <= most


def stage_warnings(stages: Sequence[Stage], entries: int) -> dict[int, list[StageWarning]]:
    """The warnings by stage number; none while nobody is entered."""
    found: dict[int, list[StageWarning]] = {}
    if entries:
        sizes = StageSizes(stages, entries)
        for final in sizes.finals():
            for number, warning in _of_final(sizes, final):
                if warning not in found.setdefault(number, []):
                    found[number].append(warning)
    return found


def _of_final(sizes: StageSizes, final: int) -> Iterator[tuple[int, StageWarning]]:
    """The warnings on the way to that final, each with the number of its stage."""
    semi_finals = sizes.semi_finals(final)
    tables = sum(sizes.tables(number) for number in semi_finals)
    if (
        tables >= FOUR
        and sizes.entries < FOUR_SEMI_FINALS_FROM
        and all(_plays_semi_finals(sizes, number) for number in semi_finals)
    ):
        yield semi_finals[0], _four_semi_finals(sizes.entries)
    finalists = tables if sizes.tables(final) > 1 else sizes.players(final)
    fed = list(semi_finals)
    while finalists and (feeding := sizes.feeding(fed)):
        entering = sum(sizes.players(number) for number in fed)
        if entering % finalists:
            yield fed[0], _uneven(sizes, feeding, entering, finalists)
        fed = feeding


def _plays_semi_finals(sizes: StageSizes, number: int) -> bool:
    """Whether it is a later stage of one game in which nobody has declined: with a direct finalist who did,
    the rules themselves want four semi-finals.
    """
    later = bool(sizes.rule(number).sources)
    return later and sizes.is_one_game(number) and not sizes.stages[number].declined


def _four_semi_finals(players: int) -> StageWarning:
    direct = tuple(number for number, least in LEAST_FOR_DIRECT.items() if players >= least)
    if not direct:
        better = _("la finale dei primi quattro")
    elif len(direct) == 1:
        better = _("due (posti 3–10), con i primi due direttamente in finale")
    else:
        better = _(
            "tre (posti 2–13), con il primo direttamente in finale, o due (posti 3–10), con i primi due"
        )
    text = _(
        "Quattro semifinali con meno di 32 giocatori non sono buona norma: con %(count)s meglio %(better)s."
    )
    return StageWarning(text % {"count": players, "better": better}, direct)


def _uneven(sizes: StageSizes, feeding: Sequence[int], entering: int, finalists: int) -> StageWarning:
    tables = sum(sizes.tables(number) for number in feeding)
    others = entering - tables
    whole = entering // finalists
    multiples = [
        number * finalists - others
        for number in range(whole - 5, whole + 6)
        if number * finalists > max(0, others)
    ]
    fitting = [number for number in multiples if sizes.can_have(feeding, number)]
    near = [*[one for one in fitting if one < tables][-1:], *[one for one in fitting if one > tables][:1]]
    facts = {"tables": tables, "finalists": finalists}
    if near:
        text = _(
            "I tavoli da cui si passa sono %(tables)s in tutto e i finalisti %(finalists)s: dovrebbero"
            " esserne un multiplo (edizione 1997), qui %(near)s."
        )
        return StageWarning(text % {**facts, "near": either(near)})
    by_distance = sorted(range(-sizes.entries, LARGEST_CHANGE), key=abs)
    elsewhere = (
        {"players": sizes.entries + more, "wanted": number}
        for more in by_distance
        for number in multiples
        if sizes.can_have(feeding, number, more)
    )
    text = _(
        "I tavoli da cui si passa sono %(tables)s in tutto e i finalisti %(finalists)s: dovrebbero esserne un"
        " multiplo (edizione 1997), e con questi giocatori non si può; in %(players)s se ne fanno %(wanted)s."
    )
    usual = {"players": FOUR * finalists, "wanted": finalists}
    return StageWarning(text % {**facts, **next(elsewhere, usual)})
