"""An event in figures: players, stages, rounds, results that are missing. A fixed number of queries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, F, Q, Value

from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.systems import games_each, rounds_of


@dataclass
class RoundState:
    """A round in figures: `missing` results are those of games not adjourned."""

    number: int
    published: bool
    missing: int
    adjourned: int


@dataclass
class StageState:
    """A stage in figures. `players` take part in it; `exempt`: the rounds that some of them skip."""

    stage: Stage
    players: int = 0
    exempt: Sequence[int] = ()
    rounds: list[RoundState] = field(default_factory=list)

    @property
    def begun(self) -> bool:
        """Has it a round, or, after the first stage, are those who enter it settled?"""
        return bool(self.rounds) or (self.stage.number > 1 and self.stage.entrants is not None)

    @property
    def rounds_in_all(self) -> int | None:
        return rounds_of(self.stage, self.players, self.exempt)

    @property
    def current(self) -> RoundState | None:
        """The round that was paired last."""
        return self.rounds[-1] if self.rounds else None


@dataclass
class EventState:
    """An event in figures: its players, and its stages in their order."""

    stages: list[StageState] = field(default_factory=list)
    players: int = 0
    present: int = 0
    called: int = 0

    @property
    def begun(self) -> list[StageState]:
        return [stage for stage in self.stages if stage.begun]

    @property
    def playing(self) -> StageState:
        """The stage begun last, else the first."""
        return self.begun[-1] if self.begun else self.stages[0]

    @property
    def to_come(self) -> StageState | None:
        """The first stage that nobody has begun, after one that somebody has."""
        return next((stage for stage in self.stages[1:] if not stage.begun), None)

    @property
    def rounds(self) -> list[RoundState]:
        """Those of all stages."""
        return [round_ for stage in self.stages for round_ in stage.rounds]


def is_locked(event: Event) -> bool:
    """Do numbers or rounds rest on the list of entries and on the options? Then both stay as they are."""
    return event.drawn or event.stages.filter(rounds__isnull=False).exists()


def states_of(events: Sequence[Event]) -> dict[int, EventState]:
    """The figures of each event, by primary key."""
    states = _count_rounds(events)
    _count_players(events, states)
    _forget_annulled_games(events, states)
    return states


def _count_rounds(events: Sequence[Event]) -> dict[int, EventState]:
    """One row a round; a bye is a table whose second seat does not exist, so it never misses a result."""
    missing = Q(rounds__tables__seats__position=2, rounds__tables__seats__score__isnull=True)
    adjourned = missing & Q(rounds__tables__adjourned=True)
    rows = (
        Stage.objects.filter(event__in=events)
        .annotate(round_number=F("rounds__number"), round_published_at=F("rounds__published_at"))
        .annotate(
            missing=Count("rounds__tables__seats", filter=missing),
            adjourned=Count("rounds__tables__seats", filter=adjourned),
        )
        .order_by("event", "number", "round_number")
    )
    states: dict[int, EventState] = {}
    for stage in rows:
        stages = states.setdefault(stage.event_id, EventState()).stages
        if not stages or stages[-1].stage.number != stage.number:
            stages.append(StageState(stage))
        if stage.round_number is None:
            continue
        stages[-1].rounds.append(
            RoundState(
                number=stage.round_number,
                published=stage.round_published_at is not None,
                missing=stage.missing - stage.adjourned,
                adjourned=stage.adjourned,
            )
        )
    return states


def _count_players(events: Sequence[Event], states: dict[int, EventState]) -> None:
    rows = (
        Entry.objects.filter(event__in=events)
        .values("event")
        .annotate(
            players=Count("pk"),
            here=Count("pk", filter=Q(present=True)),
            called=Count("pk", filter=Q(present__isnull=False)),
            exempt=ArrayAgg("exempt", filter=Q(exempt__gt=0), default=Value([])),
        )
    )
    for row in rows:
        state = states[row["event"]]
        state.players, state.present, state.called = row["players"], row["here"], row["called"]
        for stage in state.stages:
            entrants = stage.stage.entrants
            stage.players = row["players"] if entrants is None else len(entrants)
            stage.exempt = row["exempt"] if entrants is None else ()


def _forget_annulled_games(events: Sequence[Event], states: dict[int, EventState]) -> None:
    """Nobody waits for the games of a player whose results are annulled: he left before half of them
    (rules/round-robin.md#withdrawal: forfeited games are not counted, unfinished ones are).
    """
    before = Q(seats__round__number__lt=F("withdrawn"), seats__table__number__isnull=False)
    gone = (
        Entry.objects.filter(event__in=events, withdrawn__isnull=False)
        .annotate(played=Count("seats", filter=before & Q(seats__table__forfeit=False)))
        .values("pk", "event", "played")
    )
    annulled = []
    for entry in gone:
        first = states[entry["event"]].stages[0]  # what `withdrawn` of an entry concerns
        games = games_each(first.stage, first.players)
        if games is not None and 2 * entry["played"] < games:
            annulled.append(entry["pk"])
    if not annulled:
        return
    left_open = (
        Entry.objects.filter(
            pk__in=annulled,
            seats__score__isnull=True,
            seats__table__number__isnull=False,
            seats__round__stage__number=1,
        )
        .values("event", "seats__round__stage", "seats__round__number", "seats__table__adjourned")
        .annotate(games=Count("seats__table", distinct=True))
    )
    for row in left_open:
        _forget(states[row["event"]], row)


def _forget(state: EventState, row: Mapping[str, Any]) -> None:
    for played in state.stages[0].rounds:
        if played.number == row["seats__round__number"]:
            if row["seats__table__adjourned"]:
                played.adjourned -= row["games"]
            else:
                played.missing -= row["games"]
