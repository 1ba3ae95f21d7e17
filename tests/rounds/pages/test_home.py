from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubtornei.rounds.stages import closing_actions as closing
from tests.factories import make_club, make_entries, make_event, make_member, make_player, make_user
from tests.markup import compact

pytestmark = pytest.mark.django_db


def titles(page):
    return [event.name for event in page.context["events"]]


def test_on_the_first_run_it_leads_to_the_first_account_and_to_the_demo(client):
    demo = make_club("Circolo dimostrativo", demo=True)
    page = client.get("/")
    assert 'href="/start/"' in page.content.decode()
    assert f"/login/?next=/c/{demo.slug}/" in page.content.decode()


def test_events_of_the_demo_are_not_shown_beside_those_of_a_real_club(client):
    make_event(make_club("Circolo dimostrativo", demo=True), "Serale di prova", published=True)
    make_event(make_club(), "Torneo vero", published=True)
    assert titles(client.get("/")) == ["Torneo vero"]


def test_a_visitor_sees_the_published_events_those_in_progress_first(client):
    club = make_club()
    closed = make_event(club, "Concluso", published=True, starts_on=date(2026, 9, 1))
    make_event(club, "Vecchio ma aperto", published=True, starts_on=date(2026, 1, 1))
    make_event(club, "Nuovo", published=True, starts_on=date(2026, 8, 1))
    make_event(club, "Segreto")
    closed.closed_at = timezone.now()
    closed.save()
    page = client.get("/")
    assert titles(page) == ["Nuovo", "Vecchio ma aperto", "Concluso"]
    assert "Segreto" not in page.content.decode()


@pytest.mark.parametrize("events", [1, 3])
def test_the_visitors_home_takes_two_queries(client, events, django_assert_num_queries):
    club = make_club()
    for _ in range(events):
        make_event(club, published=True)
    with django_assert_num_queries(2):
        assert len(titles(client.get("/"))) == events


def test_a_member_of_one_club_is_led_to_it(arbiter, club):
    assert arbiter.get("/").url == f"/c/{club.slug}/"


def test_a_member_of_two_clubs_chooses(club):
    member = make_member(club)
    other = make_member(make_club("Altro circolo"), member.user).club
    make_club("Di altri")
    client = Client()
    client.force_login(member.user)
    shown = client.get("/", follow=True).context["page"]
    assert [one.club for one in shown] == [other, club]


def test_who_is_in_no_club_is_told_whom_to_ask(client):
    client.force_login(make_user())
    assert "chiedi al titolare" in client.get("/", follow=True).content.decode()


def test_the_club_shows_what_is_to_be_done_and_what_is_past(arbiter, club):
    make_entries(make_event(club, "Da sorteggiare"), 4)
    done = make_event(club, "Finito")
    make_entries(done, 3, numbered=True)
    closing.close(done, unfinished=True)
    page = arbiter.get(f"/c/{club.slug}/")
    assert [(event.name, step.code) for event, step, _may_do in page.context["current"]] == [
        ("Da sorteggiare", "draw")
    ]
    assert [event.name for event in page.context["past"]] == ["Finito"]


def test_the_event_of_today_comes_first(arbiter, club):
    today = timezone.localdate()
    make_event(club, name="Oggi", starts_on=today)
    make_event(club, name="Domani", starts_on=today + timedelta(days=1))

    current = arbiter.get(f"/c/{club.slug}/").context["current"]

    assert [event.name for event, _step, _may_do in current] == ["Oggi", "Domani"]


@pytest.mark.parametrize("players", [0, 1])
def test_a_new_club_begins_with_its_first_tournament(arbiter, club, players):
    for _player in range(players):
        make_player(club)
    page = compact(arbiter.get(f"/c/{club.slug}/").text)
    assert page.count("button primary") == 1
    assert f'<a class="button primary" href="/c/{club.slug}/events/new/"' in page
    assert (f'href="/c/{club.slug}/players/import/"' in page) is not bool(players)
    assert ('<li class="done">Giocatori' in page) is bool(players)
