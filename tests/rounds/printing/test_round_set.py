"""All sheets of a round as one PDF."""

import re

import pytest
from django.test import Client

from clubtornei.accounts.models import Club
from clubtornei.events.models import Event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.printing.catalogue import names_of_set
from tests.factories import (
    make_all_results,
    make_drawn_event,
    make_played_event,
    make_round,
    make_seated_event,
)
from tests.rounds.printing.reading import pdf_of
from tests.rounds.staged import score_all

pytestmark = pytest.mark.django_db


def names(event: Event, number: int) -> list[str]:
    event.refresh_from_db()
    return names_of_set(EventSnapshot(event), number)


@pytest.mark.parametrize(
    ("system", "sheets"),
    [
        ("round-robin", ["pairings", "by-name", "slips"]),
        ("knockout", ["pairings", "by-name", "bracket", "slips"]),
    ],
)
def test_of_a_round_to_be_played_there_are_the_boards_and_the_slips(
    system: str, sheets: list[str], club: Club
) -> None:
    event = make_drawn_event(6, club, system=system)
    make_round(event)
    assert names(event, 1) == sheets


def test_of_a_round_that_is_over_no_slips_are_needed(club: Club) -> None:
    event = make_played_event(6, 2, club)
    assert names(event, 1) == names(event, 2) == ["pairings", "by-name", "standings", "crosstable"]


def test_a_crosstable_of_several_pages_is_printed_by_itself(club: Club) -> None:
    assert "crosstable" in names(make_played_event(24, 1, club), 1)
    assert "crosstable" not in names(make_played_event(26, 1, club), 1)


def test_larger_tables_have_their_own_sheets(club: Club) -> None:
    event = make_seated_event(9, club)
    round_ = make_round(event)
    assert names(event, 1) == ["tables", "by-name", "scores"]
    score_all(round_)
    assert names(event, 1) == ["tables", "by-name", "summary", "standings"]


def test_the_sheets_stand_one_behind_the_other_each_with_its_own_page_numbers(
    arbiter: Client, club: Club
) -> None:
    event = make_drawn_event(6, club, name="Sociale", system="amalfi", options={"rounds": 3})
    make_all_results(event, make_round(event))
    make_round(event)
    made = pdf_of(arbiter, f"/e/{event.slug}/prints/round.pdf?round=2")
    texts = [" ".join(page.extract_text().split()) for page in made.pages]
    assert made.metadata and made.metadata.title == "Sociale · Tutti i fogli del turno 2"
    assert names(event, 2) == ["pairings", "by-name", "standings", "swiss-crosstable", "slips"]
    assert "Turno 2" in texts[0] and "Risultato" in texts[0] and "Bianco · " in texts[1]
    assert "Classifica Turno 2 in corso" in texts[2] and "Tabella Turno 2 in corso" in texts[3]
    assert all("pagina 1 di 1" in text for text in (texts[0], *texts[2:4]))
    assert [len(re.findall(r"Tavolo \d+", text)) for text in texts[4:]] == [3]


@pytest.mark.usefixtures("not_laid_out")
def test_the_file_is_named_for_the_round_in_both_languages(arbiter: Client, club: Club) -> None:
    event = make_played_event(4, 1, club, name="Sociale")
    prints = f"/e/{event.slug}/prints/"
    arbiter.cookies["django_language"] = "en"
    assert (
        b"<title>Sociale \xc2\xb7 Round 1 \xc2\xb7 Pairings</title>"
        in arbiter.get(f"{prints}pairings.pdf").content
    )
    assert arbiter.head(f"{prints}round.pdf?round=1")["Content-Disposition"].endswith(
        f'"{event.slug}-round-1.pdf"'
    )


def test_the_page_of_printouts_offers_the_set_and_says_what_is_in_it(arbiter: Client, club: Club) -> None:
    event = make_drawn_event(6, club)
    page = f"/e/{event.slug}/prints/"
    assert "round.pdf" not in arbiter.get(page).text
    assert arbiter.get(f"{page}round.pdf").status_code == 404
    make_round(event)
    text = arbiter.get(page).text
    for paper in ("A4", "A3"):
        assert f'href="{page}round.pdf?paper={paper}&amp;round=1"' in text
    assert "Abbinamenti per tavolo, Abbinamenti per nome, Referti da ritagliare." in text
    assert arbiter.get(f"{page}round.pdf?round=2").status_code == 404
    arbiter.cookies["django_language"] = "en"
    assert "All sheets for the round" in arbiter.get(page).text
