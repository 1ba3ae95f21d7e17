"""The published state of an event at one version: everything pages show of it, computed once and cached.

Organisers, the public and printed sheets see the same published rounds. A draft is shown only on its own
page.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TypeVar

import msgspec
from django.core.cache import cache
from django.http import Http404
from msgspec import Struct

from clubtornei.build_id import build_id
from clubtornei.events.models import Event
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.progress import RoundProgress
from clubtornei.rounds.core.seat_names import has_winds
from clubtornei.rounds.core.site_facts import RankedRow
from clubtornei.rounds.core.stages import StageTab, StageTabs
from clubtornei.rounds.core.table_state import state_in
from clubtornei.rounds.reports.calendar import ShownRound, calendar_of, round_of
from pairing.registry import SYSTEM_SPECS, SYSTEMS, rounds_of
from scoring.ledger import Ledger
from scoring.record import Document, Player, Record, record_of
from scoring.stages import numbered_field
from scoring.standings import Row, standings
from scoring.withdrawals import annulled

CACHED_FOR = 60 * 60  # seconds, after which entries of versions that are no longer requested expire

Cached = TypeVar("Cached")


def cached(event: Event, key: str, make: Callable[[], Cached]) -> Cached:
    """The value of `make()`, cached for this version of the event and this build.

    The version was read before anything that `make` reads, so the value is never older than its key says.
    """
    full_key = f"computed:{build_id()}:{event.pk}:{event.version}:{key}"
    value: Cached | None = cache.get(full_key)
    if value is None:
        value = make()
        cache.set(full_key, value, CACHED_FOR)
    return value


class StageProgress(Struct, frozen=True, kw_only=True):
    """How far a stage has been played. `rounds`: how many are published; `total`: None if it is not fixed.

    `open`: the published rounds with games to be finished. `current`: the first of them in which a game is to
    be played today, else the last one published. `started`: whether there is any result; before that, a
    ranking has no meaning.
    """

    rounds: int
    total: int | None
    open: tuple[RoundProgress, ...] = ()
    current: RoundProgress = RoundProgress(number=0, published=False)
    started: bool = False

    @property
    def complete(self) -> bool:
        """Whether all games of the published rounds are finished."""
        return not self.open

    @property
    def over(self) -> bool:
        """Whether all rounds are played."""
        return bool(self.total) and self.rounds == self.total and self.complete


def _progress_of(record: Record, number: int) -> RoundProgress:
    """The progress of a published round."""
    round_, annulled_players = record.rounds[number - 1], annulled(record)
    tables = [table for table in round_.tables if annulled_players.isdisjoint(table.seats)]
    return RoundProgress(
        number=number,
        published=True,
        games=len(tables),
        finished=sum(table.result is not None for table in tables),
        adjourned=sum(state_in(table).adjourned for table in tables),
        unplayed=any(bye.points for bye in round_.byes)
        or any(table.forfeit for table in tables)
        or any(
            player.withdrawn is None and not player.plays_in(number) for player in record.players.values()
        ),
    )


class EventSnapshot:
    """The published state of an event at one version, with one of its stages to show.

    `stage`: the number of that stage; None: the current one, which is the last with a published round, or the
    first. The document is read at most once, and only if a value is not cached yet. Raises Http404 if the
    stage does not exist or has not begun.
    """

    def __init__(self, event: Event, stage: int | None = None) -> None:
        self.event = event
        self.requested_stage = stage
        self._records: dict[int | None, Record] = {}
        if stage is not None and stage not in [tab.number for tab in self.stages.begun]:
            raise Http404

    def cached(self, key: str, make: Callable[[], Cached]) -> Cached:
        """The value of `make()`, cached for this version of the event and the stage shown."""
        return cached(self.event, f"{key}@{self.requested_stage or ''}", make)

    @cached_property
    def stages(self) -> StageTabs:
        """All stages, for the switcher of a page."""
        stages = cached(self.event, "stages", self._stages)
        return stages if self.requested_stage is None else replace(stages, shown=self.requested_stage)

    def _stages(self) -> StageTabs:
        numbered = list(enumerate(self.document.stages, 1))
        current = next((number for number, stage in reversed(numbered) if stage.rounds), 1)
        tabs = tuple(
            StageTab(
                number,
                stage.name,
                number == current or bool(stage.rounds) or stage.entrants is not None,
                stage.system,
            )
            for number, stage in numbered
        )
        return StageTabs(all=tabs, shown=current, current=current)

    @cached_property
    def document(self) -> Document:
        """The public document. Five queries, cached by version."""
        return cached(self.event, "document", lambda: document_of(self.event, public=True))

    def record(self, after: int | None = None) -> Record:
        """The stage after so many rounds (None: all). Raises DocumentError if there is no such round."""
        if after not in self._records:
            document, shown = self.document, self.stages.shown
            stage = document.stages[shown - 1]
            if after is None and stage.entrants is None and not stage.rounds:
                self._records[after] = numbered_field(document, SYSTEM_SPECS, shown)
            else:
                self._records[after] = record_of(document, SYSTEM_SPECS, shown, after)
        return self._records[after]

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger(self.record())

    @cached_property
    def players(self) -> Mapping[int, Player]:
        """The stage's players by id."""
        return self.cached("players", lambda: self.record().players)

    @cached_property
    def system(self) -> str:
        """The name of the stage's system."""
        return self.cached("system", lambda: self.record().spec.name)

    @cached_property
    def ranking(self) -> tuple[str, ...]:
        """The names of the stage's ranking criteria, in order."""
        return self.cached("ranking", lambda: self.record().stage.ranking)

    @cached_property
    def multiplayer(self) -> bool:
        """Whether more than two players sit at a table."""
        return self.cached("many", lambda: self.record().spec.multiplayer)

    @cached_property
    def decimals(self) -> int:
        """How many decimals points have at least, by the scoring method."""
        return self.cached("decimals", lambda: self.record().method.decimals)

    @cached_property
    def winds(self) -> bool:
        """Whether the seats at a table are winds."""
        return self.cached("winds", lambda: has_winds(SYSTEMS[self.record().spec.name]))

    @cached_property
    def progress(self) -> StageProgress:
        return self.cached("progress", self._progress)

    def _progress(self) -> StageProgress:
        record = self.record()
        total = rounds_of(record) if record.players else None
        if not record.rounds:
            return StageProgress(rounds=0, total=total)
        played = [_progress_of(record, number) for number in range(1, record.next_round)]
        still_open = tuple(round_ for round_ in played if round_.open)
        return StageProgress(
            rounds=record.rounds_played,
            total=total,
            open=still_open,
            current=next((round_ for round_ in still_open if round_.missing), played[-1]),
            started=any(round_.finished for round_ in played),
        )

    def round(self, number: int) -> ShownRound:
        """A published round, from 1."""
        return self.cached(f"round:{number}", lambda: round_of(self.record(), number))

    @cached_property
    def calendar(self) -> tuple[ShownRound, ...]:
        """All published rounds, then the future ones if the system determines them.

        Empty before the players have numbers.
        """
        return self.cached("calendar", self._calendar)

    def _calendar(self) -> tuple[ShownRound, ...]:
        record = self.record()
        return calendar_of(record) if self.event.drawn or record.rounds_played else ()

    @cached_property
    def announced(self) -> list[Row]:
        """The ranking announced when the event was closed; empty before that."""
        rows = msgspec.convert(self.event.final_ranking or [], list[RankedRow])
        return [Row(**msgspec.structs.asdict(row)) for row in rows]

    def of_player(self, player: int) -> "EventSnapshot":
        """The snapshot of the last stage that the player is in, unless a stage was requested explicitly.

        Raises Http404 if he is in none.
        """
        if self.requested_stage is not None or player in self.players:
            return self
        others = (EventSnapshot(self.event, tab.number) for tab in reversed(self.stages.begun))
        snapshot = next((other for other in others if player in other.players), None)
        if snapshot is None:
            raise Http404
        return snapshot

    def stages_with(self, player: int) -> list[StageTab]:
        """The stages that the player is in."""
        return [tab for tab in self.stages.begun if player in EventSnapshot(self.event, tab.number).players]

    @cached_property
    def ranks(self) -> Mapping[int, int | None]:
        """Each player's place in the ranking, by id; None if he is not ranked."""
        return {row.player: row.rank for row in self.standings()}

    def order(self, *, by_rank: bool) -> list[int]:
        """The ids of the stage's players in the order of the ranking, or of their numbers."""
        record = self.record()
        if by_rank:
            return [player for player in self.ranks if player in record.players]
        return [player.id for player in record.by_number]

    def standings(self, after: int | None = None) -> list[Row]:
        """The ranking after so many rounds (None: all); of a closed event the one that was announced.

        Raises DocumentError if there is no such round.
        """
        if after is None and not self.stages.several and self.announced:
            return self.announced
        key = "standings" if after is None else f"standings:{after}"
        return self.cached(key, lambda: standings(self.record(after)))
