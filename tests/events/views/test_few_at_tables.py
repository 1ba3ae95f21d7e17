"""Tables of four and five: from 4 players on, not 6, 7 or 11; said where numbers are asked for, with tables
of three at hand (rules/seating.md#sizes).
"""

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from tests.factories import make_entered_event

WORKS = "da 4 giocatori in su, non 6, 7 o 11"


@pytest.mark.parametrize("players", [6, 7, 11])
def test_step_one_offers_tables_of_three(players: int, club: Club, arbiter: Client) -> None:
    page = arbiter.get(reverse("events:new", args=[club.slug]), {"game": "risiko", "players": players})
    [usual] = page.context["offers"].usual
    assert usual.only is not None
    assert "da 4 giocatori, non 6, 7 o 11: qui possono essere anche da tre" in usual.only.usual
    assert f"D{WORKS[1:]}" in page.text
    form = arbiter.get(reverse("events:new", args=[club.slug]) + usual.only.address)
    assert form.context["stage"].options["allow"].value() == "3 4 5"


def test_a_formula_says_what_works_and_leads_to_tables_of_three(club: Club, arbiter: Client) -> None:
    page = arbiter.get(reverse("events:new_by_formula", args=[club.slug, "rtu-one-day"]), {"players": 7})
    assert f"D{WORKS[1:]}." in page.text and "Con tavoli da tre si può:" in page.text
    assert "?formula=seating&amp;game=risiko&amp;players=7" in page.text


def entered(club: Club, players: int, **options: object) -> Event:
    return make_entered_event(players, club, system="seating", scoring="conversion-150", options=options)


def test_the_entries_say_what_works_and_a_button_allows_tables_of_three(club: Club, arbiter: Client) -> None:
    event = entered(club, 7)
    address = reverse("rounds:entries", args=[event.slug])
    page = arbiter.get(address).text
    assert "7 giocatori non si dividono in tavoli da 4 o 5: vanno bene da 4, non 6, 7 o 11." in page
    assert "Ammetti tavoli da 3, 4 o 5" in page
    allow = {"seats": "1", "back": "rounds:entries"}
    answer = arbiter.post(reverse("rounds:settings", args=[event.slug]), allow, follow=True)
    assert "Adesso i tavoli possono essere anche da tre." in answer.text
    assert event.stages.get().options == {"allow": [3, 4, 5]}
    assert "non si dividono" not in answer.text
    again = arbiter.post(reverse("rounds:settings", args=[event.slug]), allow, follow=True)
    assert "guarda di nuovo se serve" in again.text
