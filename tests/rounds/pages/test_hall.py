"""The hall of an event: its next step before the first round, the round that is played, and who won."""

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.stages.closing_actions import close
from clubtornei.text.qr_codes import qr_code
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_entered_event,
    make_event,
    make_player,
    make_round,
)
from tests.markup import compact
from tests.rounds.staged import FIRST_FOUR, make_staged_event, play

pytestmark = pytest.mark.django_db


def page(client: Client, event: Event) -> str:
    return client.get(reverse("rounds:event", args=[event.slug])).content.decode()


def main_of(page: str) -> str:
    return page.partition("<main")[2]


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


def test_before_the_draw_it_leads_to_the_roll_call_until_that_has_begun(club: Club, arbiter: Client) -> None:
    event = make_entered_event(4, club)
    roll_call = f'<a class="button primary" href="{at(event, "rounds:presence")}">'
    assert roll_call in compact(page(arbiter, event))
    event.entries.update(present=True)
    assert roll_call not in compact(page(arbiter, event))


@pytest.mark.parametrize("name", ["event", "entries"])
def test_who_is_missing_at_the_roll_call_does_not_hold_up_the_draw(
    name: str, club: Club, arbiter: Client
) -> None:
    event = make_entered_event(4, club)
    event.entries.exclude(entry_no=4).update(present=True)
    shown = compact(arbiter.get(at(event, f"rounds:{name}")).text)
    assert f'<a class="button primary" href="{at(event, "rounds:presence")}" data-goal>' in shown
    assert f'<a class="button" href="{at(event, "rounds:draw")}">' in shown


def test_who_is_missing_at_the_roll_call_does_not_open_the_entries_again(club: Club, arbiter: Client) -> None:
    event = make_entered_event(4, club)
    event.entries.exclude(entry_no=4).update(present=True)
    assert '<li class="done" >Iscritti</li>' in compact(page(arbiter, event))


def test_after_the_draw_it_pairs_the_first_round_at_once(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club, system="amalfi", options={"rounds": 3})

    html = page(arbiter, event)

    assert f'<form method="post" action="{at(event, "rounds:draw_next")}">' in compact(html)
    assert 'name="number" value="1"' in html and "Abbina il turno 1" in html
    assert f'<a class="button quiet" href="{at(event, "rounds:attendance")}">' in compact(html)


@pytest.mark.parametrize(("players", "planned", "better"), [(7, 5, 3), (30, 2, 5)])
def test_one_click_plays_as_many_rounds_as_are_advised(
    players: int, planned: int, better: int, club: Club, arbiter: Client
) -> None:
    event = make_entered_event(players, club, system="amalfi", options={"rounds": planned})

    shown = page(arbiter, event)
    assert f"Gioca {better} turni" in shown and f"da {better} a {better}" not in shown

    settings, data = at(event, "rounds:settings"), {"rounds": better, "back": "rounds:event"}
    assert arbiter.post(settings, data).url == at(event, "rounds:event")  # type: ignore[attr-defined]
    assert event.stages.get().options["rounds"] == better
    arbiter.post(settings, data | {"rounds": "9"})
    assert event.stages.get().options["rounds"] == better
    assert f"Gioca {better}" not in page(arbiter, event)


def test_once_numbers_are_drawn_the_rounds_stay(club: Club, arbiter: Client, helper: Client) -> None:
    event = make_drawn_event(7, club, system="amalfi", options={"rounds": 5})
    data = {"rounds": "3", "back": "rounds:event"}
    assert helper.post(at(event, "rounds:settings"), data).status_code == 403

    assert "Gioca 3 turni" not in page(arbiter, event)
    arbiter.post(at(event, "rounds:settings"), data)
    assert event.stages.get().options["rounds"] == 5


def test_making_it_public_stays_here_with_the_address_and_its_code(club: Club, arbiter: Client) -> None:
    event = make_event(club)
    assert 'name="back" value="rounds:event"' in page(arbiter, event)
    posted = {"published": "1", "back": "rounds:event"}
    shown = arbiter.post(at(event, "rounds:publish_event"), posted, follow=True)
    assert shown.redirect_chain == [(at(event, "rounds:event"), 302)]
    assert "Il torneo è pubblico." in shown.text
    address = f"http://testserver{at(event, 'public:event')}"
    assert f'src="{qr_code(address)}"' in shown.text
    undo = f'<form method="post" action="{at(event, "rounds:publish_event")}">'
    assert undo in compact(shown.text) and "Togli dal pubblico" in shown.text
    arbiter.post(at(event, "rounds:publish_event"), {"published": "0", "back": "rounds:event"})
    assert "Per ora lo vedono solo gli organizzatori." in page(arbiter, event)


def test_the_message_that_it_is_public_takes_back_that_event_wherever_it_is_read(
    club: Club, arbiter: Client
) -> None:
    event, other = make_event(club), make_event(club)
    for name, args in (("rounds:club", club), ("rounds:event", other)):
        arbiter.post(at(event, "rounds:publish_event"), {"published": "1", "back": "rounds:event"})
        shown = arbiter.get(reverse(name, args=[args.slug]))
        assert f'<form method="post" action="{at(event, "rounds:publish_event")}">' in compact(shown.text)


def test_beside_a_round_just_published_one_click_makes_the_event_public(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, system="amalfi", options={"rounds": 3})
    make_round(event)
    round_ = at(event, "rounds:round", 1)
    shown = main_of(arbiter.get(round_).text)
    assert f'action="{at(event, "rounds:publish_event")}"' in shown
    assert at(event, "rounds:settings") not in shown
    posted = {"published": "1", "back": "rounds:event"}
    answer = arbiter.post(at(event, "rounds:publish_event"), posted, follow=True)
    assert answer.redirect_chain[-1][0] == round_
    address = f"http://testserver{at(event, 'public:event')}"
    for shown in (f'src="{qr_code(address)}"', f">{address}</a>", f'href="{at(event, "rounds:screens")}"'):
        assert shown in answer.text


def test_what_is_done_elsewhere_during_a_round_leads_back_to_it(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(6, club, system="amalfi", options={"rounds": 3})
    make_all_results(event, make_round(event))
    second = make_round(event)
    newcomer = make_player(club, "<b>Tardi</b> Ugo")
    for name, sent in (
        ("rounds:publish_event", {"published": "1"}),
        ("rounds:enter", {"player": newcomer.pk}),
        ("rounds:withdraw", {"player": 2}),
    ):
        shown = arbiter.post(at(event, name), sent, follow=True).text
        assert f'<a href="{at(event, "rounds:round", 2)}">Torna al turno 2</a>' in shown, name
        assert "<b>Tardi" not in shown
    make_all_results(event, second)
    shown = arbiter.post(at(event, "rounds:withdraw"), {"player": 3}, follow=True).text
    assert f'<a href="{at(event, "rounds:event")}">Abbina il turno 3</a>' in shown


def test_who_only_enters_results_sees_no_buttons_that_would_refuse_him(club: Club, helper: Client) -> None:
    event = make_event(club)

    shown = page(helper, event)

    assert at(event, "rounds:publish_event") not in shown
    assert "button primary" not in shown
    assert at(event, "rounds:entries") not in shown and at(event, "rounds:settings") not in shown


def test_a_closed_event_says_who_won(club: Club, arbiter: Client, helper: Client) -> None:
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


def test_while_rounds_are_played_it_is_the_current_one(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club, system="round-robin", options={"meetings": 1})
    here = at(event, "rounds:event")
    assert arbiter.get(here).status_code == 200

    first = make_round(event)
    assert arbiter.get(here).url == at(event, "rounds:round", 1)  # type: ignore[attr-defined]
    assert "#round-next" not in arbiter.get(here, follow=True).text
    make_all_results(event, first)
    assert arbiter.get(here).url == at(event, "rounds:round", 1)  # type: ignore[attr-defined]
    assert (
        "2 di 2: che cosa fare ora" in arbiter.get(here, follow=True).text
    )  # where it is seen wherever one is
    make_round(event, published=False)
    assert arbiter.get(here).url == at(event, "rounds:round", 2)  # type: ignore[attr-defined]


def test_of_several_stages_each_has_its_hall(club: Club, arbiter: Client) -> None:
    event = make_staged_event(8, FIRST_FOUR, club=club)
    play(event, 1, 1)
    of_second = at(event, "rounds:event", 2)
    assert arbiter.get(at(event, "rounds:event")).url == at(event, "rounds:round", 1, 1)  # type: ignore[attr-defined]
    assert "Guarda chi passa" in arbiter.get(of_second).text


def test_the_bar_leads_to_every_round_and_draws_the_next(club: Club, arbiter: Client, helper: Client) -> None:
    event = make_drawn_event(6, club, system="round-robin", options={"meetings": 1})
    for _round in range(2):
        make_round(event)
    draws = f'action="{at(event, "rounds:draw_next")}"'
    html = arbiter.get(at(event, "rounds:round", 1)).text
    bar = html[html.index('class="rounds-bar"') : html.index("</nav>", html.index('class="rounds-bar"'))]
    assert f'href="{at(event, "rounds:round", 1)}" aria-current="page"' in " ".join(bar.split())
    assert at(event, "rounds:round", 2) in bar and at(event, "rounds:calendar") in html
    assert draws in bar and 'value="3"' in bar
    assert draws not in helper.get(at(event, "rounds:round", 1)).text


@pytest.mark.parametrize("old", ["overview/", "rounds/"])
def test_old_addresses_lead_to_the_hall(club: Club, arbiter: Client, old: str) -> None:
    event = make_event(club)
    answer = arbiter.get(f"/e/{event.slug}/{old}")
    assert (answer.status_code, answer.url) == (301, at(event, "rounds:event"))  # type: ignore[attr-defined]


def test_whoever_looks_comes_to_all_stages_once_there_are_several(club: Club, helper: Client) -> None:
    event = make_staged_event(8, FIRST_FOUR, club=club)
    play(event, 1, 1)
    stages = f'href="{at(event, "rounds:stages")}"'
    assert stages in helper.get(at(event, "rounds:round", 1)).text
    single = make_drawn_event(4, club)
    assert at(single, "rounds:stages") not in helper.get(at(single, "rounds:event")).text
