"""What is stored of events and ratings: always as if it were computed now, and read in as many queries for
many events as for few.
"""

from collections.abc import Callable, Sequence
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import writing
from clubtornei.players.actions import delete_player
from clubtornei.players.models import Player
from clubtornei.rounds.privacy.actions import forget
from clubtornei.season.models import ClubRatings, EventRecord
from clubtornei.season.people import ratings
from clubtornei.season.people.actions import set_marks
from clubtornei.season.people.ratings import Ladder, ladders_of
from tests.caches import forget_everything
from tests.factories import make_club, make_played_event
from tests.season.years import correct, make_evening, make_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    """With four evenings and two tournaments of chess, of which all but the last evening are stored."""
    monkeypatch.setattr(ratings, "LATEST", 1)
    club = make_club("Circolo dei Dadi")
    people = make_people(club, "Ada Alti", "Bea Bassi", "Ciro Corti", "Dino Dossi")
    everybody = {player.pk for player in people}
    set_marks(club, shown=everybody, members=set(), public=everybody, pages=True)
    for month in (1, 3, 5, 7):
        make_evening(club, f"Sera {month}", month, people, [60, 45, 15 * month, 30])
    for month in (2, 4):
        chess = make_played_event(4, 3, club, game="Scacchi", starts_on=date(2026, month, 1))
        chess.entries.filter(entry_no=1).update(player=people[0])
        chess.entries.filter(entry_no=2).update(player=people[1])
    return club


def shown(ladders: Sequence[Ladder]) -> list[object]:
    return [(ladder.title, [event.pk for event in ladder.events], dict(ladder.history)) for ladder in ladders]


def event(club: Club, name: str) -> Event:
    return club.events.get(name=name)


def unpublish(club: Club) -> None:
    with writing(event(club, "Sera 3")) as locked:
        locked.published = False
        locked.save(update_fields=["published"])


def move_the_day(club: Club) -> None:
    with writing(event(club, "Sera 1")) as locked:
        locked.starts_on = date(2026, 6, 1)
        locked.save(update_fields=["starts_on"])


def player(club: Club) -> Player:
    return Player.objects.select_related("club").get(club=club, name="Bea Bassi")


CHANGES: dict[str, Callable[[Club], object]] = {
    "a result in an old event": lambda club: correct(event(club, "Sera 1"), 15, 60, 45, 30),
    "a result in the last event": lambda club: correct(event(club, "Sera 7"), 15, 60, 45, 30),
    "an event unpublished": unpublish,
    "an event on another day": move_the_day,
    "an event deleted": lambda club: event(club, "Sera 3").delete(),
    "a player deleted": lambda club: delete_player(player(club)),
    "a player forgotten": lambda club: forget(player(club)),
    "another build": lambda _club: ClubRatings.objects.update(build="another"),
}


def computed_anew(club: Club) -> list[object]:
    EventRecord.objects.all().delete()
    ClubRatings.objects.all().delete()
    return shown(ladders_of(club))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_stored_ratings_are_those_that_all_events_give(club: Club, change: Callable[[Club], object]) -> None:
    assert len(ladders_of(club)) == 2
    assert ClubRatings.objects.count() == 1
    change(club)
    assert shown(ladders_of(club)) == computed_anew(club)


def test_a_result_in_the_latest_event_reads_no_other(club: Club) -> None:
    before = shown(ladders_of(club))
    EventRecord.objects.exclude(event__name="Sera 7").update(tables=[])
    correct(event(club, "Sera 7"), 15, 60, 45, 30)
    after = shown(ladders_of(club))
    assert before != after == computed_anew(club)


def test_nothing_stored_has_a_name(club: Club) -> None:
    ladders_of(club)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT r::text FROM season_eventrecord r UNION SELECT r::text FROM season_clubratings r"
        )
        text = " ".join(row[0] for row in cursor.fetchall())
    names = [name for event in club.events.all() for name in event.entries.values_list("name", flat=True)]
    assert names
    assert not [name for name in names if name in text]


def test_pages_of_people_take_as_many_queries_for_many_events_as_for_few(club: Club) -> None:
    pages = [
        reverse("public:ratings", args=[club.slug]),
        reverse("public:person", args=[club.slug, player(club).pk]),
    ]

    def queries() -> list[int]:
        counts = []
        for page in pages:
            Client().get(page)
            forget_everything()
            with CaptureQueriesContext(connection) as captured:
                assert Client().get(page).status_code == 200
            counts.append(len(captured))
        return counts

    few = queries()
    people = list(club.players.order_by("pk"))[:4]
    for month in (8, 9, 10):
        make_evening(club, f"Sera {month}", month, people, [60, 45, 30, 15])
    assert queries() == few == [9, 13]
