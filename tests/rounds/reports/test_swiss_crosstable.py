"""Everybody's rounds, where each is made from those before it."""

import re
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.documents.importing import import_event
from clubtornei.rounds.reports.crosstable import crosstable_report
from clubtornei.rounds.reports.report import CrossGame, CrossRound, Report, ReportRow
from pairing.simulate import Chances, SimulationRequest, simulate
from tests.caches import forget_everything
from tests.factories import (
    make_drawn_event,
    make_entries,
    make_event,
    make_played_event,
    make_result,
    make_round,
)
from tests.rounds.printing.reading import sheet_pages, words

pytestmark = pytest.mark.django_db
EVERYTHING = Chances(forfeits=Decimal(15), absences=Decimal(15), late=Decimal(20), withdrawals=Decimal(10))


@pytest.fixture(autouse=True)
def cold_cache() -> None:
    forget_everything()


def crosstable_of(event: Event, *, by_rank: bool = True) -> Report:
    return crosstable_report(EventSnapshot(Event.objects.get(pk=event.pk)), by_rank=by_rank)


def steps_of(report: Report, row: ReportRow) -> list[CrossRound]:
    values = [row.values.get(column.key) for column in report.columns if column.key.startswith("round-")]
    return [value for value in values if isinstance(value, CrossRound)]


def told(step: CrossRound) -> str:
    game = step.game or CrossGame(0)
    shown = game.symbol or (step.points if step.points is not None else ".")
    return f"{step.row or step.kind}{game.colour[:1]} {shown}"


def test_five_players_and_two_rounds() -> None:
    event = make_drawn_event(5, system="amalfi", options={"rounds": 3})
    first = make_round(event)
    make_result(event, first, 1, "1-0")
    make_result(event, first, 2, "--+")
    make_round(event)
    report = crosstable_of(event, by_rank=False)
    assert [[told(step) for step in steps_of(report, row)] for row in report.rows] == [
        ["4w 1", "5b ."],
        ["3b +", "3b ."],  # a game that was not played may be paired again
        ["2w −", "2w ."],
        ["1b 0", "bye 1"],
        ["bye 1", "1w ."],
    ]


@pytest.mark.parametrize("system", ["amalfi", "club-swiss"])
def test_opponents_find_each_other(system: str, club: Club) -> None:
    event = import_event(
        club, simulate(SimulationRequest(system=system, players=15, rounds=6, seed="x", chances=EVERYTHING))
    )
    for by_rank in (True, False):
        found = crosstable_of(event, by_rank=by_rank)
        table = [steps_of(found, row) for row in found.rows]
        for place, steps in enumerate(table, 1):
            for step in steps:
                if step.game and step.row:
                    assert found.rows[step.row - 1].person == step.opponent
                    [other] = [
                        one for one in table[step.row - 1] if one.game and one.game.round == step.game.round
                    ]
                    assert other.row == place and other.game
                    assert {step.game.colour, other.game.colour} in ({"white", "black"}, {""})


@pytest.mark.usefixtures("not_laid_out")
def test_a_bye_is_written_like_the_results_beside_it(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(
        5, club, system="amalfi", options={"rounds": 3}, ranking=["points", "sonneborn_berger"]
    )
    first = make_round(event)
    make_result(event, first, 1, "1-0")
    make_result(event, first, 2, "=-=")
    page = " ".join(arbiter.get(f"/e/{event.slug}/crosstable/").content.decode().split())
    assert '<span class="game-symbol">1</span>' in page
    assert "riposo 1 " in words(arbiter, event, "swiss-crosstable")


@pytest.mark.usefixtures("not_laid_out")
def test_the_page_and_the_sheet_show_it_where_not_everybody_meets(arbiter: Client, club: Club) -> None:
    event = make_played_event(6, 2, club, system="amalfi", options={"rounds": 3})
    for page in (f"/e/{event.slug}/crosstable/", f"/t/{event.slug}/crosstable/"):
        text = arbiter.get(page).content.decode()
        assert 'class="crosstable swiss-crosstable"' in text
        assert "Il pallino: chiaro col Bianco, scuro col Nero." in text
        assert "<h1>Tabella</h1>" in text or "<h2>Tabella</h2>" in text
        heads = re.sub("<[^>]*>", " ", text.split("<thead>")[1].split("</thead>")[0]).split()
        assert heads == ["Riga", "Nome", "T1", "T2", "Punti", "Posto"]
    sheet = words(arbiter, event, "swiss-crosstable")
    assert "Tabella Dopo il turno 2 di 3" in sheet
    assert "Riga Nome T1 T2 Punti Posto" in sheet
    assert "Il pallino: chiaro col Bianco, scuro col Nero." in sheet
    assert re.search(r"\d [01½] ", sheet)
    assert arbiter.get(f"/e/{event.slug}/prints/crosstable.pdf").status_code == 404


def test_more_players_than_a_page_is_long_go_on_overleaf(arbiter: Client, club: Club) -> None:
    document = simulate(
        SimulationRequest(system="club-swiss", players=60, rounds=5, seed="x", chances=Chances())
    )
    event = import_event(club, document)
    texts = [
        " ".join(page.extract_text().split()) for page in sheet_pages(arbiter, event, "swiss-crosstable")
    ]
    assert len(texts) > 1 and all("Nome Elo T1 T2 T3 T4 T5 Punti" in text for text in texts)
    assert sum(text.count("Giocatore") for text in texts) == 60


@pytest.mark.parametrize("players", [0, 6])
def test_before_the_first_round_it_says_when_it_begins(players: int, arbiter: Client, club: Club) -> None:
    event = make_event(club, published=True, system="dutch", options={"rounds": 3})
    make_entries(event, players)
    entries = f'class="button primary" href="{reverse("rounds:entries", args=[event.slug])}"'
    for view, leads in (("rounds:crosstable", not players), ("public:crosstable", False)):
        page = arbiter.get(reverse(view, args=[event.slug])).text
        assert "La tabella comincia con il primo turno." in page and "sorteggio." not in page
        assert (entries in page) is leads
