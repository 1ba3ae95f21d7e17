"""One notation an event, in its brackets too."""

import re

import pytest
from django.test import Client

from clubtornei.rounds.core.formatting import Notation
from clubtornei.rounds.snapshot.event_snapshot import EventSnapshot
from clubtornei.rounds.templatetags.tournament import games_in_notation, in_notation
from tests.factories import make_drawn_event, make_result, make_round

pytestmark = pytest.mark.django_db


def test_a_match_is_written_with_halves_where_the_event_has_them(client: Client) -> None:
    event = make_drawn_event(
        4, published=True, system="knockout", ranking=["round_reached"], options={"games": 2}
    )
    round_ = make_round(event)
    make_result(event, round_, 1, "=-=")
    make_result(event, round_, 1, "1-0")
    page = " ".join(client.get(f"/t/{event.slug}/bracket/").text.split())
    assert '<b class="match-score">1½</b>' in page
    assert re.search("½ 1 ?</span>", page)


def test_it_is_written_with_decimals_where_the_event_has_those() -> None:
    snapshot = EventSnapshot(make_drawn_event(4, system="knockout", ranking=["round_reached"]))
    snapshot.__dict__["notation"] = Notation(halves=False, decimals=2)
    assert in_notation("1.5", snapshot) == "1,5"
    assert [in_notation(sign, snapshot) for sign in "+−"] == ["+", "−"]
    assert games_in_notation(("½", "1"), snapshot) == "0,5 1"
