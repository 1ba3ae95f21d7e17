"""Scoring methods side by side, before round 1: on an example, or the last closed event of the kind."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.drafts.round_actions import draw_round
from tests.factories import make_club, make_entered_event
from tests.rounds.staged import make_staged_event, play

EXAMPLE = "Una serata inventata"


def coming(club: Club, **fields: Any) -> Event:
    values = {"system": "seating", "scoring": "conversion-150", "ranking": ["points"], "game": "RisiKo!"}
    return make_entered_event(8, club, **(values | fields))


def closed(club: Club, players: int = 8, **fields: Any) -> Event:
    event = make_staged_event(players, club=club, name="Torneo di ottobre", game="RisiKo!", **fields)
    play(event, 1, 1)
    Event.objects.filter(pk=event.pk).update(closed_at=now())
    return event


def page(client: Client, event: Event, **query: str) -> Any:
    return client.get(reverse("rounds:methods", args=[event.slug]), query)


def test_an_example_evening_stands_under_every_method_with_who_moves(club: Club, arbiter: Client) -> None:
    event = coming(club)
    answer = page(arbiter, event)
    shown = answer.context["page"]
    assert EXAMPLE in answer.text and shown.event is None
    assert (shown.columns[0].title, shown.columns[0].chosen, shown.columns[0].movers) == (
        "Conversione 150",
        True,
        0,
    )
    titles = [column.title for column in shown.columns]
    assert {"Punti standard", "Medagliere olimpico", "Metodo Spartaco", "Formula Master"} <= {*titles}
    assert "Punti per vento" not in titles  # these tables have no winds
    [furio] = [cells for name, cells in shown.rows if name == "Furio"]
    master = furio[titles.index("Formula Master")]
    assert (furio[0].place, furio[0].figures) == ("1°", "249,00")
    assert (master.place, master.figures, master.down) == ("3°", "1,084", 2)
    assert "scende di 2" in answer.text
    assert "Ada 62, Bruno 58, Carla 20, Dino eliminato" in answer.text


def test_another_method_can_be_the_chosen_one_and_the_discards_stay(club: Club, arbiter: Client) -> None:
    event = coming(club, scoring_options={"discards": 1})
    assert page(arbiter, event, scoring="spartaco").context["page"].columns[0].title == "Metodo Spartaco"
    [(_, cells)] = [row for row in page(arbiter, event).context["page"].rows if row[0] == "Bruno"]
    assert cells[0].figures == "150,45"  # of two games the worse does not count


def test_the_last_closed_event_is_the_example(club: Club, arbiter: Client) -> None:
    event = coming(club)
    closed(club)
    answer = page(arbiter, event)
    assert "«Torneo di ottobre», l’ultimo torneo chiuso" in answer.text
    assert "Giocatore 001" in answer.text and EXAMPLE not in answer.text
    assert "Edizione 1993, metodo 1" in answer.context["page"].left_out
    assert EXAMPLE in page(arbiter, event, example="1").text
    assert EXAMPLE in page(arbiter, coming(club, game="Burraco", scoring="places")).text


def test_no_other_club_s_event_is_shown_and_none_that_is_still_played(club: Club, arbiter: Client) -> None:
    closed(make_club("Altrove"))
    running = make_staged_event(8, club=club, game="RisiKo!")
    play(running, 1, 1)
    answer = page(arbiter, coming(club))
    assert EXAMPLE in answer.text and answer.context["page"].event is None


@pytest.mark.parametrize("published", [False, True])
def test_from_round_1_on_it_is_refused_with_a_sentence(club: Club, arbiter: Client, published: bool) -> None:
    event = make_staged_event(8, club=club, game="RisiKo!")
    address = reverse("rounds:methods", args=[event.slug])
    link = f'href="{address}?system=seating'
    settings = reverse("rounds:settings", args=[event.slug])
    assert link in arbiter.get(settings).text
    if published:
        play(event, 1, 1)
    else:
        draw_round(event, 1)
    refused = arbiter.get(address, follow=True)
    assert "I metodi si confrontano prima del turno 1" in refused.text
    assert refused.redirect_chain[0] == (reverse("rounds:event", args=[event.slug]), 302)
    assert link not in arbiter.get(settings).text
    assert "Confronta i metodi" not in arbiter.get(reverse("rounds:stage_add", args=[event.slug])).text


@pytest.mark.parametrize("players", [8, 40])
def test_it_costs_the_same_for_every_size(
    players: int, club: Club, arbiter: Client, django_assert_num_queries: Any
) -> None:
    event = coming(club)
    closed(club, players)
    with django_assert_num_queries(10):
        assert "Torneo di ottobre" in page(arbiter, event).text
