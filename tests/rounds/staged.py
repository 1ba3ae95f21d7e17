"""An event in stages, as small as it can be: a qualifying round robin or games at tables, then a final."""

from typing import Any

from django.db.models import F

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.exporting import document_of
from clubtornei.rounds.drafts.round_actions import draw_round, publish
from clubtornei.rounds.models import Round, Seat
from clubtornei.rounds.stages.cut_actions import decide_tie
from clubtornei.rounds.stages.cut_queries import key_of
from clubtornei.rounds.stages.entrant_queries import stage_entrants_of
from scoring.document import SeatScore
from tests.factories import make_drawn_event

FIRST_FOUR = {"ranked": {"stage": 1, "from": 1, "to": 4}}
SEMI_FINALS = {"ranked": {"stage": 1, "from": 3, "to": 10}}
FINALISTS = {"direct": {"stage": 1, "to": 2}, "winners_of": 2}
RANKING = ["points"]


def make_staged_event(players: int, *rules: dict[str, Any], club: Club | None = None, **fields: Any) -> Event:
    """One game at tables of four and five, then stages of bands: with `rules` to enter each."""
    event = make_drawn_event(
        players,
        club,
        system="seating",
        scoring="table-points",
        options={"rounds": 1},
        ranking=["points", "previous"],
        **fields,
    )
    for number, rule in enumerate(rules, 2):
        size = rule.get("ranked", {"from": 1, "to": 4})
        event.stages.create(
            number=number,
            name="Finale" if number == len(rules) + 1 else "Semifinali",
            system="bands",
            scoring="table-points",
            options={"tables": (size["to"] - size["from"] + 1) // 4},
            ranking=["points"],
            qualification=rule,
        )
    return event


def play(event: Event, number: int, stage: int) -> Round:
    """The round drawn, published, and played: who has the lower entry_no has more points."""
    round_ = publish(event, draw_round(event, number, stage=stage).number, stage=stage)
    score_all(round_)
    event.refresh_from_db()
    return round_


def score_all(round_: Round) -> None:
    seats = list(Seat.objects.filter(round=round_).select_related("entry"))
    for seat in seats:
        seat.score = SeatScore(points=max(0, 60 - seat.entry.entry_no))
    Seat.objects.bulk_update(seats, ["score"])
    Event.objects.filter(stages=round_.stage_id).update(version=F("version") + 1)


def level(event: Event, *players: int, stage: int = 1) -> None:
    """Gives these players as many points in the last round of the stage as the first of them has."""
    round_ = Round.objects.filter(stage__event=event, stage__number=stage).order_by("number").last()
    seats = Seat.objects.filter(round=round_, entry__entry_no__in=players)
    seats.update(score=seats.get(entry__entry_no=players[0]).score)
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    event.refresh_from_db()


def decide_ties(event: Event, stage: int) -> None:
    """Decides all ties for the stage in the order in which they are listed."""
    for tie in stage_entrants_of(document_of(event), stage).undecided:
        decide_tie(event, stage, key_of(tie), "play_off", order=tie.players)
