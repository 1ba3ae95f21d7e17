"""What is shown of an event, computed by the engines once for each of its versions and then kept.

Organisers, public and paper see the same: the published rounds. A draft exists only on the page of its round.
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
from clubtornei.events.stages import StageTab, StageTabs
from clubtornei.rounds.core.document_export import document_of
from clubtornei.rounds.core.progress import RoundProgress, round_progress
from clubtornei.rounds.core.seat_names import has_winds
from clubtornei.rounds.core.site_facts import RankedRow
from clubtornei.rounds.reports.calendar import ShownRound, calendar_of, round_of
from pairing.registry import SYSTEM_SPECS, SYSTEMS, rounds_of
from scoring.ledger import Ledger
from scoring.record import Document, Player, Record, record_of
from scoring.standings import Row, standings

CACHED_FOR = 60 * 60  # seconds; a version that nobody asks for any more goes away by itself

Cached = TypeVar("Cached")


def cached(event: Event, what: str, make: Callable[[], Cached]) -> Cached:
    """What `make` gives, computed once for this version of the event and this edition of the program.

    The version was read before anything that `make` reads, so what is kept is never older than its key says.
    """
    key = f"computed:{build_id()}:{event.pk}:{event.version}:{what}"
    found: Cached | None = cache.get(key)
    if found is None:
        found = make()
        cache.set(key, found, CACHED_FOR)
    return found


class StageProgress(Struct, frozen=True, kw_only=True):
    """How far the stage has come. `total` is None where the number of rounds is not fixed.

    `rounds`: how many are published; `last`: how far the last of them is.
    """

    rounds: int
    total: int | None
    last: RoundProgress = RoundProgress(number=0, published=False)

    @property
    def complete(self) -> bool:
        """Are all games of the last published round over?"""
        return self.last.complete

    @property
    def started(self) -> bool:
        """Is any result there? Before, a ranking says nothing."""
        return self.rounds > 1 or self.last.finished > 0

    @property
    def over(self) -> bool:
        """Are all rounds played?"""
        return bool(self.total) and self.rounds == self.total and self.complete


class EventSnapshot:
    """An event as anybody may see it: its published rounds, at one version.

    It shows one stage: the one asked for, else the one being played, which is the last one with a round, or
    the first. The document is only read where something is not kept yet, and then once. 404: no such stage,
    or nobody knows yet who plays in it.
    """

    def __init__(self, event: Event, stage: int | None = None) -> None:
        self.event = event
        self.asked = stage
        if stage is not None and stage not in [tab.number for tab in self.stages.begun]:
            raise Http404

    def cached(self, what: str, make: Callable[[], Cached]) -> Cached:
        """What `make` gives for the stage shown, computed once for this version of the event."""
        return cached(self.event, f"{what}@{self.asked or ''}", make)

    @cached_property
    def stages(self) -> StageTabs:
        """All stages, as the switcher of a page needs them; the first one is always to be looked at."""
        stages = cached(self.event, "stages", self._stages)
        return stages if self.asked is None else replace(stages, shown=self.asked)

    def _stages(self) -> StageTabs:
        listed = list(enumerate(self.document.stages, 1))
        current = next((number for number, stage in reversed(listed) if stage.rounds), 1)
        tabs = tuple(
            StageTab(
                number,
                stage.name,
                number == current or bool(stage.rounds) or stage.entrants is not None,
                stage.system,
            )
            for number, stage in listed
        )
        return StageTabs(all=tabs, shown=current, current=current)

    @cached_property
    def document(self) -> Document:
        """The public document. Its five queries are made once for each version of the event."""
        return cached(self.event, "document", lambda: document_of(self.event, public=True))

    def record(self, after: int | None = None) -> Record:
        """The stage after so many rounds (None: all). Faulty: there is no such round."""
        return record_of(self.document, SYSTEM_SPECS, self.stages.shown, after)

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger(self.record())

    @cached_property
    def players(self) -> Mapping[int, Player]:
        """Who takes part, by id."""
        return self.cached("players", lambda: self.record().players)

    @cached_property
    def system(self) -> str:
        """The name of the stage's system, to ask for what it has."""
        return self.cached("system", lambda: self.record().spec.name)

    @cached_property
    def ranking(self) -> tuple[str, ...]:
        """The names of the criteria, in order."""
        return self.cached("ranking", lambda: self.record().stage.ranking)

    @cached_property
    def multiplayer(self) -> bool:
        """Do more than two sit at a table?"""
        return self.cached("many", lambda: self.record().spec.multiplayer)

    @cached_property
    def winds(self) -> bool:
        """Are the seats at a table winds?"""
        return self.cached("winds", lambda: has_winds(SYSTEMS[self.record().spec.name]))

    @cached_property
    def progress(self) -> StageProgress:
        return self.cached("progress", self._progress)

    def _progress(self) -> StageProgress:
        record = self.record()
        total = rounds_of(record) if record.players else None
        if not record.rounds:
            return StageProgress(rounds=0, total=total)
        last = self.round(record.rounds_played)
        return StageProgress(
            rounds=record.rounds_played,
            total=total,
            last=round_progress(last.number, last.published, last.tables),
        )

    def round(self, number: int) -> ShownRound:
        """A published round, from 1."""
        return self.cached(f"round:{number}", lambda: round_of(self.record(), number))

    @cached_property
    def calendar(self) -> tuple[ShownRound, ...]:
        """All rounds: the published ones as they were, then those to come, where the system knows them.

        Empty before the numbers are given.
        """
        return self.cached("calendar", self._calendar)

    def _calendar(self) -> tuple[ShownRound, ...]:
        record = self.record()
        known = self.event.drawn or record.rounds_played
        return calendar_of(record) if known else ()

    @cached_property
    def announced(self) -> list[Row]:
        """The ranking that was announced when the event was closed; empty while it is not."""
        rows = msgspec.convert(self.event.final_ranking or [], list[RankedRow])
        return [Row(**msgspec.structs.asdict(row)) for row in rows]

    def of_player(self, player: int) -> "EventSnapshot":
        """Where no stage was asked for: the last stage that the player is in. 404: he is in none."""
        if self.asked is not None or player in self.players:
            return self
        others = (EventSnapshot(self.event, tab.number) for tab in reversed(self.stages.begun))
        found = next((other for other in others if player in other.players), None)
        if found is None:
            raise Http404
        return found

    def stages_with(self, player: int) -> list[StageTab]:
        """The stages that the player is in."""
        return [tab for tab in self.stages.begun if player in EventSnapshot(self.event, tab.number).players]

    @cached_property
    def ranks(self) -> Mapping[int, int | None]:
        """Everybody's place in the ranking, by id; None: who has none."""
        return {row.player: row.rank for row in self.standings()}

    def order(self, *, by_rank: bool) -> list[int]:
        """The ids of the stage's players in the order of the ranking, or of their numbers."""
        record = self.record()
        if by_rank:
            return [player for player in self.ranks if player in record.players]
        return [player.id for player in record.by_number]

    def standings(self, after: int | None = None) -> list[Row]:
        """The ranking after so many rounds (None: all); of a closed event the one that was announced.

        Faulty: there is no such round.
        """
        if after is None and not self.stages.several and self.announced:
            return self.announced
        what = "standings" if after is None else f"standings:{after}"
        return self.cached(what, lambda: standings(self.record(after)))
