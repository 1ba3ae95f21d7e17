"""An open championship over many evenings: days, attendance, clinch scenarios, club standings."""

import re
from datetime import date, timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils.timezone import localdate

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event, Stage
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.participation.attendance.actions import set_plans
from clubtornei.rounds.reports.clinch import clinch_table
from clubtornei.rounds.reports.club_standings import club_report
from clubtornei.rounds.reports.report import People
from clubtornei.rounds.stages.days_actions import plan_days
from tests.evenings import make_evenings, score_table
from tests.factories import make_round

pytestmark = pytest.mark.django_db

YEAR = localdate().year


def words(response: object) -> str:
    text = re.sub(r"<[^>]+>", " ", response.content.decode())  # type: ignore[attr-defined]
    return re.sub(r"\s+", " ", unescape(text))


# Attendance


def test_who_cannot_be_seated_tonight_is_said_with_the_numbers_near(arbiter: Client, club: Club) -> None:
    event = make_evenings(8, 1, club)
    set_plans(event, 3, {2: "absent"})
    page = arbiter.post(f"/e/{event.slug}/rounds/next/", {"number": "2"}, follow=True)
    assert "7 giocatori non si dividono in tavoli da 4 o 5. Si può con tavoli da tre" in words(page)
    assert "i numeri più vicini che vanno bene sono 5 o 8." in words(page)
    assert not event.stages.get().rounds.filter(number=2).exists()


# Days


def test_a_round_that_nobody_planned_has_the_day_it_was_published() -> None:
    event = make_evenings(8, 1)
    assert event.stages.get().days == {"1": localdate().isoformat()}


def test_a_round_published_before_the_event_begins_has_its_first_day() -> None:
    event, first_day = make_evenings(8, 0), localdate() + timedelta(days=4)
    event.starts_on = event.ends_on = first_day
    event.save()
    make_round(event)
    assert event.stages.get().days == {"1": first_day.isoformat()}


def test_a_planned_day_stays_when_the_round_is_published() -> None:
    event = make_evenings(8, 0)
    plan_days(event, {1: date(2026, 11, 5), 2: date(2026, 11, 12), 3: None})
    make_round(event)
    assert event.stages.get().days == {"1": "2026-11-05", "2": "2026-11-12"}


def test_the_days_are_planned_on_one_page(arbiter: Client, club: Club) -> None:
    event = make_evenings(8, 1, club, options={"rounds": 3})
    page = f"/e/{event.slug}/rounds/days/"
    fields = list(arbiter.get(page).context["form"].fields)
    assert fields == ["day-1", "time-1", "day-2", "time-2", "day-3", "time-3"]
    answer = arbiter.post(page, {"day-1": f"{YEAR}-11-05", "day-2": "", "day-3": f"{YEAR}-11-19"})
    assert answer.status_code == 302
    assert event.stages.get().days == {"1": f"{YEAR}-11-05", "3": f"{YEAR}-11-19"}


@pytest.mark.parametrize("wrong", ["0226-11-05", "domani"])
def test_a_day_that_cannot_be_is_refused(arbiter: Client, club: Club, wrong: str) -> None:
    event = make_evenings(8, 0, club)
    answer = arbiter.post(f"/e/{event.slug}/rounds/days/", {"day-1": wrong})
    assert answer.status_code == 422
    assert event.stages.get().days == {}


# Clinch scenarios


def test_before_the_last_round_everybody_sees_what_he_needs(client: Client) -> None:
    event = make_evenings(4, 0, scoring="places", options={"rounds": 3})
    for _number in range(2):
        make_results_by_entry_no(event, {1: 40, 2: 30, 3: 20, 4: 10})
    rows = {row.player.id: row for row in clinch_table(EventSnapshot(event), 1).rows}
    found = {player: row.sentence for player, row in rows.items()}
    assert rows[1].brief == "nell’ultima partita: sicuro sopra 2"
    assert (rows[2].brief, rows[3].brief) == ("nell’ultima partita: fuori sotto 8", "fuori")
    assert (rows[1].least, rows[1].most, rows[1].bar) == ("20", "30", (67, 33))
    assert (rows[2].least, rows[2].most, rows[2].bar) == ("12", "22", (40, 33))
    assert found[1] == "Con più di 2 punti nell’ultima partita è sicuro. Con meno dipende anche dagli altri."
    assert found[2].startswith("Con meno di 8 punti nell’ultima partita è fuori.")
    assert found[3] == "Non può più avere il primo posto."
    page = words(client.get(f"/t/{event.slug}/standings/needs/?places=1"))
    assert found[1] in page
    assert "fra 0 (anche per chi manca) e 10 punti" in page


def make_results_by_entry_no(event: Event, points: dict[int, int]) -> None:
    table = make_round(event).tables.get()
    score_table(event, table, [points[seat.entry.entry_no] for seat in table.seats.all()])


def test_the_places_are_those_that_the_next_stage_takes() -> None:
    event = make_evenings(8, 2, scoring="places", options={"rounds": 3})
    rule = {"direct": {"stage": 1, "to": 1}, "ranked": {"stage": 1, "from": 2, "to": 5}}
    Stage.objects.create(
        event=event, number=2, system="bands", scoring="places", options={"tables": 1}, qualification=rule
    )
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    event.refresh_from_db()
    found = clinch_table(EventSnapshot(event))
    assert (found.places, found.entering) == (5, True)


@pytest.mark.parametrize("rounds", [0, 4])
def test_too_early_and_at_the_end_nothing_is_said(client: Client, rounds: int) -> None:
    event = make_evenings(4, rounds, scoring="places", options={"rounds": 4})
    assert not clinch_table(EventSnapshot(event)).rows
    page = client.get(f"/t/{event.slug}/standings/needs/")
    assert page.status_code == 200
    assert "Si vede prima degli ultimi turni" in words(page)


def test_more_points_than_there_can_be_are_named_as_what_keeps_it_from_being_said(client: Client) -> None:
    event = make_evenings(4, 0, scoring="conversion-150", options={"rounds": 2})
    make_results_by_entry_no(event, {1: 540, 2: 30, 3: 20, 4: 10})
    assert not clinch_table(EventSnapshot(event)).rows
    page = words(client.get(f"/t/{event.slug}/standings/needs/"))
    assert "A un tavolo sono segnati 540 punti" in page
    assert "Si vede prima degli ultimi turni" not in page
    assert f"/t/{event.slug}/standings/needs/" in client.get(f"/t/{event.slug}/standings/").content.decode()


# Clubs


def test_clubs_are_ranked_by_all_their_players_or_the_best() -> None:
    event = make_evenings(8, 1, scoring="places")
    points = EventSnapshot(event).ledger.points_of
    of_club = {row.name: row.values for row in club_report(EventSnapshot(event)).rows}
    assert of_club.keys() == {"La Torre", "Alfiere", "Il Cavallo"}
    mine = sorted((points[entry_no] for entry_no in (1, 4, 7)), reverse=True)
    assert of_club["La Torre"]["points"] == sum(mine)
    best = {row.name: row.values for row in club_report(EventSnapshot(event), 1).rows}
    assert best["La Torre"]["points"] == mine[0]
    people = best["La Torre"]["players"]
    assert isinstance(people, People)
    assert [member.counted for member in people.members] == [True, False, False]
