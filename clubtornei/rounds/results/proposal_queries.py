"""The waiting proposals of a round, as the arbiter reads them beside the recorded results."""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from clubtornei.events.models import Entry
from clubtornei.rounds.columns import TableState
from clubtornei.rounds.models import Proposal, Round, Table
from clubtornei.rounds.results.multiplayer_tables import MultiplayerTable
from clubtornei.rounds.results.round_view import RoundView
from clubtornei.rounds.results.score_entry import table_with_scores
from clubtornei.rounds.state.formatting import number
from clubtornei.rounds.state.table_state import in_words, label_of, state_of


class Waiting(NamedTuple):
    """What a waiting proposal says, by its key and that of its table."""

    pk: int
    table: int
    state: TableState


@dataclass
class ProposalRow:
    """A proposal: its `label` at a table of two, the `proposed_table` at a larger one.

    `recorded`: a recorded result that differs, in words with names; else empty. `rivals`: whether another
    phone at the table proposes another result.
    """

    proposal: Proposal
    entries: list[Entry]
    label: str
    proposed_table: MultiplayerTable | None
    recorded: str
    rivals: bool = False

    @property
    def table(self) -> Table:
        return self.proposal.table

    @property
    def points(self) -> str:
        """The points that it would give at a larger table, seat by seat."""
        seat_rows = self.proposed_table.seat_rows if self.proposed_table else ()
        return " ".join(number(seat_row.points) for seat_row in seat_rows)

    @property
    def conflict(self) -> bool:
        return bool(self.recorded) or self.rivals

    @property
    def css_class(self) -> str:
        if self.rivals:
            return "proposal conflict rivals"
        return "proposal conflict" if self.conflict else "proposal"


def waiting_proposals(round_: Round) -> list[Proposal]:
    """The waiting proposals of the round, in the order of the tables; one query."""
    undecided = Proposal.objects.filter(status=Proposal.Status.WAITING, table__round=round_)
    waiting = [one for one in undecided.select_related("table").order_by() if one.waits(round_)]
    return sorted(waiting, key=lambda one: (one.table.number or 0, one.at, one.pk))


def what_waits(round_: Round) -> list[Waiting]:
    """The waiting proposals of the round, by table; one query, without an object for each."""
    waiting = Proposal.objects.waiting().filter(table__round=round_).order_by("table__number", "pk")
    return [Waiting(*row) for row in waiting.values_list("pk", "table_id", "state")]


def proposal_rows(round_view: RoundView, waiting: list[Proposal]) -> list[ProposalRow]:
    """The rows of the proposals that differ from the recorded result and fit the players of their table."""
    tables = {row.table.pk: row.table for row in round_view.rows}
    rows = []
    for proposal in waiting:
        table = tables.get(proposal.table_id)
        if table and _fits(table, proposal) and state_of(table) != proposal.state:
            rows.append(_row(round_view, table, proposal))
    tables_of_rows = Counter(row.table.pk for row in rows)
    for row in rows:
        row.rivals = tables_of_rows[row.table.pk] > 1
    return rows


def proposal_row(round_view: RoundView, table: Table, proposal: Proposal) -> ProposalRow | None:
    """One proposal, whatever its status; None if the table now has another number of seats."""
    table = next(row.table for row in round_view.rows if row.table.pk == table.pk)
    return _row(round_view, table, proposal) if _fits(table, proposal) else None


def _fits(table: Table, proposal: Proposal) -> bool:
    return len(table.seated) == len(proposal.state.scores)


def conflicting(before: TableState, state: TableState) -> bool:
    """Whether the recorded result, or a recorded game of the match, differs from the proposed one."""
    if before.scored:
        return not before.counts_as(state)
    return state.games[: len(before.games)] != before.games


def _row(round_view: RoundView, table: Table, proposal: Proposal) -> ProposalRow:
    before, entries = state_of(table), [seat.entry for seat in table.seated]
    multiplayer_table = round_view.multiplayer_table(table.pk)
    proposed_table = None
    if multiplayer_table:
        proposed_table = table_with_scores(round_view, multiplayer_table, proposal.state.scores)
    return ProposalRow(
        proposal=proposal,
        entries=entries,
        label="" if multiplayer_table else label_of(proposal.state, round_view.scale),
        proposed_table=proposed_table,
        recorded=in_words(before, [entry.name for entry in entries], round_view.scale)
        if conflicting(before, proposal.state)
        else "",
    )
