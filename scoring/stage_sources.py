"""Which stages of an event take players from which (rules/qualification.md#entry)."""

from collections.abc import Sequence

from scoring.document import DocumentStage
from scoring.qualification_rule import qualification_rule_of


def sources(stages: Sequence[DocumentStage], number: int) -> frozenset[int]:
    """The stages that entrants of stage `number` come from; without a rule, the one before."""
    rule = qualification_rule_of(stages[number - 1])
    if rule is None:
        return frozenset({number - 1} if number > 1 else ())
    return rule.sources


def finals(stages: Sequence[DocumentStage]) -> list[int]:
    """The stages (from 1) that no other takes entrants from, play-offs apart; one without a rule follows the
    stage before.
    """
    play_offs = play_off_sources(stages)
    source_stages = {
        source
        for number in range(1, len(stages) + 1)
        if number not in play_offs
        for source in sources(stages, number)
    }
    return [
        number
        for number in range(1, len(stages) + 1)
        if number not in source_stages and number not in play_offs
    ]


def play_off_sources(stages: Sequence[DocumentStage]) -> dict[int, int]:
    """For each play-off (from 1) the stage whose shared first place it decides."""
    rules = {number: qualification_rule_of(stage) for number, stage in enumerate(stages, 1)}
    return {number: rule.play_off.stage for number, rule in rules.items() if rule and rule.play_off}


def first_stages(stages: Sequence[DocumentStage]) -> list[int]:
    """The stages (from 1) that an event begins with: the first, or all parallel groups of players dealt."""
    rules = {number: qualification_rule_of(stage) for number, stage in enumerate(stages, 1)}
    groups = [number for number, rule in rules.items() if rule and rule.group]
    return groups if 1 in groups else [1]


def winners_go_on(stages: Sequence[DocumentStage], number: int) -> bool:
    """Whether the winners of the tables of stage `number` enter a later stage, or all but them do."""
    rules = (qualification_rule_of(stage) for stage in stages[number:])
    return any(rule is not None and number in (*rule.winners, *rule.losers) for rule in rules)


def is_final(stages: Sequence[DocumentStage], number: int) -> bool:
    """Whether stage `number` takes entrants from another and gives none, but to a play-off; or is one."""
    if not sources(stages, number):
        return False
    return number in play_off_sources(stages) or number in finals(stages)
