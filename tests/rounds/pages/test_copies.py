"""The same event again: what comes along, the days moved; and the club's own presets."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event, Preset, SignUpSettings
from clubtornei.events.systems import usual_ranking
from clubtornei.rounds.documents.exporting import document_of
from tests.factories import make_club, make_drawn_event, make_entries, make_event, make_round
from tests.rounds.staged import make_staged_event

pytestmark = pytest.mark.django_db
BOTH = {"formula": "on", "ranking": "on", "announcement": "on"}


def original(club: Club) -> Event:
    event = make_event(
        club,
        "Sociale",
        system="amalfi",
        options={"rounds": 5, "late_points": Decimal("0.5"), "waive_colours": [3]},
        ranking=["wins", "points"],
        scoring_options={"win": 3},
        starts_on=date(2026, 3, 6),
        ends_on=date(2026, 4, 3),
        place="Sala",
        published=True,
        notices={"fee": "10 €"},
        announcement="Portare l’orologio",
        entry_fee=10,
    )
    event.stages.update(days={"1": "2026-03-06T21:00", "2": "2026-03-13"})
    make_entries(event, 4)
    return event


def copied(browser: Client, event: Event, **fields: str) -> Event:
    answer = browser.post(f"/e/{event.slug}/copy/", {"name": "Di nuovo", "starts_on": "2026-09-04", **fields})
    assert answer.status_code == 302, answer.context["form"].errors
    return Event.objects.latest("pk")


def test_all_of_it_comes_along_with_the_days_moved(arbiter: Client, club: Club) -> None:
    event = original(club)
    SignUpSettings.objects.create(
        event=event, enabled=True, limit=16, closes_at=datetime(2026, 3, 5, 20, tzinfo=UTC)
    )
    event.entries.filter(entry_no=1).update(paid=True, withdrawn=2, present=True)
    again = copied(arbiter, event, **BOTH, entries="on")
    assert (again.name, again.starts_on, again.ends_on) == ("Di nuovo", date(2026, 9, 4), date(2026, 10, 2))
    assert (again.place, again.notices, again.entry_fee) == ("Sala", {"fee": "10 €"}, 10)
    assert (again.published, again.drawn) == (False, False)
    stage = again.stages.get()
    assert stage.options == {"rounds": 5, "late_points": Decimal("0.5")}, "without what one round had"
    assert (stage.scoring_options, stage.ranking) == ({"win": 3}, ["wins", "points"])
    assert stage.days == {"1": "2026-09-04T21:00", "2": "2026-09-11"}
    entries = list(again.entries.order_by("entry_no"))
    assert [entry.name for entry in entries] == [f"Giocatore {number:03}" for number in range(1, 5)]
    assert [entry.player for entry in entries] == [
        entry.player for entry in event.entries.order_by("entry_no")
    ]
    assert not any(entry.paid or entry.withdrawn or entry.present for entry in entries)
    settings = SignUpSettings.objects.get(event=again)
    # At the same hour on the wall: Rome was one hour ahead in March, and is two in September.
    assert (settings.limit, settings.closes_at) == (16, datetime(2026, 9, 3, 19, tzinfo=UTC))
    assert SignUpSettings.objects.get(event=event).closes_at == datetime(2026, 3, 5, 20, tzinfo=UTC)
    document_of(again)


def test_only_what_is_chosen_comes_along(arbiter: Client, club: Club) -> None:
    event = original(club)
    again = copied(arbiter, event)
    stage = again.stages.get()
    assert (stage.system, stage.options, stage.scoring_options, stage.days) == (
        "amalfi",
        {"rounds": 5},
        {},
        {},
    )
    assert stage.ranking == list(usual_ranking("amalfi", "game"))
    assert (again.notices, again.announcement, again.entry_fee) == ({}, "", None)
    assert not again.entries.exists()
    ranking_only = copied(arbiter, event, ranking="on", formula="on")
    assert ranking_only.stages.get().ranking == ["wins", "points"]
    assert ranking_only.announcement == ""


def test_later_stages_come_with_the_formula(arbiter: Client, club: Club) -> None:
    event = make_staged_event(12, {"ranked": {"stage": 1, "from": 1, "to": 4}}, club=club)
    again = copied(arbiter, event, **BOTH)
    assert [stage.qualification for stage in again.stages.order_by("number")] == [
        stage.qualification for stage in event.stages.order_by("number")
    ]
    assert again.stages.filter(number=2).get().entrants is None
    assert copied(arbiter, event).stages.count() == 1


def test_an_event_that_has_begun_is_copied_from_its_beginning(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(6, club)
    make_round(event)
    again = copied(arbiter, event, **BOTH, entries="on")
    assert (again.entries.count(), again.entries.filter(number__isnull=False).count()) == (6, 0)
    assert not again.stages.get().rounds.exists()


@pytest.mark.parametrize(("field", "value"), [("name", " "), ("starts_on", ""), ("starts_on", "0026-01-01")])
def test_bad_input_creates_nothing(arbiter: Client, club: Club, field: str, value: str) -> None:
    event = make_event(club)
    data = {"name": "Di nuovo", "starts_on": "2026-09-04", field: value}
    answer = arbiter.post(f"/e/{event.slug}/copy/", data)
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert Event.objects.count() == 1


def test_a_club_keeps_a_preset_and_makes_events_by_it(arbiter: Client, club: Club) -> None:
    event = original(club)
    assert arbiter.post(f"/e/{event.slug}/copy/preset/", {"preset": "Sociale del venerdì"}).status_code == 302
    again = arbiter.post(f"/e/{event.slug}/copy/preset/", {"preset": "Sociale del venerdì"})
    assert again.status_code == 422
    assert "Il circolo ha già un modello con questo nome." in again.text
    preset = Preset.objects.get()
    event.delete()
    address = f"/c/{club.slug}/events/presets/{preset.pk}/"
    assert address in arbiter.get(f"/c/{club.slug}/events/new/").text
    assert 'value="Sociale del venerdì"' in arbiter.get(address).text
    assert arbiter.post(address, {"name": "", "starts_on": "2026-09-04"}).status_code == 422
    arbiter.post(address, {"name": "Venerdì 4", "starts_on": "2026-09-04"})
    made = Event.objects.get()
    assert (made.name, made.starts_on, made.ends_on) == ("Venerdì 4", date(2026, 9, 4), None)
    assert (made.place, made.notices, made.announcement) == ("Sala", {"fee": "10 €"}, "Portare l’orologio")
    stage = made.stages.get()
    assert (stage.options, stage.ranking) == (
        {"rounds": 5, "late_points": Decimal("0.5")},
        ["wins", "points"],
    )
    arbiter.post(f"{address}delete/")
    assert not Preset.objects.exists()
    assert Event.objects.filter(pk=made.pk).exists()


def test_presets_of_another_club_are_out_of_reach(arbiter: Client, club: Club) -> None:
    theirs = Preset.objects.create(club=make_club(), name="Loro")
    assert arbiter.get(f"/c/{club.slug}/events/presets/{theirs.pk}/").status_code == 404
    assert arbiter.post(f"/c/{club.slug}/events/presets/{theirs.pk}/delete/").status_code == 404
    assert "Loro" not in arbiter.get(f"/c/{club.slug}/events/new/").text
