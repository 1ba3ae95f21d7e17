"""Certificates: who gets one, and what it says."""

import re
from fractions import Fraction
from io import BytesIO

import pdfplumber
import pytest
from django.test import Client
from django.utils.translation import override
from msgspec.structs import replace

from clubtornei.accounts.models import Club
from clubtornei.events.games import arbiter_word
from clubtornei.events.models import Event
from clubtornei.rounds.documents.event_snapshot import EventSnapshot
from clubtornei.rounds.participation.entries.actions import enter
from clubtornei.rounds.printing.certificates import certificates_of
from clubtornei.rounds.printing.paper_format import A4
from clubtornei.rounds.reports.standings import standings_report
from clubtornei.rounds.stages.closing_actions import close
from clubtornei.rounds.state.formatting import Notation
from clubtornei.rounds.state.site_facts import SITE
from clubtornei.rounds.templatetags.printing import name_on_diploma
from clubtornei.text.untyped import JsonObject
from scoring.record import DocumentPlayer
from tests.factories import make_event, make_played_event, make_player
from tests.rounds.printing.reading import pages, words
from tests.rounds.printing.test_layout import faults, printed

LONG = "Santacroce-Bentivoglio Massimiliano Maria"

pytestmark = pytest.mark.django_db


def closed(club: Club) -> Event:
    event = make_played_event(4, 3, club, name="Sociale", place="Sala del Tè", ranking=["points", "direct"])
    event.entries.update(affiliation="La Torre")
    event.report = {"chief_arbiter": {"name": "Ferrari Ada"}}
    event.save()
    close(event)
    event.refresh_from_db()
    return event


def test_the_first_three_get_a_page_each_with_all_that_belongs_on_it(arbiter: Client, club: Club) -> None:
    event = closed(club)
    made = pages(arbiter, event, "certificates")
    ranked = [line for line in EventSnapshot(event).standings() if line.rank and line.rank <= 3]
    assert len(made) == len(ranked) + 1 >= 4
    *made, blank = made  # of other prizes
    assert "PRIMO POSTO" in made[0] and "TERZO POSTO" in made[-1] and "PREMIO" in blank
    for text in made:
        for phrase in (
            "CIRCOLO DI PROVA",
            "Sociale",
            "Sala del Tè, ",
            "Ferrari Ada",
            "L’arbitro",
            "Per il circolo",
        ):
            assert phrase in text
    assert all(re.search(r"\d+ Giocatore ?La Torre [\d½]+ punt[io] ", text) for text in made)


@pytest.mark.usefixtures("not_laid_out")
def test_points_have_the_notation_of_the_event(arbiter: Client, club: Club) -> None:
    event = make_played_event(6, 5, club, ranking=["points", "sonneborn_berger"])
    close(event)
    texts = words(arbiter, event, "certificates")
    assert re.search(r"\d½ punti in \d turni", texts) and not re.search(r"\d,\d", texts)


def test_fractions_have_the_decimals_of_the_table(club: Club) -> None:
    report = standings_report(EventSnapshot(make_played_event(4, 3, club)))
    exactly = [Fraction(one, 1000) for one in (4190, 3625, 3000, 1000)]
    rows = [
        replace(row, values={**row.values, "rank": place, "points": points})
        for place, (row, points) in enumerate(zip(report.rows, exactly, strict=True), 1)
    ]
    made = certificates_of(replace(report.with_rows(rows), notation=Notation(halves=False)))
    assert [one.points for one in made] == ["4,190 punti", "3,625 punti", "3 punti"]


def test_the_longest_names_are_neither_cut_nor_over_the_signatures(club: Club) -> None:
    event = closed(club)
    event.entries.update(name="Santacroce-Bentivoglio d’Aragona Massimiliano Maria")
    event.name, event.version = f"{LONG} {LONG}", event.version + 1
    event.save()
    html, content = printed(EventSnapshot(event), "certificates", A4)
    with pdfplumber.open(BytesIO(content)) as pdf:
        assert len(pdf.pages) == html.count('class="award"')
        assert list(faults(html, pdf.pages, [], on_wall=False)) == []


def test_a_short_name_is_as_large_as_it_can_be_however_many_certificates_there_are(club: Club) -> None:
    _html, content = printed(EventSnapshot(closed(club)), "certificates", A4)
    with pdfplumber.open(BytesIO(content)) as pdf:
        sizes = [
            {
                round(word["size"])
                for word in page.extract_words(extra_attrs=["size"])
                if word["text"] == "Giocatore"
            }
            for page in pdf.pages
        ]
    assert sizes == [{54}] * (len(sizes) - 1) + [set()]


@pytest.mark.parametrize(
    ("game", "word"),
    [("Scacchi", "Arbiter"), ("", "Arbiter"), ("Draughts", "Referee"), ("Burraco", "Tournament director")],
)
def test_in_english_the_word_for_who_decides_is_that_of_the_game(game: str, word: str) -> None:
    with override("en"):
        assert str(arbiter_word(game)) == word
    assert str(arbiter_word(game)) == "L’arbitro"


def test_before_the_event_is_closed_there_is_none(arbiter: Client, club: Club) -> None:
    event = make_played_event(4, 3, club)
    assert arbiter.get(f"/e/{event.slug}/prints/certificates.pdf").status_code == 404
    assert "A torneo chiuso" in arbiter.get(f"/e/{event.slug}/prints/").content.decode()


@pytest.mark.parametrize(
    ("name", "facts", "written"),
    [
        ("Taylor James", {}, "James Taylor"),
        ("De Luca Anna Maria", {}, "Anna Maria De Luca"),
        ("Conte Rossi Mario", {"surname": "Conte Rossi"}, "Mario Conte Rossi"),
        ("Mario Rossi", {"surname": "Rossi"}, "Mario Rossi"),
        ("Rossi Mario (1990)", {"mark": "1990"}, "Mario Rossi (1990)"),
        ("Rossi", {}, "Rossi"),
        ("R. M.", {}, "R. M."),
        ("Le Torri Nere", {"members": ["Rossi Mario"]}, "Le Torri Nere"),
    ],
)
def test_a_diploma_says_the_given_name_first_unless_it_is_a_team(
    name: str, facts: JsonObject, written: str
) -> None:
    assert name_on_diploma(DocumentPlayer(id=1, name=name, number=1, extra={SITE: facts})) == written


def test_a_surname_of_two_words_is_the_rosters(club: Club) -> None:
    event = make_event(club)
    winner = make_player(club, "Conte Rossi Mario", surname="Conte Rossi", given_name="Mario")
    enter(event, [winner])
    [row] = standings_report(EventSnapshot(event)).rows
    assert row.person and name_on_diploma(row.person) == "Mario Conte Rossi"
