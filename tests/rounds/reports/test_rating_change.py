"""The rating change of an event as a report, its page under the standings, and its spreadsheet."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.reports.rating_change import rating_report
from tests.factories import make_all_results, make_drawn_event, make_round

pytestmark = pytest.mark.django_db


def rated_event(club: Club) -> Event:
    """Four players of 1600, of whom only the first has a K: White has won in round 1."""
    event = make_drawn_event(4, club, rating_lists=["fide"])
    listed = {"list": "fide", "rate": "standard", "rating": 1600, "k": 40}
    for entry in event.entries.all():
        ratings = [listed if entry.entry_no == 1 else {**listed, "k": None}]
        entry.rating, entry.identity = 1600, {"rating_list": "fide", "ratings": ratings}
        entry.save()
    make_all_results(event, make_round(event), "1-0")
    return event


def test_the_change_is_k_times_what_was_not_expected(club: Club) -> None:
    report = rating_report(rated_event(club))
    row = next(row for row in report.rows if row.player == 1)
    score = Fraction(str(row.values["score"]))
    assert (row.values["expected"], row.values["k"]) == (Fraction(1, 2), 40)
    assert row.values["change"] == 40 * (score - Fraction(1, 2))
    assert all(row.values["change"] is None for row in report.rows if row.player != 1)
    assert "Manca il K" in report.footnotes[0]


def test_its_page_is_under_the_standings_and_its_spreadsheet_too(club: Club, arbiter: Client) -> None:
    event = rated_event(club)
    address = reverse("rounds:rating_change", args=[event.slug])
    assert address in arbiter.get(reverse("rounds:standings", args=[event.slug])).content.decode()
    page = arbiter.get(address).content.decode()
    assert "Giocatore 001" in page
    sheet = reverse("exchange:table", args=[event.slug, "ratings", "csv"])
    assert sheet.replace("csv", "xlsx") in page
    assert "Giocatore" in arbiter.get(sheet).content.decode("utf-8-sig")


def test_without_ratings_nobody_is_led_there(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club)
    make_all_results(event, make_round(event), "1-0")
    address = reverse("rounds:rating_change", args=[event.slug])
    assert address not in arbiter.get(reverse("rounds:standings", args=[event.slug])).content.decode()
    assert "Nessuna partita ancora" in arbiter.get(address).content.decode()
