"""What the JSON interface to read answers, version 1: one record for each kind of answer.

The description at `/api/v1/openapi.json` is made from these records, so it cannot say anything else than what
is sent. In version 1 nothing is renamed or taken away; whoever reads it ignores keys that he does not know.
Points and other values are texts with a decimal point, because they are exact.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from django.urls import reverse
from msgspec import Struct

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.calendar import ShownRound
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.reports.bracket import Bracket, BracketMatch
from clubtornei.rounds.reports.cell_texts import plain
from clubtornei.rounds.reports.prizes import confirmed_report
from clubtornei.rounds.reports.ranking_columns import PLAYED
from clubtornei.rounds.reports.report import NAME, RANK, Audience, Report, ReportRow
from clubtornei.rounds.reports.standings import standings_report
from clubtornei.season.circuits.snapshot import CircuitSnapshot
from clubtornei.season.circuits.state import StateEvent
from clubtornei.season.models import Circuit
from clubtornei.text.records import struct_from
from clubtornei.web.key_pages import KeyPage
from scoring.circuit import ResultUse
from scoring.circuit_reasons import value_text
from scoring.record import DocumentPlayer
from scoring.standings import decimal_text


class Refusal(Struct, frozen=True, kw_only=True):
    """Why there is no answer, in the reader's language."""

    error: str


class EventBrief(Struct, frozen=True, kw_only=True):
    """An event; `slug` names it in the addresses."""

    slug: str
    name: str
    club: str
    game: str
    place: str
    starts_on: date
    ends_on: date | None
    closed: bool


class StageBrief(Struct, frozen=True, kw_only=True):
    """A stage; `rounds`: how many are published, `total`: how many there will be, null: not fixed."""

    number: int
    name: str
    system: str
    rounds: int
    total: int | None
    current: bool


class EventAnswer(Struct, frozen=True, kw_only=True):
    """An event with its stages; those that have not begun are not in it."""

    event: EventBrief
    stages: Sequence[StageBrief]


class PublicEvents(Struct, frozen=True, kw_only=True):
    """A hundred events at most, the latest first; `next`: the address of those that follow, null: none."""

    events: Sequence[EventBrief]
    next: str | None = None


class PlayerBrief(Struct, frozen=True, kw_only=True):
    """A player of an event; `id` names him in all answers about it."""

    id: int
    name: str
    club: str | None
    rating: str | None


class SeatAnswer(Struct, frozen=True, kw_only=True):
    """A seat at a table; `result`: 1, ½, 0, + or − at a table of two; `place`, `points` at a larger one."""

    player: PlayerBrief
    result: str | None = None
    place: int | None = None
    points: str | None = None


class TableAnswer(Struct, frozen=True, kw_only=True):
    """A table; of two the first seat is White's. `finished`: whether it has a result. `ties`: at a larger one
    what decided the ties, and which are left, in the reader's language.
    """

    number: int
    finished: bool
    seats: Sequence[SeatAnswer]
    ties: Sequence[str] = ()


class RoundAnswer(Struct, frozen=True, kw_only=True):
    """The pairings of a published round, with the results so far; `byes`: who has none to play."""

    stage: int
    round: int
    day: date | None
    tables: Sequence[TableAnswer]
    byes: Sequence[PlayerBrief]


class CalendarAnswer(Struct, frozen=True, kw_only=True):
    """All rounds of a stage, those to come too where its system determines them: the first `rounds` are
    published.
    """

    stage: int
    rounds: int
    calendar: Sequence[RoundAnswer]


class BracketSideAnswer(Struct, frozen=True, kw_only=True):
    """A side of a match. `player` null: not known yet, or nobody; `score`: of the match, + or − of a forfeit;
    `feeder`: the place of the match of the round before whose winner comes here.
    """

    player: PlayerBrief | None
    score: str | None
    won: bool
    feeder: int | None


class BracketMatchAnswer(Struct, frozen=True, kw_only=True):
    """A match, or one side alone that goes through without playing; `place`: in its round from the top."""

    place: int
    table: int | None
    sides: Sequence[BracketSideAnswer]


class BracketRoundAnswer(Struct, frozen=True, kw_only=True):
    number: int
    name: str
    published: bool
    matches: Sequence[BracketMatchAnswer]


class BracketAnswer(Struct, frozen=True, kw_only=True):
    """The bracket of a knockout; `third`: the match for the third place."""

    stage: int
    rounds: Sequence[BracketRoundAnswer]
    third: BracketMatchAnswer | None
    champion: PlayerBrief | None


class RowAnswer(Struct, frozen=True, kw_only=True):
    """A line of a ranking; `rank` null: not ranked. `values`: those of each criterion."""

    rank: int | None
    player: PlayerBrief
    values: Mapping[str, str | None]
    played: int


class StandingsAnswer(Struct, frozen=True, kw_only=True):
    """The ranking of a stage, after all of its published rounds."""

    stage: int
    rounds: int
    criteria: Sequence[str]
    rows: Sequence[RowAnswer]


class CircuitBrief(Struct, frozen=True, kw_only=True):
    slug: str
    name: str
    club: str
    closed: bool


class CircuitList(Struct, frozen=True, kw_only=True):
    circuits: Sequence[CircuitBrief]


class CircuitEventAnswer(Struct, frozen=True, kw_only=True):
    """An event of a circuit; `slug` null: it has no page here. `counts`: whether it has brought anything."""

    number: int
    name: str
    day: date | None
    kind: str
    slug: str | None
    source: str
    counts: bool


class CircuitResultAnswer(Struct, frozen=True, kw_only=True):
    """A result of somebody: the number of the event, and of the game where each counts by itself."""

    event: int
    game: int | None
    place: int | None
    points: str
    counted: bool


class CircuitRowAnswer(Struct, frozen=True, kw_only=True):
    rank: int | None
    name: str
    values: Mapping[str, str]
    events: int
    games: int
    results: Sequence[CircuitResultAnswer]


class CircuitAnswer(Struct, frozen=True, kw_only=True):
    """The ranking of a circuit, with everybody's results, counted and discarded."""

    circuit: CircuitBrief
    closed_at: datetime | None
    criteria: Sequence[str]
    events: Sequence[CircuitEventAnswer]
    rows: Sequence[CircuitRowAnswer]


class PrizeAnswer(Struct, frozen=True, kw_only=True):
    """Who gets a prize. `place`: of its category, null: a share of money beyond the last; `money`: in euros;
    `why`: in the reader's language.
    """

    category: str
    place: int | None
    player: PlayerBrief
    money: str
    thing: str
    why: str


class PrizesAnswer(Struct, frozen=True, kw_only=True):
    """The prizes that the organiser has confirmed; before that none."""

    confirmed: bool
    prizes: Sequence[PrizeAnswer]


def events_answer(club: Club, shown: KeyPage[Event]) -> PublicEvents:
    """A page of the club's events."""
    address = reverse("api:events", args=[club.slug])
    return PublicEvents(
        events=[event_brief(event, club) for event in shown],
        next=f"{address}?page={shown.next_page_number}" if shown.has_next else None,
    )


def event_brief(event: Event, club: Club) -> EventBrief:
    return struct_from(EventBrief, event, club=club.slug)


def event_answer(snapshot: EventSnapshot) -> EventAnswer:
    stages = []
    for tab in snapshot.stages.begun:
        progress = snapshot.of_stage(tab.number).progress
        stages.append(
            struct_from(
                StageBrief,
                tab,
                rounds=progress.rounds,
                total=progress.total,
                current=tab.number == snapshot.stages.current,
            )
        )
    return EventAnswer(event=event_brief(snapshot.event, snapshot.event.club), stages=stages)


def round_answer(snapshot: EventSnapshot, round_: ShownRound) -> RoundAnswer:
    return RoundAnswer(
        stage=snapshot.stages.shown,
        round=round_.number,
        day=round_.day if type(round_.day) is date else None,
        tables=[
            TableAnswer(
                number=table.number,
                finished=table.finished,
                seats=[
                    SeatAnswer(player=_player(seat.player), place=seat.place, points=seat.points)
                    for seat in table.seat_rows
                ]
                or [
                    SeatAnswer(player=_player(player), result=str(symbol) or None)
                    for player, symbol in zip(table.white_and_black, table.symbols, strict=True)
                ],
                ties=table.ties,
            )
            for table in round_.tables
        ],
        byes=[_player(bye.player) for bye in round_.byes],
    )


def calendar_answer(snapshot: EventSnapshot) -> CalendarAnswer:
    return CalendarAnswer(
        stage=snapshot.stages.shown,
        rounds=snapshot.progress.rounds,
        calendar=[round_answer(snapshot, round_) for round_ in snapshot.calendar],
    )


def bracket_answer(snapshot: EventSnapshot, bracket: Bracket) -> BracketAnswer:
    return BracketAnswer(
        stage=snapshot.stages.shown,
        rounds=[
            struct_from(BracketRoundAnswer, round_, matches=[_match(match) for match in round_.matches])
            for round_ in bracket.rounds
        ],
        third=_match(bracket.third) if bracket.third else None,
        champion=_player(bracket.champion) if bracket.champion else None,
    )


def _match(match: BracketMatch) -> BracketMatchAnswer:
    sides = [
        struct_from(
            BracketSideAnswer,
            side,
            player=_player(side.player) if side.player else None,
            score=side.score or None,
        )
        for side in match.sides
    ]
    return struct_from(BracketMatchAnswer, match, sides=sides)


def standings_answer(snapshot: EventSnapshot) -> StandingsAnswer:
    report = standings_report(snapshot)
    return StandingsAnswer(
        stage=snapshot.stages.shown,
        rounds=snapshot.progress.rounds,
        criteria=list(snapshot.ranking),
        rows=ranking_rows(report),
    )


def prizes_answer(snapshot: EventSnapshot) -> PrizesAnswer:
    report = confirmed_report(snapshot)
    return PrizesAnswer(
        confirmed=report is not None,
        prizes=[
            PrizeAnswer(
                category=str(row.values["category"]),
                place=row.rank,
                player=_player(row.person),
                money=str(plain(row.values["money"]) or "0"),
                thing=str(row.values["thing"] or ""),
                why=str(row.values["why"]),
            )
            for row in (report.only_for(Audience.PUBLIC).rows if report else ())
            if row.person
        ],
    )


def ranking_rows(report: Report) -> list[RowAnswer]:
    """Raises NotForThisAudience if the report is not for the public."""
    return [
        RowAnswer(rank=row.rank, player=_player(player), values=_values(report, row), played=played)
        for row in report.only_for(Audience.PUBLIC).rows
        if (player := row.person) and isinstance(played := row.values[PLAYED], int)
    ]


def _values(report: Report, row: ReportRow) -> Mapping[str, str | None]:
    """Those beside what the answer names, as exact texts."""
    of_row = [column for column in report.columns if column.key in row.values and not column.is_detail]
    values = {column.key: plain(row.values[column.key]) for column in of_row}
    named = (RANK, NAME, PLAYED)
    return {key: None if value is None else str(value) for key, value in values.items() if key not in named}


def _player(player: DocumentPlayer) -> PlayerBrief:
    return struct_from(PlayerBrief, player, rating=None if player.rating is None else str(player.rating))


def circuit_brief(circuit: Circuit) -> CircuitBrief:
    return struct_from(CircuitBrief, circuit, club=circuit.club.slug)


def circuit_answer(circuit: Circuit, snapshot: CircuitSnapshot) -> CircuitAnswer:
    return CircuitAnswer(
        circuit=circuit_brief(circuit),
        closed_at=circuit.closed_at,
        criteria=list(snapshot.record.ranking),
        events=[_circuit_event(number, event) for number, event in enumerate(snapshot.events, 1)],
        rows=[
            CircuitRowAnswer(
                rank=row.rank,
                name=row.person.name,
                values={name: value_text(value) for name, value in row.values.items()},
                events=row.events,
                games=row.games,
                results=[
                    struct_from(
                        CircuitResultAnswer,
                        result,
                        points=decimal_text(result.points),
                        counted=result.use is ResultUse.COUNTED,
                    )
                    for result in row.results
                ],
            )
            for row in snapshot.standings.rows
        ],
    )


def _circuit_event(number: int, event: StateEvent) -> CircuitEventAnswer:
    return struct_from(
        CircuitEventAnswer, event, number=number, slug=event.slug or None, counts=not event.to_come
    )
