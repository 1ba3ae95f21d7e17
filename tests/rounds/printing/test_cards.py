"""The players' cards."""

import re

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from tests.factories import make_all_results, make_drawn_event, make_round, make_seated_event
from tests.rounds.printing.reading import pages, words

pytestmark = pytest.mark.django_db


def test_everybodys_card_says_whom_he_met_and_what_came_of_it(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(5, club)
    event.entries.filter(entry_no=2).update(name="Àbaco Zeno", affiliation="La Torre")
    assert "cards.pdf" not in arbiter.get(f"/e/{event.slug}/prints/").text  # nothing is played yet
    make_all_results(event, make_round(event), "1-0")
    make_round(event)
    assert "cards.pdf" in arbiter.get(f"/e/{event.slug}/prints/").text
    (text,) = pages(arbiter, event, "cards")
    first, *others = re.split(r"T\. Col\. Tav\. Ris\. Punti Avversario", text)
    assert re.search("2 Àbaco Zeno .*Posto 1 · Punti 1 · La Torre", first)
    assert len(others) == 5
    assert others[0].lstrip().startswith("1 B 1 1 1 Giocatore 005")


@pytest.mark.usefixtures("not_laid_out")
def test_the_card_of_a_larger_table_has_everybody_at_it(arbiter: Client, club: Club) -> None:
    event = make_seated_event(8, club)
    make_round(event)
    table = event.stages.get().rounds.get().tables.get(number=1)
    first, *others = [seat.entry.name for seat in table.seats.order_by("position")]
    assert re.search(rf"{first} .*?Posto .*? 1 1 {', '.join(others)} ", words(arbiter, event, "cards"))
