"""Numbers where no lots are drawn: by rating list; and who enters after they were given."""

import hashlib
import html

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import Refused
from clubtornei.rounds.numbers.actions import Method, announce_draw, draw_numbers
from clubtornei.rounds.participation.entries import actions as entry_actions
from tests.factories import make_entries, make_event, make_player
from tests.rounds.numbers.test_numbers import fresh, numbers_of, page, post

pytestmark = pytest.mark.django_db


def rated(club: Club) -> Event:
    """Five players of an Amalfi: two of them level, one without a rating."""
    event = make_event(club, system="amalfi", options={"rounds": 3})
    for rating, title in ((1500, ""), (1800, ""), (None, "CM"), (1800, ""), (1500, "2N")):
        entry_actions.enter(event, [make_player(club, fide_rating=rating, title=title)])
    return event


def test_without_lots_the_numbers_follow_the_rating_list(club: Club, arbiter: Client) -> None:
    event = rated(club)
    post(arbiter, event, "announce")
    assert "Assegna i numeri" in page(arbiter, event)

    answer = post(arbiter, event, "draw_numbers")

    assert answer.url == reverse("rounds:draw", args=[event.slug])
    event = fresh(event)
    assert (event.draw_method, event.drawn) == ("rating", True)
    given = numbers_of(event)
    assert {given[2], given[4]} == {1, 2}  # level: by lot
    assert (given[5], given[1], given[3]) == (3, 4, 5)  # the title; who has no rating is last
    text = html.unescape(page(arbiter, event))
    assert "Lista per punteggio" in text
    assert text.count("…</code>") == 2  # the lots of those two only
    assert "python -m pairing draw" not in text
    first = min(
        (2, 4), key=lambda ident: hashlib.sha256(f"{event.seed}\0001\0draw\0{ident}".encode()).digest()
    )
    assert given[first] == 1


def test_a_way_that_the_system_has_not_is_refused(club: Club, arbiter: Client) -> None:
    event = rated(club)
    announce_draw(event)
    for method in (Method.LOTS, Method.VARMA, Method.HAND):
        with pytest.raises(Refused, match="non si danno così"):
            draw_numbers(event, method)
    swiss = make_event(club, system="club-swiss")
    make_entries(swiss, 6)
    announce_draw(swiss)
    with pytest.raises(Refused, match="non si danno così"):
        draw_numbers(swiss, Method.VARMA)
    assert "Varma" not in page(arbiter, swiss)


def test_anybody_can_check_numbers_by_rating_list(club: Club, client: Client) -> None:
    event = rated(club)
    announce_draw(event)
    draw_numbers(event, Method.RATING)
    Event.objects.filter(pk=event.pk).update(published=True)
    text = html.unescape(client.get(f"/t/{event.slug}/verify/").content.decode())
    assert "I numeri seguono il punteggio" in text
    assert fresh(event).seed in text
    assert "python -m pairing draw" not in text


def test_a_rating_changed_after_the_numbers_were_given_is_told(club: Club, arbiter: Client) -> None:
    event = rated(club)
    announce_draw(event)
    draw_numbers(event, Method.RATING)
    event.entries.filter(ident=1).update(rating=2500)
    assert "la lista darebbe altri numeri" in page(arbiter, event)


def test_who_took_the_next_number_later_leaves_the_draw_as_it_was(club: Club, arbiter: Client) -> None:
    event = make_event(club, system="club-swiss")
    make_entries(event, 5)
    announce_draw(event)
    draw_numbers(event, Method.LOTS)
    before = numbers_of(event)

    entry_actions.enter(event, [make_player(club, "Tardivo")])

    assert numbers_of(event) == before | {6: 6}
    text = html.unescape(page(arbiter, event))
    assert "entrato dopo" in text
    assert "non sono quelli che il seme dà" not in text
    assert text.count("…</code>") == 5
    assert "python -m pairing draw" not in text  # it would draw six
