"""The later tables that depend on who won a match: shown before the result is corrected."""

from dataclasses import dataclass, field

from clubtornei.events.systems import has_bracket, scoring_options_of
from clubtornei.rounds.models import Round, Table
from clubtornei.rounds.results.later_rounds import dependent_tables_of
from clubtornei.rounds.state.result_codes import scale_of
from clubtornei.rounds.state.table_state import label_of, state_of


@dataclass(frozen=True)
class DependentTable:
    """A later table; `label`: its recorded result, formatted."""

    round: int
    number: int
    names: tuple[str, ...]
    label: str


@dataclass
class DependentResults:
    """`following`: the round after, if there is one."""

    following: Round | None = None
    tables: list[DependentTable] = field(default_factory=list)

    @property
    def played(self) -> bool:
        """Whether any of the tables has a result."""
        return any(table.label for table in self.tables)


def dependent_results_of(table: Table) -> DependentResults:
    """In a bracket: the later tables of this table's players, and of the opponents they met there, and so on.
    One query, two more if rounds follow.
    """
    stage = table.round.stage
    rounds = list(Round.objects.filter(stage=stage, number__gt=table.round.number).order_by("number"))
    dependents = DependentResults(rounds[0] if rounds else None)
    if not rounds or not has_bracket(stage):
        return dependents
    scale = scale_of(scoring_options_of(stage))
    for later_table in dependent_tables_of(table):
        seats = later_table.seated
        if later_table.number is None:
            continue
        dependents.tables.append(
            DependentTable(
                later_table.round.number,
                later_table.number,
                tuple(seat.entry.whole_name for seat in seats),
                label_of(state_of(later_table, seats), scale),
            )
        )
    return dependents
