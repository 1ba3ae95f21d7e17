"""The published state of an event at one version: everything pages show of it, computed once and cached.

Organisers, the public and printed sheets see the same published rounds; organisers' pages have names in full
where the public reads initials. A draft is shown only on its own page.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import wraps
from inspect import signature
from typing import Concatenate, ParamSpec, TypeVar

import msgspec
from django.http import Http404
from django.utils.functional import cached_property
from msgspec import Struct, structs

from clubtornei.events.models import Event
from clubtornei.events.namesakes import WholeNames, whole_names
from clubtornei.events.version_cache import VersionCache, version_cache_of
from clubtornei.players.names import is_initials
from clubtornei.rounds.documents.calendar import ShownRound, future_rounds, round_of
from clubtornei.rounds.documents.exporting import document_of, named
from clubtornei.rounds.state.event_state import RoundProgress, progress_of
from clubtornei.rounds.state.formatting import Notation, notation_of, one_notation
from clubtornei.rounds.state.site_facts import RankedRow
from clubtornei.rounds.state.stages import StageTab, StageTabs
from clubtornei.rounds.state.table_words import TableWords, has_winds, table_words
from clubtornei.text.languages import reader_language
from pairing.registry import SYSTEM_SPECS, SYSTEMS, rounds_of
from scoring.ledger import Ledger
from scoring.prize_list import read_prizes
from scoring.qualification import Undecided
from scoring.record import Document, DocumentError, DocumentPlayer, Record, record_of
from scoring.stages import numbered_field
from scoring.standings import Ranking, Row, ordered_among_level, placed_standings, ranked_ledger, standings
from scoring.withdrawals import annulled

Cached = TypeVar("Cached")
FurtherArguments = ParamSpec("FurtherArguments")


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

    @property
    def ranked(self) -> bool:
        """Whether a whole round is played: before that somebody's rank and points mean nothing."""
        return self.current.number > 1 or (self.rounds > 0 and self.complete)


class EventSnapshot:
    """The published state of an event at one version, with one of its stages to show.

    `stage`: the number of that stage; None: the current one, which is the last with a published round, or the
    first. The document is read once a version. Raises Http404 if the stage does not exist or has not begun.
    `whole_names`: for organisers, with the names of those who are called by their initials in public. What
    holds names is kept apart from what the public sees, and only where there is anybody of whom they differ.
    """

    def __init__(
        self,
        event: Event,
        stage: int | None = None,
        cache: VersionCache | None = None,
        *,
        whole_names: bool = False,
    ) -> None:
        self.event = event
        self.requested_stage = stage
        self.cache = cache or version_cache_of(event)
        self.full_names = self.cache.get("full names", self._full_names) if whole_names else WholeNames()
        if stage is not None and stage not in [tab.number for tab in self.stages.begun]:
            raise Http404

    def of_stage(self, stage: int | None) -> "EventSnapshot":
        """The snapshot of the same version, with that stage to show. Raises Http404 as above."""
        if stage == self.requested_stage or (stage == 1 and not self.stages.several):
            return self
        return EventSnapshot(self.event, stage, self.cache, whole_names=bool(self.full_names))

    def ranked_stage(self) -> "EventSnapshot":
        """The same; where no stage was asked for and the current one has no result yet, with the last stage
        that has any to show.
        """
        if self.requested_stage is not None or self.event.closed or self.progress.started:
            return self
        earlier = (self.of_stage(tab.number) for tab in reversed(self.stages.begun))
        return next((stage for stage in earlier if stage.progress.started), self)

    def widest_stage(self) -> "EventSnapshot":
        """The same; where no stage was asked for, with the last of those that most players are in, and that
        have a crosstable.
        """
        if self.requested_stage is not None:
            return self
        begun = [self.of_stage(tab.number) for tab in reversed(self.stages.begun)]
        others = [stage for stage in begun if SYSTEMS[stage.system].bracket is None]
        return max(others, key=lambda stage: len(stage.players), default=self)

    def cached(self, key: str, make: Callable[[], Cached]) -> Cached:
        """The value of `make()`, computed once for this version of the event and the stage shown."""
        return self.cache.get(self._key(key), make)

    def _key(self, key: str) -> str:
        return f"{key}@{self.requested_stage or ''}{' in full' if self.full_names else ''}"

    @cached_property
    def stages(self) -> StageTabs:
        """All stages, for the switcher of a page."""
        stages = self.cache.get("stages", self._stages)
        if self.requested_stage is None:
            return stages
        return replace(stages, shown=self.requested_stage, named=stages.several)

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

    @property
    def under_way(self) -> bool:
        """Whether a round of any stage is published, and the event not closed."""
        return not self.event.closed and self.cache.get("has rounds", self._has_rounds)

    def _has_rounds(self) -> bool:
        return any(stage.rounds for stage in self.document.stages)

    @cached_property
    def document(self) -> Document:
        """The public document, perhaps with names in full. Five queries a version."""
        document = self.cache.get("document", lambda: document_of(self.event, public=True))
        if not self.full_names:
            return document
        return self.cache.get("document in full", lambda: named(document, self.full_names))

    def for_hall(self) -> "EventSnapshot":
        """The snapshot with the names that the event has on sheets and on the hall's screens."""
        if not self.event.whole_in_hall:
            return self
        return EventSnapshot(self.event, self.requested_stage, self.cache, whole_names=True)

    def _full_names(self) -> WholeNames:
        """What organisers read where the public may read initials. The entries are read once for both."""
        entries = list(self.event.entries.select_related("player").order_by("entry_no"))
        self.cache.get("document", lambda: document_of(self.event, public=True, entries=entries))
        return whole_names(entries)

    def record(self, after: int | None = None) -> Record:
        """The stage after so many rounds (None: all). Raises DocumentError if there is no such round."""
        return self.cached(f"record:{after}", lambda: self._record(after))

    def _record(self, after: int | None) -> Record:
        document, shown = self.document, self.stages.shown
        stage = document.stages[shown - 1]
        if after is None and stage.entrants is None and not stage.rounds:
            return numbered_field(document, SYSTEM_SPECS, shown)
        return record_of(document, SYSTEM_SPECS, shown, after)

    def ranked(self, after: int | None = None) -> tuple[Ledger, Ranking]:
        """The results of the stage after so many rounds (None: all), and the ranking that they give."""
        return self.cached(f"ranked:{after}", lambda: ranked_ledger(self.record(after)))

    def points_before(self, number: int) -> Mapping[int, Fraction]:
        """The points before that round by id, without who is annulled; empty where nobody has any, and where
        the ranking does not look at them.
        """
        points = self.cached(f"points before:{number}", lambda: Ledger(self.record(number - 1)).points_of)
        return points if "points" in self.ranking and any(points.values()) else {}

    @property
    def ledger(self) -> Ledger:
        return self.ranked()[0]

    @cached_property
    def players(self) -> Mapping[int, DocumentPlayer]:
        """The stage's players by id."""
        return self.record().players

    @property
    def has_initials(self) -> bool:
        """Whether of anybody there are only the initials."""
        return any(is_initials(player.name) for player in self.players.values())

    @cached_property
    def system(self) -> str:
        """The name of the stage's system."""
        return self.record().spec.name

    @cached_property
    def ranking(self) -> tuple[str, ...]:
        """The names of the stage's ranking criteria, in order."""
        return self.record().stage.ranking

    @cached_property
    def multiplayer(self) -> bool:
        """Whether more than two players sit at a table."""
        return self.record().spec.multiplayer

    @property
    def shows_ratings(self) -> bool:
        """Whether ratings say something of the players: those of the roster are for games of two."""
        return not self.multiplayer

    @cached_property
    def decimals(self) -> int:
        """How many decimals points have at least, by the scoring method."""
        return self.record().method.decimals

    @cached_property
    def notation(self) -> Notation:
        """How the event writes its figures: the same in all its stages, and after each round."""
        return self.cache.get("notation", self._notation)

    def _notation(self) -> Notation:
        rounds = {number: len(stage.rounds) for number, stage in enumerate(self.document.stages, 1)}
        del rounds[self.stages.current]
        earlier = [
            self.of_stage(number).notation_after(rounds[number]) for number in rounds if rounds[number]
        ]
        return one_notation([self.of_stage(None).notation_after(None), *earlier])

    def notation_after(self, after: int | None) -> Notation:
        """That of the stage alone, after so many rounds (None: all); any while its field is undecided."""
        try:
            return notation_of(self.standings(after), self.decimals, multiplayer=self.multiplayer)
        except (Undecided, DocumentError):
            return Notation()

    @cached_property
    def winds(self) -> bool:
        """Whether the seats at a table are winds."""
        return has_winds(SYSTEMS[self.system], self.event)

    @property
    def table_words(self) -> TableWords:
        """What a table of the stage is called."""
        return table_words(SYSTEMS[self.system], self.event)

    @cached_property
    def progress(self) -> StageProgress:
        return self.cached("progress", self._progress)

    def _progress(self) -> StageProgress:
        record = self.record()
        total = rounds_of(record) if record.players else None
        if not record.rounds:
            return StageProgress(rounds=0, total=total)
        played = [progress_of(record, number) for number in range(1, record.next_round)]
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
        # Whether a withdrawn player's games are annulled depends on how many he has played since.
        annulled_players = self.cached("annulled", lambda: annulled(self.record()))
        return self.cached(f"round:{number}", lambda: round_of(self.record(), number, annulled_players))

    @property
    def is_numbered(self) -> bool:
        """Whether the players have numbers, without which nobody knows who meets whom."""
        return self.event.drawn or self.progress.rounds > 0

    @cached_property
    def calendar(self) -> tuple[ShownRound, ...]:
        """All published rounds, then the future ones if the system determines them.

        Empty before the players have numbers.
        """
        return self.cached("calendar", self._calendar)

    def _calendar(self) -> tuple[ShownRound, ...]:
        record = self.record()
        if not self.event.drawn and not record.rounds_played:
            return ()
        played = (self.round(number) for number in range(1, record.next_round))
        return (*played, *future_rounds(record))

    @cached_property
    def announced(self) -> list[Row]:
        """The ranking announced when the event was closed; empty before that. Of those level the first is who
        was put first for the prizes, once these are confirmed.
        """
        found = msgspec.convert(self.event.final_ranking or [], list[RankedRow])
        rows = [Row(**structs.asdict(row)) for row in found]
        decided = read_prizes(self.event.prizes).decided if self.event.awards else ()
        places = {player: place for place, player in enumerate(decided)}
        return list(ordered_among_level(rows, lambda row: places.get(row.player, len(places))))

    def of_player(self, player: int) -> "EventSnapshot":
        """The snapshot of the last stage that the player is in, unless a stage was requested explicitly.

        Raises Http404 if he is not in that, or in none.
        """
        if player in self.players:
            return self
        tabs = self.stages.begun if self.requested_stage is None else []
        others = (self.of_stage(tab.number) for tab in reversed(tabs))
        snapshot = next((other for other in others if player in other.players), None)
        if snapshot is None:
            raise Http404
        return snapshot

    def stages_with(self, player: int) -> list[StageTab]:
        """The stages that the player is in."""
        return [tab for tab in self.stages.begun if player in self.of_stage(tab.number).players]

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
        rank = placed_standings if self.stages.several else standings
        return self.cached(f"standings:{after}", lambda: rank(self.record(after), self.ranked(after)))


def cached_by_version(
    make: Callable[Concatenate[EventSnapshot, FurtherArguments], Cached],
) -> Callable[Concatenate[EventSnapshot, FurtherArguments], Cached]:
    """Decorator of what is told of a snapshot, in the reader's language: computed once for its version, the
    stage shown and what else is asked.
    """
    parameters = signature(make)

    @wraps(make)
    def told(
        snapshot: EventSnapshot, /, *args: FurtherArguments.args, **kwargs: FurtherArguments.kwargs
    ) -> Cached:
        asked = parameters.bind(snapshot, *args, **kwargs)
        asked.apply_defaults()
        key = f"{make.__module__}.{make.__qualname__}{asked.args[1:]}{asked.kwargs}{reader_language()}"
        return snapshot.cached(key, lambda: make(snapshot, *args, **kwargs))

    return told
