"""An event's home page: its state and its next step, from the first entry to the end."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.qr_codes import qr_code
from clubtornei.rounds.stages.closing_actions import close
from pairing.registry import SYSTEM_SPECS
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_entries,
    make_event,
    make_member,
    make_result,
    make_round,
)
from tests.rounds.staged import FIRST_FOUR, make_staged_event, play

pytestmark = pytest.mark.django_db


def page(client: Client, event: Event) -> str:
    return client.get(reverse("rounds:overview", args=[event.slug])).content.decode()


def at(event: Event, name: str, *args: int) -> str:
    return reverse(name, args=[event.slug, *args])


def make_closed_event(club: Club, result: str) -> tuple[Event, tuple[str, str]]:
    """An event of two players after their only game, and their names, White first."""
    event = make_drawn_event(2, club, system="amalfi", options={"rounds": 1})
    make_all_results(event, make_round(event), result)
    close(event, level=True)
    event.refresh_from_db()
    seats = event.stages.get().rounds.get().tables.get().seats.order_by("position")
    white, black = (seat.entry.name for seat in seats)
    return event, (white, black)


def test_without_entries_it_leads_to_them(club: Club, arbiter: Client) -> None:
    event = make_event(club)

    shown = page(arbiter, event)

    assert "Iscrivi i giocatori" in shown
    assert f'<a class="button primary" href="{at(event, "rounds:entries")}">' in shown
    assert "Qui si vedranno il turno in corso" in shown
    assert "0 di" not in shown  # how many rounds there will be is not known


def test_with_entries_it_leads_to_the_draw(club: Club, arbiter: Client) -> None:
    event = make_event(club)
    make_entries(event, 4)

    assert f'<a class="button primary" href="{at(event, "rounds:draw")}">' in page(arbiter, event)


def test_after_the_draw_it_pairs_the_first_round_at_once(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club, system="amalfi", options={"rounds": 3})

    html = page(arbiter, event)

    assert f'<form method="post" action="{at(event, "rounds:draw_next")}">' in html
    assert 'name="number" value="1"' in html and "Abbina il turno 1" in html
    assert f'<a class="button" href="{at(event, "rounds:rounds")}">' in html


@pytest.mark.parametrize(("players", "planned", "better"), [(7, 5, 3), (30, 2, 5)])
def test_one_click_plays_as_many_rounds_as_are_advised(
    players: int, planned: int, better: int, club: Club, arbiter: Client
) -> None:
    event = make_event(club, system="amalfi", options={"rounds": planned})
    make_entries(event, players)

    shown = page(arbiter, event)
    assert f"Gioca {better} turni" in shown and f"da {better} a {better}" not in shown

    settings, data = at(event, "rounds:settings"), {"rounds": better, "back": "rounds:overview"}
    assert arbiter.post(settings, data).url == at(event, "rounds:overview")  # type: ignore[attr-defined]
    assert event.stages.get().options["rounds"] == better
    arbiter.post(settings, data | {"rounds": "9"})
    assert event.stages.get().options["rounds"] == better
    assert "Gioca" not in page(arbiter, event)


def test_of_one_round_there_is_no_plural(club: Club, arbiter: Client) -> None:
    event = make_event(club, system="amalfi", options={"rounds": 5})
    make_entries(event, 2)

    assert "Gioca 1 turno" in page(arbiter, event)
    answer = arbiter.post(at(event, "rounds:settings"), {"rounds": 1, "back": "rounds:overview"}, follow=True)
    assert "Si gioca 1 turno." in answer.text


def test_once_numbers_are_drawn_the_rounds_stay(club: Club, arbiter: Client, helper: Client) -> None:
    event = make_drawn_event(7, club, system="amalfi", options={"rounds": 5})
    data = {"rounds": "3", "back": "rounds:overview"}
    assert helper.post(at(event, "rounds:settings"), data).status_code == 403

    assert "Gioca 3 turni" not in page(arbiter, event)
    arbiter.post(at(event, "rounds:settings"), data)
    assert event.stages.get().options["rounds"] == 5


def test_during_a_round_it_shows_progress_and_what_was_entered_last(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club)
    user = make_member(club).user
    round_ = make_round(event)
    make_result(event, round_, 1, "1-0", user)
    make_result(event, round_, 2, "=-=", user)

    shown = page(arbiter, event)

    assert "2 di 3" in shown
    assert shown.index("Turno 1, tavolo 2") < shown.index("Turno 1, tavolo 1")
    assert "½ – ½" in shown
    assert user.username in shown
    assert f'<a class="button primary" href="{at(event, "rounds:round", 1)}">' in shown


def test_the_event_s_address_leads_to_the_round_that_is_played_or_else_here(
    club: Club, arbiter: Client, django_assert_num_queries: Any
) -> None:
    event = make_drawn_event(4, club)
    here, overview = at(event, "rounds:event"), at(event, "rounds:overview")
    assert arbiter.get(here).url == overview
    round_ = make_round(event)
    with django_assert_num_queries(6):
        answer = arbiter.get(here)
    assert answer.url == at(event, "rounds:round", 1)
    make_all_results(event, round_)
    assert arbiter.get(here).url == overview
    assert f'<a href="{overview}"' in arbiter.get(at(event, "rounds:round", 1)).text


def test_the_draft_of_a_round_is_not_its_current_round(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club)
    make_all_results(event, make_round(event))
    make_round(event, published=False)

    shown = page(arbiter, event)

    assert f'<h2 id="current-title"><a href="{at(event, "rounds:round", 1)}">' in shown
    assert "Il turno 2 è in bozza" in shown


def test_an_unpublished_event_can_be_published_from_here(club: Club, arbiter: Client) -> None:
    event = make_event(club)

    assert "Per ora lo vedono solo gli organizzatori." in page(arbiter, event)
    assert at(event, "rounds:publish_event") in page(arbiter, event)
    assert at(event, "public:event") not in page(arbiter, event)


def test_making_it_public_stays_here_with_the_address_and_its_code(club: Club, arbiter: Client) -> None:
    event = make_event(club)
    assert 'name="back" value="rounds:overview"' in page(arbiter, event)
    posted = {"published": "1", "back": "rounds:overview"}
    shown = arbiter.post(at(event, "rounds:publish_event"), posted, follow=True)
    assert shown.redirect_chain == [(at(event, "rounds:overview"), 302)]
    assert "Il torneo è pubblico." in shown.text
    address = f"http://testserver{at(event, 'public:event')}"
    assert f'src="{qr_code(address)}"' in shown.text


def test_a_public_event_gives_its_address(club: Club, arbiter: Client) -> None:
    event = make_event(club, published=True)

    assert f"testserver{at(event, 'public:event')}" in page(arbiter, event)


def test_who_only_enters_results_sees_no_buttons_that_would_refuse_him(club: Club, helper: Client) -> None:
    event = make_event(club)

    shown = page(helper, event)

    assert at(event, "rounds:publish_event") not in shown
    assert "button primary" not in shown
    running = make_drawn_event(4, club)
    make_round(running)
    assert f'<a class="button primary" href="{at(running, "rounds:round", 1)}">' in page(helper, running)


@pytest.mark.parametrize(
    ("system", "view", "name"),
    [
        ("round-robin", "rounds:crosstable", "Tabella incrociata"),
        ("seating", "rounds:crosstable", "Incontri"),
        ("knockout", "rounds:bracket", "Tabellone"),
    ],
)
def test_who_met_whom_is_called_as_its_system_has_it(
    club: Club, arbiter: Client, system: str, view: str, name: str
) -> None:
    event = make_drawn_event(8, club, system=system, scoring=SYSTEM_SPECS[system].scoring)
    make_round(event)

    shown = page(arbiter, event).replace(" </", "</").replace(" >", ">")

    assert f'<a class="button" href="{at(event, view)}">{name}</a>' in shown
    assert f'<li><a href="{at(event, view)}">{name}</a></li>' in shown


def test_it_names_the_formula_it_was_made_by(club: Club, arbiter: Client) -> None:
    made = make_event(club, formula={"name": "rtu-evenings", "players": 16})
    assert "RTU in poche serate" in page(arbiter, made)
    assert "Girone all’italiana" in page(arbiter, make_event(club))


def test_a_closed_event_says_so(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club, closed_at="2026-11-21T12:00:00Z", final_ranking=[])

    shown = page(arbiter, event)

    assert "chiuso" in shown
    assert "Prossima cosa da fare" not in shown


@pytest.mark.parametrize("players", [4, 24])
def test_the_page_costs_the_same_for_every_size(
    players: int, club: Club, arbiter: Client, django_assert_num_queries: Any
) -> None:
    event = make_drawn_event(players, club)
    make_result(event, make_round(event), 1, "1-0")

    with django_assert_num_queries(9):
        page(arbiter, event)


def test_a_closed_event_says_who_won_and_leads_to_the_certificates(
    club: Club, arbiter: Client, helper: Client
) -> None:
    event, (first, second) = make_closed_event(club, "1-0")

    shown = " ".join(page(arbiter, event).split())

    assert f"Primo posto: {first}" in shown
    assert f"2° {second}" in shown
    certificates = at(event, "rounds:sheet", "certificates")
    assert f'href="{certificates}"' in shown
    assert f'href="{certificates}"' not in page(helper, event)


def test_a_closed_event_that_nobody_won_alone_names_all_the_first(club: Club, arbiter: Client) -> None:
    event, (first, second) = make_closed_event(club, "=-=")
    assert f"Primo posto a pari merito: {first}, {second}" in " ".join(page(arbiter, event).split())


def test_an_event_closed_before_its_first_round_names_nobody(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(2, club)
    Event.objects.filter(pk=event.pk).update(closed_at=now())
    shown = page(arbiter, event)
    assert "Chiuso." in shown
    assert "Primo posto" not in shown


def test_rounds_under_way_stand_before_those_that_are_complete(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(6, club)
    for _number in (1, 2):
        make_all_results(event, make_round(event))
    make_round(event)
    lists = arbiter.get(f"/e/{event.slug}/rounds/").context["lists"]
    assert [[round_.number for round_ in rounds] for rounds in lists] == [[3], [2, 1]]


def test_of_several_stages_the_one_whose_rounds_are_counted_is_named(club: Club, client: Client) -> None:
    event = make_staged_event(8, FIRST_FOUR, club=club)
    play(event, 1, 1)
    client.force_login(make_member(club).user)
    assert "1 di 1 · Fase 1" in " ".join(re.sub("<[^>]+>", " ", page(client, event)).split())
