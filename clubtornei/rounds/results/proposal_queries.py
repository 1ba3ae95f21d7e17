"""The proposals that wait in a round, as the arbiter reads them beside what is registered."""

from dataclasses import dataclass

from clubtornei.events.models import Entry
from clubtornei.rounds.core.table_state import label_of, state_of
from clubtornei.rounds.models import Proposal, Round, Seat, Table
from clubtornei.rounds.results.multiplayer_tables import MultiplayerTable
from clubtornei.rounds.results.proposal_actions import conflicting
from clubtornei.rounds.results.round_view import RoundView
from clubtornei.rounds.results.score_entry import tried


@dataclass
class Said:
    """What a table says: `label` at a table of two, `finish` at a larger one. `now`: the other result that is
    registered there, where there is one.
    """

    proposal: Proposal
    entries: list[Entry]
    label: str
    finish: MultiplayerTable | None
    now: str

    @property
    def table(self) -> Table:
        return self.proposal.table

    @property
    def conflict(self) -> bool:
        return bool(self.now)


def waiting_in(round_: Round) -> list[Proposal]:
    """The proposals that wait, in the order of the tables; one query."""
    waiting = Proposal.objects.waiting().filter(table__round=round_)
    return list(waiting.select_related("table").order_by("table__number"))


def said_in(round_view: RoundView, waiting: list[Proposal]) -> list[Said]:
    """The proposals in words and places; those that say what is registered already are settled."""
    tables = {row.table.pk: row.table for row in round_view.rows}
    found = []
    for proposal in waiting:
        table = tables.get(proposal.table_id)
        seats = list(table.seats.all()) if table else []
        if table and len(seats) == len(proposal.state.scores) and state_of(table, seats) != proposal.state:
            found.append(_said(round_view, table, seats, proposal))
    return found


def said_of(round_view: RoundView, table: Table, proposal: Proposal) -> Said | None:
    """One proposal, whatever became of it; None where others sit at the table now."""
    row = next(row.table for row in round_view.rows if row.table.pk == table.pk)
    seats = list(row.seats.all())
    return _said(round_view, row, seats, proposal) if len(seats) == len(proposal.state.scores) else None


def _said(round_view: RoundView, table: Table, seats: list[Seat], proposal: Proposal) -> Said:
    before = state_of(table, seats)
    multiplayer_table = round_view.multiplayer_table(table.pk)
    return Said(
        proposal=proposal,
        entries=[seat.entry for seat in seats],
        label="" if multiplayer_table else label_of(proposal.state),
        finish=tried(round_view, multiplayer_table, proposal.state.scores) if multiplayer_table else None,
        now=label_of(before) if conflicting(before, proposal.state) else "",
    )
