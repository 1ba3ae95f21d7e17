"""Players who skip the first rounds of a bracket: the page where they are typed."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from clubtornei.accounts.models import Club
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.participation.exemptions.actions import exempt
from tests.factories import make_event, make_round
from tests.markup import compact
from tests.rounds.knockouts import make_knockout, text_of

pytestmark = pytest.mark.django_db


def test_exemptions_are_typed_and_make_other_rounds(arbiter: Client, club: Club) -> None:
    event = make_knockout(11, club)
    page = reverse("rounds:exemptions", args=[event.slug])
    assert arbiter.post(page, {"exempt-1": "1", "exempt-2": "1"}).status_code == 302
    assert dict(event.entries.filter(exempt__gt=0).values_list("entry_no", "exempt")) == {1: 1, 2: 1}
    shown = text_of(arbiter, "rounds:exemptions", event)
    assert re.findall(r'<th scope="row">([^<]+)</th><td class="num">(\d+)', compact(shown)) == [
        ("Ottavi di finale", "6"),
        ("Quarti di finale", "8"),
        ("Semifinali", "4"),
        ("Finale", "2"),
    ]
    round_ = make_round(event)
    assert {1, 2}.isdisjoint(seat.entry.entry_no for seat in round_.seats.select_related("entry"))
    with pytest.raises(ActionRefused, match="non cambiano più"):
        exempt(event, {3: 1})
    assert "non cambiano più" in text_of(arbiter, "rounds:exemptions", event)


def test_what_is_no_number_of_rounds_comes_back_with_the_field_named(arbiter: Client, club: Club) -> None:
    event = make_knockout(4, club)
    page = reverse("rounds:exemptions", args=[event.slug])
    answer = arbiter.post(page, {"exempt-1": "due", "exempt-2": "10", "exempt-3": "-1"})
    assert answer.status_code == 422
    page_text = " ".join(answer.text.split())
    named = [page_text.count(f'<a href="#id_exempt-{number}">') for number in range(1, 5)]
    assert (named, page_text.lower().count("un numero da 0 a 9.")) == ([1, 1, 1, 0], 3)  # each said once
    assert not event.entries.filter(exempt__gt=0).exists()


def test_exemptions_are_only_for_brackets(arbiter: Client, club: Club) -> None:
    event = make_event(club)
    with pytest.raises(ActionRefused, match="non ci sono esenzioni"):
        exempt(event, {})
    assert arbiter.get(reverse("rounds:exemptions", args=[event.slug])).status_code == 302


@pytest.mark.parametrize("players", [4, 32])
def test_exemptions_cost_as_many_queries_for_few_as_for_multiplayer(
    players: int, arbiter: Client, club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page = reverse("rounds:exemptions", args=[make_knockout(players, club).slug])
    with django_assert_num_queries(8):
        arbiter.get(page)
