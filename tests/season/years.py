"""A club's year of RisiKo! evenings, in few words."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.utils.timezone import now

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import writing
from clubtornei.players.models import Player
from clubtornei.rounds.models import Round, Seat, Table
from clubtornei.season.circuits import actions
from clubtornei.season.models import Circuit, CircuitEvent, TypedResult
from scoring.document import SeatScore
from tests.factories import make_event, make_player

PLACES = {"way": "places", "table": [10, 7, 5, 3, 1]}
BEST_FOUR = {"best": 4, "external_weight": 1.25}
YEAR = {"first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}


def make_people(club: Club, *names: str) -> list[Player]:
    return [make_player(club, name) for name in names]


def make_evening(
    club: Club, name: str, month: int, people: Sequence[Player], points: Sequence[int], **fields: Any
) -> Event:
    """One table of RisiKo!, played: everybody's points."""
    fields = {"game": "RisiKo!", "published": True, "starts_on": date(2026, month, 10), **fields}
    stage = {"system": "seating", "scoring": "standard", "options": {"rounds": 1}}
    event = make_event(club, name, seed="seme", drawn_at=now(), **stage, **fields)
    for number, player in enumerate(people, 1):
        event.entries.create(
            player=player, entry_no=number, number=number, name=player.public_name(event.starts_on)
        )
    play(event, 1, points)
    return event


def play(event: Event, number: int, points: Sequence[int]) -> None:
    """The one table of a round, with everybody's points in the order of the entries."""
    round_ = Round.objects.create(stage=event.stages.get(), number=number, published_at=now())
    table = Table.objects.create(round=round_, number=1)
    entries = event.entries.order_by("entry_no")
    for position, (entry, scored) in enumerate(zip(entries, points, strict=True), 1):
        score = SeatScore(points=scored)
        Seat.objects.create(table=table, round=round_, entry=entry, position=position, score=score)


def correct(event: Event, *points: int) -> None:
    """Other points at its table."""
    with writing(event):
        for seat, scored in zip(
            Seat.objects.filter(entry__event=event).order_by("position"), points, strict=True
        ):
            seat.score = SeatScore(points=scored)
            seat.save()


def make_circuit(club: Club, name: str = "Anno 2026", **fields: Any) -> Circuit:
    return actions.create(Circuit(club=club, name=name, **{"counting": PLACES, **YEAR, **fields}))


def make_external(circuit: Circuit, name: str = "Open di Roma", **places: int) -> CircuitEvent:
    """An event played elsewhere: everybody's place."""
    item = CircuitEvent(
        circuit=circuit, name=name, day=date(2026, 6, 1), kind="external", source="classifica pubblicata"
    )
    actions.save_item(item, [TypedResult(name=who, place=place) for who, place in places.items()])
    return item


def make_evenings(club: Club) -> list[Event]:
    """A year's five evenings of the club, at which Ada, Bea, Ciro and Dino play."""
    people = make_people(club, "Ada Alti", "Bea Bassi", "Ciro Corti", "Dino Dossi")
    return [
        make_evening(club, "Gennaio", 1, people, [60, 45, 30, 15]),
        make_evening(club, "Febbraio", 2, people, [15, 60, 45, 30]),
        make_evening(club, "Aprile", 4, people, [60, 45, 30, 15]),
        make_evening(club, "Settembre", 9, people, [45, 60, 15, 30]),
        make_evening(club, "Dicembre", 12, people, [30, 45, 60, 15]),
    ]


def make_year(club: Club, **fields: Any) -> tuple[Circuit, list[Event]]:
    """Its five evenings and an event elsewhere; best four, external 1.25."""
    events = make_evenings(club)
    circuit = make_circuit(club, **{"rules": BEST_FOUR, "published": True, **fields})
    make_external(circuit, **{"Ada Alti": 2, "Bea Bassi": 4})
    circuit.refresh_from_db()
    return circuit, events
