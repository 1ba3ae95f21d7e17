"""What a withdrawal, or its end, changes: games, published tables, ranking. Shown before it is done."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from clubtornei.events.models import Entry, Event
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.site_facts import round_facts
from clubtornei.rounds.participation.withdrawals.rewriting import FIRST, effect_of, with_withdrawal
from clubtornei.rounds.reports.calendar import ShownRound, ShownTable, calendar_of
from clubtornei.rounds.results.corrections import Changes, ranking_changes
from pairing.registry import SYSTEM_SPECS
from scoring.record import Document, record_of
from scoring.withdrawals import Withdrawal

Sat = tuple[int, tuple[int, ...]]
"""A round, and who sits at one of its tables, by id."""


class GameChange(Struct, frozen=True, kw_only=True):
    """A table before and after; None: it is not played. `state` of its round: published, draft, to_come."""

    round: int
    state: str
    before: ShownTable | None
    after: ShownTable | None

    @property
    def table(self) -> ShownTable:
        """Either, for who sits there."""
        found = self.after or self.before
        assert found is not None
        return found

    @property
    def struck(self) -> bool:
        """Does a game that was played stop counting, or count again?"""
        return bool(self.before and self.after and self.before.annulled != self.after.annulled)


class Consequences(Struct, frozen=True, kw_only=True):
    """`leaving`: the effect with its count of games, None for who comes back."""

    leaving: Withdrawal | None
    games: list[GameChange]
    ranking: Changes

    @property
    def published(self) -> list[int]:
        """The published rounds whose tables change: their sheets hang on the wall already."""
        return sorted({game.round for game in self.games if not game.struck and game.state == "published"})


def consequences(event: Event, entry: Entry, first_missed: int | None, stage: int = FIRST) -> Consequences:
    """Of leaving at that round; None: of staying after all. Raises withdrawal.CannotBePutRight."""
    document = document_of(event)
    changed = with_withdrawal(document, entry.entry_no, first_missed, stage)
    expected = document_of(event, public=True)
    return Consequences(
        leaving=None if first_missed is None else effect_of(document, entry.entry_no, first_missed, stage),
        games=list(_changes(document, changed, stage)),
        ranking=ranking_changes(
            expected, with_withdrawal(expected, entry.entry_no, first_missed, stage), stage
        ),
    )


def _changes(document: Document, changed: Document, stage: int) -> Iterator[GameChange]:
    """The tables that differ, in the order of rounds and tables."""
    states = _states(document, stage)
    before, after = (_tables(calendar_of(record_of(one, SYSTEM_SPECS, stage))) for one in (document, changed))
    order = {**before, **after}
    for sat in sorted(order, key=lambda sat: (sat[0], order[sat].number)):
        was, will_be = before.get(sat), after.get(sat)
        if _looks(was) != _looks(will_be):
            yield GameChange(round=sat[0], state=states.get(sat[0], "to_come"), before=was, after=will_be)


def _states(document: Document, stage: int) -> Mapping[int, str]:
    rounds = enumerate(document.stages[stage - 1].rounds, 1)
    return {number: "published" if round_facts(round_).published_at else "draft" for number, round_ in rounds}


def _tables(rounds: tuple[ShownRound, ...]) -> dict[Sat, ShownTable]:
    return {
        (round_.number, tuple(player.id for player in table.seats)): table
        for round_ in rounds
        for table in round_.tables
    }


def _looks(table: ShownTable | None) -> tuple[str, bool] | None:
    return None if table is None else (table.outcome, table.annulled)
