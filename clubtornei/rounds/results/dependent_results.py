"""The later tables that rest on who won a match: shown before the result is changed."""

from dataclasses import dataclass, field

from clubtornei.events.systems import has_bracket
from clubtornei.rounds.core.table_state import label_of, state_of
from clubtornei.rounds.models import Round, Table


@dataclass(frozen=True)
class DependentTable:
    """`label`: what is recorded there already, as it is written."""

    round: int
    number: int
    names: tuple[str, ...]
    label: str


@dataclass
class DependentResults:
    """`following`: the round after, if there is one; `played`: has any of the tables a result already?"""

    following: Round | None = None
    tables: list[DependentTable] = field(default_factory=list)

    @property
    def played(self) -> bool:
        return any(table.label for table in self.tables)


def dependent_results_of(table: Table) -> DependentResults:
    """Where the stage is a bracket: the tables of who came out of this one, and of who met them there, round
    after round. Two queries, two more where rounds follow.
    """
    stage = table.round.stage
    rounds = list(Round.objects.filter(stage=stage, number__gt=table.round.number).order_by("number"))
    found = DependentResults(rounds[0] if rounds else None)
    if not rounds or not has_bracket(stage):
        return found
    later = Table.objects.games().filter(round__in=rounds).order_by("round__number", "number").with_seats()
    numbers = {round_.pk: round_.number for round_ in rounds}
    touched = {seat.entry_id for seat in table.seats.all()}
    for other in later:
        seats = list(other.seats.all())
        if touched.isdisjoint(seat.entry_id for seat in seats) or other.number is None:
            continue
        touched |= {seat.entry_id for seat in seats}
        found.tables.append(
            DependentTable(
                numbers[other.round_id],
                other.number,
                tuple(seat.entry.name for seat in seats),
                label_of(state_of(other, seats)),
            )
        )
    return found
