"""The later tables that depend on who won a match: shown before the result is corrected."""

from dataclasses import dataclass, field

from clubtornei.events.systems import has_bracket, scoring_options_of
from clubtornei.rounds.core.result_codes import scale_of
from clubtornei.rounds.core.table_state import label_of, state_of
from clubtornei.rounds.models import Round, Table


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
    later_tables = (
        Table.objects.games().filter(round__in=rounds).order_by("round__number", "number").with_seats()
    )
    numbers = {round_.pk: round_.number for round_ in rounds}
    scale = scale_of(scoring_options_of(stage))
    affected = {seat.entry_id for seat in table.seated}
    for later_table in later_tables:
        seats = later_table.seated
        if affected.isdisjoint(seat.entry_id for seat in seats) or later_table.number is None:
            continue
        affected |= {seat.entry_id for seat in seats}
        dependents.tables.append(
            DependentTable(
                numbers[later_table.round_id],
                later_table.number,
                tuple(seat.entry.name for seat in seats),
                label_of(state_of(later_table, seats), scale),
            )
        )
    return dependents
