"""One notation an event, in its brackets too."""

import re

import pytest
from django.test import Client

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
