"""Whether the winners of tables fill the tables of the next stage evenly
(rules/formulas.md#multiple-of-finalists).
"""

from collections.abc import Sequence
from math import ceil

from django.utils.translation import gettext as _

from clubtornei.events.models import Stage
from pairing.event_format_stages import tables_of
from pairing.registry import SYSTEMS
from scoring.qualification_rule import QualificationRule, parse_rule


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
        return self._players_by_rule(rule) if (rule := parse_rule(stage.qualification)) else self.entries

    def winners(self, number: int) -> int:
        """How many of the stage's players qualify by winning a table."""
        rule = parse_rule(self.stages[number].qualification)
        return sum(self.tables(source) for source in rule.winners) if rule else 0

    def _players_by_rule(self, rule: QualificationRule) -> int:
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


def uneven_tables(stages: Sequence[Stage], entries: int) -> dict[int, str]:
    """Warnings by stage number, for stages whose winners of tables do not fill tables of one size."""
    sizes, warnings = StageSizes(stages, entries), {}
    for number in sizes.stages:
        winners = sizes.winners(number)
        tables = sizes.tables(number) if winners else 0
        if tables and winners % tables:
            below = winners // tables * tables
            warnings[number] = _(
                "Passano %(winners)d vincitori, per %(tables)d tavoli: nelle formule a eliminazione i tavoli"
                " da cui si passa dovrebbero essere un multiplo dei finalisti (edizione 1997), qui %(near)s."
            ) % {
                "winners": winners,
                "tables": tables,
                "near": _("%(below)d o %(above)d") % {"below": below, "above": below + tables}
                if below
                else str(tables),
            }
    return warnings
