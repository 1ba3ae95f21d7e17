"""What a withdrawal, or its end, would change: games, published tables, ranking. Shown before it is done."""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from clubtornei.events.models import Entry, Event
from clubtornei.rounds.documents.calendar import ShownTable, calendar_of
from clubtornei.rounds.documents.exporting import document_of, published_document_of
from clubtornei.rounds.participation.attendance.queries import FIRST_STAGE
from clubtornei.rounds.participation.withdrawals.rewriting import effect_of, with_withdrawal
from clubtornei.rounds.results.corrections import Changes, ranking_changes
from clubtornei.rounds.state.listing import is_searchable
from clubtornei.rounds.state.result_codes import OutcomeCode
from clubtornei.rounds.state.site_facts import round_facts
from pairing.registry import SYSTEM_SPECS
from scoring.record import Document, record_of
from scoring.withdrawals import Withdrawal

SeatedInRound = tuple[int, tuple[int, ...]]
"""The number of a round, and the ids of the players at one of its tables."""

RoundState = Literal["published", "draft", "to_come"]


class GameChange(Struct, frozen=True, kw_only=True):
    """A table of a round, before and after; None: it does not exist."""

    round: int
    state: RoundState
    before: ShownTable | None
    after: ShownTable | None

    @property
    def table(self) -> ShownTable:
        """The table after the change, or else before it: the same players sit there."""
        table = self.after or self.before
        assert table is not None
        return table

    @property
    def struck(self) -> bool:
        """Whether a game already played is struck out, or counts again."""
        return bool(self.before and self.after and self.before.annulled != self.after.annulled)

    @property
    def changes_published_table(self) -> bool:
        """Whether who sits there changes, where it is known already."""
        return self.state == "published" and not self.struck


class Consequences(Struct, frozen=True, kw_only=True):
    """`leaving`: the effect of the withdrawal; None if a withdrawal is taken back."""

    leaving: Withdrawal | None
    games: list[GameChange]
    ranking: Changes

    @property
    def searchable(self) -> bool:
        return is_searchable(self.games) or is_searchable(self.ranking.lines)

    @property
    def published(self) -> list[int]:
        """The published rounds whose tables change: their sheets may be printed already."""
        return sorted({game.round for game in self.games if game.changes_published_table})


def consequences(
    event: Event, entry: Entry, first_missed: int | None, stage: int = FIRST_STAGE
) -> Consequences:
    """The consequences of withdrawing from that round on; None: of returning. Raises RoundNotAdjustable."""
    document = document_of(event)
    changed = with_withdrawal(document, entry.entry_no, first_missed, stage)
    public = published_document_of(event)
    return Consequences(
        leaving=None if first_missed is None else effect_of(document, entry.entry_no, first_missed, stage),
        games=list(_changes(document, changed, stage)),
        ranking=ranking_changes(public, with_withdrawal(public, entry.entry_no, first_missed, stage), stage),
    )


def _changes(document: Document, changed: Document, stage: int) -> Iterator[GameChange]:
    """The tables that differ, in the order of rounds and tables."""
    states = _round_states(document, stage)
    before, after = _tables(document, stage), _tables(changed, stage)
    either = {**before, **after}
    for key in sorted(either, key=lambda key: (key[0], either[key].number)):
        table_before, table_after = before.get(key), after.get(key)
        if _outcome(table_before) != _outcome(table_after):
            state = states.get(key[0], "to_come")
            yield GameChange(round=key[0], state=state, before=table_before, after=table_after)


def _round_states(document: Document, stage: int) -> Mapping[int, RoundState]:
    rounds = enumerate(document.stages[stage - 1].rounds, 1)
    return {number: "published" if round_facts(round_).published_at else "draft" for number, round_ in rounds}


def _tables(document: Document, stage: int) -> dict[SeatedInRound, ShownTable]:
    return {
        (round_.number, tuple(player.id for player in table.seats)): table
        for round_ in calendar_of(record_of(document, SYSTEM_SPECS, stage))
        for table in round_.tables
    }


def _outcome(table: ShownTable | None) -> tuple[OutcomeCode, bool] | None:
    """What the preview shows of the table: its outcome, and whether it is annulled."""
    return None if table is None else (table.outcome, table.annulled)
