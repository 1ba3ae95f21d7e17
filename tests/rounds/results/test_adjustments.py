"""Bonus and penalty points: given with a reason, listed, removed (rules/standings.md#adjustments)."""

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.events.writing import ActionRefused
from clubtornei.rounds.documents.exporting import exported
from clubtornei.rounds.drafts.round_actions import draw_round
from clubtornei.rounds.results.adjustment_actions import give_points, take_back_points
from pairing.checking import as_json, check
from scoring.document import Adjustment
from scoring.record import write
from tests.commands import run
from tests.factories import make_all_results, make_drawn_event, make_round

pytestmark = pytest.mark.django_db
PENALTY = {"player": "1", "points": "-0,5", "round": "1", "reason": "Cellulare <acceso>"}


@pytest.fixture
def played(club: Club) -> Event:
    """Round 1 of an Amalfi: who is first named at a table has won."""
    event = make_drawn_event(
        8, club, system="amalfi", options={"rounds": 3}, ranking=["points", "rating"], published=True
    )
    make_all_results(event, make_round(event), "1-0")
    event.refresh_from_db()
    return event


def page(browser: Client, event: Event, name: str) -> str:
    return " ".join(browser.get(reverse(name, args=[event.slug])).text.split())


def test_a_penalty_counts_in_standings_pairing_and_file_and_says_why(played: Event, arbiter: Client) -> None:
    address = reverse("rounds:adjustments", args=[played.slug])
    assert address in page(arbiter, played, "rounds:standings")
    arbiter.post(address, PENALTY)
    words = "Giocatore 001 −½ (turno 1: Cellulare &lt;acceso&gt;)"
    assert words in page(arbiter, played, "rounds:adjustments")
    assert f"Punti dati o tolti dall’arbitro, compresi in questi: {words}" in page(
        Client(), played, "public:standings"
    )
    why = Client().get(reverse("public:why_place", args=[played.slug, 1]))
    assert words in " ".join(why.text.split())
    report = run("pairing", "trf", "-", given=write(exported(played)).encode()).out
    assert "299          -0.5  001    " in report
    draw_round(played, 2)
    document = exported(played)
    assert all(as_json(row)["ok"] for row in check(document))
    with pytest.raises(ActionRefused, match="Il turno 2 è abbinato con questi punti"):
        take_back_points(played, 0)
    with pytest.raises(ActionRefused, match="scrivi questi al turno 2"):
        give_points(played, Adjustment(players=(2,), points=1, round=1, reason="Tardi"))


def test_points_are_removed_from_the_list_as_it_was_shown(played: Event, arbiter: Client) -> None:
    address = reverse("rounds:adjustments", args=[played.slug])
    arbiter.post(address, PENALTY)
    arbiter.post(address, {"remove": "0", "version": played.version})
    assert len(played.stages.get().adjustments) == 1
    played.refresh_from_db()
    arbiter.post(address, {"remove": "0", "version": played.version})
    assert played.stages.get().adjustments == []


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"points": "0"}, "non zero"),
        ({"points": "0,3"}, "Punti interi o mezzi"),
        ({"points": "-10"}, "Da −9,5 a +9,5"),
        ({"round": "2"}, "scrivi questi al turno 1"),
        ({"reason": " "}, "obbligatorio"),
        ({"player": "99"}, "disponibil"),
    ],
)
def test_wrong_points_are_refused(wrong: dict[str, str], words: str, played: Event, arbiter: Client) -> None:
    refused = arbiter.post(reverse("rounds:adjustments", args=[played.slug]), PENALTY | wrong)
    assert refused.status_code == 422 and words in refused.text
    assert played.stages.get().adjustments == []


def test_no_points_where_the_ranking_looks_at_none(club: Club, arbiter: Client) -> None:
    event = make_drawn_event(4, club, system="knockout", ranking=["round_reached"])
    make_all_results(event, make_round(event), "1-0")
    address = reverse("rounds:adjustments", args=[event.slug])
    assert "la classifica non viene dai punti" in page(arbiter, event, "rounds:adjustments")
    assert address not in page(arbiter, event, "rounds:standings")
    arbiter.post(address, PENALTY)
    assert event.stages.get().adjustments == []
