"""Events in figures: players, stages, how far each round is. The number of queries is fixed."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple, TypedDict, cast

from django.contrib.postgres.aggregates import ArrayAgg
from django.db import connection
from django.db.models import Count, F, Q, Value
from django.db.models.functions import JSONObject
from django.utils.translation import gettext as _, ngettext
from msgspec import Struct
from msgspec.structs import replace

from clubtornei.events.models import Entry, Event, Stage
from clubtornei.events.namesakes import WHOLE_NAME, WHOLE_SORT_NAME, sorted_by_whole_names
from clubtornei.events.stage_titles import player_count
from clubtornei.events.systems import games_each, rounds_of, spec_of
from clubtornei.rounds.columns import Score
from clubtornei.rounds.models import Round, Seat, Table
from clubtornei.rounds.state.days import day_of
from clubtornei.rounds.state.formatting import names_in_short
from clubtornei.rounds.state.stages import with_begun
from clubtornei.rounds.state.table_state import state_in
from pairing.registry import SYSTEMS
from scoring.record import Record
from scoring.stage_record import first_round_missed
from scoring.withdrawals import SeatTaken, annulled, annulled_by, effects_after


class RoundProgress(Struct, frozen=True, kw_only=True):
    """How far a round has been played. Games of players whose results are annulled are left out.

    `adjourned`: games without a result that are finished another day. `day`: on which the round is played,
    if known. `unplayed`: whether byes, absences or forfeits count in it before anything is played.
    """

    number: int
    published: bool
    games: int = 0
    finished: int = 0
    adjourned: int = 0
    day: date | None = None
    unplayed: bool = False

    @property
    def open(self) -> int:
        """Games without a result, adjourned or not."""
        return self.games - self.finished

    @property
    def missing(self) -> int:
        """Results still to be entered today: those of games not adjourned."""
        return self.open - self.adjourned

    @property
    def complete(self) -> bool:
        """Whether all games are finished."""
        return self.finished == self.games

    @property
    def text(self) -> str:
        """How many games are finished, in words."""
        return _("%(finished)d di %(games)d") % {"finished": self.finished, "games": self.games}

    @property
    def adjourned_text(self) -> str:
        """How many are adjourned, in words; empty if none is."""
        return _("aggiornate: %(count)d") % {"count": self.adjourned} if self.adjourned else ""


def progress_of(record: Record, number: int) -> RoundProgress:
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


PROGRESS = """
    SELECT count(*), count(seat.score), count(*) FILTER (WHERE game.adjourned)
    FROM rounds_seat AS seat JOIN rounds_table AS game ON game.id = seat.table_id
    WHERE seat.round_id = %s AND seat.position = 2 AND (
        cardinality(%s::integer[]) = 0 OR NOT EXISTS (
            SELECT FROM rounds_seat AS either JOIN events_entry ON events_entry.id = either.entry_id
            WHERE either.table_id = game.id AND events_entry.entry_no = ANY(%s::integer[])
        )
    )
"""
"""Every result counts its round: the same as a queryset takes three times as long to put into words. Where
nobody is annulled, as nearly always, nothing is joined: of tables just imported PostgreSQL has no statistics
yet, and joins all seats of the site.
"""


@dataclass
class StageState:
    """A stage in figures. `begun`: it has a round or, after the first stage, confirmed entrants; `players`:
    how many take part; `exempt`: the rounds that exempt players skip.
    """

    stage: Stage
    begun: bool
    players: int = 0
    exempt: Sequence[int] = ()
    rounds: list[RoundProgress] = field(default_factory=list)

    @property
    def rounds_in_all(self) -> int | None:
        return rounds_of(self.stage, self.players, self.exempt)

    @property
    def over(self) -> bool:
        """Whether all rounds are published and have all their results."""
        return self.rounds_in_all == len(self.rounds) and not any(
            round_.open or not round_.published for round_ in self.rounds
        )

    @property
    def current(self) -> RoundProgress | None:
        """The round being played: a draft, else the first that lacks a result, else the last."""
        if not self.rounds or not self.rounds[-1].published:
            return self.rounds[-1] if self.rounds else None
        return next((round_ for round_ in self.rounds if round_.missing), self.rounds[-1])


class Absences(TypedDict):
    """The rounds that a player does not play, requested byes included."""

    name: str
    rounds: list[int]


@dataclass
class EventState:
    """An event in figures: how many players, how many of them present, and its stages in order.

    `missing`: the names of who is not ticked at the roll call, once somebody is, before the numbers are
    given; `absences`: who is absent from which rounds of the first stage, but for who has withdrawn.
    """

    stages: list[StageState] = field(default_factory=list)
    players: int = 0
    present: int = 0
    missing: Sequence[str] = ()
    absences: Sequence[Absences] = ()

    @property
    def begun(self) -> list[StageState]:
        return [stage for stage in self.stages if stage.begun]

    @property
    def playing(self) -> StageState:
        """The stage begun last, else the first."""
        return self.begun[-1] if self.begun else self.stages[0]

    @property
    def to_come(self) -> StageState | None:
        """The first later stage that has not begun."""
        return next((stage for stage in self.stages[1:] if not stage.begun), None)

    @property
    def rounds(self) -> list[RoundProgress]:
        """The rounds of all stages."""
        return [round_ for stage in self.stages for round_ in stage.rounds]


def is_locked(event: Event) -> bool:
    """Whether numbers or rounds depend on the entries and the options, which then must not change."""
    return event.drawn or event.stages.filter(rounds__isnull=False).exists()


def event_state_of(event: Event) -> EventState:
    """The figures of one event."""
    return event_states_of([event])[event.pk]


def event_states_of(events: Sequence[Event]) -> dict[int, EventState]:
    """The figures of each event, by primary key."""
    states = _count_rounds(events)
    _count_players(events, states)
    _leave_out_annulled([stage for state in states.values() for stage in state.stages])
    return states


def recorded_progress(round_: Round, annulled: Collection[int]) -> RoundProgress:
    """How far one round has been played, without the games of the players `annulled`. One query."""
    with connection.cursor() as cursor:
        cursor.execute(PROGRESS, [round_.pk, list(annulled), list(annulled)])
        games, finished, adjourned = cursor.fetchone()
    return RoundProgress(
        number=round_.number,
        published=round_.published,
        games=games,
        finished=finished,
        adjourned=adjourned,
    )


def adjourned_tables(round_: Round, annulled: Collection[int]) -> list[Table]:
    """The tables whose games are finished another day, without those of the players `annulled`."""
    return list(round_.tables.filter(adjourned=True).exclude(seats__entry__entry_no__in=annulled))


def no_shows(stage: Stage, number: int) -> list[str]:
    """The whole names of who lost by forfeit in that round and is to play the next one. One query."""
    seats = (
        Seat.objects.filter(round__stage=stage, round__number=number, table__forfeit=True)
        .filter(entry__withdrawn=None)
        .exclude(entry__absent__contains=[number + 1])
        .select_related("entry__player", "entry__event")
    )
    gone = stage.withdrawals.keys()
    lost = [seat.entry for seat in seats if seat.score == 0 and str(seat.entry.entry_no) not in gone]
    return [entry.name for entry in sorted_by_whole_names(lost[0].event, lost)] if lost else []


def no_shows_text(stage: Stage, number: int) -> str:
    """Who did not come to that round and is paired in the next one all the same; empty where nobody."""
    if number < 1 or SYSTEMS[stage.system].absence != "sits_out" or not (names := no_shows(stage, number)):
        return ""
    return ngettext(
        "Non si è presentato al turno %(number)d: %(names)s.",
        "Non si sono presentati al turno %(number)d: %(names)s.",
        len(names),
    ) % {"number": number, "names": names_in_short(names)}


def annulled_players_of(stage: Stage) -> frozenset[int]:
    """The entry numbers of the players whose results are annulled in the stage. Without a calendar nothing is
    annulled; with one it takes a query, two more once somebody has withdrawn.
    """
    if spec_of(stage.system).games_each is None or (stage.number > 1 and not stage.withdrawals):
        return frozenset()
    seats = _seats_of_withdrawn([stage])[stage.pk]
    if not seats:
        return frozenset()
    games = games_each(stage, player_count(stage))
    return _annulled_players(stage, games, stage.rounds.count(), seats)


def _count_rounds(events: Sequence[Event]) -> dict[int, EventState]:
    """The stages with their rounds, in one query. A table counts by its second seat, which a bye lacks."""
    game = Q(rounds__tables__seats__position=2)
    finished = game & Q(rounds__tables__seats__score__isnull=False)
    adjourned = game & Q(rounds__tables__adjourned=True)
    rows = (
        with_begun(Stage.objects.filter(event__in=events))
        .annotate(round_number=F("rounds__number"), round_published_at=F("rounds__published_at"))
        .annotate(
            games=Count("rounds__tables__seats", filter=game),
            finished=Count("rounds__tables__seats", filter=finished),
            adjourned=Count("rounds__tables__seats", filter=adjourned),
        )
        .order_by("event", "number", "round_number")
    )
    states: dict[int, EventState] = {}
    for stage in rows:
        stages = states.setdefault(stage.event_id, EventState()).stages
        if not stages or stages[-1].stage.number != stage.number:
            stages.append(StageState(stage, stage.begun))
        if stage.round_number is None:
            continue
        stages[-1].rounds.append(
            RoundProgress(
                number=stage.round_number,
                published=stage.round_published_at is not None,
                games=stage.games,
                finished=stage.finished,
                adjourned=stage.adjourned,
                day=day_of(stage, stage.round_number),
            )
        )
    return states


def _names(which: Q) -> ArrayAgg:
    """The whole names of those entries, in order."""
    return ArrayAgg(WHOLE_NAME, filter=which, order_by=(WHOLE_SORT_NAME, "entry_no"), default=Value([]))


def _count_players(events: Sequence[Event], states: dict[int, EventState]) -> None:
    rows = (
        Entry.objects.filter(event__in=events)
        .values("event")
        .annotate(
            players=Count("pk"),
            present_now=Count("pk", filter=Q(present=True)),
            missing=_names(Q(event__drawn_at=None) & ~Q(present=True)),
            absences=ArrayAgg(
                JSONObject(name=WHOLE_NAME, rounds="absent"),
                filter=Q(withdrawn=None) & ~Q(absent=[]),
                order_by=(WHOLE_SORT_NAME, "entry_no"),
                default=Value([]),
            ),
            exempt=ArrayAgg("exempt", filter=Q(exempt__gt=0), default=Value([])),
        )
    )
    for row in rows:
        state = states[row["event"]]
        state.players, state.present, state.absences = row["players"], row["present_now"], row["absences"]
        state.missing = row["missing"] if state.present else ()
        for stage in state.stages:
            entrants = stage.stage.entrants
            stage.players = row["players"] if entrants is None else len(entrants)
            stage.exempt = row["exempt"] if entrants is None else ()


class _SeatOfWithdrawn(NamedTuple):
    """A seat of a player who has withdrawn from the stage, with the state of its table."""

    stage: int
    round: int
    table: int
    entry_no: int
    withdrawn: int | None
    forfeit: bool
    adjourned: bool
    score: Score

    @property
    def finished(self) -> bool:
        return self.score is not None


def _leave_out_annulled(stages: Sequence[StageState]) -> None:
    """Leave out the games of players whose results are annulled, played or not. One query; none if no system
    has a calendar, because without one nothing is annulled.
    """
    with_calendar = [state for state in stages if games_each(state.stage, state.players) is not None]
    if not with_calendar:
        return
    seats = _seats_of_withdrawn([state.stage for state in with_calendar])
    for state in with_calendar:
        games = games_each(state.stage, state.players)
        annulled_players = _annulled_players(state.stage, games, len(state.rounds), seats[state.stage.pk])
        tables = {
            seat.table: seat for seat in seats[state.stage.pk] if seat.entry_no in annulled_players
        }.values()
        state.rounds = [
            _without(round_, [table for table in tables if table.round == round_.number])
            for round_ in state.rounds
        ]


def _without(progress: RoundProgress, annulled: Collection[_SeatOfWithdrawn]) -> RoundProgress:
    return replace(
        progress,
        games=progress.games - len(annulled),
        finished=progress.finished - sum(table.finished for table in annulled),
        adjourned=progress.adjourned - sum(table.adjourned for table in annulled),
    )


def _seats_of_withdrawn(stages: Sequence[Stage]) -> Mapping[int, list[_SeatOfWithdrawn]]:
    """The seats at tables of who has withdrawn from these stages, by stage; one query."""
    withdrawn = Q(round__stage__number=1, entry__withdrawn__isnull=False)
    for stage in stages:
        if stage.withdrawals:
            withdrawn |= Q(round__stage=stage.pk, entry__entry_no__in=[*map(int, stage.withdrawals)])
    at_tables = Q(round__stage__in=[stage.pk for stage in stages], table__number__isnull=False)
    rows = Seat.objects.filter(withdrawn, at_tables).values_list(
        "round__stage",
        "round__number",
        "table",
        "entry__entry_no",
        "entry__withdrawn",
        "table__forfeit",
        "table__adjourned",
        "score",
    )
    seats: dict[int, list[_SeatOfWithdrawn]] = defaultdict(list)
    for row in rows:
        seats[row[0]].append(_SeatOfWithdrawn(*row))
    return seats


def _annulled_players(
    stage: Stage, games: int | None, rounds: int, seats: Sequence[_SeatOfWithdrawn]
) -> frozenset[int]:
    """The entry numbers of the players whose results are annulled after so many rounds; `games`: of each in
    the calendar.
    """
    first_missed = {
        seat.entry_no: cast(
            int, first_round_missed(stage.number, stage.withdrawals.get(str(seat.entry_no)), seat.withdrawn)
        )
        for seat in seats
    }
    taken = [SeatTaken(seat.round, seat.entry_no, seat.forfeit) for seat in seats]
    return annulled_by(effects_after(rounds, taken, games, first_missed))
