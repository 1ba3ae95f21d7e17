"""Numbers given by rating, and entries made after the numbers were given."""

import hashlib
import html
import json

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.core.document_export import exported
from clubtornei.rounds.core.document_import import import_event
from clubtornei.rounds.core.numbering_method import NumberingMethod
from clubtornei.rounds.numbers.actions import announce_draw, cancel_draw, draw_numbers
from clubtornei.rounds.participation.entries import actions as entry_actions
from pairing.registry import SYSTEM_SPECS
from scoring.record import read, write
from tests.factories import make_entries, make_event, make_player
from tests.rounds.numbers.test_numbers import fresh, numbers_of, page, post

pytestmark = pytest.mark.django_db


def rated(club: Club) -> Event:
    """Five players of an Amalfi: two with equal ratings, one without a rating."""
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
        (2, 4), key=lambda entry_no: hashlib.sha256(f"{event.seed}\0001\0draw\0{entry_no}".encode()).digest()
    )
    assert given[first] == 1


def test_a_way_that_the_system_has_not_is_refused(club: Club, arbiter: Client) -> None:
    event = rated(club)
    announce_draw(event)
    for method in (NumberingMethod.RANDOM, NumberingMethod.VARMA, NumberingMethod.HAND):
        with pytest.raises(ActionRefused, match="non si danno così"):
            draw_numbers(event, method)
    swiss = make_event(club, system="club-swiss")
    make_entries(swiss, 6)
    announce_draw(swiss)
    with pytest.raises(ActionRefused, match="non si danno così"):
        draw_numbers(swiss, NumberingMethod.VARMA)
    assert "Varma" not in page(arbiter, swiss)


def test_anybody_can_check_numbers_by_rating_list(club: Club, client: Client) -> None:
    event = rated(club)
    announce_draw(event)
    draw_numbers(event, NumberingMethod.RATING)
    Event.objects.filter(pk=event.pk).update(published=True)
    text = html.unescape(client.get(f"/t/{event.slug}/verify/").content.decode())
    assert "I numeri seguono il punteggio" in text
    assert fresh(event).seed in text
    assert "python -m pairing draw" not in text


def test_a_rating_changed_after_the_numbers_were_given_is_told(club: Club, arbiter: Client) -> None:
    event = rated(club)
    announce_draw(event)
    draw_numbers(event, NumberingMethod.RATING)
    event.entries.filter(entry_no=1).update(rating=2500)
    assert "la lista darebbe altri numeri" in page(arbiter, event)


@pytest.mark.parametrize("seed", ["seme 1", "seme 2", "seme 3"])
def test_who_took_the_next_number_later_leaves_the_draw_as_it_was(
    seed: str, club: Club, arbiter: Client
) -> None:
    """Wherever the newcomer's own random key would be: among the others, last, first."""
    event = drawn_with_newcomer(club, seed)

    text = html.unescape(page(arbiter, event))
    assert "entrato dopo" in text
    assert "non sono quelli che il seme dà" not in text
    assert text.count("…</code>") == 5
    assert "python -m pairing draw" not in text  # it would draw six


def drawn_with_newcomer(club: Club, seed: str = "seme 2") -> Event:
    """Five players drawn in random order, and a sixth entered later.

    With the seed `seme 2` a draw of all six would give the same numbers.
    """
    event = make_event(club, system="club-swiss", published=True)
    make_entries(event, 5)
    announce_draw(event, seed=seed)
    draw_numbers(event, NumberingMethod.RANDOM)
    before = numbers_of(event)
    entry_actions.enter(event, [make_player(club, "Tardivo")])
    assert numbers_of(event) == before | {6: 6}
    return fresh(event)


def test_who_entered_after_the_draw_is_known_to_everybody_and_to_an_import(
    club: Club, arbiter: Client, client: Client
) -> None:
    event = drawn_with_newcomer(club)
    imported = import_event(club, read(write(exported(event)), SYSTEM_SPECS))
    for known in (event, imported):
        Event.objects.filter(pk=known.pk).update(published=True)
        assert client.get(f"/t/{known.slug}/verify/").content.decode().count("…</code>") == 5
        assert "entrato dopo" in page(arbiter, known)
    public = json.loads(client.get(f"/t/{event.slug}/document.json").content)
    assert [player.get("site") for player in public["players"]] == [None] * 5 + [{"late_number": True}]


def test_a_cancelled_draw_forgets_who_came_after_it(club: Club, arbiter: Client) -> None:
    event = drawn_with_newcomer(club)
    cancel_draw(event)
    announce_draw(event, seed="seme 3")
    draw_numbers(event, NumberingMethod.RANDOM)
    text = html.unescape(page(arbiter, event))
    assert "entrato dopo" not in text
    assert text.count("…</code>") == 6


def test_a_document_in_which_everybody_came_after_the_draw_proves_nothing(
    club: Club, arbiter: Client
) -> None:
    event = drawn_with_newcomer(club)
    event.entries.update(late_number=True)
    assert "non sono quelli che il seme dà" in html.unescape(page(arbiter, event))
